/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Makes a system of a robot's links. Links that are welded together become one
   body, whose inertia is the sum over its parts, each about the common centre
   of mass:
     I = sum R I_p R^T + m (|d|^2 1 - d d^T),   d = centre of the part - centre.
   The joints of a link become the one joint that has their freedoms. */
#include "pantin/body/robot.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pantin/base/alloc.h"

/* A body whose moments are below those of its mass at this radius [m] is a
   point: far above rounding, and below the least size of a scene. */
static const double point_radius = 1e-10;

/* Maps the links of a robot to the bodies of a system, or to PN_WORLD. */
typedef struct {
  const pni_robot *robot;
  pn_system *system;
  size_t *body;   /* (links) */
  size_t *leader; /* of each body the link that moves, (bodies) */
} builder;

/* Copies the name of a link that moves; one without a name gets a number. */
static int set_name(const builder *of, const pni_link *link, char *name)
{
  if (strcmp(link->name, "world") == 0)
    return pni_xml_refuse(of->robot->xml, link->node,
                          "a body that moves needs a name other than 'world'");
  if (link->name[0] != '\0')
    return pni_robot_copy_name(of->robot, link->node, link->name, name);
  snprintf(name, PN_NAME_SIZE, "body-%zu", of->system->bodies + 1);
  return GSL_SUCCESS;
}

/* Adds a body for each link that moves, and finds the body of every link. */
static int find_bodies(builder *of)
{
  const pni_robot *robot = of->robot;
  for (size_t l = 0; l < robot->links; l++) {
    const pni_link *link = &robot->link[l];
    of->body[l] = link->parent == PN_WORLD ? PN_WORLD : of->body[link->parent];
    if (link->joints == 0 && !link->floats)
      continue;
    pn_body body = {.pose = link->frame};
    if (set_name(of, link, body.name))
      return robot->xml->error->code;
    of->body[l] = of->system->bodies;
    of->leader[of->system->bodies] = l;
    if (pn_system_add_body(of->system, &body))
      return pni_robot_no_memory(robot);
  }
  return of->system->bodies > 0
             ? GSL_SUCCESS
             : pni_xml_refuse(robot->xml, xmlDocGetRootElement(robot->xml->doc),
                              "nothing moves: no link has a joint or floats");
}

static pn_body *body_of(const builder *of, size_t link)
{
  const size_t body = link == PN_WORLD ? PN_WORLD : of->body[link];
  return body == PN_WORLD ? NULL : &of->system->body[body];
}

/* Returns the moments about a point of a part's mass, in the world's frame. */
static pn_mat3 moments_about(const pni_part *part, pn_vec3 point)
{
  const pn_mat3 R = pn_quat_matrix(part->pose.q);
  pn_mat3 I = pn_mat3_multiply(pn_mat3_multiply(R, part->inertia),
                               pn_mat3_transpose(R));
  const pn_vec3 arm = pn_vec3_sub(part->pose.x, point);
  const double d[] = {arm.x, arm.y, arm.z}, square = pn_vec3_dot(arm, arm);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      I.m[i][j] += part->mass * ((i == j ? square : 0) - d[i] * d[j]);
  return I;
}

/* Adds b to a. */
static void add(pn_mat3 *a, pn_mat3 b)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a->m[i][j] += b.m[i][j];
}

/* Gives each body the mass and centre of its parts. */
static int set_masses(const builder *of)
{
  const pni_robot *robot = of->robot;
  pn_system *system = of->system;
  for (size_t b = 0; b < system->bodies; b++)
    system->body[b].pose.x = pn_vec3_make(0, 0, 0);
  for (size_t k = 0; k < robot->parts; k++) {
    const pni_part *part = &robot->part[k];
    pn_body *body = body_of(of, part->link);
    if (!body)
      continue;
    body->mass += part->mass;
    body->pose.x = pn_vec3_add_scaled(body->pose.x, part->mass, part->pose.x);
  }
  for (size_t b = 0; b < system->bodies; b++) {
    pn_body *body = &system->body[b];
    if (!(body->mass > 0))
      /* NOLINTNEXTLINE(*-core.NullDereference): a body has its link */
      return pni_xml_refuse(robot->xml, robot->link[of->leader[b]].node,
                            "'%s' moves, but has no mass", body->name);
    body->pose.x = pn_vec3_scale(1 / body->mass, body->pose.x);
  }
  return GSL_SUCCESS;
}

/* Returns how large a shape is: the trace of its inertia for a mass of 1. */
static double extent(const pn_shape *shape, const double *size)
{
  const pn_vec3 I = shape->inertia(1, size);
  return I.x + I.y + I.z;
}

