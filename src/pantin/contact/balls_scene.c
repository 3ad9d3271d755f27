/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/balls_scene.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <string.h>

/* Lengths, masses and velocities that do not overflow when multiplied. */
static const double least = 1e-9, greatest = 1e9;

/* A run of the default length [s]. */
static const double default_time = 10;

/* The longest run [s]. */
static const double longest_time = 1e9;

/* More shapes or methods than there will ever be. */
enum { NAMES_MAX = 32 };

static pn_range positive(const char *unit)
{
  return pn_range_between(least, greatest, unit);
}

/* Reads the container and as many sizes as its shape has. */
static int read_container(pn_scene_group *root, pn_container *container)
{
  const char *names[NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < NAMES_MAX && pn_container_shape_get(k); k++)
    names[k] = pn_container_shape_get(k)->name;
  int k = 0;
  if (pn_scene_choice(root, "container", PN_REQUIRED, names, &k))
    return root->error->code;
  container->shape = pn_container_shape_get((size_t)k);
  if (container->shape->sizes == 1)
    return pn_scene_real(root, "size", PN_REQUIRED, positive("m"),
                         container->size);
  if (container->shape->sizes > 1)
    return pn_scene_reals(root, "size", PN_REQUIRED, positive("m"),
                          container->shape->sizes, container->size);
  return GSL_SUCCESS;
}

/* Reads one radius for all, or draws them between two. */
static int read_radii(pn_scene_group *root, unsigned long seed, pn_balls *balls)
{
  double between[2] = {0, 0};
  if (pn_scene_look(root, "radius") == PN_SCENE_LIST) {
    pn_scene_reals(root, "radius", PN_REQUIRED, positive("m"), 2, between);
    if (!root->error->code && between[0] > between[1])
      return pn_scene_refuse(root, "radius",
                             "radii go from the least to the greatest");
  } else if (!pn_scene_real(root, "radius", PN_REQUIRED, positive("m"),
                            &between[0]))
    between[1] = between[0];
  if (root->error->code)
    return root->error->code;
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!random)
    return pni_scene_no_memory(root);
  gsl_rng_set(random, seed);
  for (size_t k = 0; k < balls->count; k++)
    balls->radius[k] =
        between[0] + (between[1] - between[0]) * gsl_rng_uniform(random);
  gsl_rng_free(random);
  return GSL_SUCCESS;
}

/* Reads one mass for all, or finds the masses by density. */
static int read_masses(pn_scene_group *root, pn_balls *balls)
{
  double mass = 0, density = 0;
  const int has_mass = pn_scene_look(root, "mass") != PN_SCENE_NOTHING;
  if (has_mass && pn_scene_look(root, "density") != PN_SCENE_NOTHING)
    return pn_scene_refuse(root, "density", "give mass or density, not both");
  if (has_mass)
    pn_scene_real(root, "mass", PN_REQUIRED, positive("kg"), &mass);
  else
    pn_scene_real(root, "density", PN_REQUIRED, positive("kg/m^3"), &density);
  for (size_t k = 0; k < balls->count; k++)
    balls->mass[k] =
        mass + density * 4 * M_PI / 3 * gsl_pow_3(balls->radius[k]);
  return root->error->code;
}

/* Reads a number of balls, of one radius or of radii between two, that fill the
   container. */
static int read_many(pn_scene_group *root, pn_balls *balls)
{
  size_t seed = 1;
  pn_scene_count(root, "seed", PN_OPTIONAL, 0, UINT32_MAX, &seed);
  read_radii(root, seed, balls);
  read_masses(root, balls);
  pn_error reason = {0};
  int code = root->error->code;
  if (!code)
    code = pn_balls_fill(balls, seed, &reason);
  if (code == GSL_ENOMEM)
    return pni_scene_no_memory(root);
  return code ? pn_scene_refuse(root, "balls", "%s", reason.text) : GSL_SUCCESS;
}

/* Reads the balls of a list; each must lie in the container. */
static int read_each(pn_scene_group *root, pn_balls *balls)
{
  for (size_t k = 0; k < balls->count && !root->error->code; k++) {
    pn_scene_group ball = pn_scene_item(root, "balls", k);
    pni_scene_vec3(&ball, "position", PN_REQUIRED, "m", &balls->x[k]);
    pni_scene_vec3(&ball, "velocity", PN_OPTIONAL, "m/s", &balls->v[k]);
    pn_scene_real(&ball, "radius", PN_REQUIRED, positive("m"),
                  &balls->radius[k]);
    pn_scene_real(&ball, "mass", PN_REQUIRED, positive("kg"), &balls->mass[k]);
    if (!pn_scene_finish(&ball) &&
        !pn_container_holds(&balls->container, balls->x[k], 0))
      pn_scene_refuse(&ball, "position", "ball %zu lies outside the %s", k + 1,
                      balls->container.shape->name);
  }
  return root->error->code;
}

