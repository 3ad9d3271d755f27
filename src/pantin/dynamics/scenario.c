/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Looks up the names in a scene, and closes joints by Newton's method on C(q) =
   0 (see correction.c). */
#include "pantin/dynamics/scenario.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The most members of a family among which a similar name is sought. */
enum { NAMES_MAX = 32 };

/* The most Newton steps: near the solution each doubles the digits. */
enum { NEWTON_STEPS = 50 };

/* Joints are closed when their gap is below this share of the system's size. */
static const double closed = 1e-13;

/* A step turns no body by more than this [rad], where the linear model ends. */
static const double turn_max = 1;

typedef const char *name_of_member(size_t k);

static const char *integrator_name(size_t k)
{
  const pn_integrator *of = pn_integrator_get(k);
  return of ? of->name : NULL;
}

static const char *solver_name(size_t k)
{
  const pn_multiplier_type *of = pn_multiplier_type_get(k);
  return of ? of->name : NULL;
}

static const char *correction_name(size_t k)
{
  const pn_correction *of = pn_correction_get(k);
  return of ? of->name : NULL;
}

/* Sets *k to the member that the word names; without a word it stays. */
static int look_up(const pn_system_scene *scene, const pn_scene_word *word,
                   const char *family, name_of_member *name, size_t *k,
                   pn_error *error)
{
  const char *names[NAMES_MAX];
  size_t count = 0;
  for (; count < NAMES_MAX && name(count); count++) {
    names[count] = name(count);
    if (strcmp(names[count], word->text) == 0) {
      *k = count;
      return GSL_SUCCESS;
    }
  }
  if (word->text[0] == '\0')
    return GSL_SUCCESS;
  const char *near = pn_text_nearest(word->text, names, count);
  return pn_error_set(error, GSL_EINVAL, scene->file, word->line,
                      near ? "there is no %s '%s' (did you mean '%s'?)"
                           : "there is no %s '%s'",
                      family, word->text, near);
}

int pn_scenario_settings(const pn_system_scene *scene,
                         pn_simulation_settings *settings, pn_box *box,
                         pn_error *error)
{
  pn_error_clear(error);
  size_t integrator = NAMES_MAX, solver = NAMES_MAX, correction = NAMES_MAX;
  int code = look_up(scene, &scene->integrator, "integrator", integrator_name,
                     &integrator, error);
  if (!code)
    code =
        look_up(scene, &scene->solver, "solver", solver_name, &solver, error);
  if (!code)
    code = look_up(scene, &scene->correction, "correction", correction_name,
                   &correction, error);
  if (code)
    return code;
  if (integrator < NAMES_MAX)
    settings->integrator = pn_integrator_get(integrator);
  if (solver < NAMES_MAX)
    settings->solver = pn_multiplier_type_get(solver);
  if (correction < NAMES_MAX)
    settings->correction = pn_correction_get(correction);
  if (scene->dt > 0)
    settings->dt = scene->dt;
  if (scene->has_box) {
    *box = (pn_box){scene->low, scene->high, scene->restitution, scene->sticks};
    settings->box = box;
  }
  return GSL_SUCCESS;
}

/* Returns the size of the system: its largest coordinate, at least 1 m. */
static double size_of(const pn_system *system)
{
  double size = 1;
  for (size_t b = 0; b < system->bodies; b++)
    size = fmax(size, pn_vec3_norm(system->body[b].pose.x));
  return size;
}

/* Makes one Newton step, shortened where bodies would turn too far. */
static int newton_step(pn_dynamics *d, double *y)
{
  pn_assembly *a = d->assembly;
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -a->C[i];
  if (pn_multipliers_set(d->multipliers) ||
      pn_dynamics_least_change(d, d->right, d->force))
    return GSL_EFAILED;
  double turn = 0;
  for (size_t b = 0; b < d->system->bodies; b++) {
    const double *dq = d->force + PN_BODY_VELOCITIES * b;
    turn = fmax(turn, pn_vec3_norm(pn_vec3_make(dq[3], dq[4], dq[5])));
  }
  if (turn > turn_max)
    for (size_t k = 0; k < a->velocities; k++)
      d->force[k] *= turn_max / turn;
  pn_dynamics_displace(d, y, d->force);
  return pn_assembly_set(a, y);
}

/* Makes Newton steps until the gap is below the tolerance. */
static int close_joints(pn_dynamics *d, double *y, double tolerance,
                        pn_assemble_info *info)
{
  if (pn_assembly_set(d->assembly, y))
    return GSL_EFAILED;
  info->gap = info->gap_after = pn_assembly_gap(d->assembly);
  while (info->iterations < NEWTON_STEPS && info->gap_after > tolerance) {
    if (newton_step(d, y))
      return GSL_EFAILED;
    info->iterations++;
    info->gap_after = pn_assembly_gap(d->assembly);
  }
  if (!(info->gap_after <= tolerance))
    return GSL_EMAXITER;
  return pn_correct_velocities(d, y);
}

/* Refuses a scene whose joints do not close, and names the joint that is open
   most. */
static int refuse_open(const pn_system_scene *scene, const pn_assembly *a,
                       size_t iterations, pn_error *error)
{
  size_t widest = 0;
  double most = 0;
  for (size_t j = 0; j < scene->system->joints; j++) {
    double gap = 0;
    for (size_t i = a->first[j]; i < a->first[j + 1]; i++)
      gap = hypot(gap, a->C[i]);
    if (gap > most) {
      most = gap;
      widest = j;
    }
  }
  return pn_error_set(error, GSL_EMAXITER, scene->file,
                      scene->joint_line[widest],
                      "joint '%s' cannot be closed: after %zu Newton steps it "
                      "is still open by %g m",
                      scene->system->joint[widest].name, iterations, most);
}

/* Refuses a scene in which a joint closes turned over. */
static int refuse_turned_over(const pn_system_scene *scene, size_t joint,
                              pn_error *error)
{
  return pn_error_set(error, GSL_EMAXITER, scene->file,
                      scene->joint_line[joint],
                      "joint '%s' closes turned over, its axes on the two "
                      "bodies opposite; give them less than 90 degrees apart",
                      scene->system->joint[joint].name);
}

int pn_scenario_assemble(pn_system_scene *scene, pn_assemble_info *info,
                         pn_error *error)
{
  pn_error_clear(error);
  pn_system *system = scene->system;
  pn_assemble_info own = {0, 0, 0};
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  double *y = pn_alloc(pn_system_dimension(system), sizeof *y);
  int code = GSL_ENOMEM;
  if (d && y) {
    pn_system_start(system, y);
    code = close_joints(d, y, closed * size_of(system), &own);
    const size_t over = code ? 0 : pn_assembly_turned_over(d->assembly);
    if (code)
      code = refuse_open(scene, d->assembly, own.iterations, error);
    else if (over < system->joints)
      code = refuse_turned_over(scene, over, error);
  } else {
    pn_error_set(error, code, NULL, 0, "out of memory");
  }
  for (size_t b = 0; b < system->bodies && !code; b++) {
    const pn_motion motion = pn_state_motion(system, y, b);
    pn_body *body = &system->body[b];
    body->pose = motion.pose;
    body->v = motion.v;
    body->omega = motion.omega;
  }
  if (info)
    *info = own;
  pn_free(y);
  pn_dynamics_free(d);
  return code;
}
