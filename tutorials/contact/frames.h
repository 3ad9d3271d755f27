/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The frames of the text: piles that differ by their seed only, each simulated
   up to the moment of interest. */
#ifndef PANTIN_TUTORIALS_CONTACT_FRAMES_H
#define PANTIN_TUTORIALS_CONTACT_FRAMES_H

#include "pantin/contact/balls_scene.h"

/* A kind of frame: its time, and how the pile is simulated until then. */
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

/* Returns the k-th kind, from 0; NULL past the last one. */
const frames_kind *frames_kind_get(size_t k);

/* The accuracies that count [m/s], and the solvers that are compared. */
enum { FRAMES_GOALS = 5, FRAMES_SOLVERS = 10 };
extern const double frames_goal[FRAMES_GOALS];
extern const char *const frames_solver[FRAMES_SOLVERS];

/* What an iteration of each solver costs [sweeps], as its file says. */
extern const double frames_price[FRAMES_SOLVERS];

/* One solver on one frame: a row of frames.csv. */
typedef struct {
  size_t rows, active;        /* contacts; of these with an impulse */
  size_t taken[FRAMES_GOALS]; /* iterations; 0: too many */
} frames_effort;

/* Prints tables of frames.csv: all of them for NULL, "limit", "ranking",
   "profile", or the one of a kind. Ends the program if the file cannot be read.
 */
void frames_print(const char *path, const char *what);

/* A pile at the moment of interest: stepper->lcp is the frame. */
typedef struct {
  pn_balls_scene *scene;
  pn_stepper *stepper;
} frames_pile;

/* Simulates a pile of this kind. Ends the program with a message if that
   fails. */
frames_pile frames_simulate(const frames_kind *kind, unsigned long seed);

void frames_free(frames_pile *pile);

#endif
