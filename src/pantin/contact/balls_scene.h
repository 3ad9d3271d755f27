/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A scene of balls as a file:

       title = "350 balls in a sphere";
       container = "sphere";          # sphere, disk, box, tube, plane
       size = 1;                      # radius [m]; of a box (a, b, c), half
       balls = 350;                   # placed on a lattice, a little off it
       radius = 0.1;                  # m; or (least, greatest), drawn
       density = 1000;                # kg/m^3; or mass = 4.2, kg
       seed = 1;
       gravity = (0, 0, -9.81);       # m/s^2

   or ball by ball, with their centres inside:

       balls = ( { position = (0, 0, 0.1); radius = 0.1; mass = 4.2;
                   velocity = (0, 0, -1); }, ... );

   and, all optional, how to compute it: time (of the whole run, s), step,
   margin, damping, position_correction, anticipation, warm_start, solver,
   iterations, tolerance, omega, kappa, as in stepper.h. */
#ifndef PANTIN_CONTACT_BALLS_SCENE_H
#define PANTIN_CONTACT_BALLS_SCENE_H

#include "pantin/contact/stepper.h"

typedef struct {
  char *title;                  /* one line, may be empty, owned */
  pn_balls *balls;              /* at time 0, owned */
  double time;                  /* to be simulated [s]; 10 */
  pn_stepper_settings settings; /* those of the scene, else the defaults */
} pn_balls_scene;

/* Returns NULL, with the error filled with file and line, for a scene that
   cannot be read or makes no sense. */
pn_balls_scene *pn_balls_scene_read(const char *path, pn_error *error);

/* Reads a scene from memory; `name` stands for the file. */
pn_balls_scene *pn_balls_scene_read_string(const char *name, const char *text,
                                           size_t length, pn_error *error);

void pn_balls_scene_free(pn_balls_scene *of);

#endif
