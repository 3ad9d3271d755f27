/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads a scene as a whole; its parts are read in scene_body.c, scene_joint.c,
   scene_generate.c and scene_task.c. */
#include "pantin/body/scene.h"

#include "pantin/base/alloc.h"
#include "pantin/body/robot_model.h"
#include "pantin/body/scene_private.h"
#include "pantin/body/side.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Longer times and steps [s] are taken for typing errors. */
static const double longest = 1e6;

/* Copies a text of the file, which is released after reading. */
static int copy_text(pn_scene_group *root, const char *text, char **copy)
{
  *copy = pn_alloc(strlen(text) + 1, 1);
  if (!*copy)
    return pni_scene_no_memory(root);
  strcpy(*copy, text);
  return GSL_SUCCESS;
}

/* Reads a name whose meaning a higher floor knows. */
static int read_word(pn_scene_group *root, const char *key, pn_scene_word *word)
{
  const char *text = NULL;
  if (pn_scene_string(root, key, PN_OPTIONAL, &text) || !text)
    return root->error->code;
  if (strlen(text) >= sizeof word->text)
    return pn_scene_refuse(root, key, "there is no %s of that name", key);
  strcpy(word->text, text);
  word->line = pn_scene_line(root, key);
  return GSL_SUCCESS;
}

/* Reads the box from whose walls bodies rebound. */
static int read_box(pn_scene_group *root, pn_system_scene *of)
{
  of->has_box = pn_scene_look(root, "box") != PN_SCENE_NOTHING;
  if (!of->has_box)
    return root->error->code;
  pn_scene_group box = pn_scene_subgroup(root, "box");
  pni_scene_vec3(&box, "low", PN_REQUIRED, "m", &of->low);
  pni_scene_vec3(&box, "high", PN_REQUIRED, "m", &of->high);
  pn_scene_real(&box, "restitution", PN_REQUIRED, pn_range_between(0, 1, NULL),
                &of->restitution);
  pn_scene_boolean(&box, "sticks", PN_OPTIONAL, &of->sticks);
  if (pn_scene_finish(&box))
    return root->error->code;
  return of->low.x < of->high.x && of->low.y < of->high.y &&
                 of->low.z < of->high.z
             ? GSL_SUCCESS
             : pn_scene_refuse(&box, "low",
                               "low must lie below high, in x, in "
                               "y and in z");
}

/* Reads what concerns the run: times, methods, box. */
static int read_run(pn_scene_group *root, pn_system_scene *of)
{
  const pn_range times = {pn_range_positive("s").low, longest, "s"};
  pn_scene_real(root, "time", PN_OPTIONAL, times, &of->time);
  pn_scene_real(root, "dt", PN_OPTIONAL, times, &of->dt);
  read_word(root, "integrator", &of->integrator);
  read_word(root, "solver", &of->solver);
  read_word(root, "correction", &of->correction);
  return read_box(root, of);
}

/* Reads the generators, then the bodies. */
static int read_bodies(pn_scene_group *root, pn_system *system)
{
  const size_t rules = pn_scene_items(root, "generate"),
               bodies = pn_scene_items(root, "bodies");
  for (size_t i = 0; i < rules && !root->error->code; i++)
    pni_scene_read_generator(root, i, system);
  for (size_t i = 0; i < bodies && !root->error->code; i++) {
    pn_scene_group group = pn_scene_item(root, "bodies", i);
    pn_body body = {.name = ""};
    pni_scene_read_body(&group, &body);
    if (!pn_scene_finish(&group) && pn_system_add_body(system, &body))
      pni_scene_no_memory(root);
  }
  if (system->bodies == 0)
    return pn_scene_refuse(root, NULL, "there are no bodies");
  return root->error->code;
}

/* Reads `spin`: all bodies turn together about their centre of mass, in
   addition to the motion of each. */
static int read_spin(pn_scene_group *root, pn_system *system)
{
  pn_vec3 spin = {0, 0, 0}, moment = {0, 0, 0};
  double mass = 0;
  if (pni_scene_vec3(root, "spin", PN_OPTIONAL, "rad/s", &spin))
    return root->error->code;
  /* Find the common centre of mass. */
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    mass += body->mass;
    moment = pn_vec3_add_scaled(moment, body->mass, body->pose.x);
  }
  const pn_vec3 centre = pn_vec3_scale(1 / mass, moment);
  for (size_t b = 0; b < system->bodies; b++) {
    pn_body *body = &system->body[b];
    const pn_vec3 arm = pn_vec3_sub(body->pose.x, centre);
    body->omega = pn_vec3_add(body->omega, spin);
    body->v = pn_vec3_add(body->v, pn_vec3_cross(spin, arm));
  }
  return GSL_SUCCESS;
}

/* Refuses a joint that is open, or opens, at the start. */
static int refuse_open(pn_scene_group *group, const char *key,
                       const pn_joint *joint, double gap, double rate)
{
  if (!(gap <= PN_SYSTEM_SCENE_GAP))
    return pn_scene_refuse(group, key,
                           "joint '%s' is open by %g m at the start "
                           "(pantin-joints --assemble closes it)",
                           joint->name, gap);
  return pn_scene_refuse(group, key,
                         "joint '%s' opens with %g m/s at the start: its "
                         "bodies' velocities do not agree (pantin-joints "
                         "--assemble makes them)",
                         joint->name, rate);
}

