/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the drivers of all exercises share: they compare the values that an
   answer gives with those expected, and print at the end how it went:

     exercise e;
     exercise_begin(&e, "chain/gradient");
     exercise_input(&e, "five bars at the start of case 2a");
     exercise_value(&e, got, expected, allowed, "gx[%zu]", i);
     return exercise_end(&e);                                            */
#ifndef PANTIN_TUTORIALS_EXERCISE_H
#define PANTIN_TUTORIALS_EXERCISE_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

enum { EXERCISE_TEXT = 96, EXERCISE_FAULTS_SHOWN = 5 };

/* One wrong value. */
typedef struct {
  char input[EXERCISE_TEXT], what[EXERCISE_TEXT];
  double got, expected, allowed;
} exercise_fault;

typedef struct {
  const char *name;          /* TOPIC/NAME, borrowed */
  gsl_rng *random;           /* gives the same numbers in each run, owned */
  char input[EXERCISE_TEXT]; /* what the values are now computed for */
  size_t checked, wrong;     /* numbers of values */
  exercise_fault fault[EXERCISE_FAULTS_SHOWN]; /* the first ones */
} exercise;

/* Starts an exercise. Switches GSL's error handler off, and arranges that the
   program ends with status 1 if the answer takes longer than any right one. */
void exercise_begin(exercise *e, const char *name);

/* Names the input of the values that follow, printf-like. */
void exercise_input(exercise *e, const char *format, ...);

/* Checks one value, which is right if |got - expected| <= allowed. `what` names
   it, printf-like. */
void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...);

/* Prints the outcome on stdout and frees what the exercise owns; returns main's
   exit status, 0 if all values were right and 1 if not. */
int exercise_end(exercise *e);

/* Draws a number in [low, high[. */
double exercise_uniform(gsl_rng *random, double low, double high);

/* Ends the program with a message unless `ok`; for what a driver needs and a
   computer short of memory does not give. */
void exercise_require(int ok);

#endif
