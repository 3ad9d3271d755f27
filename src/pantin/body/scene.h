/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Systems in files, in the format of base/scene.h. Positions and velocities are
   those at the start, in the world's frame; angles are in degrees, all else in
   SI units:

       title = "a rod of one metre in a hinge, lifted to the side";
       gravity = (0, -9.81, 0);
       bodies = (
         { name = "rod"; mass = 1; shape = "rod"; size = 1;
           position = (0.5, 0, 0); } );
       joints = (
         { type = "revolute"; parent = "world"; child = "rod";
           point = (0, 0, 0); axis = (0, 0, 1); } );
       time = 10;

   A body has a mass and a shape with its size, or an inertia, or both (the
   shape is then only drawn). The inertia is (Ixx, Iyy, Izz), or (Ixx, Iyy, Izz,
   Ixy, Iyz, Izx) with the entries of the matrix. The body lies at its position,
   turned by an angle about an axis or by a quaternion (w, x, y, z); or its x
   axis goes from the first to the second of its ends. It moves with velocity
   and omega; or it turns with omega about the point pivot. Its loads are force
   and torque.

   A joint has the keys that its type needs: point, child_point (optional, where
   the child's point differs), axis, second, length, pitch, teeth, free,
   other (the third body of a joint of three), equation (x, y, z are where the
   child's point is in the parent's frame); axis and second of its frames where
   it has them, and child_axis and child_second of the child's where it starts
   turned; friction_turn, friction_slide,
   coulomb_turn, coulomb_slide; turn_limits (in degrees), slide_limits, each
   (LOW, HIGH) of the coordinate (coordinate.h), between which it starts, and
   restitution at them; name. A spring has parent, child, point,
   child_point, stiffness, damping, length (by default that of the start) and
   name.

   A motor drives a joint: by a torque or force that is steady, or swings with a
   frequency in Hz and a phase, or follows the columns of a CSV file; a number
   where the joint turns about one axis, else a list. pn_motor of system.h says
   about which axes. A motor with none of these is named for inverse dynamics.

       motors = ( { joint = "elbow"; torque = 3; frequency = 0.5; },
                  { joint = "neck"; torque = (0, 0, 1.5); },
                  { joint = "knee"; file = "torques.csv"; } );

   Inverse kinematics reads targets: a point of a body shall reach a place, on
   the body `at` if there is one; both are given as they are at the start. In
   the place of one place there may be the path of places that it reaches at
   certain times. Inverse dynamics reads motion: swings of joints that turn or
   slide, with amplitudes, a frequency in Hz and a phase; or the turns and
   slides that they reach at certain times, with a curve "cubic" or "quintic"
   (the default) between them.

       targets = ( { body = "hand"; point = (0.97, 1.48, 0);
                     at = "foot"; place = (0.1, 0.045, 0.18); } );
       motion = ( { joint = "elbow"; turn = 40; frequency = 0.5; },
                  { joint = "wrist"; times = (0, 1, 2); turns = (0, 30, 0); } );

   Every scene may have spin (rad/s), of all bodies together about their centre
   of mass; box = { low; high; restitution; sticks; }; generate = ( { kind;
   count; ... }
   ), see generate.h; and time, dt, integrator, solver, correction for the
   run. */
#ifndef PANTIN_BODY_SCENE_H
#define PANTIN_BODY_SCENE_H

#include "pantin/body/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point of a body that shall reach a place in the world or on another body.
 */
typedef struct {
  size_t body;   /* the body that reaches */
  pn_vec3 point; /* in its frame [m] */
  size_t other;  /* the body that the place is on, or PN_WORLD */
  pn_vec3 place; /* in that body's frame, or the world's [m] */
  size_t points; /* of a path of such places; 0: none */
  double *time; /* at which they are reached [s], increasing, (points), owned by
                   the scene */
  pn_vec3 *path; /* the places, (points), owned by the scene */
} pn_target;

/* A swing of a joint: from where it is at the start, its child is turned by
   turn, and shifted along the axis by slide, times sin(2 pi frequency t +
   phase). A hinge turns by x about its axis; a universal joint by x about its
   axis, then by y about the second; a ball joint by the angle |turn| about the
   axis `turn`, in the world's frame of the start, carried by the parent.
   Several swings and paths of one joint add up. */
typedef struct {
  size_t joint;     /* of the system */
  pn_vec3 turn;     /* [rad] */
  double slide;     /* [m] */
  double frequency; /* [Hz] */
  double phase;     /* [rad] */
} pn_swing;

/* The path of a joint through given turns and slides, counted as in a swing: a
   spline that begins and ends at rest. */
typedef struct {
  size_t joint;  /* of the system */
  int degree;    /* 3 or 5 */
  size_t points; /* at least 2 */
  double *time;  /* [s], increasing, (points), owned */
  double *value; /* turn x, y, z [rad] and slide [m], (points x 4), owned */
} pn_waypoints;

/* Numbers of each waypoint. */
enum { PN_WAYPOINT_COLUMNS = 4 };

/* A name whose meaning only a higher floor knows. */
typedef struct {
  char text[PN_NAME_SIZE]; /* empty if the file has none */
  int line;                /* for a message */
} pn_scene_word;

/* A system as a file describes it, and how it is to be run. */
typedef struct {
  char *title;       /* one line, owned */
  char *file;        /* as it was named, for messages, owned */
  pn_system *system; /* passes pn_system_check, owned */
  int *joint_line;   /* line of each joint in the file, or of its generator,
                        (joints), owned */
  double time;       /* to be simulated [s]; 0 if the file does not say */
  double dt;         /* [s]; 0 if the file does not say */
  pn_scene_word integrator, solver, correction; /* as written; or "" */
  int has_box;                   /* bodies rebound from the walls of a box: */
  pn_vec3 low, high;             /* its corners [m] */
  double restitution;            /* 0 absorbs, 1 conserves */
  int sticks;                    /* nothing slides on its walls */
  size_t targets, swings, paths; /* how many there are */
  pn_target *target;             /* (targets), owned */
  pn_swing *swing;               /* (swings), owned */
  pn_waypoints *path;            /* of joints, (paths), owned */
  char *remarks; /* what of a robot's file is not used, in lines that each end;
                    NULL: nothing; owned */
  double gap, gap_rate; /* how far joints are open at the start [m], and how
                           fast they open [m/s] */
} pn_system_scene;

/* A joint with a larger gap [m], or rate of it [m/s], is open. */
#define PN_SYSTEM_SCENE_GAP 1e-6

/* Reads a scene, or a robot in URDF or MJCF. With `assemble`, joints may be
   open at the start, to be closed by the caller; otherwise such a scene is
   refused. NULL, and what is wrong in error, when the file cannot be read or is
   not a scene. */
pn_system_scene *pn_system_scene_read(const char *path, int assemble,
                                      pn_error *error);

/* Reads a scene from `length` bytes in memory; messages call it `name`. */
pn_system_scene *pn_system_scene_read_string(const char *name, const char *text,
                                             size_t length, int assemble,
                                             pn_error *error);

/* Frees a scene with its system; NULL is fine. */
void pn_system_scene_free(pn_system_scene *of);

/* Writes the scene with its bodies at the state y, (dimension), so that it can
   be read again: bodies, joints, springs, motors, and what concerns the run; no
   targets, no motion, and no joints whose file cannot describe them. The tables
   of motors are not written: the file of each is named again. "-" is standard
   output. A path that ends in .xml gets MJCF, the format of MuJoCo: joints that
   close loops become soft there, and what has no counterpart is named in
   comments. Errors as of pn_file_open; GSL_EINVAL for more than 200 bodies in a
   row in MJCF. */
int pn_system_scene_write(const pn_system_scene *of, const double *y,
                          const char *path, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
