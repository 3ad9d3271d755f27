/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes a scene in MJCF, so that MuJoCo can open it. The bodies become trees
   along joints that MJCF has; a joint that closes a loop becomes connects or a
   weld; a spring becomes a tendon. What has no counterpart is named in a
   comment. Source: MuJoCo's documentation, XML reference (version 2.2). */
#include "pantin/body/scene_mjcf.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"
#include "pantin/body/coordinate.h"
#include "pantin/body/scene_trees.h"

/* The inertia of a point, per mass [m^2]: MuJoCo demands one, so it is that of
   a ball of a tenth of a millimetre or so. And the radius of a thin rod over
   its length, chosen to be seen; its inertia is given. */
static const double of_a_point = 1e-8, rod_radius = 0.01;

/* A scene being written. */
typedef struct {
  FILE *stream;
  const pn_system *system;
  const double *y;
  pni_trees trees;
  double *velocity; /* of each degree of freedom, (6 bodies) */
  size_t freedoms;
} writer;

/* Writes a text as a value of an attribute, or (in a comment) without what may
   not stand there. */
static void put_text(FILE *stream, const char *text, int in_comment)
{
  for (; *text; text++)
    if (in_comment)
      putc(*text == '-' ? '_' : *text, stream);
    else if (*text == '&')
      fputs("&amp;", stream);
    else if (*text == '<')
      fputs("&lt;", stream);
    else if (*text == '"')
      fputs("&quot;", stream);
    else
      putc(*text, stream);
}

static void put_name(FILE *stream, const char *key, const char *name)
{
  fprintf(stream, " %s=\"", key);
  put_text(stream, name, 0);
  putc('"', stream);
}

static void put_numbers(FILE *stream, const char *key, size_t count,
                        const double *x)
{
  fprintf(stream, " %s=\"", key);
  for (size_t k = 0; k < count; k++) {
    char text[PN_TEXT_NUMBER];
    fprintf(stream, "%s%s", k ? " " : "", pn_text_number(text, x[k]));
  }
  putc('"', stream);
}

static void put_number(FILE *stream, const char *key, double x)
{
  put_numbers(stream, key, 1, &x);
}

static void put_vec3(FILE *stream, const char *key, pn_vec3 v)
{
  put_numbers(stream, key, 3, (const double[]){v.x, v.y, v.z});
}

static void put_quat(FILE *stream, const char *key, pn_quat q)
{
  put_numbers(stream, key, 4, (const double[]){q.w, q.x, q.y, q.z});
}

/* Says in a comment what is left out. */
static void put_comment(FILE *stream, const char *kind, const char *name)
{
  fprintf(stream, "    <!-- left out: %s '", kind);
  put_text(stream, name, 1);
  fprintf(stream, "' -->\n");
}

static void indent(const writer *to, size_t depth)
{
  fprintf(to->stream, "%*s", 2 + 2 * (int)depth, "");
}

static pn_motion motion_of(const writer *to, size_t body)
{
  return pn_state_motion(to->system, to->y, body);
}

/* Returns the quaternion of a rotation matrix, from its largest component. */
static pn_quat quat_of(pn_mat3 R)
{
  const double(*m)[3] = R.m;
  const double four[] = {
      1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
      1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2]};
  const double x = m[2][1] - m[1][2], y = m[0][2] - m[2][0],
               z = m[1][0] - m[0][1];
  const double xy = m[1][0] + m[0][1], yz = m[2][1] + m[1][2],
               zx = m[0][2] + m[2][0];
  int largest = 0;
  for (int k = 1; k < 4; k++)
    if (four[k] > four[largest])
      largest = k;
  const pn_quat choices[] = {{four[0], x, y, z},
                             {x, four[1], xy, zx},
                             {y, xy, four[2], yz},
                             {z, zx, yz, four[3]}};
  return pn_quat_normalize(choices[largest]);
}

/* Writes mass and principal moments: MuJoCo finds the axes of a full inertia
   to few digits only. */
