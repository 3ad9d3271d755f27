/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/results.h"

#include "pantin/base/alloc.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

const char *tune_row_reason(const void *row)
{
  const double reason = ((const tune_row *)row)->reason;
  return reason == 0 ? "complete"
                     : pn_cmaes_reason_name((pn_cmaes_reason)reason);
}

/* Greater numbers do not stand in recordings (pantin/tuning/frames.h). */
static const double frame_most = 999999;

/* The columns of CSV are the members of tune_row, in their order. */
static const quantity quantities[] = {
    {QUANTITY_AT(tune_row, frame)},
    {QUANTITY_AT(tune_row, time), .unit = "s"},
    {QUANTITY_AT(tune_row, rows)},
    {QUANTITY_AT(tune_row, contacts)},
    {QUANTITY_AT(tune_row, b), .unit = "m/s"},
    {QUANTITY_AT(tune_row, alpha)},
    {QUANTITY_AT(tune_row, kappa), .unit = "1/kg"},
    {QUANTITY_AT(tune_row, fitness)},
    {QUANTITY_AT(tune_row, fitness_before)},
    {QUANTITY_AT(tune_row, sweeps)},
    {QUANTITY_AT(tune_row, sweeps_before)},
    {QUANTITY_AT(tune_row, error)},
    {QUANTITY_AT(tune_row, error_before)},
    {QUANTITY_AT(tune_row, condition)},
    {QUANTITY_AT(tune_row, condition_range)},
    {QUANTITY_AT(tune_row, flat)},
    {QUANTITY_AT(tune_row, state)},
    {QUANTITY_AT(tune_row, solves)},
    {QUANTITY_AT(tune_row, reason), .no_json = 1},
    {"reason", .kind = QUANTITY_TEXT, .text = tune_row_reason, .no_csv = 1},
    {QUANTITY_AT(tune_row, seconds), .unit = "s"},
    {QUANTITY_AT(tune_row, method), .no_json = 1},
    {QUANTITY_AT(tune_row, seed), .no_json = 1},
    {QUANTITY_AT(tune_row, mark), .no_json = 1},
    {QUANTITY_AT(tune_row, warm)},
    {QUANTITY_AT(tune_row, row_order)},
    {QUANTITY_AT(tune_row, sweeps_most)},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };
_Static_assert(sizeof(tune_row) == (QUANTITIES - 1) * sizeof(double),
               "a column for each member");

quantity_rows tune_results_quantities(const tune_results *results)
{
  return (quantity_rows){QUANTITY_LIST(quantities),
                         QUANTITY_ROWS(results->row, results->rows)};
}

int tune_results_lack(const tune_results *results, size_t number)
{
  for (size_t k = 0; k < results->rows; k++)
    if (results->row[k].frame == (double)number)
      return 0;
  return 1;
}

/* Tells whether two frames are of one state: the same number of rows, and |b|
   and the error with alpha = 1 that differ by a hundredth at most. */
static int are_one_state(const tune_row *a, const tune_row *b)
{
  static const double share = 0.01;
  return a->rows == b->rows && fabs(a->b - b->b) <= share * a->b &&
         fabs(a->error_before - b->error_before) <= share * a->error_before;
}

/* Finds the frame that counts for each: a frame of another state than the one
   that counted last counts itself. */
static void find_states(tune_results *results)
{
  const tune_row *counted = results->row;
  for (size_t k = 0; k < results->rows; k++) {
    if (!are_one_state(counted, &results->row[k]))
      counted = &results->row[k];
    results->row[k].state = counted->frame;
  }
}

int tune_row_counts(const tune_row *row)
{
  return row->state == row->frame;
}

/* Inserts a row by its number. Returns the error's code. */
static int insert(tune_results *results, const tune_row *row, pn_error *error)
{
  if (results->rows == results->room) {
    const size_t room = results->room > 0 ? 2 * results->room : FIRST_ROOM;
    tune_row *larger = pn_realloc(results->row, room, sizeof *larger);
    results->row = larger ? larger : results->row;
    double *work = pn_realloc(results->work, 2 * room, sizeof *work);
    results->work = work ? work : results->work;
    if (!larger || !work)
      return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    results->room = room;
  }
  size_t at = results->rows++;
  for (; at > 0 && results->row[at - 1].frame > row->frame; at--)
    results->row[at] = results->row[at - 1];
  results->row[at] = *row;
  find_states(results);
  return GSL_SUCCESS;
}

int tune_results_keep(tune_results *results, const tune_row *row,
                      pn_error *error)
{
  if (insert(results, row, error) || !results->asked->output)
    return error->code;
  return tune_results_write(results->asked->output, results, error);
}

int tune_results_write(const char *path, const void *results, pn_error *error)
{
  const quantity_rows rows = tune_results_quantities(results);
  return quantity_csv(path, &rows, 1, error);
}

/* Tells whether a line is the header that tune_results_write begins with. */
static int is_header(const char *line)
{
  for (size_t k = 0; k < QUANTITIES; k++) {
    char field[64];
    const quantity *q = &quantities[k];
    if (q->no_csv)
      continue;
    snprintf(field, sizeof field, q->unit ? "%s [%s]%c" : "%s%.0s%c", q->name,
             q->unit ? q->unit : "", k + 1 < QUANTITIES ? ',' : '\n');
    if (strncmp(line, field, strlen(field)) != 0)
      return 0;
    line += strlen(field);
  }
  return *line == '\0';
}

static int is_count(double x)
{
  static const double most = 9007199254740992; /* 2^53 */
  return x >= 0 && x <= most && x == floor(x);
}

/* Tells whether a row may be one that was written: no number is negative, none
   but the condition's is infinite or none at all, and counts are whole. */
