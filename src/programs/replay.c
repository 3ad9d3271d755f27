/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/replay.h"

#include "pantin/base/alloc.h"
#include "programs/replay_private.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void replay_append(replay *r, replay_bytes *to, const void *data, size_t length)
{
  if (to->length + length > to->room) {
    const size_t room = 2 * to->room + length;
    unsigned char *larger = pn_realloc(to->byte, room, 1);
    if (!larger) {
      r->failed = 1;
      return;
    }
    to->byte = larger;
    to->room = room;
  }
  if (length > 0)
    memcpy(to->byte + to->length, data, length);
  to->length += length;
}

replay *replay_alloc(size_t bodies, const replay_text *text)
{
  replay *r = pn_alloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->text = *text;
  r->bodies = bodies;
  while (r->arrows < REPLAY_ARROWS && text->arrow[r->arrows].name)
    r->arrows++;
  while (r->curves < REPLAY_CURVES && text->curve[r->curves].name)
    r->curves++;
  return r;
}

void replay_free(replay *r)
{
  if (!r)
    return;
  pn_free(r->parts.byte);
  pn_free(r->bars.byte);
  pn_free(r->radii.byte);
  pn_free(r->names.byte);
  pn_free(r->lines.byte);
  pn_free(r->times.byte);
  pn_free(r->poses.byte);
  pn_free(r->arrow_ends.byte);
  pn_free(r->arrow_data.byte);
  for (size_t k = 0; k < REPLAY_CURVES; k++)
    pn_free(r->value[k].byte);
  pn_free(r);
}

void replay_add_part(replay *r, size_t body, const char *shape,
                     const double *size, pn_pose pose)
{
  replay_part p = {.body = body, .shape = shape, .pose = pose};
  memcpy(p.size, size, sizeof p.size);
  replay_append(r, &r->parts, &p, sizeof p);
}

void replay_add_ball(replay *r, double radius)
{
  replay_append(r, &r->radii, &radius, sizeof radius);
}

void replay_add_name(replay *r, const char *name)
{
  char own[PN_NAME_SIZE] = "";
  snprintf(own, sizeof own, "%s", name);
  replay_append(r, &r->names, own, sizeof own);
}

void replay_add_line(replay *r, size_t points, const pn_vec3 *point)
{
  const pn_vec3 end = pn_vec3_make(NAN, NAN, NAN);
  replay_append(r, &r->lines, point, points * sizeof *point);
  replay_append(r, &r->lines, &end, sizeof end);
}

void replay_add_bar(replay *r, replay_bar kind, const size_t body[2],
                    const pn_vec3 point[2])
{
  const replay_bar_ends b = {kind, {body[0], body[1]}, {point[0], point[1]}};
  replay_append(r, &r->bars, &b, sizeof b);
}

void replay_add_frame(replay *r, double t)
{
  replay_append(r, &r->times, &t, sizeof t);
  /* Until there are arrows, those of this frame end where the last ended. */
  const uint32_t end = (uint32_t)(r->arrow_data.length / (6 * sizeof(float)));
  for (size_t k = 0; k < r->arrows; k++)
    replay_append(r, &r->arrow_ends, &end, sizeof end);
  r->frames++;
}

void replay_add_pose(replay *r, pn_pose pose)
{
  const pn_vec3 x = pose.x;
  const pn_quat q = pose.q;
  const float number[] = {(float)x.x, (float)x.y, (float)x.z, (float)q.x,
                          (float)q.y, (float)q.z, (float)q.w};
  replay_append(r, &r->poses, number,
                (r->text.turning ? 7 : 3) * sizeof *number);
}

void replay_add_arrow(replay *r, size_t kind, pn_vec3 point, pn_vec3 vector)
{
  const float number[] = {(float)point.x,  (float)point.y,  (float)point.z,
                          (float)vector.x, (float)vector.y, (float)vector.z};
  replay_append(r, &r->arrow_data, number, sizeof number);
  if (r->failed)
    return;
  uint32_t *ends = (uint32_t *)(void *)r->arrow_ends.byte;
  for (size_t k = kind; k < r->arrows; k++)
    ends[(r->frames - 1) * r->arrows + k] =
        (uint32_t)(r->arrow_data.length / sizeof number);
}

void replay_add_value(replay *r, size_t curve, double value)
{
  const float number = (float)value;
  replay_append(r, &r->value[curve], &number, sizeof number);
}

int replay_is_asked(const char *path)
{
  const char *ending = strrchr(path, '.');
  return ending && strcmp(ending, ".html") == 0;
}