static int put_inertia(const writer *to, const pn_body *body)
{
  double I[9], moments[3], axes[9];
  gsl_matrix_view A = gsl_matrix_view_array(I, 3, 3),
                  V = gsl_matrix_view_array(axes, 3, 3);
  gsl_vector_view eigenvalues = gsl_vector_view_array(moments, 3);
  gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(3);
  if (!work)
    return GSL_ENOMEM;
  memcpy(I, body->inertia.m, sizeof I);
  gsl_eigen_symmv(&A.matrix, &eigenvalues.vector, &V.matrix, work);
  gsl_eigen_symmv_free(work);
  pn_mat3 R;
  memcpy(R.m, axes, sizeof axes);
  if (pn_mat3_determinant(R) < 0)
    for (int i = 0; i < 3; i++)
      R.m[i][2] = -R.m[i][2];
  for (int k = 0; k < 3; k++)
    if (moments[k] <= 0)
      moments[k] = of_a_point * body->mass;
  fprintf(to->stream, "<inertial pos=\"0 0 0\"");
  put_quat(to->stream, "quat", quat_of(R));
  put_number(to->stream, "mass", body->mass);
  put_numbers(to->stream, "diaginertia", 3, moments);
  fprintf(to->stream, "/>\n");
  return GSL_SUCCESS;
}

/* Writes the shape of a body, whose axis lies along x here and along z there.
 */
static void put_shape(const writer *to, const pn_body *body)
{
  static const char along_x[] = " quat=\"0.70710678118654757 0 "
                                "0.70710678118654757 0\"";
  const pn_shape *shape = body->shape;
  const double *s = body->size;
  const int is_rod = shape == pn_shape_rod;
  if (shape == pn_shape_box) {
    fprintf(to->stream, "<geom type=\"box\"");
    put_vec3(to->stream, "size", pn_vec3_make(s[0] / 2, s[1] / 2, s[2] / 2));
  } else if (shape == pn_shape_sphere) {
    fprintf(to->stream, "<geom type=\"sphere\"");
    put_number(to->stream, "size", s[0]);
  } else if (shape != pn_shape_point) {
    fprintf(to->stream, "<geom type=\"%s\"%s",
            shape == pn_shape_cylinder ? "cylinder" : "capsule", along_x);
    put_numbers(to->stream, "size", 2,
                (const double[]){is_rod ? rod_radius * s[0] : s[1], s[0] / 2});
  } else {
    fprintf(to->stream, "<geom type=\"sphere\" size=\"0.02\"");
  }
  fprintf(to->stream, "/>\n");
}

/* The joint that holds a body, as it is written. */
typedef struct {
  const pn_joint *joint;
  pn_motion outer, body;
  int is_child;  /* the body is the joint's child */
  pn_vec3 point; /* in the body's frame */
  size_t depth;
} hold;

/* Returns the velocity of the body's point against the outer body. */
static pn_vec3 slip(const hold *h)
{
  const pn_vec3 at = pn_pose_point(h->body.pose, h->point);
  const pn_vec3 own = pn_vec3_add(
      h->body.v, pn_vec3_cross(h->body.omega, pn_vec3_sub(at, h->body.pose.x)));
  const pn_vec3 under =
      pn_vec3_add(h->outer.v, pn_vec3_cross(h->outer.omega,
                                            pn_vec3_sub(at, h->outer.pose.x)));
  return pn_vec3_sub(own, under);
}

/* Returns the bound of a coordinate of a joint; NULL: it has none. */
static const pn_bound *find_bound(const writer *to, const pn_joint *joint,
                                  int coordinate)
{
  const pn_bound *bound = to->system->bound;
  for (size_t b = 0; b < to->system->bounds; b++, bound++)
    if (&to->system->joint[bound->joint] == joint && bound->axis == coordinate)
      return bound;
  return NULL;
}

/* Writes limits and dry friction. The coordinate is that of the joint's child,
   hence counts backwards if the body that is held is the parent. */
static void put_bound(const writer *to, const hold *h, const pn_bound *bound)
{
  double limit[2];
  put_number(to->stream, "frictionloss", bound->friction);
  if (!isfinite(bound->low) || !isfinite(bound->high))
    return;
  const pn_motion *side[] = {&h->outer, &h->body};
  pn_bound_limits(bound, h->joint, side[!h->is_child], side[h->is_child],
                  limit);
  fprintf(to->stream, " limited=\"true\"");
  put_numbers(to->stream, "range", 2,
              (const double[]){h->is_child ? limit[0] : -limit[1],
                               h->is_child ? limit[1] : -limit[0]});
}