static int is_sound(const tune_row *row)
{
  const double *const values = (const double *)row;
  const double counts[] = {row->rows,   row->contacts,  row->sweeps,
                           row->solves, row->row_order, row->sweeps_before,
                           row->flat,   row->reason,    row->sweeps_most};
  for (size_t k = 0; k < sizeof *row / sizeof *values; k++) {
    const int is_condition =
        &values[k] == &row->condition || &values[k] == &row->condition_range;
    if (values[k] < 0 || (!is_condition && !isfinite(values[k])))
      return 0;
  }
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    if (!is_count(counts[k]))
      return 0;
  return row->flat <= 1 && row->reason < PN_CMAES_REASONS &&
         row->row_order < PN_TUNE_ORDERS;
}

/* Reads the members of a row from a line; 0 if it is damaged. */
static int read_row(const char *line, tune_row *row)
{
  double *const values = (double *)row;
  for (size_t k = 0; k < QUANTITIES - 1; k++) {
    char *end;
    values[k] = strtod(line, &end);
    if (end == line || *end != (k + 2 < QUANTITIES ? ',' : '\n'))
      return 0;
    line = end + 1;
  }
  return is_sound(row);
}

/* Marks of earlier versions, of the scene and the options alone, are less. */
static const double earlier_marks = 4294967296; /* 2^32 */

/* Returns what forbids to go on with a row, or NULL. */
static const char *objection(const tune_results *results, const tune_row *row)
{
  if (!(is_count(row->frame) && row->frame <= frame_most))
    return "the number of a frame is a whole one";
  if (!tune_results_lack(results, (size_t)row->frame))
    return "this frame has a row already";
  if (row->method != results->asked->method ||
      row->seed != (double)results->asked->settings.cmaes.seed)
    return "this frame was tuned by another method or seed";
  if (row->rows > 0 &&
      isnan(row->condition) != (results->asked->no_condition != 0))
    return results->asked->no_condition
               ? "this frame was tuned without --no-condition"
               : "this frame was tuned with --no-condition";
  if (row->mark < earlier_marks)
    return "this row is of an earlier version, which does not tell problems "
           "apart";
  if (tune_request_mark_of(row->mark) != results->mark)
    return "this frame is of another scene, or was tuned with other options";
  return NULL;
}

/* Returns what forbids to take a row for that of its frame, or NULL; error is
   set if the frame cannot be read. */
static const char *other_problem(const tune_results *results,
                                 const tune_input *input, const tune_row *row,
                                 pn_error *error)
{
  pn_frame frame = {.lcp = NULL};
  if (input->scene)
    return NULL;
  if (tune_input_find(input, (size_t)row->frame, &frame, error))
    return error->code ? error->text : "there is no such frame";
  const double mark = tune_request_row_mark(results->mark, frame.lcp);
  const int same = mark == row->mark && frame.time == row->time;
  if (frame.lcp != input->problem)
    pn_lcp_free(frame.lcp);
  if (isnan(mark))
    return "out of memory";
  return same ? NULL : "this frame is of another recording or problem";
}

int tune_results_read(tune_results *results, const tune_input *input,
                      const char *path, pn_error *error)
{
  char line[1024];
  tune_row row;
  FILE *stream = fopen(path, "r");
  if (!stream && errno == ENOENT) /* nothing was done yet */
    return GSL_SUCCESS;
  if (!stream)
    return pn_error_set(error, GSL_EFAILED, path, 0, "cannot be read: %s",
                        strerror(errno));
  if (!fgets(line, sizeof line, stream) || !is_header(line))
    pn_error_set(error, GSL_EINVAL, path, 1,
                 "these are no results of pantin-tune to go on with");
  for (int number = 2; !error->code && fgets(line, sizeof line, stream);
       number++) {
    const char *wrong =
        read_row(line, &row) ? objection(results, &row) : "this row is damaged";
    if (!wrong)
      wrong = other_problem(results, input, &row, error);
    if (error->code)
      break;
    if (wrong)
      pn_error_set(error, GSL_EINVAL, path, number, "%s", wrong);
    else
      insert(results, &row, error);
  }
  fclose(stream);
  results->resumed = results->rows;
  return error->code;
}

void tune_results_column(const tune_results *results, size_t offset,
                         double *column)
{
  const int tuned = (offset >= offsetof(tune_row, alpha) &&
                     offset <= offsetof(tune_row, error_before)) ||
                    offset >= offsetof(tune_row, warm);
  for (size_t k = 0; k < results->rows; k++) {
    const tune_row *row = &results->row[k];
    if (!tune_row_counts(row) || (tuned && (row->rows == 0 || row->flat)))
      column[k] = NAN;
    else
      memcpy(&column[k], (const char *)row + offset, sizeof *column);
  }
}

pn_summary tune_results_summary(const tune_results *results, size_t offset)
{
  tune_results_column(results, offset, results->work);
  return pn_summarise(results->rows, results->work);
}

int tune_results_fit(const tune_results *results, size_t offset,
                     pn_regression *fit)
{
  double *x = results->work, *y = x + results->rows;
  size_t count = 0;
  tune_results_column(results, offset, x);
  tune_results_column(results, offsetof(tune_row, alpha), y);
  for (size_t k = 0; k < results->rows; k++)
    if (isfinite(x[k]) && x[k] > 0 && isfinite(y[k])) {
      x[count] = log10(x[k]);
      y[count++] = y[k];
    }
  return pn_regression_fit(count, x, y, fit);
}

void tune_results_free(tune_results *results)
{
  pn_lcp_free(results->shown.lcp);
  pn_free(results->row);
  pn_free(results->work);
}