/* Gives each body the largest of its shapes, to be drawn at its centre of mass,
   and the frame of that. */
static void set_shapes(const builder *of)
{
  const pni_robot *robot = of->robot;
  for (size_t k = 0; k < robot->parts; k++) {
    const pni_part *part = &robot->part[k];
    pn_body *body = body_of(of, part->link);
    if (!body || !part->shape ||
        (body->shape &&
         extent(body->shape, body->size) >= extent(part->shape, part->size)))
      continue;
    body->shape = part->shape;
    body->pose.q = part->pose.q;
    memcpy(body->size, part->size, sizeof body->size);
  }
}

/* Sums the moments of the parts, and turns them into the body's frame. */
static void set_inertias(const builder *of)
{
  const pni_robot *robot = of->robot;
  pn_system *system = of->system;
  for (size_t k = 0; k < robot->parts; k++) {
    pn_body *body = body_of(of, robot->part[k].link);
    if (body)
      add(&body->inertia, moments_about(&robot->part[k], body->pose.x));
  }
  for (size_t b = 0; b < system->bodies; b++) {
    pn_body *body = &system->body[b];
    const pn_mat3 R = pn_quat_matrix(body->pose.q);
    const pn_mat3 I = pn_mat3_multiply(
        pn_mat3_multiply(pn_mat3_transpose(R), body->inertia), R);
    for (int i = 0; i < 3; i++) /* without rounding's asymmetry */
      for (int j = 0; j < 3; j++)
        body->inertia.m[i][j] = (I.m[i][j] + I.m[j][i]) / 2;
  }
}

/* Checks the mass of a body that a link leads. A point, which a scene may have
   on purpose, does not turn here: in a robot it is a moment that was left out.
 */
static int check_mass(const builder *of, const pn_body *body,
                      const pni_link *link)
{
  const pni_xml *xml = of->robot->xml;
  const double(*I)[3] = body->inertia.m;
  const double least = body->mass * point_radius * point_radius;
  if (fabs(I[0][0]) + fabs(I[1][1]) + fabs(I[2][2]) < least)
    return pni_xml_refuse(xml, link->node,
                          "'%s' moves and has mass, but its moments of inertia "
                          "are 0: give it those of a body of its size, or weld "
                          "it to a link that has some",
                          body->name);
  return pn_body_check(body, xml->name, pni_xml_line(link->node), xml->error);
}

/* Adds the joint of a link that moves. */
static int add_joint(const builder *of, const pni_link *link, size_t child)
{
  const size_t parent =
      link->parent == PN_WORLD ? PN_WORLD : of->body[link->parent];
  return link->joints == 0
             ? GSL_SUCCESS
             : pni_robot_add_joint(of->robot, link, parent, child, of->system);
}

/* Adds the joint of a tie, unless both its links are one body. */
static int add_tie(const builder *of, const pni_tie *tie, size_t number)
{
  size_t body[2];
  for (int side = 0; side < 2; side++)
    body[side] =
        tie->link[side] == PN_WORLD ? PN_WORLD : of->body[tie->link[side]];
  if (body[0] == body[1])
    return pni_xml_refuse(of->robot->xml, tie->node,
                          "both bodies of this constraint are the same one, "
                          "or welded together");
  const pn_joint_place at = {
      .point = tie->point, .child_point = tie->point, .axis = {0, 0, 1}};
  pn_joint *joint =
      pn_system_join(of->system, tie->is_weld ? pn_joint_fixed : pn_joint_ball,
                     body[0], body[1], &at);
  if (!joint)
    return pni_robot_no_memory(of->robot);
  snprintf(joint->name, sizeof joint->name, "%s-%zu",
           tie->is_weld ? "weld" : "connect", number);
  return GSL_SUCCESS;
}

/* Orders two names, for qsort. */
static int compare(const void *a, const void *b)
{
  const char *const *left = a, *const *right = b;
  return strcmp(*left, *right);
}

/* Refuses two bodies of the same name. */
static int check_unique(const builder *of)
{
  const pn_system *system = of->system;
  const char **name = pn_alloc(system->bodies, sizeof *name);
  if (!name)
    return pni_robot_no_memory(of->robot);
  for (size_t b = 0; b < system->bodies; b++)
    name[b] = system->body[b].name;
  qsort(name, system->bodies, sizeof *name, compare);
  size_t b = 1;
  while (b < system->bodies && strcmp(name[b - 1], name[b]) != 0)
    b++;
  if (b < system->bodies)
    pn_error_set(of->robot->xml->error, GSL_EINVAL, of->robot->xml->name, 0,
                 "two bodies have the same name '%s'", name[b]);
  pn_free(name);
  return of->robot->xml->error->code;
}

