/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "exercise.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Any seed would do; this one is kept so that each run is the same. */
enum { SEED = 2016 };

/* Prints the calls that led here, if the program has a sanitizer. */
__attribute__((weak)) void __sanitizer_print_stack_trace(void);

/* Says the first error of GSL. The answer goes on, as it does when GSL's
   handler is off: it may test the code that GSL returns. */
static void report_gsl(const char *reason, const char *file, int line, int code)
{
  static int reported;
  (void)code;
  if (reported++)
    return;
  fprintf(stderr, "GSL: %s (GSL's %s:%d)\n", reason, file, line);
  if (__sanitizer_print_stack_trace)
    __sanitizer_print_stack_trace();
}

/* Sends a record to the judge. */
static void send(const exercise *e, const exercise_record *record)
{
  if (e->channel)
    exercise_require(write(e->channel, record, sizeof *record) ==
                     (ssize_t)sizeof *record);
}

void exercise_begin(exercise *e, const char *name)
{
  const char *channel = getenv(EXERCISE_CHANNEL), *seed = getenv(EXERCISE_SEED);
  exercise_record record = {.kind = EXERCISE_NAME};
  memset(e, 0, sizeof *e);
  e->name = name;
  gsl_set_error_handler(report_gsl);
  e->random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(e->random != NULL);
  gsl_rng_set(e->random, seed ? strtoul(seed, NULL, 10) : SEED);
  e->channel = channel ? atoi(channel) : 0;
  snprintf(record.what, sizeof record.what, "%s", name);
  send(e, &record);
}

void exercise_input(exercise *e, const char *format, ...)
{
  exercise_record record = {.kind = EXERCISE_INPUT};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(e->input, sizeof e->input, format, arguments);
  va_end(arguments);
  strcpy(record.input, e->input);
  send(e, &record);
}

void exercise_given(exercise *e, const char *name, const double *v, size_t n)
{
  enum { PER_LINE = 8, SHOWN_MAX = 24 };
  n = n < SHOWN_MAX ? n : SHOWN_MAX;
  for (size_t first = 0; first < n; first += PER_LINE) {
    exercise_record record = {.kind = EXERCISE_GIVEN};
    size_t at = (size_t)snprintf(record.what, sizeof record.what, "%-7s %s",
                                 first ? "" : name, first ? " " : "=");
    for (size_t i = first; i < n && i < first + PER_LINE; i++)
      at += (size_t)snprintf(record.what + at, sizeof record.what - at,
                             " %8.5g", v[i]);
    strcpy(record.input, e->input);
    send(e, &record);
  }
}

void exercise_given_matrix(exercise *e, const char *name, const double *A,
                           size_t rows, size_t columns)
{
  for (size_t i = 0; i < rows; i++) {
    char row[EXERCISE_TEXT];
    snprintf(row, sizeof row, "%s[%zu]", name, i);
    exercise_given(e, row, A + i * columns, columns);
  }
}

/* Sends a value, or counts it if there is no judge. */
static void judge(exercise *e, exercise_record *record)
{
  record->kind = EXERCISE_VALUE;
  strcpy(record->input, e->input);
  send(e, record);
  e->checked++;
  e->wrong += !(fabs(record->got - record->expected) <= record->allowed);
}

void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...)
{
  exercise_record record = {
      .got = got, .expected = expected, .allowed = allowed};
  va_list arguments;
  va_start(arguments, what);
  vsnprintf(record.what, sizeof record.what, what, arguments);
  va_end(arguments);
  judge(e, &record);
}

void exercise_choice(exercise *e, int got, int expected, const char *names,
                     const char *what)
{
  exercise_record record = {.got = got, .expected = expected};
  snprintf(record.choices, sizeof record.choices, "%s", names);
  snprintf(record.what, sizeof record.what, "%s", what);
  judge(e, &record);
}

void exercise_reward(exercise *e, void (*show)(void))
{
  if (getenv(EXERCISE_REWARD) && e->wrong == 0)
    show();
}

void exercise_draw(const double *x, const double *y, size_t n, int equal)
{
  enum { COLUMNS = 61, ROWS = 21, BETWEEN = 60 };
  char canvas[ROWS][COLUMNS + 1];
  double low[2] = {x[0], y[0]}, high[2] = {x[0], y[0]};
  memset(canvas, ' ', sizeof canvas);
  for (size_t k = 0; k < n; k++) {
    low[0] = fmin(low[0], x[k]);
    high[0] = fmax(high[0], x[k]);
    low[1] = fmin(low[1], y[k]);
    high[1] = fmax(high[1], y[k]);
  }
  /* A character is twice as high as wide. */
  double across = (COLUMNS - 1) / fmax(high[0] - low[0], 1e-9);
  double up = (ROWS - 1) / fmax(high[1] - low[1], 1e-9);
  if (equal) {
    up = fmin(up, across / 2);
    across = 2 * up;
  }
  for (size_t k = 0; k + 1 < n; k++)
    for (int part = 0; part <= BETWEEN; part++) {
      const double s = (double)part / BETWEEN;
      const double px = x[k] + s * (x[k + 1] - x[k]);
      const double py = y[k] + s * (y[k + 1] - y[k]);
      char *at =
          &canvas[lrint((high[1] - py) * up)][lrint((px - low[0]) * across)];
      *at = part % BETWEEN == 0 ? 'o' : *at == 'o' ? 'o' : '.';
    }
  const long rows = lrint((high[1] - low[1]) * up);
  for (long row = 0; row <= rows; row++) {
    int end = COLUMNS;
    while (end > 0 && canvas[row][end - 1] == ' ')
      end--;
    printf("    %.*s\n", end, canvas[row]);
  }
}

int exercise_end(exercise *e)
{
  gsl_rng_free(e->random);
  e->random = NULL;
  if (e->channel)
    return EXIT_SUCCESS;
  if (!getenv(EXERCISE_REWARD))
    printf("%s: %zu of %zu values are wrong\n", e->name, e->wrong, e->checked);
  return e->wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

double exercise_uniform(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

void exercise_require(int ok)
{
  if (ok)
    return;
  fputs("out of memory\n", stderr);
  exit(EXIT_FAILURE + 1); /* 1 is the status of a wrong answer */
}
