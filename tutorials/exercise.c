/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Sends a record to the judge. */
static void send(const exercise *e, exercise_record record)
{
  strcpy(record.input, e->input);
  exercise_require(write(e->channel, &record, sizeof record) ==
                   (ssize_t)sizeof record);
}

void exercise_begin(exercise *e, const char *name)
{
  memset(e, 0, sizeof *e);
  e->name = name;
  gsl_set_error_handler_off();
  e->random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(e->random != NULL);
  gsl_rng_set(e->random, SEED);
  const char *channel = getenv(EXERCISE_CHANNEL);
  if (channel) {
    e->channel = atoi(channel);
    exercise_record record = {.got = 0};
    snprintf(record.what, sizeof record.what, "%s", name);
    send(e, record);
  }
}

void exercise_input(exercise *e, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(e->input, sizeof e->input, format, arguments);
  va_end(arguments);
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
  if (e->channel) {
    send(e, record);
    return;
  }
  e->checked++;
  if (fabs(got - expected) <= allowed)
    return;
  strcpy(record.input, e->input);
  if (e->wrong < EXERCISE_FAULTS_SHOWN)
    e->fault[e->wrong] = record;
  e->wrong++;
}

/* Prints the first wrong value in full, and some more in a line each. */
static void print_faults(const exercise *e)
{
  const exercise_record *first = &e->fault[0];
  printf("\nThe first that is wrong, %s, for %s:\n", first->what, first->input);
  printf("  expected  %.12g\n", first->expected);
  printf("  got       %.12g\n", first->got);
  printf("  error     %.3g\n", fabs(first->got - first->expected));
  printf("  allowed   %.3g\n", first->allowed);
  const size_t shown =
      e->wrong < EXERCISE_FAULTS_SHOWN ? e->wrong : EXERCISE_FAULTS_SHOWN;
  if (shown > 1)
    puts("Then:");
  for (size_t k = 1; k < shown; k++)
    printf("  %s: expected %.6g, got %.6g (%s)\n", e->fault[k].what,
           e->fault[k].expected, e->fault[k].got, e->fault[k].input);
  if (e->wrong > shown)
    printf("  and %zu more\n", e->wrong - shown);
}

int exercise_end(exercise *e)
{
  gsl_rng_free(e->random);
  e->random = NULL;
  if (e->channel)
    return EXIT_SUCCESS;
  const char *slash = strchr(e->name, '/');
  const int topic = (int)(slash - e->name);
  if (e->wrong == 0) {
    printf("%s: right, %zu values checked; compare with "
           "tutorials/%.*s/solutions%s.c\n",
           e->name, e->checked, topic, e->name, slash);
    return EXIT_SUCCESS;
  }
  printf("%s: not yet, %zu of %zu values are right\n", e->name,
         e->checked - e->wrong, e->checked);
  print_faults(e);
  printf("\nEdit tutorials/%.*s/exercises%s.c; for a hint: make hint EX=%s\n",
         topic, e->name, slash, e->name);
  return EXIT_FAILURE;
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
