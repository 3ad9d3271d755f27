/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps bodies, joints and springs in growing arrays, and the layout of the
   state vector. */
#include "pantin/body/system.h"

#include "pantin/base/alloc.h"
#include "pantin/body/equation.h"
#include "pantin/body/four.h"
#include "pantin/body/motion.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

pn_system *pn_system_alloc(void)
{
  return pn_alloc(1, sizeof(pn_system));
}

void pn_system_free(pn_system *system)
{
  if (!system)
    return;
  pn_free(system->body);
  pn_free(system->joint);
  pn_free(system->spring);
  for (size_t m = 0; m < system->motors; m++) {
    pn_free(system->motor[m].time);
    pn_free(system->motor[m].table);
    pn_free(system->motor[m].file);
  }
  pn_free(system->motor);
  pn_free(system->bound);
  pni_equation_free(system->equation);
  pn_free(system);
}

/* Tells whether an array of `count` items is full: its room is always the next
   power of two. */
static int is_full(size_t count)
{
  return (count & (count - 1)) == 0;
}

static size_t more_room(size_t count)
{
  return count > 0 ? 2 * count : 1;
}

int pn_system_add_body(pn_system *system, const pn_body *body)
{
  const size_t n = system->bodies;
  if (is_full(n)) {
    pn_body *more = pn_realloc(system->body, more_room(n), sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    system->body = more;
  }
  system->body[n] = *body;
  system->bodies++;
  return GSL_SUCCESS;
}

int pn_system_add_joint(pn_system *system, const pn_joint *joint)
{
  const size_t n = system->joints;
  if (is_full(n)) {
    pn_joint *more = pn_realloc(system->joint, more_room(n), sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    system->joint = more;
  }
  system->joint[n] = *joint;
  system->joints++;
  return GSL_SUCCESS;
}

int pn_system_add_spring(pn_system *system, const pn_spring *spring)
{
  const size_t n = system->springs;
  if (is_full(n)) {
    pn_spring *more = pn_realloc(system->spring, more_room(n), sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    system->spring = more;
  }
  system->spring[n] = *spring;
  system->springs++;
  return GSL_SUCCESS;
}

int pn_system_add_motor(pn_system *system, const pn_motor *motor)
{
  const size_t n = system->motors;
  if (is_full(n)) {
    pn_motor *more = pn_realloc(system->motor, more_room(n), sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    system->motor = more;
  }
  system->motor[n] = *motor;
  system->motors++;
  return GSL_SUCCESS;
}

int pn_system_add_bound(pn_system *system, const pn_bound *bound)
{
  const size_t n = system->bounds;
  if (is_full(n)) {
    pn_bound *more = pn_realloc(system->bound, more_room(n), sizeof *more);
    if (!more)
      return GSL_ENOMEM;
    system->bound = more;
  }
  system->bound[n] = *bound;
  system->bounds++;
  return GSL_SUCCESS;
}

pn_joint *pn_system_join(pn_system *system, const pn_joint_type *type,
                         size_t parent, size_t child,
                         const pn_joint_place *place)
{
  const pn_joint joint =
      pn_joint_make(type, parent, pn_system_pose(system, parent), child,
                    pn_system_pose(system, child), place);
  return pn_system_add_joint(system, &joint)
             ? NULL
             : &system->joint[system->joints - 1];
}

size_t pn_system_find(const pn_system *system, const char *name)
{
  for (size_t b = 0; b < system->bodies; b++)
    if (strcmp(system->body[b].name, name) == 0)
      return b;
  return PN_WORLD;
}

pn_pose pn_system_pose(const pn_system *system, size_t body)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  return body != PN_WORLD && body < system->bodies ? system->body[body].pose
                                                   : world;
}

pn_motion pn_system_motion(const pn_system *system, size_t body)
{
  pn_motion motion = {.pose = pn_system_pose(system, body)};
  motion.R = pn_quat_matrix(motion.pose.q);
  if (body != PN_WORLD) {
    motion.v = system->body[body].v;
    motion.omega = system->body[body].omega;
  }
  return motion;
}

size_t pn_system_rows(const pn_system *system)
{
  size_t rows = 0;
  for (size_t j = 0; j < system->joints; j++)
    rows += pn_joint_rows_count(&system->joint[j]);
  return rows;
}

size_t pn_system_positions(const pn_system *system)
{
  return PN_BODY_POSITIONS * system->bodies;
}

size_t pn_system_dimension(const pn_system *system)
{
  return (PN_BODY_POSITIONS + PN_BODY_VELOCITIES) * system->bodies;
}

void pn_system_start(const pn_system *system, double *y)
{
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    pn_state_set(system, y, b, body->pose, body->v, body->omega);
  }
}

pn_motion pn_state_motion(const pn_system *system, const double *y, size_t body)
{
  pn_motion motion = {.pose = pn_system_pose(NULL, PN_WORLD)};
  if (body == PN_WORLD)
    motion.R = pn_mat3_identity();
  else
    motion_read(y + PN_BODY_POSITIONS * body,
                y + pn_system_positions(system) + PN_BODY_VELOCITIES * body,
                &motion);
  return motion;
}

void pn_state_set(const pn_system *system, double *y, size_t body, pn_pose pose,
                  pn_vec3 v, pn_vec3 omega)
{
  const double q[] = {pose.x.x, pose.x.y, pose.x.z, pose.q.w,
                      pose.q.x, pose.q.y, pose.q.z};
  const double u[] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
  memcpy(y + PN_BODY_POSITIONS * body, q, sizeof q);
  memcpy(y + pn_system_positions(system) + PN_BODY_VELOCITIES * body, u,
         sizeof u);
}

#ifdef PNI_LANES
/* Divides the quaternions of all bodies but the last few by their lengths, four
   side by side; returns of how many. */
PNI_WIDE static size_t normalize_fours(size_t bodies, double *y)
{
  size_t b = 0;
  for (; b + FOUR <= bodies; b += FOUR) {
    double *q = y + PN_BODY_POSITIONS * b;
    pni_lanes p[FOUR];
    four_unit(q, p);
    four_write(p, q + 3, PN_BODY_POSITIONS);
  }
  return b;
}
#endif

void pn_state_normalize(const pn_system *system, double *y)
{
  size_t b = 0;
#ifdef PNI_LANES
  b = normalize_fours(system->bodies, y);
#endif
  for (; b < system->bodies; b++) {
    double *q = y + PN_BODY_POSITIONS * b + 3;
    const pn_quat unit_q = motion_unit(q);
    q[0] = unit_q.w;
    q[1] = unit_q.x;
    q[2] = unit_q.y;
    q[3] = unit_q.z;
  }
}
