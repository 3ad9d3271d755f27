/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads a table of poses joint by joint, so that between its rows the joints
   stay closed, which the poses, interpolated each by itself, would not. What
   turns about no axis of its own has a rotation vector, which jumps after a
   whole turn; if it gets that far, turn_path.c interpolates its turns. */
#include "pantin/dynamics/joint_path.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/spline.h"
#include "pantin/dynamics/turn_path.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <string.h>

/* Degree of the spline through a table. */
enum { TRACK_DEGREE = 5 };

/* A rotation vector that gets longer [rad] may get to a whole turn, where it
   jumps. */
static const double longest = 4;

static size_t motions(const pn_system *system)
{
  return system->joints + system->bodies;
}

/* Finds the columns of the bodies' poses, (7 bodies), in a table. */
static int find_columns(const pn_system *system, const pn_csv_table *table,
                        const char *file, size_t *column, pn_error *error)
{
  static const char *const part[PN_BODY_POSITIONS] = {
      "position_x",   "position_y",   "position_z",  "quaternion_w",
      "quaternion_x", "quaternion_y", "quaternion_z"};
  for (size_t i = 0; i < PN_BODY_POSITIONS * system->bodies; i++) {
    char name[2 * PN_NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s",
             system->body[i / PN_BODY_POSITIONS].name,
             part[i % PN_BODY_POSITIONS]);
    column[i] = pn_csv_table_find(table, name);
    if (column[i] == table->columns)
      return pn_error_set(error, GSL_EINVAL, file, 1,
                          "there is no column '%s': poses of all bodies are "
                          "needed, as pantin-joints --csv writes them",
                          name);
  }
  return GSL_SUCCESS;
}

/* Copies the poses of one row into a state; GSL_EINVAL if they are none. */
static int copy_poses(const pn_system *system, const pn_csv_table *table,
                      size_t row, const size_t *column, double *y)
{
  for (size_t b = 0; b < system->bodies; b++) {
    double *pose = y + PN_BODY_POSITIONS * b, turn = 0;
    for (size_t i = 0; i < PN_BODY_POSITIONS; i++) {
      pose[i] =
          table
              ->value[table->columns * row + column[PN_BODY_POSITIONS * b + i]];
      if (!isfinite(pose[i]))
        return GSL_EINVAL;
      turn = i < 3 ? 0 : fmax(turn, fabs(pose[i]));
    }
    if (turn == 0)
      return GSL_EINVAL;
  }
  return GSL_SUCCESS;
}

/* Finds the columns of the angular velocities, (3 bodies), which a table need
   not have. */