/* Writes a joint of one degree of freedom, the joint's coordinate; the axis is
   the world's. */
static void put_freedom(writer *to, const hold *h, int coordinate, pn_vec3 axis)
{
  const int slides = coordinate == PN_COORDINATE_SLIDE;
  const double damping =
      slides ? h->joint->friction_slide : h->joint->friction_turn;
  const pn_bound *bound = find_bound(to, h->joint, coordinate);
  indent(to, h->depth);
  fprintf(to->stream, "<joint type=\"%s\"", slides ? "slide" : "hinge");
  put_vec3(to->stream, "pos", h->point);
  put_vec3(to->stream, "axis", pn_mat3_apply_transposed(h->body.R, axis));
  if (damping > 0)
    put_number(to->stream, "damping", damping);
  if (bound)
    put_bound(to, h, bound);
  fprintf(to->stream, "/>\n");
  to->velocity[to->freedoms++] =
      slides ? pn_vec3_dot(axis, slip(h))
             : pn_vec3_dot(axis, pn_vec3_sub(h->body.omega, h->outer.omega));
}

/* Writes a joint with three turns. */
static void put_ball(writer *to, const hold *h)
{
  const pn_vec3 omega = pn_mat3_apply_transposed(
      h->body.R, pn_vec3_sub(h->body.omega, h->outer.omega));
  indent(to, h->depth);
  fprintf(to->stream, "<joint type=\"ball\"");
  put_vec3(to->stream, "pos", h->point);
  if (h->joint->friction_turn > 0)
    put_number(to->stream, "damping", h->joint->friction_turn);
  fprintf(to->stream, "/>\n");
  const double rates[] = {omega.x, omega.y, omega.z};
  memcpy(to->velocity + to->freedoms, rates, sizeof rates);
  to->freedoms += 3;
}

/* Writes the joint of a body that floats. */
static void put_free(writer *to, const pn_motion *body, size_t depth)
{
  const pn_vec3 omega = pn_mat3_apply_transposed(body->R, body->omega);
  const double rates[] = {body->v.x, body->v.y, body->v.z,
                          omega.x,   omega.y,   omega.z};
  indent(to, depth);
  fprintf(to->stream, "<freejoint/>\n");
  memcpy(to->velocity + to->freedoms, rates, sizeof rates);
  to->freedoms += 6;
}

/* Writes the freedoms that a joint leaves; the one written first is next to
   the outer body. */
static void put_joint(writer *to, const hold *h)
{
  const pn_joint *joint = h->joint;
  const pn_joint_type *type = joint->type;
  const int is_child = h->is_child;
  const pn_motion *parent = is_child ? &h->outer : &h->body;
  const pn_motion *child = is_child ? &h->body : &h->outer;
  const pn_vec3 axis = pn_mat3_apply(parent->R, joint->axis[0][0]);
  const pn_vec3 second = pn_mat3_apply(child->R, joint->axis[1][1]);
  if (type == pn_joint_ball)
    put_ball(to, h);
  if (type == pn_joint_prismatic || type == pn_joint_cylindrical)
    put_freedom(to, h, PN_COORDINATE_SLIDE, axis);
  if (type == pn_joint_revolute || type == pn_joint_cylindrical)
    put_freedom(to, h, 0, axis);
  if (type == pn_joint_universal) {
    put_freedom(to, h, is_child ? 0 : 1, is_child ? axis : second);
    put_freedom(to, h, is_child ? 1 : 0, is_child ? second : axis);
  }
  if (type == pn_joint_planar) {
    if (!is_child)
      put_freedom(to, h, 0, axis);
    for (int k = 1; k <= 2; k++)
      put_freedom(to, h, PN_COORDINATE_SLIDE,
                  pn_mat3_apply(parent->R, joint->axis[0][k]));
    if (is_child)
      put_freedom(to, h, 0, axis);
  }
}

