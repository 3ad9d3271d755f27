/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes a scene in MJCF, so that MuJoCo can open it. The bodies become trees
   along joints that MJCF has; a joint that closes a loop becomes connects or a
   weld; a spring becomes a tendon. What has no counterpart is named in a
   comment. Source: MuJoCo's documentation, XML reference (version 2.2). */
#include "pantin/body/scene_mjcf.h"
#include "pantin/body/scene_mjcf_private.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"

/* The inertia of a point, per mass [m^2]: MuJoCo demands one, so it is that of
   a ball of a tenth of a millimetre or so. And the radius of a thin rod over
   its length, chosen to be seen; its inertia is given. */
static const double of_a_point = 1e-8, rod_radius = 0.01;

static pn_motion motion_of(const pni_mjcf_writer *to, size_t body)
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
static int put_inertia(const pni_mjcf_writer *to, const pn_body *body)
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
  pni_mjcf_put_quat(to->stream, "quat", quat_of(R));
  pni_mjcf_put_number(to->stream, "mass", body->mass);
  pni_mjcf_put_numbers(to->stream, "diaginertia", 3, moments);
  fprintf(to->stream, "/>\n");
  return GSL_SUCCESS;
}

/* Writes the shape of a body, whose axis lies along x here and along z there.
 */
static void put_shape(const pni_mjcf_writer *to, const pn_body *body)
{
  static const char along_x[] = " quat=\"0.70710678118654757 0 "
                                "0.70710678118654757 0\"";
  const pn_shape *shape = body->shape;
  const double *s = body->size;
  const int is_rod = shape == pn_shape_rod;
  if (shape == pn_shape_box) {
    fprintf(to->stream, "<geom type=\"box\"");
    pni_mjcf_put_vec3(to->stream, "size",
                      pn_vec3_make(s[0] / 2, s[1] / 2, s[2] / 2));
  } else if (shape == pn_shape_sphere) {
    fprintf(to->stream, "<geom type=\"sphere\"");
    pni_mjcf_put_number(to->stream, "size", s[0]);
  } else if (shape != pn_shape_point) {
    fprintf(to->stream, "<geom type=\"%s\"%s",
            shape == pn_shape_cylinder ? "cylinder" : "capsule", along_x);
    pni_mjcf_put_numbers(
        to->stream, "size", 2,
        (const double[]){is_rod ? rod_radius * s[0] : s[1], s[0] / 2});
  } else {
    fprintf(to->stream, "<geom type=\"sphere\" size=\"0.02\"");
  }
  fprintf(to->stream, "/>\n");
}

/* Writes the ends of springs on a body (or PN_WORLD). */
static void put_sites(const pni_mjcf_writer *to, size_t body, pn_pose from,
                      size_t depth)
{
  for (size_t s = 0; s < to->system->springs; s++)
    for (int end = 0; end < 2; end++) {
      const pn_spring *spring = &to->system->spring[s];
      if (spring->body[end] != body)
        continue;
      pni_mjcf_indent(to, depth);
      fprintf(to->stream, "<site name=\"spring-%zu-%d\"", s + 1, end + 1);
      pni_mjcf_put_vec3(to->stream, "pos",
                        pn_pose_point(from, spring->point[end]));
      fprintf(to->stream, "/>\n");
    }
}

/* Writes a body and what hangs on it. */
static int put_body(pni_mjcf_writer *to, size_t b, size_t outer)
{
  const pn_pose origin = {{0, 0, 0}, pn_quat_identity()};
  const pn_body *body = &to->system->body[b];
  const size_t j = to->trees.joint[b], depth = to->trees.depth[b];
  pni_mjcf_hold h = {.body = motion_of(to, b), .depth = depth};
  h.outer = motion_of(to, outer == to->system->bodies ? PN_WORLD : outer);
  pni_mjcf_indent(to, depth - 1);
  fprintf(to->stream, "<body");
  pni_mjcf_put_name(to->stream, "name", body->name);
  pni_mjcf_put_vec3(to->stream, "pos",
                    pn_pose_local(h.outer.pose, h.body.pose.x));
  pni_mjcf_put_quat(
      to->stream, "quat",
      pn_quat_multiply(pn_quat_conjugate(h.outer.pose.q), h.body.pose.q));
  fprintf(to->stream, ">\n");
  if (j == PNI_TREES_NONE) {
    pni_mjcf_put_free(to, &h.body, depth);
  } else {
    h.joint = &to->system->joint[j];
    h.is_child = h.joint->child == b;
    const pn_pose child = h.is_child ? h.body.pose : h.outer.pose;
    h.point =
        pn_pose_local(h.body.pose, pn_pose_point(child, h.joint->point[1]));
    pni_mjcf_put_joint(to, &h);
  }
  pni_mjcf_indent(to, depth);
  int code = put_inertia(to, body);
  if (body->shape) {
    pni_mjcf_indent(to, depth);
    put_shape(to, body);
  }
  put_sites(to, b, origin, depth);
  for (size_t c = to->trees.first[b]; c != PNI_TREES_NONE && !code;
       c = to->trees.next[c])
    code = put_body(to, c, b);
  pni_mjcf_indent(to, depth - 1);
  fprintf(to->stream, "</body>\n");
  return code;
}