/* Tells whether a joint is turned over in the start poses. */
static int is_turned_over(const pn_system *system, const pn_joint *joint)
{
  const pn_motion parent = pn_system_motion(system, joint->parent);
  const pn_motion child = pn_system_motion(system, joint->child);
  return pn_joint_is_turned_over(joint, &parent, &child);
}

/* Tells whether a body is a point, which does not turn. */
static int is_point(const pn_system *system, size_t body)
{
  return body != PN_WORLD && system->body[body].inertia.m[0][0] == 0;
}

/* Checks that a joint asks no turn of a point: that it holds the point where it
   is, and does not hold it to the turns of another body. */
static int check_point(pn_scene_group *group, const char *key,
                       const pn_system *system, const pn_joint *joint)
{
  for (size_t side = 0; side < 2; side++) {
    const size_t b = joint_body(joint, side);
    const size_t other = joint_body(joint, 1 - side);
    const double arm = pn_vec3_norm(joint->point[side]);
    if (!is_point(system, b) || joint->type == pn_joint_custom)
      continue;
    if (arm > PN_SYSTEM_SCENE_GAP)
      return pn_scene_refuse(
          group, key,
          "joint '%s' holds the point '%s' %.3g m from where "
          "it is, but a point does not turn: give it a shape "
          "with a size, or use a joint of type distance",
          joint->name, system->body[b].name, arm);
    if (joint->type->keeps > 0 && other != PN_WORLD && !is_point(system, other))
      return pn_scene_refuse(
          group, key,
          "joint '%s' (%s) makes the point '%s' turn with "
          "another body, but a point does not turn: use a "
          "type that holds its place alone, as %s",
          joint->name, joint->type->name, system->body[b].name,
          joint->type->shares_point        ? "ball"
          : joint->type == pn_joint_planar ? "point-on-plane"
                                           : "point-on-line");
  }
  return GSL_SUCCESS;
}

/* Checks that a joint holds at the start; a message blames `key` of the group.
 */
static int check_joint(pn_scene_group *group, const char *key,
                       const pn_joint *joint, int assemble, pn_system_scene *of)
{
  double gap, rate;
  if (pni_scene_gap(of->system, joint, &gap, &rate))
    return pn_scene_refuse(group, key,
                           "joint '%s' has no direction at the start: its "
                           "points coincide",
                           joint->name);
  if (check_point(group, key, of->system, joint))
    return group->error->code;
  of->gap = fmax(of->gap, gap);
  of->gap_rate = fmax(of->gap_rate, rate);
  if (!assemble && is_turned_over(of->system, joint))
    return pn_scene_refuse(group, key,
                           "joint '%s' is turned over at the start: axes of "
                           "its frames on the two bodies are more than 90 "
                           "degrees apart",
                           joint->name);
  if (assemble || (gap <= PN_SYSTEM_SCENE_GAP && rate <= PN_SYSTEM_SCENE_GAP))
    return GSL_SUCCESS;
  return refuse_open(group, key, joint, gap, rate);
}

/* Checks all joints: the generated ones come first, then those of the file. */
static int check_joints(pn_scene_group *root, size_t generated, int assemble,
                        pn_system_scene *of)
{
  const size_t joints = of->system->joints;
  of->joint_line = pn_alloc(joints, sizeof *of->joint_line);
  if (!of->joint_line)
    return pni_scene_no_memory(root);
  for (size_t j = 0; j < joints && !root->error->code; j++) {
    const char *key = j < generated ? "generate" : NULL;
    pn_scene_group group =
        key ? *root : pn_scene_item(root, "joints", j - generated);
    of->joint_line[j] = pn_scene_line(&group, key);
    check_joint(&group, key, &of->system->joint[j], assemble, of);
  }
  return root->error->code;
}

/* Reads the targets of inverse kinematics. */
static int read_targets(pn_scene_group *root, const pni_scene_index *index,
                        pn_system_scene *of)
{
  of->targets = pn_scene_items(root, "targets");
  of->target = pn_alloc(of->targets, sizeof *of->target);
  if (!of->target)
    return pni_scene_no_memory(root);
  for (size_t i = 0; i < of->targets && !root->error->code; i++)
    pni_scene_read_target(root, i, index, &of->target[i]);
  return root->error->code;
}

/* Reads the swings and paths of joints for inverse dynamics. */
static int read_motion(pn_scene_group *root, pn_system_scene *of)
{
  const size_t count = pn_scene_items(root, "motion");
  of->swing = pn_alloc(count, sizeof *of->swing);
  of->path = pn_alloc(count, sizeof *of->path);
  if (!of->swing || !of->path)
    return pni_scene_no_memory(root);
  for (size_t i = 0; i < count && !root->error->code; i++) {
    pn_scene_group group = pn_scene_item(root, "motion", i);
    if (pn_scene_look(&group, "times") == PN_SCENE_NOTHING)
      pni_scene_read_swing(root, i, of->system, &of->swing[of->swings++]);
    else
      pni_scene_read_waypoints(root, i, of->system, &of->path[of->paths++]);
  }
  return root->error->code;
}

