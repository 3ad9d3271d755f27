/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks an example by hand. Then lets the last box of a chain hit one or two
   walls at once. The impulses
   follow from the answer's r. After them the joints must hold, whatever they
   did before, the contacts must rebound, and the energy must have changed by

     dT = -1/2 (1 - e^2) w^T (K W' K^T)^-1 w

   if the joints held before. Here w = K u are the contacts' velocities, and
   K W' K^T is what is left of J W J^T in the contacts' rows when those of the
   joints are eliminated (the Schur complement). */
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <stdio.h>
#include <string.h>

static const double rounding = 1e-10;

enum { CONTACTS_MAX = 2 };

/* An impact: J of all rows, the Cholesky factors of A = J W J^T, and u, which
   is that before the impact at first. */
typedef struct {
  size_t joints, rows, n;
  gsl_matrix *J, *W, *M, *A;
  gsl_vector *u, *Ju;
} impact;

/* Stacks the rows of J: those of the joints, then those of random contacts of
   the last body with walls, each (normal, arm x normal). */
static gsl_matrix *stack(const joints_input *in, size_t contacts,
                         gsl_rng *random)
{
  gsl_matrix *joints = joints_J(in);
  gsl_matrix *J = gsl_matrix_calloc(in->rows + contacts, in->velocities);
  gsl_matrix_view top = gsl_matrix_submatrix(J, 0, 0, in->rows, in->velocities);
  gsl_matrix_memcpy(&top.matrix, joints);
  for (size_t c = 0; c < contacts; c++) {
    const pn_vec3 n = pn_vec3_normalize(joints_vec3(random, 1));
    const pn_vec3 turn = pn_vec3_cross(joints_vec3(random, 0.3), n);
    const double row[] = {n.x, n.y, n.z, turn.x, turn.y, turn.z};
    for (size_t k = 0; k < 6; k++)
      gsl_matrix_set(J, in->rows + c, in->velocities - 6 + k, row[k]);
  }
  gsl_matrix_free(joints);
  return J;
}

/* Prepares an impact on so many contacts. */
static impact impact_of(const joints_input *in, size_t contacts,
                        gsl_rng *random)
{
  const size_t rows = in->rows + contacts, n = in->velocities;
  impact i = {
      in->rows,           rows,         n,    stack(in, contacts, random),
      joints_W(in),       joints_M(in), NULL, joints_vector(n),
      joints_vector(rows)};
  gsl_matrix *JW = gsl_matrix_calloc(rows, n);
  i.A = gsl_matrix_calloc(rows, rows);
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, i.J, i.W, 0, JW);
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, i.J, 0, i.A);
  gsl_linalg_cholesky_decomp1(i.A);
  memcpy(i.u->data, joints_velocities(in), n * sizeof(double));
  gsl_blas_dgemv(CblasNoTrans, 1, i.J, i.u, 0, i.Ju);
  gsl_matrix_free(JW);
  return i;
}

static void impact_free(impact *i)
{
  gsl_matrix_free(i->J);
  gsl_matrix_free(i->W);
  gsl_matrix_free(i->M);
  gsl_matrix_free(i->A);
  gsl_vector_free(i->u);
  gsl_vector_free(i->Ju);
}

/* Computes the kinetic energy, u^T M u / 2. */
static double kinetic(const impact *i)
{
  double twice;
  gsl_vector *Mu = joints_vector(i->n);
  gsl_blas_dgemv(CblasNoTrans, 1, i->M, i->u, 0, Mu);
  gsl_blas_ddot(i->u, Mu, &twice);
  gsl_vector_free(Mu);
  return twice / 2;
}

/* Computes w^T (Schur complement)^-1 w = (0, w)^T A^-1 (0, w). */
static double rebound(const impact *i)
{
  double product;
  gsl_vector *w = joints_vector(i->rows), *x = joints_vector(i->rows);
  for (size_t k = i->joints; k < i->rows; k++)
    gsl_vector_set(w, k, gsl_vector_get(i->Ju, k));
  gsl_linalg_cholesky_solve(i->A, w, x);
  gsl_blas_ddot(w, x, &product);
  gsl_vector_free(x);
  gsl_vector_free(w);
  return product;
}

/* Applies the impulses: u += W J^T A^-1 r. */
static void jump(impact *i, gsl_vector *r)
{
  gsl_vector *lambda = joints_vector(i->rows), *f = joints_vector(i->n);
  gsl_linalg_cholesky_solve(i->A, r, lambda);
  gsl_blas_dgemv(CblasTrans, 1, i->J, lambda, 0, f);
  gsl_blas_dgemv(CblasNoTrans, 1, i->W, f, 1, i->u);
  gsl_vector_free(f);
  gsl_vector_free(lambda);
}