/* Writes a constraint between the bodies of a joint; a connect holds the
   joint's point, moved along its axis by so much. */
static void put_tie(const pni_mjcf_writer *to, const pn_joint *joint,
                    const char *kind, double along)
{
  /* MuJoCo's first body is not the world. */
  const int side = joint->parent == PN_WORLD;
  const size_t body[2] = {side ? joint->child : joint->parent,
                          side ? joint->parent : joint->child};
  fprintf(to->stream, "    <%s", kind);
  pni_mjcf_put_name(to->stream, "body1", to->system->body[body[0]].name);
  if (body[1] != PN_WORLD)
    pni_mjcf_put_name(to->stream, "body2", to->system->body[body[1]].name);
  if (strcmp(kind, "connect") == 0)
    pni_mjcf_put_vec3(
        to->stream, "anchor",
        pn_vec3_add_scaled(joint->point[side], along, joint->axis[side][0]));
  fprintf(to->stream, "/>\n");
}

/* Tells whether the trees have the joint. */
static int is_in_trees(const pni_mjcf_writer *to, size_t j)
{
  const pn_joint *joint = &to->system->joint[j];
  const size_t a = joint->parent, b = joint->child;
  return (a != PN_WORLD && to->trees.joint[a] == j) ||
         (b != PN_WORLD && to->trees.joint[b] == j);
}

/* Writes the joints that the trees leave. */
static void put_ties(const pni_mjcf_writer *to)
{
  const pn_system *system = to->system;
  fprintf(to->stream, "  <equality>\n");
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (is_in_trees(to, j))
      continue;
    if (joint->friction_turn > 0 || joint->friction_slide > 0)
      pni_mjcf_put_comment(to->stream, "the friction of", joint->name);
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
      pni_mjcf_put_comment(to->stream, kind, joint->name);
    }
  }
  fprintf(to->stream, "  </equality>\n");
}

/* Names the bounds that no joint of MJCF has. */
static void put_bounds_left(const pni_mjcf_writer *to)
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
      pni_mjcf_put_comment(to->stream, "limits or dry friction of",
                           joint->name);
    else if (rebounds)
      pni_mjcf_put_comment(to->stream, "the restitution at limits of",
                           joint->name);
  }
}

/* Writes the springs, and names what else is left out. */
static void put_rest(const pni_mjcf_writer *to)
{
  const pn_system *system = to->system;
  if (system->springs > 0)
    fprintf(to->stream, "  <tendon>\n");
  for (size_t s = 0; s < system->springs; s++) {
    const pn_spring *spring = &system->spring[s];
    fprintf(to->stream, "    <spatial");
    pni_mjcf_put_number(to->stream, "springlength", spring->length);
    pni_mjcf_put_number(to->stream, "stiffness", spring->stiffness);
    pni_mjcf_put_number(to->stream, "damping", spring->damping);
    fprintf(to->stream,
            "><site site=\"spring-%zu-1\"/><site site=\"spring-%zu-2\"/>"
            "</spatial>\n",
            s + 1, s + 1);
  }
  if (system->springs > 0)
    fprintf(to->stream, "  </tendon>\n");
  for (size_t m = 0; m < system->motors; m++)
    pni_mjcf_put_comment(to->stream, "the motor in",
                         system->joint[system->motor[m].joint].name);
  put_bounds_left(to);
  for (size_t b = 0; b < system->bodies; b++)
    if (pn_vec3_norm(system->body[b].force) > 0 ||
        pn_vec3_norm(system->body[b].torque) > 0)
      pni_mjcf_put_comment(to->stream, "the steady load of",
                           system->body[b].name);
}

/* Writes the whole model. */
static int put_model(pni_mjcf_writer *to, const pn_system_scene *of)
{
  const pn_pose world = {{0, 0, 0}, pn_quat_identity()};
  const size_t root = of->system->bodies;
  int code = GSL_SUCCESS, moves = 0;
  fprintf(to->stream, "<mujoco");
  pni_mjcf_put_name(to->stream, "model", of->title);
  fprintf(to->stream, ">\n  <compiler angle=\"radian\" "
                      "inertiafromgeom=\"false\"/>\n  <option "
                      "integrator=\"RK4\"");
  pni_mjcf_put_vec3(to->stream, "gravity", of->system->gravity);
  if (of->dt > 0)
    pni_mjcf_put_number(to->stream, "timestep", of->dt);
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
    pni_mjcf_put_numbers(to->stream, "qvel", to->freedoms, to->velocity);
    fprintf(to->stream, "/></keyframe>\n");
  }
  fprintf(to->stream, "</mujoco>\n");
  return code;
}

int pni_scene_write_mjcf(const pn_system_scene *of, const double *y,
                         const char *path, pn_error *error)
{
  pni_mjcf_writer to = {
      .system = of->system,
      .y = y,
      .velocity = pn_alloc(6 * of->system->bodies, sizeof *to.velocity)};
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