/* Reads the motors. */
static int read_motors(pn_scene_group *root, pn_system_scene *of)
{
  const size_t count = pn_scene_items(root, "motors");
  for (size_t i = 0; i < count && !root->error->code; i++)
    pni_scene_read_motor(root, i, of->system);
  return root->error->code;
}

/* Reads joints, springs and targets, which name bodies, and checks the joints.
 */
static int read_joints(pn_scene_group *root, int assemble, pn_system_scene *of)
{
  pn_system *system = of->system;
  const size_t joints = pn_scene_items(root, "joints"),
               springs = pn_scene_items(root, "springs"),
               generated = system->joints;
  pni_scene_index index = {NULL, NULL};
  pni_scene_index_set(&index, system, root);
  for (size_t i = 0; i < joints && !root->error->code; i++)
    pni_scene_read_joint(root, i, &index, system);
  for (size_t i = 0; i < springs && !root->error->code; i++)
    pni_scene_read_spring(root, i, &index, system);
  read_targets(root, &index, of);
  pn_free(index.entry);
  return root->error->code ? root->error->code
                           : check_joints(root, generated, assemble, of);
}

/* Reads everything, each part after those that it refers to. */
static int read_all(pn_scene_group *root, int assemble, pn_system_scene *of)
{
  const char *title = "";
  of->system = pn_system_alloc();
  if (!of->system)
    return pni_scene_no_memory(root);
  if (pn_scene_string(root, "title", PN_OPTIONAL, &title) ||
      copy_text(root, title, &of->title) ||
      copy_text(root, root->scene->name, &of->file) ||
      pni_scene_vec3(root, "gravity", PN_OPTIONAL, "m/s^2",
                     &of->system->gravity) ||
      read_run(root, of) || read_bodies(root, of->system) ||
      read_spin(root, of->system) || read_joints(root, assemble, of) ||
      read_motion(root, of) || read_motors(root, of))
    return root->error->code;
  return pn_scene_finish(root);
}

/* Makes the scene of a robot, which is spent. */
static pn_system_scene *scene_of_robot(pni_robot_model *robot, const char *name,
                                       pn_error *error)
{
  pn_system_scene *of = robot ? pn_alloc(1, sizeof *of) : NULL;
  if (of) {
    of->title = robot->title;
    of->remarks = robot->remarks;
    of->system = robot->system;
    of->dt = robot->dt;
    robot->title = robot->remarks = NULL;
    robot->system = NULL;
    of->joint_line = pn_alloc(of->system->joints, sizeof *of->joint_line);
    of->file = pn_alloc(strlen(name) + 1, 1);
  }
  pni_robot_free(robot);
  if (of && of->joint_line && of->file) {
    strcpy(of->file, name);
    return of;
  }
  pn_system_scene_free(of);
  pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
  return NULL;
}

/* Reads a scene and releases the file it was read from. */
static pn_system_scene *read_scene(pn_scene *scene, int assemble,
                                   pn_error *error)
{
  if (!scene)
    return NULL;
  pn_error own = {0};
  pn_scene_group root = pn_scene_root(scene, error ? error : &own);
  pn_system_scene *of = pn_alloc(1, sizeof *of);
  if (!of)
    pni_scene_no_memory(&root);
  else if (read_all(&root, assemble, of)) {
    pn_system_scene_free(of);
    of = NULL;
  }
  pn_scene_free(scene);
  return of;
}

pn_system_scene *pn_system_scene_read(const char *path, int assemble,
                                      pn_error *error)
{
  char *text = NULL;
  size_t length = 0;
  pn_error_clear(error);
  if (pni_scene_bytes(path, &text, &length, error))
    return NULL;
  pn_system_scene *of =
      pn_system_scene_read_string(path, text, length, assemble, error);
  pn_free(text);
  return of;
}

pn_system_scene *pn_system_scene_read_string(const char *name, const char *text,
                                             size_t length, int assemble,
                                             pn_error *error)
{
  pn_error_clear(error);
  if (pni_robot_is_one(text, length))
    return scene_of_robot(pni_robot_read(name, text, length, 0, error), name,
                          error);
  pn_scene *scene = pn_scene_read_string(name, text, length, error);
  return read_scene(scene, assemble, error);
}

void pn_system_scene_free(pn_system_scene *of)
{
  if (!of)
    return;
  pn_free(of->title);
  pn_free(of->file);
  pn_free(of->remarks);
  pn_system_free(of->system);
  pn_free(of->joint_line);
  for (size_t k = 0; of->target && k < of->targets; k++) {
    pn_free(of->target[k].time);
    pn_free(of->target[k].path);
  }
  for (size_t k = 0; k < of->paths; k++) {
    pn_free(of->path[k].time);
    pn_free(of->path[k].value);
  }
  pn_free(of->target);
  pn_free(of->swing);
  pn_free(of->path);
  pn_free(of);
}
