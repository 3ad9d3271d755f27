/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One run of pantin-inverse: the samples of a motion, the joint forces that it
   takes, and what is written of them. */
#ifndef PROGRAMS_INVERSE_INVERSE_H
#define PROGRAMS_INVERSE_INVERSE_H

#include "pantin/body/scene.h"
#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/inverse_loops.h"
#include "pantin/dynamics/joint_path.h"
#include "pantin/dynamics/levers.h"
#include "pantin/dynamics/loop_motion.h"
#include "pantin/dynamics/loop_place.h"
#include "pantin/dynamics/measure.h"
#include "programs/program.h"
#include "programs/quantity.h"

/* Holds what is kept of a joint in one sample, counted from the parent to the
   child. */
typedef struct {
  pn_joint_motion motion;
  pn_vec3 turn;         /* [rad]; 0 for joints whose motion is more */
  double slide;         /* the same [m] */
  pn_vec3 motor_torque; /* about the joint's axes */
  double motor_force;   /* along its axis */
  pn_vec3 joint_force, joint_torque; /* what passes through the joint, on the
                                        child, world frame */
} inverse_sample;

/* The extremes of a joint on the way. */
typedef struct {
  const pn_joint *joint; /* borrowed */
  int has_motor;
  double torque_max, force_max; /* of the motor, its length [N m], [N] */
  double torque_squares;        /* their sum over the samples [N^2 m^2] */
  size_t samples;
  double power_max;                         /* of the motor, absolute [W] */
  double power_last;                        /* in the last sample [W] */
  double work;                              /* that the motor did [J] */
  double joint_force_max, joint_torque_max; /* of what passes through */
} inverse_summary;

typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  const pn_system_scene *of; /* borrowed */
  double start, duration;    /* of the motion [s] */
  double dt;                 /* between two samples [s] */
  int hold;                  /* no motion */
  const char *motion;        /* a table of poses, NULL: the scene's motion */
  const char *drive;         /* the scene to be written, or NULL */
  pn_system system;          /* the scene's without its motors; borrows from it
                              */
  pn_inverse *inverse;       /* of a tree, owned; NULL if there are loops */
  pn_loop_motion *closing;   /* of a scene with loops, or of a table that moves
                                joints whose turns and slide are not all of
                                their motions, owned; or NULL */
  pn_inverse_loops *shared;  /* of a scene with loops, owned; or NULL */
  pn_levers *levers;         /* the same */
  double leverage;           /* the last one that was not 0 */
  double first, most;        /* the one of the first sample, and the largest */
  pn_loop_place *looked;     /* where that was, owned; or NULL */
  pn_loop_place *begun;      /* where the joints were in the first sample, the
                                same */
  pn_loop_place *here;       /* where the joints are while a dead point is
                                looked for, the same */
  int dead_points;           /* how many the motors have passed */
  double dead, lacking_dead; /* when they first passed the one in which most
                                was lacking [s], and how much [m/s^2] */
  const pn_tree *tree;       /* of one of them */
  int *has_motor;            /* of each joint, (joints), owned */
  pn_joint_path *path;       /* owned */
  size_t samples;            /* done */
  double now;                /* time of the last one [s] */
  inverse_sample *last;      /* what it found, (joints), owned */
  double *power;             /* of each motor then [W], (joints), owned */
  int keep_samples;          /* ask for the next two: */
  double *time;              /* of the samples [s], owned; or NULL */
  inverse_sample *sample;    /* (samples x joints), owned; or NULL */
  quantity_stream csv;       /* whose rows are the samples */
  quantity_rows *group;      /* its columns, owned; NULL: no CSV */
  inverse_summary *summary;  /* (joints), owned */
  double lacking;            /* largest force that bodies lack which hang from
                                nothing [N] */
  double apart;              /* the largest difference of the accelerations to
                                those of the forward dynamics with the motors;
                                all by pn_measure_acceleration [m/s^2] */
  double doubt; /* how well a table tells the accelerations, the same */
  double largest, largest_free; /* the largest of the accelerations, and of
                                   those by the same loads without joints */
} inverse_run;