/* Makes bodies and joints of links, parts and ties. */
static int build(builder *of)
{
  const pni_robot *robot = of->robot;
  if (find_bodies(of) || check_unique(of) || set_masses(of))
    return robot->xml->error->code;
  set_shapes(of);
  set_inertias(of);
  int code = GSL_SUCCESS;
  for (size_t b = 0; b < of->system->bodies && !code; b++) {
    const pni_link *link = &robot->link[of->leader[b]];
    code = check_mass(of, &of->system->body[b], link);
    if (!code)
      code = add_joint(of, link, b);
  }
  for (size_t k = 0; k < robot->ties && !code; k++)
    code = add_tie(of, &robot->tie[k], k + 1);
  of->system->gravity = robot->gravity;
  return code ? code : pn_system_check(of->system, robot->xml->error);
}

/* Copies a text that the file's release would take away. */
static char *copy_of(const char *text)
{
  char *copy = pn_alloc(strlen(text) + 1, 1);
  return copy ? strcpy(copy, text) : NULL;
}

/* Lists the solids, each in the frame of its body. */
static int list_shapes(const pni_robot *robot, const size_t *body,
                       pni_robot_model *of)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  of->shape = pn_alloc(robot->parts, sizeof *of->shape);
  if (!of->shape)
    return pni_robot_no_memory(robot);
  for (size_t k = 0; k < robot->parts; k++) {
    const pni_part *part = &robot->part[k];
    if (!part->shape && !part->is_plane)
      continue;
    pni_robot_shape *shape = &of->shape[of->shapes++];
    shape->body = part->link == PN_WORLD ? PN_WORLD : body[part->link];
    shape->shape = part->shape;
    memcpy(shape->size, part->size, sizeof shape->size);
    const pn_pose outer =
        shape->body == PN_WORLD ? world : of->system->body[shape->body].pose;
    shape->pose.x = pn_pose_local(outer, part->pose.x);
    shape->pose.q = pn_quat_multiply(pn_quat_conjugate(outer.q), part->pose.q);
  }
  return GSL_SUCCESS;
}

/* Makes the model of a robot. */
static int make_model(const pni_robot *robot, pni_robot_model *of)
{
  of->title = copy_of(robot->title);
  of->system = pn_system_alloc();
  of->dt = robot->dt;
  if (!of->title || !of->system)
    return pni_robot_no_memory(robot);
  builder b = {robot, of->system, pn_alloc(robot->links, sizeof *b.body),
               pn_alloc(robot->links, sizeof *b.leader)};
  int code = GSL_ENOMEM;
  if (b.body && b.leader)
    code = build(&b);
  else
    pni_robot_no_memory(robot);
  if (!code)
    code = list_shapes(robot, b.body, of);
  pn_free(b.body);
  pn_free(b.leader);
  of->remarks = code ? NULL : pni_xml_remarks(robot->xml, robot->note);
  return robot->xml->error->code;
}

/* Reads the tree of links by the name of the file's root. */
static int read_links(pni_robot *robot)
{
  const xmlNode *root = xmlDocGetRootElement(robot->xml->doc);
  if (pni_xml_is(root, "robot"))
    return pni_robot_read_urdf(robot, root);
  if (pni_xml_is(root, "mujoco"))
    return pni_robot_read_mjcf(robot, root);
  return pni_xml_refuse(robot->xml, root,
                        "a robot begins with <robot> (URDF) or <mujoco> "
                        "(MJCF), not with <%.40s>",
                        root->name);
}

pni_robot_model *pni_robot_read(const char *name, const char *text,
                                size_t length, int with_ground, pn_error *error)
{
  pn_error own = {0};
  pni_xml xml;
  pni_robot robot = {.xml = &xml,
                     .title = "",
                     .gravity = {0, 0, -9.81},
                     .with_ground = with_ground};
  pni_robot_model *of = NULL;
  if (!error)
    error = &own;
  if (!pni_xml_open(&xml, name, text, length, error) && !read_links(&robot)) {
    of = pn_alloc(1, sizeof *of);
    if (!of)
      pni_robot_no_memory(&robot);
    else if (make_model(&robot, of)) {
      pni_robot_free(of);
      of = NULL;
    }
  }
  pn_free(robot.link);
  pn_free(robot.part);
  pn_free(robot.tie);
  pni_xml_close(&xml);
  return of;
}
