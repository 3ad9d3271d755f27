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

/* A right answer takes milliseconds, ten times that under a checker. */
enum { SECONDS_MAX = 10 };

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

/* The first wrong value in full, some more in a line each. */
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

int exercise_end(const exercise *e)
{
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
