/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bodies of a state: as a table of poses, as JSON, as columns of CSV. */
#ifndef PROGRAMS_BODIES_H
#define PROGRAMS_BODIES_H

#include "pantin/body/scene.h"
#include "pantin/body/system.h"
#include "programs/program.h"
#include "programs/quantity.h"

/* Says on stderr what of a robot's file is not used; NULL: nothing. */
void bodies_remarks(const pn_system_scene *of);

/* Reads a scene, as pn_system_scene_read does, in which all names of solvers
   and the like must be right, also those that the program has no use for. */
pn_system_scene *bodies_read(const char *path, int assemble, pn_error *error);

/* Writes a scene whose bodies are in the state y, and says on stderr what is
   left out. Returns the error's code. */
int bodies_save(const pn_system_scene *of, const double *y, const char *path,
                pn_error *error);

/* What a row of PN_BODY_POSITIONS numbers holds: position and quaternion; and
   of PN_BODY_VELOCITIES: velocity and omega. */
extern const quantity bodies_pose[2];
extern const quantity bodies_velocity[2];

/* Poses of more bodies are not worth a table. */
enum { BODIES_LISTED = 40 };

/* Refuses a result that would replace a file which a motor follows. Returns the
   error's code. */
int bodies_check_motors(program *self, const pn_system *system);

/* Prints the poses, a line for each body, whose names get `width` letters, or
   more if one of them is longer. */
void bodies_table(FILE *stream, const pn_system *system, const double *y,
                  int width);

/* Writes the array "final": name, pose, and velocities if they are wanted. */
void bodies_json(pn_json *json, const pn_system *system, const double *y,
                 int with_velocity);

#endif
