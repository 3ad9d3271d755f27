/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the drivers of all exercises share: they name each input, show what is
   given, and send the values that an answer computes to the judge (judge.c),
   which has started them and compares:

     exercise e;
     exercise_begin(&e, "chain/gradient");
     exercise_input(&e, "five bars at the start of case 2a");
     exercise_given(&e, "x", x, 6);
     exercise_value(&e, got, expected, allowed, "gx[%zu]", i);
     exercise_reward(&e, draw_my_chain);
     return exercise_end(&e);

   Values of one input whose names differ only in their numbers, as gx[1] and
   gx[2], or A(0, 1) and A(1, 0), are entries of one vector or matrix, and are
   shown as such. */
#ifndef PANTIN_TUTORIALS_EXERCISE_H
#define PANTIN_TUTORIALS_EXERCISE_H

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stddef.h>

enum { EXERCISE_TEXT = 96 };

/* The environment variables with the number of the pipe to the judge, and that
   which asks for the reward. */
#define EXERCISE_CHANNEL "PANTIN_EXERCISE_CHANNEL"
#define EXERCISE_REWARD  "PANTIN_EXERCISE_REWARD"
/* The seed of the random inputs, if it is not to be the usual one. */
#define EXERCISE_SEED "PANTIN_EXERCISE_SEED"

typedef enum {
  EXERCISE_NAME,  /* of the exercise, in `what`; the first record */
  EXERCISE_INPUT, /* what the following values are computed for, in `input` */
  EXERCISE_GIVEN, /* a line of that input in numbers, in `what` */
  EXERCISE_VALUE
} exercise_kind;

typedef struct {
  exercise_kind kind;
  char input[EXERCISE_TEXT], what[EXERCISE_TEXT];
  char choices[EXERCISE_TEXT]; /* the names of the values 0, 1, .., each
                                  followed by a blank; "": they are numbers */
  double got, expected, allowed;
} exercise_record;

typedef struct {
  const char *name;          /* TOPIC/NAME, borrowed */
  gsl_rng *random;           /* gives the same numbers in each run, owned */
  char input[EXERCISE_TEXT]; /* what the values are now computed for */
  size_t checked, wrong;     /* numbers of values */
  int channel;               /* to the judge; 0 if there is none */
} exercise;

/* Starts an exercise. From here on GSL's errors are reported, once each, and
   end nothing. */
void exercise_begin(exercise *e, const char *name);

/* Names the input of the values that follow, printf-like. */
void exercise_input(exercise *e, const char *format, ...);

/* Shows n numbers of the input, which are printed where it goes wrong. */
void exercise_given(exercise *e, const char *name, const double *v, size_t n);

/* Shows a matrix of the input, row by row. */
void exercise_given_matrix(exercise *e, const char *name, const double *A,
                           size_t rows, size_t columns);

/* Checks one value, which is right if |got - expected| <= allowed. `what` names
   it, printf-like. */
void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...);

/* Checks a value of an enum; `names` are those of 0, 1, .., each followed by a
   blank. */
void exercise_choice(exercise *e, int got, int expected, const char *names,
                     const char *what);

#ifdef EXERCISE_GRADED
/* In a program with an answer that is graded, nothing says what is expected,
   nor is it computed there. */
#define exercise_value(e, got, expected, allowed, ...)                         \
  exercise_value(e, got, ((void)sizeof(expected), NAN), allowed, __VA_ARGS__)
#define exercise_choice(e, got, expected, names, what)                         \
  exercise_choice(e, got, ((void)sizeof(expected), -1), names, what)
#endif

/* Calls `show` if the answer is right, to print on stdout what the student's
   function makes of something real. */
void exercise_reward(exercise *e, void (*show)(void));

/* Draws n points that are joined by lines, in characters, on stdout. One unit
   is as long upwards as sideways if `equal`; else the picture is filled. */
void exercise_draw(const double *x, const double *y, size_t n, int equal);

/* Prints the number of wrong values, if there is no judge to do more, and frees
   what the exercise owns; returns main's exit status, 0 if all values were
   right or sent and 1 if not. */
int exercise_end(exercise *e);

/* Draws a number in [low, high[. */
double exercise_uniform(gsl_rng *random, double low, double high);

/* Ends the program with a message unless `ok`; for what a driver needs and a
   computer short of memory does not give. */
void exercise_require(int ok);

#endif
