/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A world as a whole: see world_scene.h. Its bodies are read in
   world_scene_body.c. */
#include "pantin/contact/world_private.h"
#include "pantin/contact/world_scene_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/robot_model.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <string.h>

/* The default length of a run; the longest run and the longest step [s]. */
static const double default_time = 10, longest_time = 1e6;

/* The range of stiffness and the like, and of C, in whatever unit. */
static const double most = 1e15;

/* More methods than there will ever be. */
enum { NAMES_MAX = 32 };

/* Reads a plane of the ground, by default the plane z = 0. */
static int read_plane(pn_scene_group *group, pn_world_scene *of)
{
  pn_vec3 point = {0, 0, 0}, normal = {0, 0, 1};
  pni_scene_vec3(group, "position", PN_OPTIONAL, "m", &point);
  if (pn_scene_look(group, "normal") != PN_SCENE_NOTHING)
    pni_scene_direction(group, "normal", &normal);
  if (pn_scene_finish(group))
    return group->error->code;
  const pn_geom geom = pn_geom_make_plane(point, normal);
  return pni_world_scene_add_geom(of, &geom) ? pni_scene_no_memory(group)
                                             : GSL_SUCCESS;
}

/* Reads a solid of the ground, as a body of which only shape and place count.
 */
static int read_block(pn_scene_group *group, pn_world_scene *of)
{
  pn_body body = {.name = "ground", .mass = 1};
  pni_scene_read_shape(group, &body);
  pni_scene_read_pose(group, &body);
  if (pn_scene_finish(group))
    return group->error->code;
  pn_geom geom = {.body = PN_WORLD, .shape = body.shape, .pose = body.pose};
  memcpy(geom.size, body.size, sizeof geom.size);
  return pni_world_scene_add_geom(of, &geom) ? pni_scene_no_memory(group)
                                             : GSL_SUCCESS;
}

/* Reads the shapes that do not move. */
static int read_ground(pn_scene_group *root, pn_world_scene *of)
{
  const size_t count = pn_scene_items(root, "ground");
  for (size_t i = 0; i < count && !root->error->code; i++) {
    pn_scene_group group = pn_scene_item(root, "ground", i);
    const char *shape = "plane";
    if (pn_scene_string(&group, "shape", PN_OPTIONAL, &shape))
      return root->error->code;
    const pn_shape *known = pn_shape_find(shape);
    if (strcmp(shape, pn_geom_plane->name) == 0)
      read_plane(&group, of);
    else if (known && pn_geom_collides(known))
      read_block(&group, of);
    else
      pn_scene_refuse(&group, "shape",
                      "ground is a plane, a box, a sphere or a capsule");
  }
  return root->error->code;
}

/* Reads the bodies: those that rules generate, those of grids, and the single
   ones, in this order. */
static int read_bodies(pn_scene_group *root, pn_world_scene *of)
{
  const size_t rules = pn_scene_items(root, "generate"),
               grids = pn_scene_items(root, "grids"),
               bodies = pn_scene_items(root, "bodies");
  for (size_t i = 0; i < rules && !root->error->code; i++) {
    const size_t first = of->system->bodies;
    pni_scene_read_generator(root, i, of->system);
    for (size_t b = first; b < of->system->bodies && !root->error->code; b++)
      pni_world_scene_add_shape(root, b, of);
  }
  for (size_t i = 0; i < grids && !root->error->code; i++)
    pni_world_scene_read_grid(root, i, of);
  for (size_t i = 0; i < bodies && !root->error->code; i++)
    pni_world_scene_read_body(root, i, of);
  if (of->system->bodies == 0)
    return pn_scene_refuse(root, NULL, "there are no bodies");
  return root->error->code;
}

/* Refuses joints that are open at the start. */
static int check_joints(pn_scene_group *root, const pn_system *system)
{
  for (size_t j = 0; j < system->joints && !root->error->code; j++) {
    double gap = INFINITY, rate;
    if (pni_scene_gap(system, &system->joint[j], &gap, &rate) ||
        !(gap <= PN_SYSTEM_SCENE_GAP))
      return pn_scene_refuse(root, "joints",
                             "joint '%s' is open by %g m at the start",
                             system->joint[j].name, gap);
  }
  return root->error->code;
}

