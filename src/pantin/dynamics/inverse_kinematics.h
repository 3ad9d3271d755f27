/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverse kinematics: a pose in which points of the bodies are at given
   places, by Newton's method with a bound on its step, on the matrix of the
   multipliers. It is stepped by the caller:

     ik = pn_inverse_kinematics_alloc(system, target, count, &settings, &error);
     pn_inverse_kinematics_set(ik, y);
     do
       status = pn_inverse_kinematics_iterate(ik);
     while (!status && pn_inverse_kinematics_test(ik) == GSL_CONTINUE);
     ... ik->y, ik->distance ...

   Where the targets are out of reach it ends in the nearest pose: one that no
   small motion brings nearer. */
#ifndef PANTIN_DYNAMICS_INVERSE_KINEMATICS_H
#define PANTIN_DYNAMICS_INVERSE_KINEMATICS_H

#include "pantin/body/scene.h"
#include "pantin/dynamics/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a pose is sought. The comments say the defaults. */
typedef struct {
  const pn_multiplier_type *solver; /* auto */
  double clamp;     /* the most that a body turns in a step; 2 [rad] */
  double tolerance; /* of the distance, and of the joints' gaps; 1e-9 [m] */
  double still;     /* a pose is the nearest when the joints hold all but this
                       share of the targets' pull; 1e-6 */
  int plain;        /* 1: plain Newton steps that pursue targets and joints
                       together and never stop short; 0 */
} pn_inverse_kinematics_settings;

/* Returns the defaults. */
pn_inverse_kinematics_settings pn_inverse_kinematics_settings_default(void);

/* Checks the settings. GSL_SUCCESS; or GSL_EINVAL, and in error the rule that
   is broken with a value that works. */
int pn_inverse_kinematics_settings_check(
    const pn_inverse_kinematics_settings *settings, pn_error *error);

/* A search for a pose, and where it stands. */
typedef struct {
  const pn_system *system;                 /* borrowed; must stay as it is */
  pn_inverse_kinematics_settings settings; /* as given */
  size_t targets;                          /* how many there are */
  size_t loops;                            /* joints that close loops */
  pn_dynamics *joints;                     /* of the system, owned */
  pn_system *aimed; /* the system with a ball joint for each target, owned */
  pn_dynamics *all; /* of `aimed`: its last 3 rows per target are the
                       targets', owned */

  /* Set by _set and _iterate: */
  double *y;         /* the pose, as a state, (dimension), owned */
  double distance;   /* root of the sum of the squared distances of the points
                        from their targets [m] */
  double gap;        /* largest |C| of the joints [m] */
  int turned_over;   /* 1: a joint is, pn_joint_is_turned_over; plain steps may
                        lead there */
  double pull;       /* share of the targets' pull that the joints do not
                        balance: see inverse_kinematics_step.c; 0 .. 1 */
  double turn;       /* largest turn of the last step, before the bound [rad] */
  double damping;    /* of the last step, relative; 0: a Newton step */
  size_t iterations; /* steps taken so far */
  size_t solves;     /* linear systems solved so far */

  size_t slow;      /* steps since the last that was of use, or the last leap */
  size_t patience;  /* as many slow steps as are borne before a leap */
  double *before_y; /* the pose before a leap, (dimension), owned */

  int ready;      /* 1: the last _set succeeded */
  int nearest;    /* 1: no step brings the points nearer */
  double best;    /* distance before the last nudge; infinite before any */
  double *best_y; /* and the pose there, (dimension), owned */
  double *trial, *step; /* (dimension), owned work */
  pn_mat3 *stiffness;   /* of each body, (bodies), owned */
  double *excess;       /* what makes it semidefinite, (bodies), owned */
  pn_assembly *there;   /* of `aimed`, at poses nearby, owned */
  double *residual, *direction, *image; /* (velocities), owned work */
  double *curved, *turned;              /* (velocities), owned work */
  double *soft; /* what the damping adds to A, (rows of all), owned */
} pn_inverse_kinematics;

/* Prepares targets on a system and copies them. NULL, with the reason in error:
   bad settings, no target, a target on no body or on its own body, or short
   memory. */
pn_inverse_kinematics *pn_inverse_kinematics_alloc(
    const pn_system *system, const pn_target *target, size_t count,
    const pn_inverse_kinematics_settings *settings, pn_error *error);

/* Frees the search, but not the system; NULL is fine. */
void pn_inverse_kinematics_free(pn_inverse_kinematics *ik);

/* Starts from the pose of a state y, which may be ik->y itself, and closes the
   joints; velocities stay. GSL_SUCCESS, or GSL_EFAILED if the joints do not
   close, or only turned over, or y is not finite. */
int pn_inverse_kinematics_set(pn_inverse_kinematics *ik, const double *y);

/* Moves the place of a target, counted from 0, on the body that it is on or in
   the world [m]; the pose stays. GSL_SUCCESS; GSL_EFAILED if the place is not
   finite; GSL_EINVAL, and nothing happens, if there is no such target. */
int pn_inverse_kinematics_move(pn_inverse_kinematics *ik, size_t target,
                               pn_vec3 place);

/* Makes one step to a nearer pose. GSL_SUCCESS, or the error of a solve;
   GSL_EINVAL, and nothing happens, unless the last _set succeeded. */
int pn_inverse_kinematics_iterate(pn_inverse_kinematics *ik);

/* Tells how far the iteration is. GSL_SUCCESS: all targets are reached.
   GSL_ENOPROG: small motions bring no point nearer, so this is the nearest
   pose. GSL_ENOPROGJ: no step does, though the joints do not hold the pull, as
   where a linkage is stretched and could fold in several ways. GSL_EFAILED:
   plain steps have reached them with a joint turned over. GSL_EINVAL: the last
   _set did not succeed, or there was none. GSL_CONTINUE: none of these. */
int pn_inverse_kinematics_test(const pn_inverse_kinematics *ik);

#ifdef __cplusplus
}
#endif

#endif
