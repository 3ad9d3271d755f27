/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A replay: one HTML file that plays a run in a browser, in 3D and without a
   network. The page is src/web/; a program hands over bodies, frames, arrows
   and curves:

       replay *r = replay_alloc(bodies, &text);
       replay_add_part(r, body, pn_shape_box->name, sizes, pose);
       for each frame:
         replay_add_frame(r, t);
         replay_add_pose(r, pose), for each body;
         replay_add_arrow(r, kind, point, vector);
         replay_add_value(r, curve, value);
       replay_write(r, "run.html", &error);

   Poses are kept as float, and written as 16-bit integers: positions within
   the box that holds them all, quaternions within [-1, 1], vectors within the
   largest. Want of memory shows in replay_write. */
#ifndef PROGRAMS_REPLAY_H
#define PROGRAMS_REPLAY_H

#include "pantin/base/error.h"
#include "pantin/body/body.h"

#include <stddef.h>

enum { REPLAY_ARROWS = 3, REPLAY_CURVES = 8 };

typedef struct {
  const char *name, *unit; /* literals */
  int logarithmic;         /* its axis; then its size is drawn */
} replay_curve;

typedef struct {
  const char *name, *unit; /* literals; arrows of one unit have one scale */
} replay_arrow;

typedef struct replay replay;

/* What the page says about the run. All texts are borrowed. */
typedef struct {
  const char *title, *subtitle;
  const char *clock, *clock_unit; /* "t" and "s", or "iteration" and "" */
  double rate;                    /* clock units shown per second, usually 1 */
  pn_vec3 up;                     /* against gravity; any length but 0 */
  int turning;                    /* 0: bodies are balls that do not turn */
  int planar;                     /* 1: seen straight along z */
  replay_arrow arrow[REPLAY_ARROWS]; /* the kinds; a name of NULL ends them */
  replay_curve curve[REPLAY_CURVES]; /* a name of NULL ends them */
} replay_text;

/* Allocates a replay of so many bodies; NULL when memory is short. */
replay *replay_alloc(size_t bodies, const replay_text *text);

void replay_free(replay *r);

/* Gives a body (PN_WORLD: what stands still) a part of this shape (the name of
   a pn_shape, or "plane": the ground below z = 0 of its pose), its sizes [m]
   as the shape has them, at a pose in the body's frame. */
void replay_add_part(replay *r, size_t body, const char *shape,
                     const double *size, pn_pose pose);

/* Makes the next body a ball of this radius [m], in place of a part. */
void replay_add_ball(replay *r, double radius);

/* Names the next body, in the order of bodies. */
void replay_add_name(replay *r, const char *name);

/* Adds a bar between two points, each in the frame of a body or of the world:
   something that stands still, a link of the mechanism, or the way of a point
   to its target. */
typedef enum { REPLAY_STILL, REPLAY_LINK, REPLAY_TARGET } replay_bar;
void replay_add_bar(replay *r, replay_bar kind, const size_t body[2],
                    const pn_vec3 point[2]);

/* Adds a line through points of the world, which stands still. */
void replay_add_line(replay *r, size_t points, const pn_vec3 *point);

/* Begins a frame at time t. */
void replay_add_frame(replay *r, double t);

/* Adds the pose of the frame's next body. */
void replay_add_pose(replay *r, pn_pose pose);

/* Adds an arrow to the frame, or a value to one of its curves. Kinds of arrows
   come in their order within a frame. */
void replay_add_arrow(replay *r, size_t kind, pn_vec3 point, pn_vec3 vector);
void replay_add_value(replay *r, size_t curve, double value);

/* Writes the page. GSL_EFAILED or GSL_ENOMEM; then no file is written, and an
   older one stays. */
int replay_write(replay *r, const char *path, pn_error *error);

/* Tells whether the ending of the name asks for a replay. */
int replay_is_asked(const char *path);

#endif
