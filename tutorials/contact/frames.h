/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of the text, made anew: piles that differ by their seed only,
   each simulated up to the moment of interest. */
#ifndef PANTIN_TUTORIALS_CONTACT_FRAMES_H
#define PANTIN_TUTORIALS_CONTACT_FRAMES_H

#include "pantin/contact/balls_scene.h"

/* A kind of frame: when, and how the pile came there. */
typedef struct {
  const char *name;
  size_t balls;
  const char *container;
  double time;        /* of the frame [s] */
  const char *solver; /* of all steps before it */
  size_t iterations;  /* at most, in each step */
  double tolerance;   /* 0: all iterations [m/s] */
  double damping;     /* [1/s] */
} frames_kind;

/* The k-th kind, from 0; NULL past the last one. */
const frames_kind *frames_kind_get(size_t k);

/* The accuracies that count [m/s], and the solvers that are compared. */
enum { FRAMES_GOALS = 5, FRAMES_SOLVERS = 10 };
extern const double frames_goal[FRAMES_GOALS];
extern const char *const frames_solver[FRAMES_SOLVERS];

/* One solver on one frame: a row of frames.csv. */
typedef struct {
  size_t rows, active;        /* contacts; of these with an impulse */
  size_t taken[FRAMES_GOALS]; /* iterations; 0: too many */
} frames_effort;

/* What is told of frames.csv: NULL: all tables; "limit"; "ranking"; or the
   name of a kind. Ends the program if the file cannot be read. */
void frames_tell(const char *path, const char *what);

/* A pile of this kind at its moment: stepper->lcp is the frame. Both end the
   program with a message if anything fails. */
typedef struct {
  pn_balls_scene *scene;
  pn_stepper *stepper;
} frames_pile;

frames_pile frames_simulate(const frames_kind *kind, unsigned long seed);

void frames_free(frames_pile *pile);

#endif
