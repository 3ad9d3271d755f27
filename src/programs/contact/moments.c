/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The CSV of --every: long rows, one for each body and each contact of a step.
   All have time, kind and id; a quantity that a kind does not have is nan. */
#include "programs/contact/report.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { POSE = 7, VELOCITY = 6, SPACE = 3, PAIR = 2, ROWS = 3 };

/* A body or a contact. */
typedef struct {
  double time;
  const char *kind;
  size_t id;
  double position[SPACE], quaternion[4], velocity[SPACE], omega[SPACE];
  double first, second, normal[SPACE], gap, impulse[ROWS];
} moment;

static int is_contact(const void *row)
{
  return strcmp(((const moment *)row)->kind, "contact") == 0;
}

static int is_body(const void *row)
{
  return !is_contact(row);
}

#define OF_BODY    .has = is_body
#define OF_CONTACT .has = is_contact

static const quantity columns[] = {
    {QUANTITY_AT(moment, time), .unit = "s"},
    {QUANTITY_AT(moment, kind), .kind = QUANTITY_TEXT},
    {QUANTITY_AT(moment, id), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(moment, position), .unit = "m", .components = "xyz"},
    {QUANTITY_AT(moment, quaternion), .components = "wxyz", OF_BODY},
    {QUANTITY_AT(moment, velocity), .unit = "m/s", .components = "xyz",
     OF_BODY},
    {QUANTITY_AT(moment, omega), .unit = "rad/s", .components = "xyz", OF_BODY},
    {QUANTITY_AT(moment, first), OF_CONTACT},
    {QUANTITY_AT(moment, second), OF_CONTACT},
    {QUANTITY_AT(moment, normal), .components = "xyz", OF_CONTACT},
    {QUANTITY_AT(moment, gap), .unit = "m", OF_CONTACT},
    {QUANTITY_AT(moment, impulse), .unit = "N s", .components = "ntb",
     OF_CONTACT},
};

struct contact_moments {
  quantity_stream stream; /* the first member, as in the CSV of steps */
  quantity_rows rows;
  moment row; /* the one that is written */
};

int contact_moments_open(contact_run *run, const char *path, pn_error *error)
{
  contact_moments *to = run->moments = pn_alloc(1, sizeof *to);
  if (!to)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  run->csv = &to->stream;
  to->rows =
      (quantity_rows){QUANTITY_LIST(columns), QUANTITY_ROWS(&to->row, 1)};
  return quantity_stream_open(&to->stream, path, &to->rows, 1, error);
}

/* Writes the row of a body at this time. */
static int write_body(contact_moments *to, const pn_frame_state *of, size_t b,
                      double time, pn_error *error)
{
  const double *pose = of->pose + POSE * b, *u = of->velocity + VELOCITY * b;
  moment *row = &to->row;
  *row = (moment){.time = time, .kind = "body", .id = b};
  memcpy(row->position, pose, sizeof row->position);
  memcpy(row->quaternion, pose + SPACE, sizeof row->quaternion);
  memcpy(row->velocity, u, sizeof row->velocity);
  memcpy(row->omega, u + SPACE, sizeof row->omega);
  return quantity_stream_row(&to->stream, 0, error);
}

/* Writes the row of a contact in the last step, at the time when it began. */
static int write_contact(contact_moments *to, const pn_frame_state *of,
                         const contact_run *run, size_t c, pn_error *error)
{
  moment *row = &to->row;
  const size_t first = (size_t)of->row[c];
  *row = (moment){.time = run->info->time - run->dt,
                  .kind = "contact",
                  .id = c,
                  .first = (double)of->pair[PAIR * c],
                  .second = (double)of->pair[PAIR * c + 1],
                  .gap = of->gap[c]};
  memcpy(row->position, of->point + SPACE * c, sizeof row->position);
  memcpy(row->normal, of->normal + SPACE * c, sizeof row->normal);
  row->impulse[0] = of->lambda[first];
  /* The tangents, if there are any, are the next two rows. */
  for (size_t k = 1; k < ROWS; k++)
    row->impulse[k] = run->lcp->mu && first + k < of->rows &&
                              run->lcp->normal[first + k] == first
                          ? of->lambda[first + k]
                          : 0;
  return quantity_stream_row(&to->stream, 0, error);
}

int contact_moments_step(contact_run *run, pn_error *error)
{
  if (run->kind->state(&run->moment, run))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  const pn_frame_state *of = &run->moment.of;
  int code = GSL_SUCCESS;
  for (size_t b = 0; b < of->bodies && !code; b++)
    code = write_body(run->moments, of, b, run->info->time - run->dt, error);
  for (size_t c = 0; c < of->contacts && !code; c++)
    code = write_contact(run->moments, of, run, c, error);
  return code;
}
