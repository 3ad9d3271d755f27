/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The arrays of a system at one state, of which d'Alembert's equations consist:

     M u' = F + J^T lambda,   J u' + Jdot u = 0,   W = M^-1.

   They are allocated once per system and set at each state without
   allocation. */
#ifndef PANTIN_BODY_ASSEMBLY_H
#define PANTIN_BODY_ASSEMBLY_H

#include "pantin/body/system.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pn_assembly_link;

/* The matrices of a system at one state. */
typedef struct pn_assembly {
  const pn_system *system; /* borrowed; its bodies and joints must stay */
  size_t rows;             /* equations of all joints, m */
  size_t velocities;       /* 6 per body, n */
  size_t *first;           /* first row of each joint, (joints + 1), owned */
  size_t thirds;           /* number of joints of three bodies */
  size_t *third;           /* these joints, (thirds), owned */
  double *weight;          /* 1 / mass [1/kg], and last the world's 0, (bodies +
                              1), owned */
  pn_mat3 *body_inverse;   /* I^-1 in the body's frame, (bodies), owned */

  /* Set by pn_assembly_set: */
  size_t place;      /* grows whenever a body has moved since the last time; 0:
                        all is set anew */
  pn_motion *motion; /* of each body and, last, the world, (bodies + 1),
                        owned */
  pn_mat3 *inverse;  /* I^-1 in the world's frame, and last the world's 0,
                        (bodies + 1), owned */
  double *J;    /* joint by joint, on its parent (rows x 6), then on its child:
                   (12 m), owned; read it through pn_assembly_block, which makes
                   the blocks of joints that only share a point. With joints
                   of three bodies 6 m more, those on the third */
  pn_vec3 *arm; /* s r of joints that share a point, whose first three rows of
                   J are s [1 -[r]x], s = 1 on the parent and -1 on the child:
                   the parent's, then the child's, (2 joints), and a number
                   that may be read after them; owned */
  double *C;    /* constraint functions, (m), and a number that may be written
                   after them; owned */
  double *bias; /* Jdot u, (m), and such a number; owned */
  int has_friction;             /* 1 if some joint has friction */
  const double *bound_force;    /* torque or force along the coordinate of each
                                   bound [N m] or [N], (bounds), borrowed from
                                   who keeps the bounds; NULL: none */
  const double *bound_friction; /* the dry friction in these, likewise */

  void (*push)(struct pn_assembly *assembly, const void *walls); /* adds the
                  forces of walls to F; NULL: there are none */
  const void *walls; /* whose they are, borrowed */

  int leaves_viscous; /* 1, set by who takes them at the end of a step: loads
                         are without joint friction and dampers */

  /* Set by pn_assembly_load: */
  double *F; /* forces and torques, with the gyroscopic -omega x (I omega),
                (n), owned */
  double friction_power; /* of joint friction and of dampers, at most 0 [W] */
  double motor_power;    /* of what may bring energy in: steady torques and the
                            user's load [W] */

  struct pn_assembly_link *link; /* what all products read of a joint, (joints),
                                    owned, set by pn_assembly_alloc */
} pn_assembly;

/* Allocates the arrays for a system; NULL when memory is short. */
pn_assembly *pn_assembly_alloc(const pn_system *system);

/* Frees an assembly; NULL is fine. */
void pn_assembly_free(pn_assembly *assembly);

/* Sets motion, inverse, J, C and bias at a state. GSL_SUCCESS, or GSL_EFAILED
   if a joint has no derivative there. */
int pn_assembly_set(pn_assembly *assembly, const double *y);

/* Sets F at the state of pn_assembly_set and time t: gravity, steady loads,
   springs, joint friction, motors, the user's load, gyroscopic torques; and the
   power of those without a potential. */
void pn_assembly_load(pn_assembly *assembly, double t);

/* Returns the motion of a body, or of the world. */
const pn_motion *pn_assembly_motion(const pn_assembly *assembly, size_t body);

/* Returns the velocity of the child's point of a joint relative to the parent,
   as seen from there [m/s], and sets the arms to that point from the centres of
   both [m]. */
pn_vec3 pn_assembly_slip(const pn_assembly *assembly, size_t joint,
                         pn_vec3 arm[2]);

/* How the ends of a spring stand to each other and move. */
typedef struct {
  pn_vec3 arm[2]; /* to the ends from the centres of mass [m] */
  pn_vec3 n;      /* a unit vector from the first end to the second; where they
                     coincide, along their relative velocity, or 0 if that is
                     0 */
  double length;  /* between the ends [m] */
  double rate;    /* at which the length grows [m/s] */
} pn_spring_motion;

/* Returns the motion of a spring at the state of pn_assembly_set. */
pn_spring_motion pn_assembly_spring(const pn_assembly *assembly,
                                    const pn_spring *spring);

/* Returns the block of J that belongs to a joint and its parent (side 0), its
   child (side 1) or the third body of three (side 2): (rows x 6). */
double *pn_assembly_block(const pn_assembly *assembly, size_t joint,
                          size_t side);
double *pn_assembly_parent(const pn_assembly *assembly, size_t joint);
double *pn_assembly_child(const pn_assembly *assembly, size_t joint);

/* Computes r = J u; (m) from (n). */
void pn_assembly_velocity(const pn_assembly *assembly, const double *u,
                          double *r);

/* Adds J^T lambda to f; (n) from (m). */
void pn_assembly_add_force(const pn_assembly *assembly, const double *lambda,
                           double *f);

/* Computes u = W f; both (n), possibly the same array. */
void pn_assembly_accelerate(const pn_assembly *assembly, const double *f,
                            double *u);

/* Computes d, the diagonal of J W J^T, (m). */
void pn_assembly_diagonal(const pn_assembly *assembly, double *d);

/* Returns the largest |C|, 0 without joints: lengths [m] and, where axes are
   held, sines of angles. */
double pn_assembly_gap(const pn_assembly *assembly);

/* Returns the number of the first joint that is turned over; `joints` of the
   system if none is. */
size_t pn_assembly_turned_over(const pn_assembly *assembly);

#ifdef __cplusplus
}
#endif

#endif
