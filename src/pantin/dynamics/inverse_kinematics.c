/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The frame of inverse kinematics: what a problem is, where it starts and where
   it ends. Its step is in inverse_kinematics_step.c.

   A pose where nothing pulls the points nearer may also be a saddle, as a
   straight arm is that is pulled along itself. Hence the bodies are nudged a
   little and set off again, and only a pose to which this brings no gain is
   called the nearest. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include "pantin/base/alloc.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The nudge turns bodies by up to this [rad], and where a gear slips, or
   a linkage would come to another branch, by less, half as much each time; it
   was worth while if it reduces the distance by this share. */
static const double nudge_size = 0.1, nudge_gain = 1e-6;
enum { NUDGES_MAX = 20 };

/* Where rounding ends the steps to a nearest pose, the joints hold all but less
   than this share of the pull. */
static const double held_at_most = 1e-3;

pn_inverse_kinematics_settings pn_inverse_kinematics_settings_default(void)
{
  return (pn_inverse_kinematics_settings){
      .solver = pn_multipliers_auto,
      .clamp = 2,
      .tolerance = 1e-9,
      .still = 1e-6,
  };
}

int pn_inverse_kinematics_settings_check(
    const pn_inverse_kinematics_settings *settings, pn_error *error)
{
  pn_error_clear(error);
  if (!settings->solver)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there is no solver of the multipliers; "
                        "pn_multipliers_auto is usual");
  if (settings->solver->refuses_soft)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "solver %s takes no springs, as the targets pull by: "
                        "use auto",
                        settings->solver->name);
  if (!(settings->clamp > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the bound on turns must be positive, as 2, got %g",
                        settings->clamp);
  if (!(settings->tolerance > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the tolerance must be positive, as 1e-9, got %g",
                        settings->tolerance);
  if (!(settings->still > 0 && settings->still < 1))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "`still` must be between 0 and 1, as 1e-6, got %g",
                        settings->still);
  return GSL_SUCCESS;
}

/* Checks that the targets are on bodies that exist, and of finite numbers. */
static int targets_check(const pn_system *system, const pn_target *target,
                         size_t count, pn_error *error)
{
  if (count == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "there is no target");
  for (size_t k = 0; k < count; k++) {
    const pn_target *t = &target[k];
    if (t->body >= system->bodies ||
        (t->other != PN_WORLD && t->other >= system->bodies))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "target %zu is on a body that is not there", k + 1);
    if (!isfinite(pn_vec3_norm(t->point)) || !isfinite(pn_vec3_norm(t->place)))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "target %zu must be of finite numbers", k + 1);
    if (t->body == t->other)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "body '%s' cannot reach for a place on itself",
                          system->body[t->body].name);
  }
  return GSL_SUCCESS;
}

/* Returns the same bodies and joints with a ball joint for each target; NULL
   when memory is short. */
static pn_system *aim(const pn_system *system, const pn_target *target,
                      size_t count)
{
  pn_system *aimed = pn_system_alloc();
  int code = aimed ? GSL_SUCCESS : GSL_ENOMEM;
  for (size_t b = 0; b < system->bodies && !code; b++)
    code = pn_system_add_body(aimed, &system->body[b]);
  for (size_t j = 0; j < system->joints && !code; j++)
    code = pn_system_add_joint(aimed, &system->joint[j]);
  for (size_t k = 0; k < count && !code; k++) {
    const pn_joint joint = {.type = pn_joint_ball,
                            .parent = target[k].other,
                            .child = target[k].body,
                            .point = {target[k].place, target[k].point}};
    code = pn_system_add_joint(aimed, &joint);
  }
  if (!code)
    return aimed;
  pn_system_free(aimed);
  return NULL;
}

