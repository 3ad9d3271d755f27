/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The content of a replay, from replay_alloc to replay_write. */
#ifndef PROGRAMS_REPLAY_PRIVATE_H
#define PROGRAMS_REPLAY_PRIVATE_H

#include "programs/replay.h"

/* Bytes that grow. */
typedef struct {
  unsigned char *byte; /* owned */
  size_t length, room;
} replay_bytes;

/* One part as the page wants it. */
typedef struct {
  size_t body;
  const char *shape;
  double size[PN_SHAPE_SIZES];
  pn_pose pose;
} replay_part;

/* A bar between two bodies. */
typedef struct {
  replay_bar kind;
  size_t body[2];
  pn_vec3 point[2];
} replay_bar_ends;

struct replay {
  replay_text text;
  size_t bodies, frames, arrows, curves;
  replay_bytes parts;      /* replay_part */
  replay_bytes bars;       /* replay_bar_ends */
  replay_bytes radii;      /* double */
  replay_bytes names;      /* char [PN_NAME_SIZE] */
  replay_bytes lines;      /* pn_vec3, with NaN after each line */
  replay_bytes times;      /* double */
  replay_bytes poses;      /* float: x, y, z, and if it turns the quaternion */
  replay_bytes arrow_ends; /* uint32_t, one for each kind of each frame */
  replay_bytes arrow_data; /* float: point and vector */
  replay_bytes value[REPLAY_CURVES]; /* float */
  int failed;                        /* memory ran out */
};

/* Appends to a block of the replay; notes when memory runs out. */
void replay_append(replay *r, replay_bytes *to, const void *data,
                   size_t length);

#endif