/* Reads the balls: a list of them, or how many the container is to be filled
   with. */
static int read_balls(pn_scene_group *root, pn_balls_scene *of)
{
  const int listed = pn_scene_look(root, "balls") == PN_SCENE_LIST;
  size_t count = 0;
  if (listed)
    count = pn_scene_length(root, "balls");
  else
    pn_scene_count(root, "balls", PN_REQUIRED, 1, PN_BALLS_MAX, &count);
  if (root->error->code)
    return root->error->code;
  if (count == 0)
    return pn_scene_refuse(root, "balls", "there should be a ball");
  of->balls = pn_balls_alloc(count);
  if (!of->balls)
    return pni_scene_no_memory(root);
  of->balls->gravity = pn_vec3_make(0, 0, -9.81);
  pni_scene_vec3(root, "gravity", PN_OPTIONAL, "m/s^2", &of->balls->gravity);
  if (read_container(root, &of->balls->container))
    return root->error->code;
  if (listed ? read_each(root, of->balls) : read_many(root, of->balls))
    return root->error->code;
  size_t ball = 0;
  pn_error reason = {0};
  if (pn_balls_check(of->balls, &ball, &reason))
    return pn_scene_refuse(root, "balls", "%s", reason.text);
  return GSL_SUCCESS;
}

/* Reads the settings of the stepper; those that are left out keep their
   defaults. */
static int read_settings(pn_scene_group *root, pn_balls_scene *of)
{
  pn_stepper_settings *s = &of->settings;
  pn_scene_real(root, "time", PN_OPTIONAL,
                pn_range_between(0, longest_time, "s"), &of->time);
  pn_scene_real(root, "step", PN_OPTIONAL, positive("s"), &s->step);
  pn_scene_real(root, "margin", PN_OPTIONAL, pn_range_between(0, greatest, "m"),
                &s->margin);
  pn_scene_real(root, "damping", PN_OPTIONAL,
                pn_range_between(0, greatest, "1/s"), &s->damping);
  pn_scene_boolean(root, "position_correction", PN_OPTIONAL,
                   &s->position_correction);
  pn_scene_boolean(root, "anticipation", PN_OPTIONAL, &s->anticipation);
  pn_scene_boolean(root, "warm_start", PN_OPTIONAL, &s->warm_start);
  pn_scene_count(root, "iterations", PN_OPTIONAL, 1, UINT32_MAX,
                 &s->iterations);
  pn_scene_real(root, "tolerance", PN_OPTIONAL, pn_range_between(0, 1, "m/s"),
                &s->tolerance);
  pn_scene_real(root, "omega", PN_OPTIONAL, pn_range_between(0.01, 1.99, NULL),
                &s->omega);
  pn_scene_real(root, "kappa", PN_OPTIONAL, pn_range_between(0, 1e9, "1/kg"),
                &s->kappa);
  const char *names[NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < NAMES_MAX && pn_lcp_method_get(k); k++)
    names[k] = pn_lcp_method_get(k)->name;
  int k = -1;
  if (!pn_scene_choice(root, "solver", PN_OPTIONAL, names, &k) && k >= 0)
    s->method = pn_lcp_method_get((size_t)k);
  return root->error->code;
}

/* Reads the whole scene: the balls first, then the settings. */
static int read_all(pn_scene_group *root, pn_balls_scene *of)
{
  const char *title = "";
  pn_scene_string(root, "title", PN_OPTIONAL, &title);
  of->title = pn_alloc(strlen(title) + 1, 1);
  if (!of->title)
    return pni_scene_no_memory(root);
  strcpy(of->title, title);
  of->time = default_time;
  of->settings = pn_stepper_settings_default();
  if (!read_balls(root, of))
    read_settings(root, of);
  return pn_scene_finish(root);
}

/* Reads the scene, which is spent afterwards. */
static pn_balls_scene *read_scene(pn_scene *scene, pn_error *error)
{
  if (!scene)
    return NULL;
  pn_error own = {0};
  pn_scene_group root = pn_scene_root(scene, error ? error : &own);
  pn_balls_scene *of = pn_alloc(1, sizeof *of);
  if (!of)
    pni_scene_no_memory(&root);
  else if (read_all(&root, of)) {
    pn_balls_scene_free(of);
    of = NULL;
  }
  pn_scene_free(scene);
  return of;
}

pn_balls_scene *pn_balls_scene_read(const char *path, pn_error *error)
{
  pn_error_clear(error);
  return read_scene(pn_scene_read(path, error), error);
}

pn_balls_scene *pn_balls_scene_read_string(const char *name, const char *text,
                                           size_t length, pn_error *error)
{
  pn_error_clear(error);
  return read_scene(pn_scene_read_string(name, text, length, error), error);
}

void pn_balls_scene_free(pn_balls_scene *of)
{
  if (!of)
    return;
  pn_free(of->title);
  pn_balls_free(of->balls);
  pn_free(of);
}
