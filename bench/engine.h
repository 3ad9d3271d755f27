/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Engines that move jointed bodies: a family. What they are given and what
   they answer is plain numbers, so that none sees another's types. */
#ifndef PANTIN_BENCH_ENGINE_H
#define PANTIN_BENCH_ENGINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pn_system;

/* A body at the start, and the ball joint that holds it to an earlier one. Its
   frame has its origin in the centre of mass and the principal axes. */
typedef struct {
  double mass, inertia[3]; /* [kg], [kg m^2] */
  double x[3], q[4];       /* centre [m]; unit quaternion w, x, y, z */
  double v[3], omega[3];   /* in the world's frame [m/s], [rad/s] */
  int joined;              /* 0: it is free */
  size_t parent;           /* an earlier body, or ENGINE_WORLD */
  double parent_point[3];  /* the joint in the parent's frame [m] */
  double point[3];         /* and in the body's own [m] */
} engine_body;

#define ENGINE_WORLD ((size_t)-1)

/* A ball joint that closes a loop. */
typedef struct {
  size_t parent, child;
  double parent_point[3], point[3]; /* in their frames [m] */
} engine_loop;

/* Bodies in a tree: only the first may be free; and what closes its loops. */
typedef struct {
  size_t bodies, loops;
  engine_body *body;              /* (bodies), owned */
  engine_loop *loop;              /* (loops), owned */
  double gravity[3];              /* [m/s^2] */
  const struct pn_system *system; /* the same for Pantin, borrowed */
} engine_tree;

/* Makes the tree of a system; 0, or -1 if it is not of ball joints in a tree,
   or memory is short. With loops: of ball joints at all, bodies hanging from
   earlier ones. */
int engine_tree_make(engine_tree *tree, const struct pn_system *system);
int engine_tree_make_with_loops(engine_tree *tree,
                                const struct pn_system *system);
void engine_tree_free(engine_tree *tree);

typedef struct {
  const char *name;
  /* A run from the start, by one of the engine's methods, with steps of dt [s];
     NULL if it cannot, as with loops all but Pantin and ODE. */
  void *(*start)(const engine_tree *tree, const char *method, double dt);
  /* 0 if well. */
  int (*step)(void *run);
  /* The state y of the bodies, as in pantin/body/system.h: per body the centre
     and the quaternion w, x, y, z, then per body v and omega in the world's
     frame. */
  void (*read)(void *run, double *y);
  /* The accelerations, from positions and velocities, without a step; NULL if
     it has no such function. */
  int (*evaluate)(void *run);
  void (*free)(void *run); /* NULL is fine */
} engine;

extern const engine *const engine_pantin; /* method: an integrator */
extern const engine
    *const engine_reduced; /* Pantin without multipliers: the same */
extern const engine *const engine_mujoco; /* if HAVE_MUJOCO: rk4, euler */
extern const engine *const engine_ode;    /* if HAVE_ODE: step, quick */
extern const engine *const engine_bullet; /* if HAVE_BULLET: rk4, euler */
/* Accelerations alone, without step and read: */
extern const engine *const engine_rbdl;      /* if HAVE_RBDL */
extern const engine *const engine_pinocchio; /* if HAVE_PINOCCHIO */

#ifdef __cplusplus
}
#endif

#endif