static void find_omegas(const pn_system *system, const pn_csv_table *table,
                        size_t *column)
{
  static const char *const part[] = {"omega_x", "omega_y", "omega_z"};
  for (size_t i = 0; i < 3 * system->bodies; i++) {
    char name[2 * PN_NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s", system->body[i / 3].name, part[i % 3]);
    column[i] = pn_csv_table_find(table, name);
  }
}

/* Returns a body that turns by more than half a turn in the time h [s] between
   a row and the one before, so that its turns are not known; NULL if there is
   none. */
static const pn_body *find_fast(const pn_system *system,
                                const pn_csv_table *table, size_t row,
                                const size_t *column, double h)
{
  const double *now = table->value + table->columns * row;
  for (size_t b = 0; b < system->bodies; b++) {
    double square = 0;
    for (const size_t *k = column + 3 * b; k < column + 3 * (b + 1); k++)
      if (*k < table->columns)
        square += pow(fmin(fabs(now[*k]), fabs((now - table->columns)[*k])), 2);
    if (sqrt(square) * h > M_PI)
      return &system->body[b];
  }
  return NULL;
}

/* Sets the row of displacements to those of the joints. */
static void copy_motions(const pn_joint_motion *motion, size_t count,
                         double *row)
{
  for (size_t k = 0; k < count; k++) {
    const pn_vec3 turn = motion[k].turn, slide = motion[k].slide;
    const double x[PN_JOINT_PATH_COLUMNS] = {turn.x,  turn.y,  turn.z,
                                             slide.x, slide.y, slide.z};
    memcpy(row + PN_JOINT_PATH_COLUMNS * k, x, sizeof x);
  }
}

/* Arrays for the reading of a table. */
typedef struct {
  pn_quat *turn;           /* (rows x rounds) */
  size_t *column, *omega;  /* (7 bodies), (3 bodies) */
  double *y;               /* (dimension) */
  pn_joint_motion *motion; /* (motions) */
  double *time, *value;    /* (rows), (rows x 6 motions) */
  double step;             /* the shortest between two rows [s] */
} reading;

static void reading_free(reading *r)
{
  pn_free(r->turn);
  pn_free(r->column);
  pn_free(r->omega);
  pn_free(r->y);
  pn_free(r->motion);
  pn_free(r->time);
  pn_free(r->value);
}

static int reading_alloc(reading *r, const pn_system *system, size_t rows)
{
  const size_t count = motions(system);
  r->column = pn_alloc(PN_BODY_POSITIONS * system->bodies, sizeof *r->column);
  r->omega = pn_alloc(3 * system->bodies, sizeof *r->omega);
  r->y = pn_alloc(pn_system_dimension(system), sizeof *r->y);
  r->motion = pn_alloc(count, sizeof *r->motion);
  r->time = pn_alloc(rows, sizeof *r->time);
  r->value = pn_alloc(rows * count, PN_JOINT_PATH_COLUMNS * sizeof *r->value);
  return r->column && r->omega && r->y && r->motion && r->time && r->value
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Reads times and displacements, row by row: the angles of each are those
   nearest to the last ones. */
static int read_rows(reading *r, const pn_system *system, const pn_tree *tree,
                     const pn_csv_table *table, const char *file,
                     pn_error *error)
{
  const size_t at = pn_csv_table_find(table, "time"), count = motions(system);
  if (at == table->columns)
    return pn_error_set(error, GSL_EINVAL, file, 1,
                        "there is no column 'time'");
  if (find_columns(system, table, file, r->column, error))
    return error->code;
  find_omegas(system, table, r->omega);
  for (size_t i = 0; i < table->rows; i++) {
    r->time[i] = table->value[table->columns * i + at];
    if (!isfinite(r->time[i]) || (i > 0 && !(r->time[i] > r->time[i - 1])) ||
        copy_poses(system, table, i, r->column, r->y))
      return pn_error_set(error, GSL_EINVAL, file, (int)i + 2,
                          "poses must be numbers, at times that increase, and "
                          "quaternions not 0");
    const pn_body *fast = i > 0 ? find_fast(system, table, i, r->omega,
                                            r->time[i] - r->time[i - 1])
                                : NULL;
    if (fast)
      return pn_error_set(error, GSL_EINVAL, file, (int)i + 2,
                          "'%s' turns by more than half a turn since the row "
                          "before: write more rows",
                          fast->name);
    r->step = i > 0 ? fmin(r->step, r->time[i] - r->time[i - 1]) : INFINITY;
    pn_state_normalize(system, r->y);
    pn_joint_motion_from_state(system, tree, r->y, r->motion);
    copy_motions(r->motion, count,
                 r->value + PN_JOINT_PATH_COLUMNS * count * i);
  }
  return GSL_SUCCESS;
}

/* Returns the turn of a joint or body in a row. */
static pn_vec3 turn_at(const reading *r, size_t count, size_t row, size_t k)
{
  const double *turn = r->value + PN_JOINT_PATH_COLUMNS * (count * row + k);
  return pn_vec3_make(turn[0], turn[1], turn[2]);
}

/* Tells whether the turn of a joint or a body is a rotation vector that gets
   too long. */
static int turns_on(const reading *r, const pn_system *system, size_t rows,
                    size_t k)
{
  double most = 0;
  if (k < system->joints && pni_joint_has_coordinates(&system->joint[k]) &&
      system->joint[k].type->turns < 3)
    return 0;
  for (size_t i = 0; i < rows; i++)
    most = fmax(most, pn_vec3_norm(turn_at(r, motions(system), i, k)));
  return most > longest;
}

/* Prepares the turns of all joints and bodies that turn on and on. GSL_SUCCESS
   or GSL_ENOMEM. */
static int set_rounds(pn_joint_path *path, reading *r, size_t rows)
{
  const size_t count = motions(path->system);
  size_t rounds = 0;
  path->round = pn_alloc(count, sizeof *path->round);
  for (size_t k = 0; path->round && k < count; k++)
    if (turns_on(r, path->system, rows, k))
      path->round[rounds++] = k;
  if (rounds == 0)
    return path->round ? GSL_SUCCESS : GSL_ENOMEM;
  r->turn = pn_alloc(rows * rounds, sizeof *r->turn);
  for (size_t i = 0; r->turn && i < rows; i++)
    for (size_t k = 0; k < rounds; k++) {
      const pn_vec3 turn = turn_at(r, count, i, path->round[k]);
      r->turn[rounds * i + k] =
          pn_quat_axis_angle(pn_vec3_normalize(turn), pn_vec3_norm(turn));
    }
  if (r->turn)
    path->rounds =
        pni_turn_path_alloc(TRACK_DEGREE, rows, r->time, rounds, r->turn);
  return path->rounds ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Interpolates the rows that were read; NULL when memory is short. */
static pn_joint_path *path_through(const pn_system *system, reading *r,
                                   size_t rows)
{
  const size_t curves = PN_JOINT_PATH_COLUMNS * motions(system);
  pn_joint_path *path = pn_alloc(1, sizeof *path);
  if (!path)
    return NULL;
  path->system = system;
  path->step = r->step;
  path->track = pn_spline_alloc(TRACK_DEGREE, PN_SPLINE_NOT_A_KNOT, rows,
                                r->time, curves, r->value);
  path->work = pn_alloc(3 * curves, sizeof *path->work);
  if (path->track && path->work && !set_rounds(path, r, rows))
    return path;
  pn_joint_path_free(path);
  return NULL;
}

/* Leaves every other row, and the last one; returns how many. */
static size_t thin(reading *r, size_t curves, size_t rows)
{
  const size_t left = rows / 2 + 1;
  for (size_t i = 0; i < left; i++) {
    const size_t from = i + 1 < left ? 2 * i : rows - 1;
    r->time[i] = r->time[from];
    memmove(r->value + curves * i, r->value + curves * from,
            curves * sizeof *r->value);
  }
  pn_free(r->turn);
  r->turn = NULL;
  return left;
}

pn_joint_path *pn_joint_path_from_table(const pn_system *system,
                                        const pn_tree *tree,
                                        const pn_csv_table *table,
                                        const char *file, pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_error_clear(error);
  const size_t least = pn_spline_points_min(TRACK_DEGREE, PN_SPLINE_NOT_A_KNOT);
  if (table->rows < least) {
    pn_error_set(error, GSL_EINVAL, file, 0,
                 "%zu rows are too few for a motion; at least %zu are needed",
                 table->rows, least);
    return NULL;
  }
  reading r = {0};
  pn_joint_path *path = NULL;
  int ready = 0;
  if (!reading_alloc(&r, system, table->rows) &&
      !read_rows(&r, system, tree, table, file, error)) {
    path = path_through(system, &r, table->rows);
    const size_t left =
        thin(&r, PN_JOINT_PATH_COLUMNS * motions(system), table->rows);
    if (path && left >= least)
      path->rough = path_through(system, &r, left);
    ready = path && (path->rough || left < least);
  }
  reading_free(&r);
  if (ready)
    return path;
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_joint_path_free(path);
  return NULL;
}
