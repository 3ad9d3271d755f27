/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Puts the step back into its equations, for random chains. Then makes Newton's
   method of such steps, which must converge with order two. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/simulator.h"

#include <gsl/gsl_blas.h>
#include <math.h>
#include <stdio.h>

/* Allowed residual of the equations, relative to their largest term. */
static const double relative_error = 1e-9;

/* The system at a point, and the answer's solution. */
typedef struct {
  gsl_matrix *H, *A;
  gsl_vector *g, *c, *d, *dlambda;
} newton;

static newton newton_alloc(size_t bars)
{
  const size_t nx = 2 * (bars - 1);
  return (newton){gsl_matrix_alloc(nx, nx), gsl_matrix_alloc(bars, nx),
                  gsl_vector_alloc(nx),     gsl_vector_alloc(bars),
                  gsl_vector_calloc(nx),    gsl_vector_calloc(bars)};
}

static void newton_free(newton *of)
{
  gsl_matrix_free(of->H);
  gsl_matrix_free(of->A);
  gsl_vector_free(of->g);
  gsl_vector_free(of->c);
  gsl_vector_free(of->d);
  gsl_vector_free(of->dlambda);
}

/* Sets the system at the point and asks for the step. */
static int newton_step(newton *of, chain_input in)
{
  const size_t n = in.chain->bars, nn = n - 1;
  double g[2][CHAIN_INPUT_BARS_MAX + 1];
  pn_chain_gradient(in.chain, in.point, g[0], g[1]);
  for (size_t k = 0; k < 2 * nn; k++)
    gsl_vector_set(of->g, k, g[k / nn][k % nn + 1]);
  pn_chain_constraints(in.chain, in.point->x, in.point->y, of->c->data);
  pn_chain_jacobian(in.chain, in.point->x, in.point->y, of->A);
  pn_chain_hessian(in.chain, in.point->lambda, of->H);
  return my_kkt_solve(of->H, of->A, of->g, of->c, of->d, of->dlambda);
}

static double largest(const gsl_vector *v)
{
  double most = 0;
  for (size_t k = 0; k < v->size; k++)
    most = fmax(most, fabs(gsl_vector_get(v, k)));
  return most;
}

/* Checks H d + A^T dlambda = -g and A d = -c. */
static void check_equations(exercise *e, chain_input in)
{
  newton of = newton_alloc(in.chain->bars);
  exercise_value(e, newton_step(&of, in), 0, 0, "the value returned");
  gsl_vector *Ad = gsl_vector_calloc(of.c->size);
  gsl_vector *sum = gsl_vector_calloc(of.g->size);
  gsl_blas_dgemv(CblasNoTrans, 1, of.H, of.d, 0, sum);
  gsl_blas_dgemv(CblasTrans, 1, of.A, of.dlambda, 1, sum);
  gsl_blas_dgemv(CblasNoTrans, 1, of.A, of.d, 0, Ad);
  const double size = 1 + largest(of.d) + largest(of.dlambda);
  for (size_t i = 0; i < of.c->size; i++)
    exercise_value(e, gsl_vector_get(Ad, i), -gsl_vector_get(of.c, i),
                   relative_error * size, "row %zu of A d", i);
  for (size_t k = 0; k < of.g->size; k++)
    exercise_value(e, gsl_vector_get(sum, k), -gsl_vector_get(of.g, k),
                   relative_error * size, "row %zu of H d + A^T dlambda", k);
  gsl_vector_free(Ad);
  gsl_vector_free(sum);
  newton_free(&of);
}

/* Checks the order of Newton's method, which doubles the number of right
   digits: with e_k the length of step k, log e_{k+1} / log e_k tends to two.
   The quotient is taken where e_{k+1} is small, but not yet at the level of
   rounding. */
static void check_order(exercise *e)
{
  static const double small = 1e-3, order_error = 0.4;
  enum { STEPS = 12 };
  chain_input in = chain_input_2a();
  for (size_t i = 0; i < in.chain->bars; i++)
    in.point->lambda[i] = 1;
  exercise_input(e, "Newton's method on case 2a, lambda = 1");
  newton of = newton_alloc(in.chain->bars);
  double last = 1, order = 0;
  for (size_t k = 0; k < STEPS && last > small; k++) {
    newton_step(&of, in);
    for (size_t j = 0; j < of.d->size; j++)
      *chain_coordinate(in.point, j) += gsl_vector_get(of.d, j);
    for (size_t i = 0; i < in.chain->bars; i++)
      in.point->lambda[i] += gsl_vector_get(of.dlambda, i);
    const double now = fmax(largest(of.d), largest(of.dlambda));
    order = log(now) / log(last);
    last = now;
  }
  exercise_value(e, order, 2, order_error, "the order of convergence");
  newton_free(&of);
  chain_input_free(&in);
}

/* Hangs the chain of the course by steps of the answer. */
static void hang(void)
{
  chain_input in = chain_input_2a();
  newton of = newton_alloc(in.chain->bars);
  for (size_t i = 0; i < in.chain->bars; i++)
    in.point->lambda[i] = 1;
  puts("\nYour steps hang the chain of the course. Their lengths:");
  for (size_t k = 1; k <= 7; k++) {
    newton_step(&of, in);
    for (size_t j = 0; j < of.d->size; j++)
      *chain_coordinate(in.point, j) += gsl_vector_get(of.d, j);
    for (size_t i = 0; i < in.chain->bars; i++)
      in.point->lambda[i] += gsl_vector_get(of.dlambda, i);
    printf("  step %zu  %9.2g\n", k, largest(of.d));
  }
  puts("The number of right digits doubles from step to step.\n");
  exercise_draw(in.point->x, in.point->y, in.chain->bars + 1, 1);
  newton_free(&of);
  chain_input_free(&in);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/kkt");
  chain_check_each(&e, 1, check_equations); /* input 0 is singular */
  check_order(&e);
  exercise_reward(&e, hang);
  return exercise_end(&e);
}
