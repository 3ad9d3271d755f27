/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems in files, in the format of base/scene.h. All is told for the start,
   in the world's frame; angles in degrees, other units as everywhere:

       title = "a rod of one metre in a hinge, lifted to the side";
       gravity = (0, -9.81, 0);
       bodies = (
         { name = "rod"; mass = 1; shape = "rod"; size = 1;
           position = (0.5, 0, 0); } );
       joints = (
         { type = "revolute"; parent = "world"; child = "rod";
           point = (0, 0, 0); axis = (0, 0, 1); } );
       time = 10;

   A body has a mass; a shape with its size, or an inertia, or both (the shape
   is then for the eye): (Ixx, Iyy, Izz), or (Ixx, Iyy, Izz, Ixy, Iyz, Izx) with
   the matrix's entries. It lies at its position, turned by an angle about an
   axis or by a quaternion (w, x, y, z), or with its x axis from the first to
   the second of its ends. It moves with velocity and omega; or pivot names a
   point that rests while it turns with omega. Loads: force, torque.

   A joint has the keys that its type needs: point, child_point (optional, if
   the child's is elsewhere), axis, second, length; and friction_turn,
   friction_slide, name. Springs have parent, child, point, child_point,
   stiffness, damping, length (else the start's).

   For inverse kinematics, targets: a point of a body shall be at a place, on
   the body `at` if there is one; both are given where they are at the start.
   For inverse dynamics, motion: swings of joints that turn or slide, with
   amplitudes, a frequency in Hz and a phase.

       targets = ( { body = "hand"; point = (0.97, 1.48, 0);
                     at = "foot"; place = (0.1, 0.045, 0.18); } );
       motion = ( { joint = "elbow"; turn = 40; frequency = 0.5; } );

   For all: spin (rad/s), of all bodies together about their centre of mass;
   box = { low; high; restitution; }; generate = ( { kind; count; ... } ), see
   generate.h; and time, dt, integrator, solver, correction for the run. */
#ifndef PANTIN_BODY_SCENE_H
#define PANTIN_BODY_SCENE_H

#include "pantin/body/system.h"
#include "pantin/body/task.h"

/* A name for something that is known on a higher floor only. */
typedef struct {
  char text[PN_NAME_SIZE]; /* empty if the file has none */
  int line;                /* for a message */
} pn_scene_word;

typedef struct {
  char *title;       /* one line, owned */
  char *file;        /* as it was named, for messages, owned */
  pn_system *system; /* passes pn_system_check, owned */
  int *joint_line;   /* of each joint in the file; of one that was generated,
                        the rule's; (joints), owned */
  double time;       /* to be simulated [s]; 0 if the file does not say */
  double dt;         /* [s]; 0 if the file does not say */
  pn_scene_word integrator, solver, correction;
  int has_box;        /* bodies rebound from the walls of a box: */
  pn_vec3 low, high;  /* its corners [m] */
  double restitution; /* 0 absorbs, 1 conserves */
  size_t targets, swings;
  pn_target *target;    /* (targets), owned */
  pn_swing *swing;      /* (swings), owned */
  double gap, gap_rate; /* how far joints are open at the start [m], and how
                           fast they open [m/s] */
} pn_system_scene;

/* A joint is open from here on [m], [m/s]. */
#define PN_SYSTEM_SCENE_GAP 1e-6

/* Reads a scene. With `assemble`, joints may be open at the start, to be closed
   by the caller; otherwise such a scene is refused. NULL, and what is wrong in
   error, when the file cannot be read or is not a scene. */
pn_system_scene *pn_system_scene_read(const char *path, int assemble,
                                      pn_error *error);

/* The same from `length` bytes in memory; `name` stands for the path. */
pn_system_scene *pn_system_scene_read_string(const char *name, const char *text,
                                             size_t length, int assemble,
                                             pn_error *error);

void pn_system_scene_free(pn_system_scene *of);

#endif
