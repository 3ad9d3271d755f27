/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of pantin-inverse: the samples of a motion, and what it takes. */
#ifndef PROGRAMS_INVERSE_RUN_H
#define PROGRAMS_INVERSE_RUN_H

#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/joint_motion.h"
#include "programs/inverse/request.h"
#include "programs/program.h"

/* What is kept of a joint in one sample; all is told from the parent to the
   child. */
typedef struct {
  pn_joint_motion motion;
  double torque, force;  /* of the motor about and along the axis */
  pn_vec3 passed, twist; /* force and torque that pass through the joint, on
                            the child, world frame */
} inverse_sample;

/* The extremes of a joint on the way. */
typedef struct {
  double torque_max, force_max; /* of the motor, absolute [N m], [N] */
  double torque_rms;            /* [N m] */
  double power_max;             /* of the motor, absolute [W] */
  double work;                  /* that the motor did [J] */
  double passed_max, twist_max; /* of what passes through [N], [N m] */
} inverse_summary;

typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  const pn_system_scene *of; /* borrowed */
  double time, dt;           /* [s] */
  int hold;                  /* no motion */
  pn_inverse *inverse;       /* owned */
  int interrupted;
  size_t samples;           /* done */
  inverse_sample *sample;   /* (samples x joints), owned */
  inverse_summary *summary; /* (joints), owned */
  double lacking;           /* largest force that bodies lack which hang from
                               nothing [N] */
  double round_trip;        /* the largest difference of the accelerations to
                               those of the forward dynamics with the motors,
                               relative to the largest of them or of gravity */
} inverse_run;

/* Runs through the motion; afterwards the run is to be freed even after a
   failure. GSL_SUCCESS unless it could not start or go on. */
int inverse_run_solve(inverse_run *run, program *self, pn_error *error);

program_status inverse_run_status(const inverse_run *run);

/* The time of a sample [s]. */
double inverse_run_time(const inverse_run *run, size_t k);

void inverse_run_free(inverse_run *run);

#endif