/* Runs through the motion; afterwards the run is to be freed even after a
   failure. Returns the error's code. */
int inverse_run_solve(inverse_run *run, program *self,
                      const program_outputs *outputs);

/* Tells whether a joint can have a motor. */
int inverse_can_drive(const pn_joint *joint);

/* Sets the motion of all joints and bodies, (joints + bodies), in a sample. */
void inverse_motion(const inverse_run *run, size_t sample,
                    pn_joint_motion *motion);

/* Adds the last sample to the extremes, to what is kept and to the CSV. Returns
   the error's code. */
int inverse_record(inverse_run *run, pn_error *error);

/* Prepares the motion of a tree by a table: joints whose turns and slide are
   not all of their motions are to be closed. Returns the error's code. */
int inverse_prepare_table(inverse_run *run, pn_error *error);

/* Sets the sample of a joint whose motion is known. */
void inverse_set_motion(inverse_sample *sample, const pn_joint *joint,
                        const pn_joint_motion *motion);

/* Adds the viscous friction of joint j to what passes through it; the assembly
   is set to the sample's state. */
void inverse_add_friction(inverse_sample *sample, const pn_assembly *assembly,
                          size_t j);

/* Prepares a scene with loops; and samples it at a time: `motion` receives that
   of the joints that follow, y and u the state and the accelerations. Errors
   are those of pn_loop_motion_alloc, and those of pn_loop_motion_close. */
int inverse_loops_prepare(inverse_run *run, pn_error *error);
int inverse_loops_sample(inverse_run *run, double t, pn_joint_motion *motion,
                         double *y, double *u);

/* Looks for a dead point of the motors since the last look, at a time for which
   the loops have just been closed in `motion`; y and u are work. Errors are
   those of pn_loop_motion_close. */
int inverse_look(inverse_run *run, double t, pn_joint_motion *motion, double *y,
                 double *u);

/* Looks for dead points in the first and the last sample, after that. `motion`,
   y and u are work. */
void inverse_look_at_ends(inverse_run *run, pn_joint_motion *motion, double *y,
                          double *u);

/* Returns the longest step from pose to pose in the motion of a scene [s]. */
double inverse_longest_step(const pn_system_scene *of);

/* Writes the scene `run->drive`, in which motors follow the torques of a CSV
   file that the run has written, from the start of the motion. */
int inverse_drive(const inverse_run *run, const char *csv, pn_error *error);

/* Takes up a sample whose accelerations u', (6 bodies), differ by `off` from
   those of the forward dynamics. `work`: (6 bodies). */
void inverse_compare(inverse_run *run, const pn_assembly *assembly,
                     const double *u, double off, double *work);

/* Returns the largest difference of the accelerations to those of the forward
   dynamics, relative to the largest of them or gravity; where nothing weighs
   anything and hardly moves, to a share of what the loads would do without
   joints. */
double inverse_round_trip(const inverse_run *run);

/* Returns below what the round trip is good: for a table, not less than the
   error that its accelerations may have. */
double inverse_round_trip_bound(const inverse_run *run);

/* Tells whether this is too much to be missing from the accelerations
   [m/s^2]. */
int inverse_lacks(const inverse_run *run, double missing);

/* Tells whether forward dynamics agree with the motion. */
int inverse_agrees(const inverse_run *run);

/* Returns why they do not, without a full stop; NULL: they do. */
const char *inverse_trouble(const inverse_run *run);

program_status inverse_run_status(const inverse_run *run);

void inverse_run_free(inverse_run *run);

/* Starts the CSV: all joints over time. Returns the error's code. */
int inverse_csv_open(inverse_run *run, const char *path, pn_error *error);

/* Write an inverse_run: a table of what each joint and its motor do at most,
   and JSON; and draw the motors' torques and forces,
   or what passes through joints without motors, over time; or make a replay of
   the motion. */
void inverse_table(FILE *stream, const void *result);
void inverse_json(pn_json *json, const void *result);
int inverse_picture(pn_plot *plot, const void *result, pn_error *error);
struct replay *inverse_replay(const void *result);

#endif
