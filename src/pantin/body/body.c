/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One rigid body: see body.h. */
#include "pantin/body/body.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* How far a given inertia may miss symmetry and the triangle inequality: it is
   often written with few digits. */
static const double rounding = 1e-9;

/* A product of the principal moments below this, over the cube of their sum, is
   what rounding makes of 0. The largest two are nearly equal then, by the
   triangle inequality, so the least is below 8e-14 of them. */
static const double singular = 1e-14;

pn_body pn_body_make(const pn_shape *shape, const double *size, double mass)
{
  pn_body body = {.mass = mass, .shape = shape};
  if (shape->sizes > 0)
    memcpy(body.size, size, shape->sizes * sizeof *size);
  body.inertia = pn_mat3_diagonal(shape->inertia(mass, size));
  body.pose.q = pn_quat_identity();
  return body;
}

/* Tells whether all three components are finite. */
static int vec3_is_finite(pn_vec3 a)
{
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static double trace(pn_mat3 a)
{
  return a.m[0][0] + a.m[1][1] + a.m[2][2];
}

/* Tells whether a matrix is symmetric positive semidefinite up to rounding: no
   principal minor is negative. */
static int is_semidefinite(pn_mat3 a)
{
  const double size = fabs(trace(a)), least = -rounding * size;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      const double minor = i == j
                               ? size * a.m[i][i]
                               : a.m[i][i] * a.m[j][j] - a.m[i][j] * a.m[j][i];
      if (!(minor >= least * size) ||
          !(fabs(a.m[i][j] - a.m[j][i]) <= rounding * size))
        return 0;
    }
  return pn_mat3_determinant(a) >= least * size * size;
}

/* Tells whether the principal moments A, B, C satisfy the triangle inequality.
   The eigenvalues of trace/2 - I are (B + C - A)/2 and so on, the second
   moments of the mass, int rho x^2: none may be negative. */
static int is_triangle(pn_mat3 inertia)
{
  const double half = trace(inertia) / 2;
  pn_mat3 second;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      second.m[i][j] = (i == j ? half : 0) - inertia.m[i][j];
  return is_semidefinite(second);
}

/* Tells whether a thin body has no moment about its own line; a point, without
   any moments, is not such a body. */
static int is_singular(pn_mat3 inertia)
{
  const double size = trace(inertia);
  return size > 0 &&
         !(pn_mat3_determinant(inertia) > singular * size * size * size);
}

int pn_body_check(const pn_body *body, const char *file, int line,
                  pn_error *error)
{
  pn_error_clear(error);
  const char *rule = NULL;
  const pn_mat3 I = body->inertia;
  const double norm = pn_quat_norm(body->pose.q);
  if (!(body->mass > 0 && isfinite(body->mass)))
    return pn_error_set(error, GSL_EINVAL, file, line,
                        "body '%s': mass must be positive, got %g kg",
                        body->name, body->mass);
  if (!vec3_is_finite(body->pose.x) || !vec3_is_finite(body->v) ||
      !vec3_is_finite(body->omega) || !vec3_is_finite(body->force) ||
      !vec3_is_finite(body->torque) || !isfinite(trace(I)))
    rule = "all numbers must be finite";
  else if (!(fabs(norm - 1) <= rounding))
    rule = "the quaternion must have length 1";
  else if (!is_semidefinite(I))
    rule = "the inertia must be symmetric with positive principal moments";
  else if (!is_triangle(I))
    rule = "no principal moment of inertia may exceed the sum of the others";
  else if (is_singular(I))
    rule = "the inertia must not be singular (give a thin body some radius)";
  return rule ? pn_error_set(error, GSL_EINVAL, file, line, "body '%s': %s",
                             body->name, rule)
              : GSL_SUCCESS;
}

pn_mat3 pn_body_inverse_inertia(const pn_body *body)
{
  pn_mat3 inverse = {{{0}}};
  const double(*I)[3] = body->inertia.m;
  const double det = pn_mat3_determinant(body->inertia);
  if (!(det > 0))
    return inverse;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) { /* the cofactor of (j, i) */
      const int a = (j + 1) % 3, b = (j + 2) % 3;
      const int c = (i + 1) % 3, d = (i + 2) % 3;
      inverse.m[i][j] = (I[a][c] * I[b][d] - I[a][d] * I[b][c]) / det;
    }
  return inverse;
}

pn_vec3 pn_pose_point(pn_pose pose, pn_vec3 point)
{
  return pn_vec3_add(pose.x, pn_quat_rotate(pose.q, point));
}

pn_vec3 pn_pose_local(pn_pose pose, pn_vec3 point)
{
  return pn_quat_rotate(pn_quat_conjugate(pose.q), pn_vec3_sub(point, pose.x));
}

pn_pose pn_pose_displace(pn_pose pose, pn_vec3 dx, pn_vec3 dtheta)
{
  const double angle = pn_vec3_norm(dtheta);
  const pn_vec3 axis = angle > 0 ? pn_vec3_scale(1 / angle, dtheta) : dtheta;
  const pn_quat turn = pn_quat_axis_angle(axis, angle);
  return (pn_pose){pn_vec3_add(pose.x, dx), pn_quat_multiply(turn, pose.q)};
}
