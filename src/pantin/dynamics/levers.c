/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All motions that a mechanism can make are sums of those in which one driven
   coordinate has the rate 1, and the joints that follow close the loops, and of
   those that the loops leave to choice, the columns of N, L N = 0. With

     G_ik = the rate of motor coordinate k in motion i,

   motors that exert tau do the work G tau along the motions. Where there are as
   many motors as motions, det G = 0 is a dead point: some motion moves no
   motor, and no torque drives it.

   The sign of det G depends on N, which the singular values of L give up to its
   sign and order: it is compared with the N of a pose before, by the sign of
   det( N_before^T N ). Where the loops leave no choice, signs are comparable
   however far the poses are apart. */
#include "pantin/dynamics/levers.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/loop_motion_private.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* A rate below this part of those it is the difference of is rounding. */
static const double part_rounding = 1e-12;

/* A motion closes the loops if the rates at which they open are below this part
   of the velocities. */
static const double closed = 1e-6;

/* Lists the coordinates that are driven, and those of motors. */
static int list_coordinates(pn_levers *levers, const int *is_driven,
                            const int *has_motor)
{
  const pn_system *system = levers->loops->system;
  const pn_tree *tree = levers->loops->tree;
  levers->drive =
      pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *levers->drive);
  levers->motor =
      pn_alloc(PN_COORDINATES * system->joints, sizeof *levers->motor);
  if (!levers->drive || !levers->motor)
    return GSL_ENOMEM;
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->joint[b] != PN_NO_JOINT && is_driven[tree->joint[b]])
      levers->driven +=
          pni_loop_list(system, tree->joint[b], levers->drive + levers->driven);
  for (size_t j = 0; j < system->joints; j++)
    if (has_motor[j])
      levers->motors +=
          pn_joint_coordinates(system, j, levers->motor + levers->motors);
  return GSL_SUCCESS;
}

/* Allocates what is known to be needed when the coordinates are; at least one
   number of each. */
static int alloc_work(pn_levers *levers)
{
  const pn_system *system = levers->loops->system;
  const size_t n = levers->loops->unknowns + 1, m = levers->motors + 1;
  levers->N = gsl_matrix_calloc(n, n);
  levers->before = gsl_matrix_calloc(n, n);
  levers->between = gsl_matrix_calloc(n, n);
  levers->G = gsl_matrix_calloc(m, m);
  levers->order = gsl_permutation_calloc(n > m ? n : m);
  levers->motion =
      pn_alloc(system->joints + system->bodies, sizeof *levers->motion);
  levers->y = pn_alloc(pn_system_dimension(system), sizeof *levers->y);
  levers->work =
      pn_alloc(PN_BODY_VELOCITIES * system->bodies, sizeof *levers->work);
  return levers->N && levers->before && levers->between && levers->G &&
                 levers->order && levers->motion && levers->y && levers->work
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

pn_levers *pn_levers_alloc(pn_loop_motion *loops, const int *is_driven,
                           const int *has_motor)
{
  pn_levers *levers = pn_alloc(1, sizeof *levers);
  if (!levers)
    return NULL;
  levers->loops = loops;
  levers->hand = levers->kept_hand = 1;
  if (!list_coordinates(levers, is_driven, has_motor) && !alloc_work(levers))
    return levers;
  pn_levers_free(levers);
  return NULL;
}

void pn_levers_free(pn_levers *levers)
{
  if (!levers)
    return;
  gsl_matrix_free(levers->N);
  gsl_matrix_free(levers->before);
  gsl_matrix_free(levers->between);
  gsl_matrix_free(levers->G);
  gsl_permutation_free(levers->order);
  pn_free(levers->drive);
  pn_free(levers->motor);
  pn_free(levers->motion);
  pn_free(levers->y);
  pn_free(levers->work);
  pn_free(levers);
}

/* Returns the determinant of the first rows and columns of a matrix, which are
   overwritten; 1 if there are none. */
static double determinant(pn_levers *levers, gsl_matrix *of, size_t size)
{
  if (size == 0)
    return 1;
  gsl_matrix_view part = gsl_matrix_submatrix(of, 0, 0, size, size);
  gsl_permutation order = {size, levers->order->data};
  int sign;
  gsl_linalg_LU_decomp(&part.matrix, &order, &sign);
  return gsl_linalg_LU_det(&part.matrix, sign);
}

/* Sets N, and whether its columns are as those that were kept; 0 if that is not
   known. */
static void set_choices(pn_levers *levers)
{
  const pn_least_squares *of = levers->loops->squares;
  const size_t n = levers->loops->unknowns;
  levers->choices = 0;
  for (size_t k = 0; k < n; k++)
    if (gsl_vector_get(of->values, k) == 0) {
      for (size_t i = 0; i < n; i++)
        gsl_matrix_set(levers->N, i, levers->choices,
                       gsl_matrix_get(of->vectors, i, k));
      levers->choices++;
    }
  levers->hand = levers->kept_hand;
  if (levers->kept == 0)
    return;
  gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, levers->before, levers->N, 0,
                 levers->between);
  const double along = levers->kept == levers->choices
                           ? determinant(levers, levers->between, levers->kept)
                           : 0;
  levers->hand *= (along > 0) - (along < 0);
}

