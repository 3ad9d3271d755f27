/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* With x the coordinates of the joints, and of bodies that hang from nothing,

     M(x) x'' + h(x, x') = 0.

   h is what inverse dynamics asks for where x'' = 0 (Newton and Euler, from the
   leaves to the root); M is that of composite bodies: with S_k = (v0, omega)
   the velocity, at the origin, of all that hangs from the body of coordinate k
   when x'_k = 1, and I_b the inertia of all that hangs from body b,

     M_kj = S_k . I_b(j) S_j     where b(k) is b(j) or above it, else 0.

   The turn of a ball joint or of a free body is a rotation vector, which is of
   no use near a length of 2 pi: beyond pi, the same turn the other way round
   takes its place (pn_reduced_normalize).

   Nothing is redundant, and no joint can open; but M is dense where J W J^T is
   sparse, and x has no loops.

   Source: M. Walker, D. Orin, J. Dyn. Syst. Meas. Control 104 (1982) 205; R.
   Featherstone, Rigid Body Dynamics Algorithms (2008), chapter 6; P. Benet,
   Moteur physique avec des contraintes rigides (2016), section I. */
#include "pantin/dynamics/reduced.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/rotation_vector.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

/* Numbers of a velocity (v0, omega), and of a composite body (m, m c, I). */
enum { TWIST = 6, COMPOSITE = 13 };

static int ode_function(double t, const double x[], double dxdt[], void *params)
{
  return pn_reduced_evaluate(params, t, x, dxdt);
}

/* Lists the coordinates, body by body. GSL_EUNIMPL for a joint that moves in
   other ways than by turns and slides. */
static int list_coordinates(pn_reduced *r, pn_error *error)
{
  const pn_tree *tree = r->inverse->tree;
  for (size_t b = 0; b < tree->bodies; b++) {
    const size_t j = tree->joint[b];
    const pn_joint *joint = j == PN_NO_JOINT ? NULL : &r->system->joint[j];
    const int turns = joint ? joint->type->turns : 3;
    const int slides = joint ? joint->type->slides : 3;
    for (int k = 0; k < turns + slides; k++)
      r->of[r->coordinates++] =
          (pn_reduced_coordinate){b, k < turns ? k : 3 + k - turns};
    r->first[b + 1] = r->coordinates;
    if (joint && !pni_joint_has_coordinates(joint))
      return pn_error_set(error, GSL_EUNIMPL, NULL, 0,
                          "joint '%s' (%s) has motions that are no turns about "
                          "and slides along axes: it has no coordinates here",
                          joint->name, joint->type->name);
  }
  return GSL_SUCCESS;
}

static int reduced_set(pn_reduced *r, pn_error *error)
{
  const pn_system *system = r->system;
  const size_t bodies = system->bodies;
  r->inverse = pn_inverse_alloc(system, error);
  if (!r->inverse)
    return error->code;
  r->of = pn_alloc(TWIST * bodies, sizeof *r->of);
  r->first = pn_alloc(bodies + 1, sizeof *r->first);
  r->motion = pn_alloc(system->joints + bodies, sizeof *r->motion);
  r->y = pn_alloc(pn_system_dimension(system), sizeof *r->y);
  r->acceleration =
      pn_alloc(PN_BODY_VELOCITIES * bodies, sizeof *r->acceleration);
  r->composite = pn_alloc(COMPOSITE * bodies, sizeof *r->composite);
  if (!r->of || !r->first || !r->motion || !r->y || !r->acceleration ||
      !r->composite)
    return GSL_ENOMEM;
  if (list_coordinates(r, error))
    return error->code;
  const size_t n = r->coordinates;
  r->column = pn_alloc(TWIST * n, sizeof *r->column);
  r->right = pn_alloc(n, sizeof *r->right);
  r->M = pn_dense_alloc(n > 0 ? n : 1);
  r->ode = (gsl_odeiv2_system){ode_function, NULL, 2 * n, r};
  return r->column && r->right && r->M ? GSL_SUCCESS : GSL_ENOMEM;
}

pn_reduced *pn_reduced_alloc(const pn_system *system, pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_error_clear(error);
  pn_reduced *r = pn_alloc(1, sizeof *r);
  int code = GSL_ENOMEM;
  if (r) {
    r->system = system;
    code = reduced_set(r, error);
  }
  if (!code)
    return r;
  if (!error->code)
    pn_error_set(error, code, NULL, 0, "out of memory");
  pn_reduced_free(r);
  return NULL;
}

void pn_reduced_free(pn_reduced *r)
{
  if (!r)
    return;
  pn_inverse_free(r->inverse);
  pn_free(r->of);
  pn_free(r->first);
  pn_free(r->motion);
  pn_free(r->y);
  pn_free(r->acceleration);
  pn_free(r->column);
  pn_free(r->composite);
  pn_dense_free(r->M);
  pn_free(r->right);
  pn_free(r);
}

static double *component(pn_vec3 *of, int k)
{
  return k == 0 ? &of->x : k == 1 ? &of->y : &of->z;
}

/* Sets the motions of all joints and free bodies from (x, x'), with x'' = 0. */
static void set_motion(pn_reduced *r, const double *x)
{
  memset(r->motion, 0,
         (r->system->joints + r->system->bodies) * sizeof *r->motion);
  for (size_t i = 0; i < r->coordinates; i++) {
    pn_joint_motion *m = &r->motion[pn_joint_motion_index(
        r->system, r->inverse->tree, r->of[i].body)];
    const int k = r->of[i].k;
    *component(k < 3 ? &m->turn : &m->slide, k % 3) = x[i];
    *component(k < 3 ? &m->turn_rate : &m->slide_rate, k % 3) =
        x[r->coordinates + i];
  }
}

void pn_reduced_state(pn_reduced *r, const double *x, double *y)
{
  set_motion(r, x);
  pn_joint_motion_state(r->system, r->inverse->tree, r->motion, y,
                        r->acceleration);
}

/* Computes S of coordinate i at the state y. */
static void set_column(pn_reduced *r, size_t i)
{
  const pn_reduced_coordinate of = r->of[i];
  double *S = r->column + TWIST * i, u[TWIST];
  pn_joint_motion_column(r->system, r->inverse->tree, r->motion, r->y, of.body,
                         of.k, u);
  const pn_vec3 at = pn_state_motion(r->system, r->y, of.body).pose.x;
  const pn_vec3 omega = {u[3], u[4], u[5]};
  const pn_vec3 v0 =
      pn_vec3_sub(pn_vec3_make(u[0], u[1], u[2]), pn_vec3_cross(omega, at));
  const double twist[] = {v0.x, v0.y, v0.z, omega.x, omega.y, omega.z};
  memcpy(S, twist, sizeof twist);
}

/* Sets the inertia of each body about the origin: m, m x, and, row by row, I +
   m (x . x 1 - x x^T). */
static void set_inertias(pn_reduced *r)
{
  for (size_t b = 0; b < r->system->bodies; b++) {
    const pn_body *body = &r->system->body[b];
    const pn_motion at = pn_state_motion(r->system, r->y, b);
    const double x[3] = {at.pose.x.x, at.pose.x.y, at.pose.x.z};
    const pn_mat3 I = pn_mat3_multiply(
        at.R, pn_mat3_multiply(body->inertia, pn_mat3_transpose(at.R)));
    double *C = r->composite + COMPOSITE * b;
    C[0] = body->mass;
    for (size_t i = 0; i < 3; i++) {
      C[1 + i] = body->mass * x[i];
      for (size_t j = 0; j < 3; j++)
        C[4 + 3 * i + j] =
            I.m[i][j] +
            body->mass * ((i == j ? pn_vec3_dot(at.pose.x, at.pose.x) : 0) -
                          x[i] * x[j]);
    }
  }
}

/* Computes the momentum (p, L about the origin) of a composite body that moves
   with S. */
static void momentum_of(const double *C, const double *S, double *p)
{
  const pn_vec3 v = {S[0], S[1], S[2]}, omega = {S[3], S[4], S[5]};
  const pn_vec3 moment = {C[1], C[2], C[3]};
  const pn_vec3 spin =
      pn_vec3_make(C[4] * omega.x + C[5] * omega.y + C[6] * omega.z,
                   C[7] * omega.x + C[8] * omega.y + C[9] * omega.z,
                   C[10] * omega.x + C[11] * omega.y + C[12] * omega.z);
  const pn_vec3 linear =
      pn_vec3_add_scaled(pn_vec3_cross(omega, moment), C[0], v);
  const pn_vec3 angular = pn_vec3_add(pn_vec3_cross(moment, v), spin);
  const double both[] = {linear.x,  linear.y,  linear.z,
                         angular.x, angular.y, angular.z};
  memcpy(p, both, sizeof both);
}

static double dot(const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < TWIST; k++)
    sum += a[k] * b[k];
  return sum;
}