/* Writes the ends of springs on a body (or PN_WORLD). */
static void put_sites(const writer *to, size_t body, pn_pose from, size_t depth)
{
  for (size_t s = 0; s < to->system->springs; s++)
    for (int end = 0; end < 2; end++) {
      const pn_spring *spring = &to->system->spring[s];
      if (spring->body[end] != body)
        continue;
      indent(to, depth);
      fprintf(to->stream, "<site name=\"spring-%zu-%d\"", s + 1, end + 1);
      put_vec3(to->stream, "pos", pn_pose_point(from, spring->point[end]));
      fprintf(to->stream, "/>\n");
    }
}

/* Writes a body and what hangs on it. */
static int put_body(writer *to, size_t b, size_t outer)
{
  const pn_pose origin = {{0, 0, 0}, pn_quat_identity()};
  const pn_body *body = &to->system->body[b];
  const size_t j = to->trees.joint[b], depth = to->trees.depth[b];
  hold h = {.body = motion_of(to, b), .depth = depth};
  h.outer = motion_of(to, outer == to->system->bodies ? PN_WORLD : outer);
  indent(to, depth - 1);
  fprintf(to->stream, "<body");
  put_name(to->stream, "name", body->name);
  put_vec3(to->stream, "pos", pn_pose_local(h.outer.pose, h.body.pose.x));
  put_quat(to->stream, "quat",
           pn_quat_multiply(pn_quat_conjugate(h.outer.pose.q), h.body.pose.q));
  fprintf(to->stream, ">\n");
  if (j == PNI_TREES_NONE) {
    put_free(to, &h.body, depth);
  } else {
    h.joint = &to->system->joint[j];
    h.is_child = h.joint->child == b;
    h.point = h.joint->point[h.is_child];
    put_joint(to, &h);
  }
  indent(to, depth);
  int code = put_inertia(to, body);
  if (body->shape) {
    indent(to, depth);
    put_shape(to, body);
  }
  put_sites(to, b, origin, depth);
  for (size_t c = to->trees.first[b]; c != PNI_TREES_NONE && !code;
       c = to->trees.next[c])
    code = put_body(to, c, b);
  indent(to, depth - 1);
  fprintf(to->stream, "</body>\n");
  return code;
}

/* Writes a constraint between the bodies of a joint; a connect holds the
   joint's point, moved along its axis by so much. */
static void put_tie(const writer *to, const pn_joint *joint, const char *kind,
                    double along)
{
  /* MuJoCo's first body is not the world. */
  const int side = joint->parent == PN_WORLD;
  const size_t body[2] = {side ? joint->child : joint->parent,
                          side ? joint->parent : joint->child};
  fprintf(to->stream, "    <%s", kind);
  put_name(to->stream, "body1", to->system->body[body[0]].name);
  if (body[1] != PN_WORLD)
    put_name(to->stream, "body2", to->system->body[body[1]].name);
  if (strcmp(kind, "connect") == 0)
    put_vec3(
        to->stream, "anchor",
        pn_vec3_add_scaled(joint->point[side], along, joint->axis[side][0]));
  fprintf(to->stream, "/>\n");
}

/* Tells whether the trees have the joint. */
static int is_in_trees(const writer *to, size_t j)
{
  const pn_joint *joint = &to->system->joint[j];
  const size_t a = joint->parent, b = joint->child;
  return (a != PN_WORLD && to->trees.joint[a] == j) ||
         (b != PN_WORLD && to->trees.joint[b] == j);
}

/* Writes the joints that the trees leave. */
static void put_ties(const writer *to)
{
  const pn_system *system = to->system;
  fprintf(to->stream, "  <equality>\n");
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (is_in_trees(to, j))
      continue;
    if (joint->friction_turn > 0 || joint->friction_slide > 0)
      put_comment(to->stream, "the friction of", joint->name);
    if (joint->type == pn_joint_fixed) {
      put_tie(to, joint, "weld", 0);
    } else if (joint->type == pn_joint_ball ||
               joint->type == pn_joint_revolute) {
      put_tie(to, joint, "connect", 0);
      if (joint->type == pn_joint_revolute)
        put_tie(to, joint, "connect", 1);
    } else {
      char kind[64];
      snprintf(kind, sizeof kind, "the %s joint", joint->type->name);
      put_comment(to->stream, kind, joint->name);
    }
  }
  fprintf(to->stream, "  </equality>\n");
}

