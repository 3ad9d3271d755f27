/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/frame_state.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { POSE = 7, VELOCITY = 6, SPACE = 3, PAIR = 2 };

/* Makes room, and shares it out. Returns GSL_ENOMEM if memory is short. */
static int reserve(frame_state *state, size_t bodies, size_t contacts,
                   size_t rows)
{
  const size_t reals = (POSE + VELOCITY) * bodies + (2 * SPACE + 1) * contacts +
                       rows,
               counts = (PAIR + 1) * contacts;
  if (reals > state->reals_room) {
    double *larger = pn_realloc(state->reals, 2 * reals, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    state->reals = larger;
    state->reals_room = 2 * reals;
  }
  if (counts > state->counts_room) {
    int64_t *larger = pn_realloc(state->counts, 2 * counts, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    state->counts = larger;
    state->counts_room = 2 * counts;
  }
  pn_frame_state *of = &state->of;
  *of = (pn_frame_state){.bodies = bodies, .contacts = contacts, .rows = rows};
  of->pose = state->reals;
  of->velocity = of->pose + POSE * bodies;
  of->point = of->velocity + VELOCITY * bodies;
  of->normal = of->point + SPACE * contacts;
  of->gap = of->normal + SPACE * contacts;
  of->lambda = of->gap + contacts;
  of->pair = state->counts;
  of->row = of->pair + PAIR * contacts;
  return GSL_SUCCESS;
}

static void set_body(pn_frame_state *of, size_t b, pn_pose pose, pn_vec3 v,
                     pn_vec3 omega)
{
  const double p[] = {pose.x.x, pose.x.y, pose.x.z, pose.q.w,
                      pose.q.x, pose.q.y, pose.q.z};
  const double u[] = {v.x, v.y, v.z, omega.x, omega.y, omega.z};
  memcpy(of->pose + POSE * b, p, sizeof p);
  memcpy(of->velocity + VELOCITY * b, u, sizeof u);
}

static void set_contact(pn_frame_state *of, size_t c, pn_pair pair,
                        pn_vec3 point, pn_vec3 normal, double gap, size_t row)
{
  memcpy(of->point + SPACE * c, &point, sizeof point);
  memcpy(of->normal + SPACE * c, &normal, sizeof normal);
  of->gap[c] = gap;
  of->pair[PAIR * c] = pair.i;
  of->pair[PAIR * c + 1] = pair.j;
  of->row[c] = (int64_t)row;
}

static void set_impulses(pn_frame_state *of, const pn_lcp_solver *solver)
{
  if (of->rows > 0)
    memcpy(of->lambda, solver->lambda, of->rows * sizeof *of->lambda);
}

int frame_state_of_world(frame_state *state, const pn_world *world)
{
  const pn_collision *found = world->collision;
  const size_t bodies = world->system->bodies, rows = world->lcp->size;
  const size_t joints = pn_world_joint_rows(world);
  if (reserve(state, bodies, found->contacts, rows))
    return GSL_ENOMEM;
  for (size_t b = 0; b < bodies; b++) {
    const pn_motion *motion = &world->assembly->motion[b];
    set_body(&state->of, b, motion->pose, motion->v, motion->omega);
  }
  for (size_t c = 0; c < found->contacts; c++) {
    const pn_contact *at = &found->contact[c];
    const size_t row = joints + pn_world_contact_rows(world) * c;
    set_contact(&state->of, c, world->R->pair[row], at->point, at->normal,
                at->gap, row);
  }
  set_impulses(&state->of, world->solver);
  return GSL_SUCCESS;
}

/* Returns the gap of a ball at x to the wall with this normal. */
static double wall_gap(const pn_balls *balls, size_t k, pn_vec3 x,
                       pn_vec3 normal)
{
  pn_wall wall[PN_CONTAINER_WALLS];
  const size_t walls = balls->container.shape->walls(&balls->container, x,
                                                     balls->radius[k], wall);
  size_t best = 0;
  for (size_t m = 1; m < walls; m++)
    if (pn_vec3_dot(wall[m].normal, normal) >
        pn_vec3_dot(wall[best].normal, normal))
      best = m;
  return wall[best].gap;
}

int frame_state_of_balls(frame_state *state, const pn_stepper *stepper)
{
  const pn_balls *balls = stepper->balls;
  const pn_delassus *J = stepper->J;
  const double dt = stepper->settings.step,
               kept = exp(-stepper->settings.damping * dt);
  const size_t rows = stepper->lcp->size;
  if (reserve(state, balls->count, rows, rows))
    return GSL_ENOMEM;
  /* Undo the step: its impulses, and gravity. */
  for (size_t k = 0; k < balls->count; k++) {
    const pn_vec3 given =
        pn_vec3_add_scaled(stepper->change[k], dt, balls->gravity);
    const pn_vec3 v = pn_vec3_scale(1 / kept, balls->v[k]);
    const pn_pose pose = {pn_vec3_add_scaled(balls->x[k], -dt, balls->v[k]),
                          {1, 0, 0, 0}};
    set_body(&state->of, k, pose, pn_vec3_sub(v, given), pn_vec3_make(0, 0, 0));
  }
  for (size_t c = 0; c < rows; c++) {
    const pn_pair pair = J->pair[c];
    const pn_vec3 normal = J->normal[c];
    pn_vec3 xi, xj;
    memcpy(&xj, state->of.pose + POSE * pair.j, sizeof xj);
    double gap;
    if (pair.i < balls->count) {
      memcpy(&xi, state->of.pose + POSE * pair.i, sizeof xi);
      gap = pn_vec3_norm(pn_vec3_sub(xj, xi)) - balls->radius[pair.i] -
            balls->radius[pair.j];
    } else
      gap = wall_gap(balls, pair.j, xj, normal);
    const pn_vec3 point =
        pn_vec3_add_scaled(xj, -(balls->radius[pair.j] + gap / 2), normal);
    set_contact(&state->of, c, pair, point, normal, gap, c);
  }
  set_impulses(&state->of, stepper->solver);
  return GSL_SUCCESS;
}

void frame_state_free(frame_state *state)
{
  pn_free(state->reals);
  pn_free(state->counts);
}