/* Computes the rows of M for the coordinates of body b: with its own, and those
   of the bodies above. */
static void set_rows(pn_reduced *r, size_t b)
{
  const pn_tree *tree = r->inverse->tree;
  for (size_t j = r->first[b]; j < r->first[b + 1]; j++) {
    double p[TWIST];
    momentum_of(r->composite + COMPOSITE * b, r->column + TWIST * j, p);
    for (size_t a = b; a != PN_WORLD; a = tree->above[a])
      for (size_t k = r->first[a]; k < r->first[a + 1]; k++) {
        const double entry = dot(r->column + TWIST * k, p);
        gsl_matrix_set(r->M->matrix, j, k, entry);
        gsl_matrix_set(r->M->matrix, k, j, entry);
      }
  }
}

/* Sets M, from the leaves to the root. */
static void set_mass_matrix(pn_reduced *r)
{
  const pn_tree *tree = r->inverse->tree;
  gsl_matrix_set_zero(r->M->matrix);
  set_inertias(r);
  for (size_t k = tree->bodies; k-- > 0;) {
    const size_t b = tree->order[k], above = tree->above[b];
    set_rows(r, b);
    for (size_t i = 0; i < COMPOSITE && above != PN_WORLD; i++)
      r->composite[COMPOSITE * above + i] += r->composite[COMPOSITE * b + i];
  }
}