/* Asks for r, and shows what it is made of. */
static void ask(exercise *e, size_t joints, size_t rows, const double *Ju,
                double restitution, double *r)
{
  exercise_given(e, "Ju of joints", Ju, joints);
  exercise_given(e, "of contacts", Ju + joints, rows - joints);
  exercise_given(e, "e", &restitution, 1);
  my_rebound(joints, rows, Ju, restitution, r);
}

static void check_example(exercise *e)
{
  const double Ju[] = {0.01, -2};
  double r[2] = {0};
  exercise_input(e, "a joint that opens, a contact that meets");
  ask(e, 1, 2, Ju, 0.5, r);
  exercise_value(e, r[0], -0.01, rounding, "r[0]");
  exercise_value(e, r[1], 3, rounding, "r[1]");
}

/* Checks the velocities and, if the joints held before, the energy. */
static void check(exercise *e, impact *i, double restitution, int joints_held)
{
  gsl_vector *after = joints_vector(i->rows), *r = joints_vector(i->rows);
  const double before = kinetic(i);
  ask(e, i->joints, i->rows, i->Ju->data, restitution, r->data);
  jump(i, r);
  gsl_blas_dgemv(CblasNoTrans, 1, i->J, i->u, 0, after);
  for (size_t k = 0; k < i->joints; k++)
    exercise_value(e, gsl_vector_get(after, k), 0, rounding,
                   "(J u)+ of joints, row %zu", k);
  for (size_t k = i->joints; k < i->rows; k++)
    exercise_value(e, gsl_vector_get(after, k),
                   -restitution * gsl_vector_get(i->Ju, k), rounding,
                   "(J u)+ of contact %zu", k - i->joints);
  if (joints_held)
    exercise_value(e, kinetic(i) - before,
                   -(1 - restitution * restitution) / 2 * rebound(i), rounding,
                   "the change of energy [J]");
  gsl_vector_free(r);
  gsl_vector_free(after);
}

/* Prints what impacts of a chain of three boxes on a wall cost. */
static void show(void)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  puts("\nYour impacts of a chain of three boxes on a wall:\n"
       "    e   before [m/s]   after [m/s]   energy lost [J]");
  for (int k = 0; k <= 4; k++) {
    const double e = k / 4.;
    gsl_rng_set(random, 1);
    joints_input in = joints_chain(pn_joint_ball, 3, 0, random);
    impact i = impact_of(&in, 1, random);
    gsl_vector *r = joints_vector(i.rows), *after = joints_vector(i.rows);
    const double before = kinetic(&i);
    my_rebound(i.joints, i.rows, i.Ju->data, e, r->data);
    jump(&i, r);
    gsl_blas_dgemv(CblasNoTrans, 1, i.J, i.u, 0, after);
    printf("%5.2f  %13.4f  %12.4f  %16.4f\n", e, gsl_vector_get(i.Ju, i.joints),
           gsl_vector_get(after, i.joints), before - kinetic(&i));
    gsl_vector_free(after);
    gsl_vector_free(r);
    impact_free(&i);
    joints_input_free(&in);
  }
  gsl_rng_free(random);
  puts("The energy lost falls as 1 - e^2.");
}

int main(void)
{
  static const double restitution[] = {0.75, 0.3, 0, 1};
  exercise e;
  exercise_begin(&e, "joints/restitution");
  check_example(&e);
  for (size_t k = 0; k < 2 * JOINTS_INPUTS; k++) {
    const size_t bodies = 1 + k / 4, contacts = 1 + k % CONTACTS_MAX;
    const int held = k < JOINTS_INPUTS;
    joints_input in = joints_chain(pn_joint_ball, bodies, bodies > 1, e.random);
    for (size_t v = 0; !held && v < in.velocities; v++)
      joints_velocities(&in)[v] += 0.1 * gsl_rng_uniform(e.random);
    impact i = impact_of(&in, contacts, e.random);
    exercise_input(
        &e, "restitution %g, bodies %zu, contacts %zu, joints that %s",
        restitution[k % 4], bodies, contacts, held ? "hold" : "do not hold");
    check(&e, &i, restitution[k % 4], held);
    impact_free(&i);
    joints_input_free(&in);
  }
  exercise_reward(&e, show);
  return exercise_end(&e);
}
