/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/joints/report.h"

#include "pantin/base/alloc.h"
#include "pantin/base/csv.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* What each row begins with. */
static const pn_csv_column course[] = {
    {"t", "s"},
    {"kinetic", "J"},
    {"potential", "J"},
    {"energy", "J"},
    {"momentum_x", "kg m/s"},
    {"momentum_y", "kg m/s"},
    {"momentum_z", "kg m/s"},
    {"angular_momentum_x", "kg m^2/s"},
    {"angular_momentum_y", "kg m^2/s"},
    {"angular_momentum_z", "kg m^2/s"},
    {"constraint_inf", "m"},
    {"velocity_inf", "m/s"},
};

/* Then, for each body, its part of the state in this order. */
static const pn_csv_column state[] = {
    {"x", "m"},      {"y", "m"},    {"z", "m"},      {"qw", NULL},
    {"qx", NULL},    {"qy", NULL},  {"qz", NULL},    {"vx", "m/s"},
    {"vy", "m/s"},   {"vz", "m/s"}, {"wx", "rad/s"}, {"wy", "rad/s"},
    {"wz", "rad/s"},
};

enum {
  COURSE = sizeof course / sizeof course[0],
  STATE = sizeof state / sizeof state[0],
  NAME = PN_NAME_SIZE + 40
};

/* lambda is a force [N] where its row of J holds points, a torque [N m] where
   it holds turns alone. */
static const char *unit_of_row(const pn_assembly *a, size_t joint, size_t i)
{
  const double *parent = pn_assembly_parent(a, joint) + 6 * i;
  const double *child = pn_assembly_child(a, joint) + 6 * i;
  for (int k = 0; k < 3; k++)
    if (parent[k] != 0 || child[k] != 0)
      return "N";
  return "N m";
}

/* At last "JOINT.lambda1 [N]", ...; the names are kept in `text`. */
static void name_columns(const pn_assembly *a, pn_csv_column *column,
                         char (*text)[NAME])
{
  const pn_system *system = a->system;
  size_t k = COURSE;
  memcpy(column, course, sizeof course);
  for (size_t b = 0; b < system->bodies; b++)
    for (size_t i = 0; i < STATE; i++, k++) {
      snprintf(text[k], NAME, "%s.%s", system->body[b].name, state[i].name);
      column[k] = (pn_csv_column){text[k], state[i].unit};
    }
  for (size_t j = 0; j < system->joints; j++) {
    const size_t rows = pn_joint_rows_count(&system->joint[j]);
    for (size_t i = 0; i < rows; i++, k++) {
      snprintf(text[k], NAME, "%s.lambda%zu", system->joint[j].name, i + 1);
      column[k] = (pn_csv_column){text[k], unit_of_row(a, j, i)};
    }
  }
}

static void write_row(pn_csv *csv, const pn_system *system,
                      const joints_frame *frame, double *row)
{
  const pn_measure *m = &frame->measure;
  const double begin[COURSE] = {
      frame->t,
      m->kinetic,
      m->potential,
      m->energy,
      m->momentum.x,
      m->momentum.y,
      m->momentum.z,
      m->angular_momentum.x,
      m->angular_momentum.y,
      m->angular_momentum.z,
      m->constraint_inf,
      m->velocity_inf,
  };
  double *at = row + COURSE;
  const double *u = frame->y + pn_system_positions(system);
  memcpy(row, begin, sizeof begin);
  for (size_t b = 0; b < system->bodies; b++, at += STATE) {
    memcpy(at, frame->y + PN_BODY_POSITIONS * b,
           PN_BODY_POSITIONS * sizeof *at);
    memcpy(at + PN_BODY_POSITIONS, u + PN_BODY_VELOCITIES * b,
           PN_BODY_VELOCITIES * sizeof *at);
  }
  memcpy(at, frame->lambda, pn_system_rows(system) * sizeof *at);
  pn_csv_row(csv, row);
}

int joints_csv(const char *path, const joints_run *run, pn_error *error)
{
  const pn_system *system = run->of->system;
  const size_t columns =
      COURSE + STATE * system->bodies + pn_system_rows(system);
  pn_csv_column *column = pn_alloc(columns, sizeof *column);
  char(*text)[NAME] = pn_alloc(columns, sizeof *text);
  double *row = pn_alloc(columns, sizeof *row);
  pn_csv csv;
  int code;
  if (!column || !text || !row) {
    code = pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  } else {
    name_columns(run->simulation->dynamics->assembly, column, text);
    code = pn_csv_open(&csv, path, column, columns, error);
  }
  if (!code) {
    for (size_t k = 0; k < run->frames; k++)
      write_row(&csv, system, &run->frame[k], row);
    code = pn_csv_commit(&csv, error);
  }
  pn_free(row);
  pn_free(text);
  pn_free(column);
  return code;
}