/* Sets -h: the power of the wrench at the joint of each coordinate in its S. */
static void set_right(pn_reduced *r)
{
  for (size_t i = 0; i < r->coordinates; i++) {
    const pn_wrench *w = &r->inverse->wrench[r->of[i].body];
    const pn_vec3 t = pn_vec3_add(w->torque, pn_vec3_cross(w->point, w->force));
    const double at_origin[] = {w->force.x, w->force.y, w->force.z,
                                t.x,        t.y,        t.z};
    r->right[i] = -dot(at_origin, r->column + TWIST * i);
  }
}

void pn_reduced_start(pn_reduced *r, double *x)
{
  const pn_system *system = r->system;
  pn_assembly *a = r->inverse->assembly;
  memset(x, 0, 2 * r->coordinates * sizeof *x);
  pn_system_start(system, r->y);
  pn_assembly_set(a, r->y);
  for (size_t i = 0; i < r->coordinates; i++) {
    const pn_reduced_coordinate of = r->of[i];
    const size_t j = r->inverse->tree->joint[of.body];
    const pn_body *body = &system->body[of.body];
    double *rate = x + r->coordinates + i;
    if (j == PN_NO_JOINT) {
      *rate = pni_component(of.k < 3 ? body->omega : body->v, of.k % 3);
      continue;
    }
    const pn_joint *joint = &system->joint[j];
    const pn_motion *end[2] = {pn_assembly_motion(a, joint->parent),
                               pn_assembly_motion(a, joint->child)};
    double k[2][PN_BODY_VELOCITIES];
    pn_coordinate_row(a, (pn_coordinate){j, of.k}, k);
    for (int side = 0; side < 2; side++)
      *rate += pn_vec3_dot(pn_vec3_make(k[side][0], k[side][1], k[side][2]),
                           end[side]->v) +
               pn_vec3_dot(pn_vec3_make(k[side][3], k[side][4], k[side][5]),
                           end[side]->omega);
  }
}

void pn_reduced_normalize(const pn_reduced *r, double *x)
{
  for (size_t b = 0; b < r->system->bodies; b++) {
    const size_t j = r->inverse->tree->joint[b];
    if (j != PN_NO_JOINT && r->system->joint[j].type->turns != 3)
      continue;
    double *turn = x + r->first[b], *rate = turn + r->coordinates;
    const pn_vec3 before = {turn[0], turn[1], turn[2]};
    const double angle = pn_vec3_norm(before);
    if (!(angle > M_PI))
      continue;
    const pn_vec3 after = pn_vec3_scale(1 - 2 * M_PI / angle, before);
    const pn_vec3 now = pni_rotation_vector_rate(
        after,
        pni_turn_of_vector(before, pn_vec3_make(rate[0], rate[1], rate[2]),
                           pn_vec3_make(0, 0, 0))
            .omega);
    for (int k = 0; k < 3; k++) {
      turn[k] = pni_component(after, k);
      rate[k] = pni_component(now, k);
    }
  }
}

int pn_reduced_evaluate(pn_reduced *r, double t, const double *x, double *dxdt)
{
  const size_t n = r->coordinates;
  r->evaluations++;
  pn_reduced_state(r, x, r->y);
  if (pn_inverse_set(r->inverse, t, r->y, r->acceleration))
    return GSL_EBADFUNC;
  for (size_t i = 0; i < n; i++)
    set_column(r, i);
  set_mass_matrix(r);
  set_right(r);
  if (pn_dense_set(r->M) || r->M->dropped > 0)
    return GSL_EBADFUNC;
  memcpy(dxdt, x + n, n * sizeof *x);
  pn_dense_solve(r->M, r->right, dxdt + n);
  for (size_t i = 0; i < n; i++)
    if (!isfinite(dxdt[n + i]))
      return GSL_EBADFUNC;
  return GSL_SUCCESS;
}
