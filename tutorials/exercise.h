/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the drivers of all exercises share: they compare the values that an
   answer gives with those expected, and print at the end how it went, or send
   all values to the judge (judge.c) that has started them:

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

/* The environment variable with the number of the pipe to the judge. */
#define EXERCISE_CHANNEL "PANTIN_EXERCISE_CHANNEL"

/* One value. The first record that is sent has the name of the exercise. */
typedef struct {
  char input[EXERCISE_TEXT], what[EXERCISE_TEXT];
  double got, expected, allowed;
} exercise_record;

typedef struct {
  const char *name;          /* TOPIC/NAME, borrowed */
  gsl_rng *random;           /* gives the same numbers in each run, owned */
  char input[EXERCISE_TEXT]; /* what the values are now computed for */
  size_t checked, wrong;     /* numbers of values */
  exercise_record fault[EXERCISE_FAULTS_SHOWN]; /* the first wrong ones */
  int channel; /* to the judge; 0 if there is none */
} exercise;

/* Starts an exercise. Switches GSL's error handler off. */
void exercise_begin(exercise *e, const char *name);

/* Names the input of the values that follow, printf-like. */
void exercise_input(exercise *e, const char *format, ...);

/* Checks one value, which is right if |got - expected| <= allowed. `what` names
   it, printf-like. */
void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...);

/* Prints the outcome on stdout, if there is no judge to do so, and frees what
   the exercise owns; returns main's exit status, 0 if all values were right or
   sent and 1 if not. */
int exercise_end(exercise *e);

/* Draws a number in [low, high[. */
double exercise_uniform(gsl_rng *random, double low, double high);

/* Ends the program with a message unless `ok`; for what a driver needs and a
   computer short of memory does not give. */
void exercise_require(int ok);

#endif
