/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the six stationary points of the chain of the course, then random
   chains. The kind of these is found from the curvature along the constraints,
   Z^T H Z, where the columns of Z span the null space of A. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/dense.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of the values of my_kind. */
static const char kinds[] = "MY_MINIMUM MY_MAXIMUM MY_SADDLE";

static const struct {
  double x[4], y[4]; /* three digits; Newton's method finds the others */
  my_kind kind;
} stationary[] = {
    {{0.132, 0.302, 0.502, 0.701},
     {-0.687, -1.158, -1.381, -1.401},
     MY_MINIMUM},
    {{0.235, 0.503, 0.743, 0.549}, {-0.659, -1.081, -1.262, -1.215}, MY_SADDLE},
    {{0.272, 0.548, 0.329, 0.502}, {-0.645, -1.062, -0.856, -0.957}, MY_SADDLE},
    {{0.679, 0.930, 0.826, 0.883}, {-0.171, -0.604, -0.322, -0.514}, MY_SADDLE},
    {{0.698, 0.891, 0.963, 0.924}, {0.051, -0.411, -0.702, -0.506}, MY_SADDLE},
    {{0.561, 0.798, 0.879, 0.920}, {0.418, -0.022, -0.311, -0.506}, MY_MAXIMUM},
};

/* Asks for the kind of a point, given the eigenvalues of its K, which it
   shows. */
static my_kind ask(exercise *e, chain_input in)
{
  const size_t bars = in.chain->bars;
  pn_chain_kkt *kkt = pn_chain_kkt_alloc(bars);
  pn_chain_dense *dense = pn_chain_dense_alloc(bars);
  if (!kkt || !dense) {
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  pn_chain_kkt_set(kkt, in.point);
  pn_chain_dense_factor(dense, kkt);
  exercise_given(e, "K has", dense->values->data, dense->size);
  const my_kind kind = my_classify(dense->values->data, dense->size, bars);
  pn_chain_dense_free(dense);
  pn_chain_kkt_free(kkt);
  return kind;
}

/* Checks a stationary point, which Newton's method finds from three digits. */
static void check_stationary(exercise *e, size_t k)
{
  chain_input in = chain_input_2a();
  memcpy(in.point->x + 1, stationary[k].x, sizeof stationary[k].x);
  memcpy(in.point->y + 1, stationary[k].y, sizeof stationary[k].y);
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_unit, in.chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  if (solver && !pn_chain_solver_set(solver, &settings, in.point, NULL))
    while (pn_chain_solver_test(solver) == GSL_CONTINUE)
      if (pn_chain_solver_iterate(solver))
        break;
  if (solver)
    pn_chain_point_copy(in.point, solver->point);
  pn_chain_solver_free(solver);
  exercise_input(e, "stationary point %zu of the chain of the course, e = %.4f",
                 k + 1, pn_chain_energy(in.chain, in.point->y));
  exercise_choice(e, (int)ask(e, in), (int)stationary[k].kind, kinds,
                  "the kind");
  chain_input_free(&in);
}

/* Computes Z: the eigenvectors of A^T A to its nx - bars eigenvalues of 0. */
static gsl_matrix *null_space(chain_input in)
{
  const size_t bars = in.chain->bars, nx = 2 * (bars - 1);
  gsl_matrix *A = gsl_matrix_alloc(bars, nx), *AA = gsl_matrix_alloc(nx, nx);
  gsl_matrix *V = gsl_matrix_alloc(nx, nx);
  gsl_matrix *Z = gsl_matrix_alloc(nx, nx - bars);
  gsl_vector *values = gsl_vector_alloc(nx);
  gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(nx);
  pn_chain_jacobian(in.chain, in.point->x, in.point->y, A);
  gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, A, A, 0, AA);
  gsl_eigen_symmv(AA, values, V, work);
  gsl_eigen_symmv_sort(values, V, GSL_EIGEN_SORT_ABS_ASC);
  gsl_matrix_const_view first =
      gsl_matrix_const_submatrix(V, 0, 0, nx, nx - bars);
  gsl_matrix_memcpy(Z, &first.matrix);
  gsl_eigen_symmv_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(V);
  gsl_matrix_free(AA);
  gsl_matrix_free(A);
  return Z;
}

/* Finds the kind from the signs of the eigenvalues of Z^T H Z. */
static my_kind reduced_kind(chain_input in)
{
  gsl_matrix *Z = null_space(in);
  const size_t nx = Z->size1, free = Z->size2;
  gsl_matrix *H = gsl_matrix_alloc(nx, nx), *HZ = gsl_matrix_alloc(nx, free);
  gsl_matrix *R = gsl_matrix_alloc(free, free);
  gsl_vector *values = gsl_vector_alloc(free);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(free);
  pn_chain_hessian(in.chain, in.point->lambda, H);
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, H, Z, 0, HZ);
  gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, Z, HZ, 0, R);
  gsl_eigen_symm(R, values, work);
  const int all_up = gsl_vector_min(values) > 0;
  const int all_down = gsl_vector_max(values) < 0;
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(R);
  gsl_matrix_free(HZ);
  gsl_matrix_free(H);
  gsl_matrix_free(Z);
  return all_up ? MY_MINIMUM : all_down ? MY_MAXIMUM : MY_SADDLE;
}

/* Compares both verdicts on a random chain, if it has freedom to move: as it
   is, with all bars pulled, with all bars pushed. */
static void check_random(exercise *e, chain_input in)
{
  const int has_freedom = in.chain->bars > 2;
  for (int sign = 0; has_freedom && sign <= 2; sign++) {
    for (size_t i = 0; sign && i < in.chain->bars; i++)
      in.point->lambda[i] = (sign == 1 ? 1 : -1) * fabs(in.point->lambda[i]);
    exercise_choice(e, (int)ask(e, in), (int)reduced_kind(in), kinds,
                    "the kind");
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/classify");
  for (size_t k = 0; k < sizeof stationary / sizeof stationary[0]; k++)
    check_stationary(&e, k);
  chain_check_each(&e, 2, check_random);
  return exercise_end(&e);
}