/* Reads the joints, whose bodies are found by an index of names. */
static int read_joints(pn_scene_group *root, pn_world_scene *of)
{
  const size_t joints = pn_scene_items(root, "joints");
  pni_scene_index index = {NULL, NULL};
  pni_scene_index_set(&index, of->system, root);
  for (size_t i = 0; i < joints && !root->error->code; i++)
    pni_scene_read_joint(root, i, &index, of->system);
  pn_free(index.entry);
  return root->error->code ? root->error->code : check_joints(root, of->system);
}

/* Reads the settings of contacts; those that are left out keep their defaults.
 */
static int read_contacts(pn_scene_group *root, pn_world_settings *s)
{
  pn_scene_real(root, "friction", PN_OPTIONAL, pn_range_between(0, most, NULL),
                &s->friction);
  pn_scene_real(root, "contact_stiffness", PN_OPTIONAL,
                pn_range_between(1 / most, most, "N/m"), &s->contact_stiffness);
  pn_scene_real(root, "contact_damping", PN_OPTIONAL,
                pn_range_between(0, most, "N s/m"), &s->contact_damping);
  pn_scene_real(root, "tangent_compliance", PN_OPTIONAL,
                pn_range_between(0, most, "1/kg"), &s->tangent_compliance);
  pn_scene_real(root, "margin", PN_OPTIONAL, pni_scene_lengths(), &s->margin);
  pn_scene_boolean(root, "anticipation", PN_OPTIONAL, &s->anticipation);
  pn_scene_count(root, "per_pair", PN_OPTIONAL, 1, PN_COLLISION_POINTS,
                 &s->per_pair);
  return root->error->code;
}

/* Reads the settings of the solver; those that are left out keep their
   defaults. */