/* Names the bounds that no joint of MJCF has. */
static void put_bounds_left(const writer *to)
{
  const pn_system *system = to->system;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    int is_bounded = 0, rebounds = 0;
    for (size_t k = 0; k < system->bounds; k++)
      if (system->bound[k].joint == j) {
        is_bounded = 1;
        rebounds |= system->bound[k].restitution > 0;
      }
    if (is_bounded && (!is_in_trees(to, j) || joint->type == pn_joint_ball))
      put_comment(to->stream, "limits or dry friction of", joint->name);
    else if (rebounds)
      put_comment(to->stream, "the restitution at limits of", joint->name);
  }
}

/* Writes the springs, and names what else is left out. */
static void put_rest(const writer *to)
{
  const pn_system *system = to->system;
  if (system->springs > 0)
    fprintf(to->stream, "  <tendon>\n");
  for (size_t s = 0; s < system->springs; s++) {
    const pn_spring *spring = &system->spring[s];
    fprintf(to->stream, "    <spatial");
    put_number(to->stream, "springlength", spring->length);
    put_number(to->stream, "stiffness", spring->stiffness);
    put_number(to->stream, "damping", spring->damping);
    fprintf(to->stream,
            "><site site=\"spring-%zu-1\"/><site site=\"spring-%zu-2\"/>"
            "</spatial>\n",
            s + 1, s + 1);
  }
  if (system->springs > 0)
    fprintf(to->stream, "  </tendon>\n");
  for (size_t m = 0; m < system->motors; m++)
    put_comment(to->stream, "the motor in",
                system->joint[system->motor[m].joint].name);
  put_bounds_left(to);
  for (size_t b = 0; b < system->bodies; b++)
    if (pn_vec3_norm(system->body[b].force) > 0 ||
        pn_vec3_norm(system->body[b].torque) > 0)
      put_comment(to->stream, "the steady load of", system->body[b].name);
}

/* Writes the whole model. */
static int put_model(writer *to, const pn_system_scene *of)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  const size_t root = of->system->bodies;
  int code = GSL_SUCCESS, moves = 0;
  fprintf(to->stream, "<mujoco");
  put_name(to->stream, "model", of->title);
  fprintf(to->stream, ">\n  <compiler angle=\"radian\" "
                      "inertiafromgeom=\"false\"/>\n  <option "
                      "integrator=\"RK4\"");
  put_vec3(to->stream, "gravity", of->system->gravity);
  if (of->dt > 0)
    put_number(to->stream, "timestep", of->dt);
  fprintf(to->stream, "/>\n  <default><geom contype=\"0\" "
                      "conaffinity=\"0\"/></default>\n  <worldbody>\n"
                      "    <light pos=\"0 0 10\" directional=\"true\"/>\n");
  put_sites(to, PN_WORLD, world, 1);
  for (size_t b = to->trees.first[root]; b != PNI_TREES_NONE && !code;
       b = to->trees.next[b])
    code = put_body(to, b, root);
  fprintf(to->stream, "  </worldbody>\n");
  put_ties(to);
  put_rest(to);
  for (size_t k = 0; k < to->freedoms; k++)
    moves |= to->velocity[k] != 0;
  if (moves) {
    fprintf(to->stream, "  <keyframe><key name=\"start\"");
    put_numbers(to->stream, "qvel", to->freedoms, to->velocity);
    fprintf(to->stream, "/></keyframe>\n");
  }
  fprintf(to->stream, "</mujoco>\n");
  return code;
}

int pni_scene_write_mjcf(const pn_system_scene *of, const double *y,
                         const char *path, pn_error *error)
{
  writer to = {.system = of->system,
               .y = y,
               .velocity =
                   pn_alloc(6 * of->system->bodies, sizeof *to.velocity)};
  pn_file file = {0};
  int code = pni_trees_make(&to.trees, of->system, error);
  if (!code && !to.velocity)
    code = GSL_ENOMEM;
  if (!code)
    code = pn_file_open(&file, path, error);
  if (!code) {
    to.stream = file.stream;
    code = put_model(&to, of);
    if (code)
      pn_file_discard(&file);
    else
      code = pn_file_commit(&file, error);
  }
  if (code == GSL_ENOMEM)
    pn_error_set(error, code, NULL, 0, "out of memory");
  pni_trees_clear(&to.trees);
  pn_free(to.velocity);
  return code;
}