pn_inverse_kinematics *pn_inverse_kinematics_alloc(
    const pn_system *system, const pn_target *target, size_t count,
    const pn_inverse_kinematics_settings *settings, pn_error *error)
{
  pn_error_clear(error);
  if (pn_inverse_kinematics_settings_check(settings, error) ||
      pn_system_check(system, error) ||
      targets_check(system, target, count, error))
    return NULL;
  pn_inverse_kinematics *ik = pn_alloc(1, sizeof *ik);
  int has_tree = 0;
  if (ik) {
    const size_t dimension = pn_system_dimension(system);
    ik->system = system;
    ik->settings = *settings;
    ik->targets = count;
    pn_tree *tree = pn_tree_alloc(system);
    has_tree = tree != NULL;
    ik->loops = tree ? tree->loops : 0;
    pn_tree_free(tree);
    ik->joints = pn_dynamics_alloc(system, settings->solver);
    ik->aimed = aim(system, target, count);
    if (ik->aimed)
      ik->all = pn_dynamics_alloc(ik->aimed, settings->solver);
    if (ik->aimed)
      ik->there = pn_assembly_alloc(ik->aimed);
    ik->y = pn_alloc(dimension, sizeof *ik->y);
    ik->best_y = pn_alloc(dimension, sizeof *ik->best_y);
    ik->before_y = pn_alloc(dimension, sizeof *ik->before_y);
    ik->trial = pn_alloc(dimension, sizeof *ik->trial);
    ik->step = pn_alloc(dimension, sizeof *ik->step);
    ik->stiffness = pn_alloc(system->bodies, sizeof *ik->stiffness);
    ik->excess = pn_alloc(system->bodies, sizeof *ik->excess);
    ik->residual = pn_alloc(dimension, sizeof *ik->residual);
    ik->direction = pn_alloc(dimension, sizeof *ik->direction);
    ik->image = pn_alloc(dimension, sizeof *ik->image);
    ik->curved = pn_alloc(dimension, sizeof *ik->curved);
    ik->turned = pn_alloc(dimension, sizeof *ik->turned);
    ik->soft = pn_alloc(pn_system_rows(system) + 3 * count, sizeof *ik->soft);
  }
  if (ik && ik->aimed &&
      pn_multiplier_type_check(settings->solver, ik->aimed, error)) {
    pn_inverse_kinematics_free(ik);
    return NULL;
  }
  if (!ik || !has_tree || !ik->joints || !ik->all || !ik->y || !ik->best_y ||
      !ik->before_y || !ik->trial || !ik->step || !ik->stiffness ||
      !ik->excess || !ik->residual || !ik->direction || !ik->image ||
      !ik->curved || !ik->turned || !ik->there || !ik->soft) {
    pn_inverse_kinematics_free(ik);
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  ik->all->multipliers->soft = ik->soft;
  return ik;
}

void pn_inverse_kinematics_free(pn_inverse_kinematics *ik)
{
  if (!ik)
    return;
  pn_dynamics_free(ik->joints);
  pn_dynamics_free(ik->all);
  pn_assembly_free(ik->there);
  pn_system_free(ik->aimed);
  pn_free(ik->y);
  pn_free(ik->best_y);
  pn_free(ik->before_y);
  pn_free(ik->trial);
  pn_free(ik->step);
  pn_free(ik->stiffness);
  pn_free(ik->excess);
  pn_free(ik->residual);
  pn_free(ik->direction);
  pn_free(ik->image);
  pn_free(ik->curved);
  pn_free(ik->turned);
  pn_free(ik->soft);
  pn_free(ik);
}

int pn_inverse_kinematics_set(pn_inverse_kinematics *ik, const double *y)
{
  ik->ready = 0;
  for (size_t k = 0; k < pn_system_dimension(ik->system); k++)
    if (!isfinite(y[k]))
      return GSL_EFAILED;
  memmove(ik->y, y, pn_system_dimension(ik->system) * sizeof *y);
  ik->iterations = ik->solves = 0;
  ik->turn = ik->damping = 0;
  ik->nearest = 0;
  ik->best = INFINITY;
  pni_ik_forget_pace(ik);
  if (!ik->settings.plain && pni_ik_close(ik, ik->y))
    return GSL_EFAILED;
  const int code = pni_ik_look(ik);
  ik->ready = code == GSL_SUCCESS;
  return code;
}

int pn_inverse_kinematics_move(pn_inverse_kinematics *ik, size_t target,
                               pn_vec3 place)
{
  if (target >= ik->targets)
    return GSL_EINVAL;
  if (!isfinite(pn_vec3_norm(place)))
    return GSL_EFAILED;
  ik->aimed->joint[ik->system->joints + target].point[0] = place;
  ik->nearest = 0;
  ik->best = INFINITY;
  pni_ik_forget_pace(ik);
  return ik->ready ? pni_ik_look(ik) : GSL_SUCCESS;
}

/* Turns the bodies of the pose without a pattern, that no symmetry of it
   shares; returns whether the joints close then as they did. */
static int turn_bodies(pn_inverse_kinematics *ik, double size)
{
  const size_t n = ik->joints->assembly->velocities;
  for (size_t k = 0; k < n; k++)
    ik->step[k] = k % 6 >= 3 ? size * sin(2.385 * (double)(k + 1)) : 0;
  return isfinite(pni_ik_move(ik, ik->step));
}

/* Nudges the bodies out of a pose where nothing pulls. */
static int nudge(pn_inverse_kinematics *ik)
{
  const size_t bytes = pn_system_dimension(ik->system) * sizeof *ik->y;
  memcpy(ik->best_y, ik->y, bytes);
  ik->best = ik->distance;
  ik->damping = 0;
  double size = nudge_size;
  for (int k = 0; k < NUDGES_MAX; k++, size /= 2)
    if (turn_bodies(ik, size)) {
      memcpy(ik->y, ik->trial, bytes);
      break;
    }
  return pni_ik_look(ik);
}

/* Decides whether a pose where nothing pulls is the end or a saddle. */
static int leave(pn_inverse_kinematics *ik)
{
  if (ik->distance < (1 - nudge_gain) * ik->best)
    return nudge(ik);
  ik->nearest = 1;
  if (ik->distance < ik->best)
    return GSL_SUCCESS;
  memcpy(ik->y, ik->best_y, pn_system_dimension(ik->system) * sizeof *ik->y);
  return pni_ik_look(ik);
}

int pn_inverse_kinematics_iterate(pn_inverse_kinematics *ik)
{
  if (!ik->ready)
    return GSL_EINVAL;
  if (pn_inverse_kinematics_test(ik) != GSL_CONTINUE)
    return GSL_SUCCESS;
  ik->iterations++;
  if (ik->settings.plain) {
    if (pni_ik_step(ik, 0, ik->step))
      return GSL_EFAILED;
    pn_dynamics_displace(ik->all, ik->y, ik->step);
    return pni_ik_look(ik);
  }
  if (ik->pull < ik->settings.still)
    return leave(ik);
  const double distance = ik->distance, pull = ik->pull;
  int code = pni_ik_leap(ik);
  if (code == GSL_ENOPROG)
    code = pni_ik_approach(ik);
  pni_ik_note_pace(ik, distance, pull);
  return code == GSL_ENOPROG ? leave(ik) : code;
}

int pn_inverse_kinematics_test(const pn_inverse_kinematics *ik)
{
  if (!ik->ready)
    return GSL_EINVAL;
  if (fmax(ik->distance, ik->gap) < ik->settings.tolerance)
    return ik->turned_over ? GSL_EFAILED : GSL_SUCCESS;
  return !ik->nearest              ? GSL_CONTINUE
         : ik->pull < held_at_most ? GSL_ENOPROG
                                   : GSL_ENOPROGJ;
}
