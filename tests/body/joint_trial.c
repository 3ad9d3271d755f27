/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "joint_trial.h"

#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Singular values below this are 0. */
static const double negligible = 1e-9;

pn_motion trial_motion(void)
{
  pn_motion m;
  m.pose.x = draw_vec3();
  m.pose.q = pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()),
                                3 * gsl_rng_uniform(draw_source));
  m.R = pn_quat_matrix(m.pose.q);
  m.v = draw_vec3();
  m.omega = draw_vec3();
  return m;
}

/* Sets a user's constraint: a point of the child on a sphere that grows with
   the parent's height. */
static int on_balloon(const pn_pose *parent, const pn_pose *child, void *params,
                      double *C)
{
  const double *radius = params;
  const pn_vec3 p = pn_pose_point(*child, pn_vec3_make(0.2, -0.1, 0.3));
  C[0] = pn_vec3_dot(p, p) - *radius * *radius * (2 + sin(parent->x.z));
  C[1] = p.x * p.y - 0.5 * parent->q.w;
  return GSL_SUCCESS;
}

static double balloon_radius = 0.7;
static const pn_custom balloon = {
    .rows = 2, .position = on_balloon, .params = &balloon_radius};

pn_joint trial_joint(const pn_joint_type *type, pn_pose parent, pn_pose child)
{
  const pn_joint_place place = {.point = draw_vec3(),
                                .child_point = draw_vec3(),
                                .axis = draw_vec3(),
                                .second = draw_vec3()};
  pn_joint joint = pn_joint_make(type, 0, parent, 1, child, &place);
  if (type == pn_joint_custom)
    joint.custom = &balloon;
  joint.pitch = 0.385;
  joint.teeth[0] = 20;
  joint.teeth[1] = -31;
  joint.free = PN_FREE_SLIDE(0) | PN_FREE_TURN(0) | PN_FREE_TURN(2);
  return joint;
}

trial_result trial_evaluate_three(const pn_joint *joint, pn_motion p,
                                  pn_motion c, pn_motion t)
{
  trial_result r;
  memset(&r, 0xff, sizeof r); /* NaN where nothing is written */
  pn_joint_rows rows = {r.C, r.Jp, r.Jc, r.bias, NULL, NULL};
  if (joint->type->has_third) {
    rows.third = &t;
    rows.Jt = r.Jt;
  } else {
    memset(r.Jt, 0, sizeof r.Jt);
  }
  ck_assert_int_eq(joint->type->evaluate(joint, &p, &c, &rows), GSL_SUCCESS);
  return r;
}

trial_result trial_evaluate(const pn_joint *joint, pn_motion p, pn_motion c)
{
  return trial_evaluate_three(joint, p, c, p);
}

double trial_product(const double *J, size_t i, pn_motion m)
{
  const double u[] = {m.v.x, m.v.y, m.v.z, m.omega.x, m.omega.y, m.omega.z};
  double sum = 0;
  for (size_t k = 0; k < 6; k++)
    sum += J[6 * i + k] * u[k];
  return sum;
}

double trial_along(const trial_result *r, size_t i, pn_motion p, pn_motion c)
{
  return trial_product(r->Jp, i, p) + trial_product(r->Jc, i, c);
}

size_t trial_rank(const trial_result *r, size_t rows)
{
  gsl_matrix *A = gsl_matrix_calloc(6, 6), *V = gsl_matrix_alloc(6, 6);
  gsl_vector *values = gsl_vector_alloc(6), *work = gsl_vector_alloc(6);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < 6; k++)
      gsl_matrix_set(A, i, k, r->Jc[6 * i + k]);
  gsl_linalg_SV_decomp(A, V, values, work);
  size_t rank = 0;
  for (size_t k = 0; k < 6; k++)
    rank += gsl_vector_get(values, k) > negligible;
  gsl_matrix_free(A);
  gsl_matrix_free(V);
  gsl_vector_free(values);
  gsl_vector_free(work);
  return rank;
}