/* Returns the rate of a motor coordinate at velocities u, 0 if it is but
   rounding. */
static double rate_of(const pn_levers *levers, pn_coordinate motor,
                      const double *u)
{
  const pn_joint *joint = &levers->loops->system->joint[motor.joint];
  const size_t body[2] = {joint->parent, joint->child};
  double k[2][PN_BODY_VELOCITIES], rate = 0, terms = 0;
  pn_coordinate_row(levers->loops->assembly, motor, k);
  for (int side = 0; side < 2; side++)
    for (size_t c = 0; c < PN_BODY_VELOCITIES && body[side] != PN_WORLD; c++) {
      const double term = k[side][c] * u[PN_BODY_VELOCITIES * body[side] + c];
      rate += term;
      terms += fabs(term);
    }
  return fabs(rate) > part_rounding * terms ? rate : 0;
}

/* Sets row i of G to the rates of all motors in levers->motion, which is at
   rest then. Returns whether that closes the loops. */
static int set_row(pn_levers *levers, size_t i)
{
  pn_loop_motion *loops = levers->loops;
  const double *u = levers->y + pn_system_positions(loops->system);
  if (pni_loop_evaluate(loops, levers->motion, levers->y, levers->work))
    return 0;
  for (size_t k = 0; k < levers->motors; k++)
    gsl_matrix_set(levers->G, i, k, rate_of(levers, levers->motor[k], u));
  pni_loop_rest(loops, levers->motion);
  return pni_largest(loops->right, loops->rows) <=
         closed * fmax(1, loops->arm) *
             pni_largest(u, loops->assembly->velocities);
}

/* Sets G. Returns whether all motions close the loops. */
static int set_rates(pn_levers *levers)
{
  pn_loop_motion *loops = levers->loops;
  int can = 1;
  for (size_t i = 0; i < levers->driven && can; i++) {
    *pni_loop_part(levers->motion, levers->drive[i], PNI_RATE) = 1;
    if (pni_loop_evaluate(loops, levers->motion, levers->y, levers->work))
      return 0;
    pni_loop_follow(loops, levers->motion, PNI_RATE);
    can = set_row(levers, i);
  }
  for (size_t c = 0; c < levers->choices && can; c++) {
    for (size_t k = 0; k < loops->unknowns; k++)
      *pni_loop_part(levers->motion, loops->coordinate[k], PNI_RATE) =
          gsl_matrix_get(levers->N, k, c);
    can = set_row(levers, levers->driven + c);
  }
  return can;
}

int pn_levers_set(pn_levers *levers, const pn_joint_motion *motion)
{
  pn_loop_motion *loops = levers->loops;
  const size_t count = loops->system->joints + loops->system->bodies;
  levers->leverage = NAN;
  if (loops->unknowns == 0)
    return GSL_SUCCESS;
  /* L belongs to coordinates that may have been shortened since. */
  memcpy(levers->motion, motion, count * sizeof *motion);
  pni_loop_rest(loops, levers->motion);
  if (pni_loop_close_positions(loops, levers->motion, levers->y, levers->work))
    return GSL_EFAILED;
  set_choices(levers);
  if (levers->driven + levers->choices == levers->motors && levers->hand &&
      set_rates(levers))
    levers->leverage =
        levers->hand * determinant(levers, levers->G, levers->motors);
  return GSL_SUCCESS;
}

void pn_levers_keep(pn_levers *levers)
{
  gsl_matrix_memcpy(levers->before, levers->N);
  levers->kept = levers->choices;
  levers->kept_hand = levers->hand;
}
