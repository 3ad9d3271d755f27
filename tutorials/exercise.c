/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exercise.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A right answer takes milliseconds, ten times that under a memory checker. */
enum { SECONDS_MAX = 10 };

/* Any seed would do; this one is kept so that each run is the same. */
enum { SEED = 2016 };

/* Ends the program with a message when the alarm goes off. */
static void give_up(int signal_number)
{
  static const char text[] =
      "no answer after 10 seconds: is there an endless loop in it?\n";
  (void)signal_number;
  const ssize_t written = write(STDOUT_FILENO, text, sizeof text - 1);
  _exit(written < 0 ? EXIT_FAILURE + 1 : EXIT_FAILURE);
}

void exercise_begin(exercise *e, const char *name)
{
  memset(e, 0, sizeof *e);
  e->name = name;
  gsl_set_error_handler_off();
  e->random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(e->random != NULL);
  gsl_rng_set(e->random, SEED);
  signal(SIGALRM, give_up);
  alarm(SECONDS_MAX);
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
  e->checked++;
  if (fabs(got - expected) <= allowed)
    return;
  if (e->wrong < EXERCISE_FAULTS_SHOWN) {
    exercise_fault *fault = &e->fault[e->wrong];
    strcpy(fault->input, e->input);
    fault->got = got;
    fault->expected = expected;
    fault->allowed = allowed;
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(fault->what, sizeof fault->what, what, arguments);
    va_end(arguments);
  }
  e->wrong++;
}

/* Prints the first wrong value in full, and some more in a line each. */
static void print_faults(const exercise *e)
{
  const exercise_fault *first = &e->fault[0];
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