static int read_solver(pn_scene_group *root, pn_world_settings *s)
{
  pn_scene_boolean(root, "frozen", PN_OPTIONAL, &s->frozen);
  pn_scene_count(root, "rounds", PN_OPTIONAL, 1, UINT32_MAX, &s->rounds);
  pn_scene_real(root, "friction_tolerance", PN_OPTIONAL,
                pn_range_between(0, 1, NULL), &s->friction_tolerance);
  pn_scene_boolean(root, "warm_start", PN_OPTIONAL, &s->warm_start);
  pn_scene_count(root, "iterations", PN_OPTIONAL, 1, UINT32_MAX,
                 &s->iterations);
  pn_scene_real(root, "tolerance", PN_OPTIONAL,
                pn_range_between(1 / most, 1, "m/s"), &s->tolerance);
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

static void set_defaults(pn_world_scene *of)
{
  of->time = default_time;
  of->settings = pn_world_settings_default();
}

/* Reads gravity, duration, step and damping, and the settings of contacts and
   solver. */
static int read_run(pn_scene_group *root, pn_world_scene *of)
{
  set_defaults(of);
  of->system->gravity = pn_vec3_make(0, 0, -9.81);
  pni_scene_vec3(root, "gravity", PN_OPTIONAL, "m/s^2", &of->system->gravity);
  pn_scene_real(root, "time", PN_OPTIONAL,
                pn_range_between(0, longest_time, "s"), &of->time);
  pn_scene_real(root, "step", PN_OPTIONAL,
                pn_range_between(1 / most, longest_time, "s"),
                &of->settings.step);
  pn_scene_real(root, "damping", PN_OPTIONAL, pn_range_between(0, most, "1/s"),
                &of->settings.damping);
  if (read_contacts(root, &of->settings))
    return root->error->code;
  return read_solver(root, &of->settings);
}

/* Checks that the solver takes joints, and friction as it is asked for. */
static int check_solver(pn_scene_group *root, const pn_world_scene *of)
{
  const pn_lcp_method *method = of->settings.method;
  const int friction = of->settings.friction > 0;
  if (!method->handles_boxes && (friction || of->system->joints > 0))
    return pn_scene_refuse(root, "solver",
                           "solver %s takes neither friction nor joints; try "
                           "face or psor",
                           method->name);
  if (friction && !of->settings.frozen && !method->handles_coupled)
    return pn_scene_refuse(root, "solver",
                           "solver %s does not take coupled friction: say "
                           "frozen = true, or take psor",
                           method->name);
  return GSL_SUCCESS;
}

/* Refuses a body that neither collides nor is held by a joint, and would only
   fall. */
static int check_bodies(pn_scene_group *root, const pn_world_scene *of)
{
  const pn_system *system = of->system;
  int *is_held = pn_alloc(system->bodies + 1, sizeof *is_held);
  if (!is_held)
    return pni_scene_no_memory(root);
  for (size_t k = 0; k < of->geoms; k++)
    if (of->geom[k].body != PN_WORLD)
      is_held[of->geom[k].body] = 1;
  for (size_t j = 0; j < 2 * system->joints; j++) {
    const pn_joint *joint = &system->joint[j / 2];
    const size_t body = j % 2 ? joint->child : joint->parent;
    if (body != PN_WORLD)
      is_held[body] = 1;
  }
  for (size_t b = 0; b < system->bodies && !root->error->code; b++)
    if (!is_held[b])
      pn_scene_refuse(root, "bodies",
                      "'%s' has no shape to collide with, and no joint: give "
                      "it a shape and size",
                      system->body[b].name);
  pn_free(is_held);
  return root->error->code;
}

/* Checks the rules that concern the scene as a whole. */
static int check_world(pn_scene_group *root, const pn_world_scene *of)
{
  pn_error reason = {0};
  if (pn_world_settings_check(&of->settings, &reason) ||
      pn_system_check(of->system, &reason) ||
      pni_world_check_joints(of->system, &reason))
    return pn_scene_refuse(root, NULL, "%s", reason.text);
  return check_bodies(root, of) ? root->error->code : check_solver(root, of);
}

/* Reads the whole scene: bodies before the joints between them. */
static int read_all(pn_scene_group *root, pn_world_scene *of)
{
  const char *title = "";
  pn_scene_string(root, "title", PN_OPTIONAL, &title);
  of->title = pn_alloc(strlen(title) + 1, 1);
  of->system = pn_system_alloc();
  if (!of->title || !of->system)
    return pni_scene_no_memory(root);
  strcpy(of->title, title);
  if (read_run(root, of) || read_ground(root, of) || read_bodies(root, of) ||
      read_joints(root, of) || pn_scene_finish(root))
    return root->error->code;
  return check_world(root, of);
}

/* Reads the scene, which is spent afterwards. */
static pn_world_scene *read_scene(pn_scene *scene, pn_error *error)
{
  if (!scene)
    return NULL;
  pn_error own = {0};
  pn_scene_group root = pn_scene_root(scene, error ? error : &own);
  pn_world_scene *of = pn_alloc(1, sizeof *of);
  if (!of)
    pni_scene_no_memory(&root);
  else if (read_all(&root, of)) {
    pn_world_scene_free(of);
    of = NULL;
  }
  pn_scene_free(scene);
  return of;
}

/* Reads a robot as a world. */
static pn_world_scene *read_robot(const char *name, const char *text,
                                  size_t length, pn_error *error)
{
  pn_world_scene *of = pn_alloc(1, sizeof *of);
  if (!of) {
    pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
    return NULL;
  }
  set_defaults(of);
  if (!pni_world_scene_read_robot(of, name, text, length, error))
    return of;
  pn_world_scene_free(of);
  return NULL;
}

pn_world_scene *pn_world_scene_read(const char *path, pn_error *error)
{
  char *text = NULL;
  size_t length = 0;
  pn_error_clear(error);
  if (pni_scene_bytes(path, &text, &length, error))
    return NULL;
  pn_world_scene *of = pn_world_scene_read_string(path, text, length, error);
  pn_free(text);
  return of;
}

pn_world_scene *pn_world_scene_read_string(const char *name, const char *text,
                                           size_t length, pn_error *error)
{
  pn_error_clear(error);
  if (pni_robot_is_one(text, length))
    return read_robot(name, text, length, error);
  return read_scene(pn_scene_read_string(name, text, length, error), error);
}

void pn_world_scene_free(pn_world_scene *of)
{
  if (!of)
    return;
  pn_free(of->title);
  pn_free(of->remarks);
  pn_free(of->geom);
  pn_system_free(of->system);
  pn_free(of);
}
