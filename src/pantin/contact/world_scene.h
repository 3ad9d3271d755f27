/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Worlds of rigid bodies in files, in the format of base/scene.h:

       title = "a wall, a pair of dumb-bells";
       ground = ( { shape = "plane"; },
                  { shape = "box"; size = (1, 1, 0.2);
                    position = (3, 0, 0.1); } );
       grids = ( { name = "brick"; count = (7, 1, 16); pitch = (0.2, 0, 0.2);
                   mass = 1; shape = "box"; size = (0.2, 0.2, 0.2);
                   position = (0, 0, 0.1); } );
       bodies = ( { name = "dumb-bell"; position = (0, 2, 1); parts = (
           { mass = 1; shape = "sphere"; size = 0.1;
             position = (-0.2, 0, 0); },
           { mass = 1; shape = "sphere"; size = 0.1;
             position = (0.2, 0, 0); } ); } );
       friction = 0.5;

   What does not move is the ground: planes, with `normal` (0, 0, 1) through
   `position` (0, 0, 0), outwards, and boxes, spheres and capsules.

   Bodies have the keys of body/scene.h; or `parts` in the place of mass, shape
   and inertia, each of them a body in the frame of the whole, whose position
   is its centre of mass. A body of a grid is one, and `count` copies of it
   along x, y and z, `pitch` apart; `scatter` moves each by up to so much in x,
   y and z, and `turned = true` turns each anyhow; `seed` chooses the random
   numbers. `generate` and `joints` are those of body/scene.h; moving bodies
   that a joint holds pass through each other, and what one holds to the world
   passes through what it touches of the ground at the start. A body without a
   shape touches nothing.

   For the run: gravity (0, 0, -9.81), time and step in s, and friction,
   contact_stiffness, contact_damping, tangent_compliance, damping, margin,
   per_pair, frozen, rounds, friction_tolerance, warm_start, solver,
   iterations, tolerance, omega, kappa, anticipation as in world.h. */
#ifndef PANTIN_CONTACT_WORLD_SCENE_H
#define PANTIN_CONTACT_WORLD_SCENE_H

#include "pantin/contact/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A world as a file describes it. */
typedef struct {
  char *title;        /* one line, owned */
  char *remarks;      /* what of a robot's file is not used, in lines that each
                         end; NULL: nothing; owned */
  pn_system *system;  /* bodies and joints, owned */
  pn_geom *geom;      /* (room), owned */
  size_t geoms, room; /* how many, and for how many */
  double time;        /* to be simulated [s]; 10 */
  pn_world_settings settings; /* those of the scene, else the defaults */
} pn_world_scene;

/* Reads a scene, or a robot in URDF or MJCF. Returns NULL, with the error
   filled with file and line, for one that cannot be read or makes no sense. */
pn_world_scene *pn_world_scene_read(const char *path, pn_error *error);

/* Reads a scene from memory; `name` stands for the file. */
pn_world_scene *pn_world_scene_read_string(const char *name, const char *text,
                                           size_t length, pn_error *error);

/* Frees a scene with its system and geoms; NULL is fine. */
void pn_world_scene_free(pn_world_scene *of);

#ifdef __cplusplus
}
#endif

#endif
