/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where loops leave a choice, the joints that follow have the least rates. Of
   all joints that are not driven, those that close loops too, rho are the
   rates, so that it does not matter where the loops were cut; R = d rho / dx'.
   With the columns of N those motions that the loops leave, L N = 0, the rates
   that close the loops get N w with

     w = -(R N)^+ rho.

   Then R^T rho + L^T y = 0 for some y. The accelerations are the derivative of
   these rates: with rho' those of the joints by x'' alone, and G' = d/dt (R^T
   rho + L^T y) with x' and y held, they get N w with

     (R N)^T (rho' + R N w) + N^T G' = 0.

   G depends on positions alone, and its derivative along x' is that of a
   difference of fourth order.

   Source: D. Luenberger, Linear and Nonlinear Programming (1984), section 10.3
   (conditions of a least square under constraints). */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The difference goes so far [rad], or that part of the longest arm. */
static const double reach = 1e-3;

/* Lists the rates that are to be least. Of a joint whose turns and slide are
   not all of its motions they are those of the body that hangs by it. */
static void list_rates(const pn_loop_motion *loops, const int *is_driven,
                       pni_loop_least *least)
{
  const pn_system *system = loops->system;
  for (size_t j = 0; j < system->joints; j++)
    if (!is_driven[j] && pni_joint_has_coordinates(&system->joint[j]))
      least->rates +=
          pn_joint_coordinates(system, j, least->rate + least->rates);
  for (size_t b = 0; b < system->bodies; b++) {
    const size_t j = loops->tree->joint[b];
    if (j != PN_NO_JOINT && !is_driven[j] &&
        !pni_joint_has_coordinates(&system->joint[j]))
      least->rates += pni_loop_list(system, j, least->rate + least->rates);
  }
}

double pni_loop_longest_arm(const pn_system *system)
{
  double most = 0;
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if (joint->parent != PN_WORLD)
      most = fmax(most, pn_vec3_norm(joint->point[0]));
    if (joint->child != PN_WORLD)
      most = fmax(most, pn_vec3_norm(joint->point[1]));
  }
  return most > 0 ? most : 1;
}

/* Allocates what is known to be needed when the rates are. */
static int alloc_work(const pn_loop_motion *loops, pni_loop_least *least)
{
  const size_t n = loops->unknowns, rates = least->rates;
  least->effect = pn_alloc(rates * n, sizeof *least->effect);
  least->squares = pn_least_squares_alloc(rates, n);
  least->near = pn_alloc(loops->system->joints + loops->system->bodies,
                         sizeof *least->near);
  least->rho = pn_alloc(rates, sizeof *least->rho);
  least->more = pn_alloc(rates, sizeof *least->more);
  least->pull = pn_alloc(loops->rows, sizeof *least->pull);
  least->slope = pn_alloc(n, sizeof *least->slope);
  least->choice = pn_alloc(n, sizeof *least->choice);
  least->before = pn_alloc(n, sizeof *least->before);
  int ready = least->effect && least->squares && least->near && least->rho &&
              least->more && least->pull && least->slope && least->choice &&
              least->before;
  for (int d = 0; d < PNI_DERIVATIVES && ready; d++) {
    least->last[d] = pn_alloc(n, sizeof *least->last[d]);
    ready = least->last[d] != NULL;
  }
  return ready ? GSL_SUCCESS : GSL_ENOMEM;
}

int pni_loop_least_alloc(pn_loop_motion *loops, const int *is_driven)
{
  const pn_system *system = loops->system;
  int driven = 0;
  for (size_t j = 0; j < system->joints; j++)
    driven |= is_driven[j];
  if (!driven || loops->tree->loops == 0 || loops->unknowns == 0)
    return GSL_SUCCESS;
  pni_loop_least *least = pn_alloc(1, sizeof *least);
  loops->least = least;
  if (!least)
    return GSL_ENOMEM;
  least->rate = pn_alloc(PN_COORDINATES * system->joints +
                             PN_BODY_VELOCITIES * system->bodies,
                         sizeof *least->rate);
  if (!least->rate)
    return GSL_ENOMEM;
  list_rates(loops, is_driven, least);
  least->size = loops->arm;
  return alloc_work(loops, least);
}

void pni_loop_least_free(pni_loop_least *least)
{
  if (!least)
    return;
  pn_least_squares_free(least->squares);
  pn_free(least->rate);
  pn_free(least->effect);
  pn_free(least->near);
  pn_free(least->rho);
  pn_free(least->more);
  pn_free(least->pull);
  pn_free(least->slope);
  pn_free(least->choice);
  pn_free(least->before);
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    pn_free(least->last[d]);
  pn_free(least);
}

/* Computes the rates of a motion with the state y, (rates). */
static void rates_of(const pn_loop_motion *loops, pn_joint_motion *motion,
                     const double *y, double *rho)
{
  const pn_system *system = loops->system;
  const double *u = y + pn_system_positions(system);
  for (size_t i = 0; i < loops->least->rates; i++) {
    const pn_coordinate of = loops->least->rate[i];
    const pn_joint *joint = &system->joint[of.joint];
    const size_t body[2] = {joint->parent, joint->child};
    double k[2][PN_BODY_VELOCITIES];
    if (!pni_joint_has_coordinates(joint)) {
      rho[i] = *pni_loop_part(motion, of, PNI_RATE);
      continue;
    }
    pn_coordinate_row(loops->assembly, of, k);
    rho[i] = 0;
    for (int side = 0; side < 2; side++)
      for (size_t c = 0; c < PN_BODY_VELOCITIES && body[side] != PN_WORLD; c++)
        rho[i] += k[side][c] * u[PN_BODY_VELOCITIES * body[side] + c];
  }
}

/* Sets R at the positions of a motion. */
static int set_effect(pn_loop_motion *loops, const pn_joint_motion *motion,
                      double *y, double *acceleration)
{
  pni_loop_least *least = loops->least;
  const size_t count = loops->system->joints + loops->system->bodies;
  pn_joint_motion *near = least->near;
  memcpy(near, motion, count * sizeof *near);
  pni_loop_rest(loops, near);
  for (size_t k = 0; k < loops->unknowns; k++) {
    double *rate = pni_loop_part(near, loops->coordinate[k], PNI_RATE);
    *rate = 1;
    if (pni_loop_evaluate(loops, near, y, acceleration))
      return GSL_EFAILED;
    rates_of(loops, near, y, least->more);
    for (size_t i = 0; i < least->rates; i++)
      least->effect[loops->unknowns * i + k] = least->more[i];
    *rate = 0;
  }
  return GSL_SUCCESS;
}

/* Counts the motions that the loops leave. */
static size_t count_choices(const pn_loop_motion *loops)
{
  size_t choices = 0;
  for (size_t k = 0; k < loops->unknowns; k++)
    choices += gsl_vector_get(loops->squares->values, k) == 0 ? 1 : 0;
  return choices;
}

/* Sets R N, whose columns are 0 for motions that the loops do not leave. */
static int set_choices(pn_loop_motion *loops)
{
  pni_loop_least *least = loops->least;
  const pn_least_squares *of = loops->squares;
  const size_t n = loops->unknowns;
  for (size_t k = 0; k < n; k++) {
    const int is_left = gsl_vector_get(of->values, k) == 0;
    for (size_t i = 0; i < least->rates; i++) {
      double sum = 0;
      for (size_t j = 0; j < n && is_left; j++)
        sum += least->effect[n * i + j] * gsl_matrix_get(of->vectors, j, k);
      gsl_matrix_set(least->squares->matrix, i, k, sum);
    }
  }
  return pn_least_squares_set(least->squares);
}

/* Adds N w, w = -(R N)^+ rho, to a derivative. */
static void choose(pn_loop_motion *loops, const double *rho, int derivative,
                   pn_joint_motion *motion)
{
  pni_loop_least *least = loops->least;
  pn_least_squares_solve(least->squares, rho, least->choice);
  for (size_t j = 0; j < loops->unknowns; j++)
    for (size_t k = 0; k < loops->unknowns; k++)
      *pni_loop_part(motion, loops->coordinate[j], derivative) -=
          gsl_matrix_get(loops->squares->vectors, j, k) * least->choice[k];
}

int pni_loop_least_rates(pn_loop_motion *loops, pn_joint_motion *motion,
                         double *y, double *acceleration)
{
  pni_loop_least *least = loops->least;
  const size_t n = loops->unknowns;
  least->choices = count_choices(loops);
  if (least->choices == 0)
    return GSL_SUCCESS;
  if (set_effect(loops, motion, y, acceleration) || set_choices(loops) ||
      pni_loop_evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  rates_of(loops, motion, y, least->rho);
  choose(loops, least->rho, PNI_RATE, motion);
  if (pni_loop_evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  rates_of(loops, motion, y, least->rho);
  for (size_t k = 0; k < n; k++) {
    least->slope[k] = 0;
    for (size_t i = 0; i < least->rates; i++)
      least->slope[k] -= least->effect[n * i + k] * least->rho[i];
  }
  pn_least_squares_solve_transposed(loops->squares, least->slope, least->pull);
  return GSL_SUCCESS;
}

/* Copies a motion after the time tau of its rates, which stay. */
static void copy_after(const pn_loop_motion *loops,
                       const pn_joint_motion *motion, double tau,
                       pn_joint_motion *near)
{
  const size_t count = loops->system->joints + loops->system->bodies;
  memcpy(near, motion, count * sizeof *near);
  for (size_t k = 0; k < count; k++) {
    near[k].turn = pn_vec3_add_scaled(near[k].turn, tau, near[k].turn_rate);
    near[k].slide = pn_vec3_add_scaled(near[k].slide, tau, near[k].slide_rate);
  }
}

/* Adds the multiple of G at a time tau to the slope. */
static int add_gradient(pn_loop_motion *loops, const pn_joint_motion *motion,
                        double tau, double multiple, double *y,
                        double *acceleration)
{
  pni_loop_least *least = loops->least;
  pn_joint_motion *near = least->near;
  copy_after(loops, motion, tau, near);
  if (pni_loop_evaluate(loops, near, y, acceleration))
    return GSL_EFAILED;
  rates_of(loops, near, y, least->rho);
  pni_loop_rest(loops, near);
  for (size_t k = 0; k < loops->unknowns; k++) {
    double *rate = pni_loop_part(near, loops->coordinate[k], PNI_RATE);
    *rate = 1;
    if (pni_loop_evaluate(loops, near, y, acceleration))
      return GSL_EFAILED;
    rates_of(loops, near, y, least->more);
    for (size_t i = 0; i < least->rates; i++)
      least->slope[k] += multiple * least->more[i] * least->rho[i];
    for (size_t i = 0; i < loops->rows; i++)
      least->slope[k] += multiple * loops->right[i] * least->pull[i];
    *rate = 0;
  }
  return GSL_SUCCESS;
}

/* Returns the largest rate of a motion [rad/s], that of slides as a part of the
   longest arm. */
static double fastest(const pn_loop_motion *loops,
                      const pn_joint_motion *motion)
{
  const size_t count = loops->system->joints + loops->system->bodies;
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most = fmax(most,
                fmax(pn_vec3_norm(motion[k].turn_rate),
                     pn_vec3_norm(motion[k].slide_rate) / loops->least->size));
  return most;
}

/* Sets the slope to G'. */
static int set_slope(pn_loop_motion *loops, const pn_joint_motion *motion,
                     double *y, double *acceleration)
{
  static const double part[] = {1, -8, 8, -1};
  static const int place[] = {-2, -1, 1, 2};
  const double most = fastest(loops, motion);
  memset(loops->least->slope, 0, loops->unknowns * sizeof *loops->least->slope);
  for (int k = 0; k < 4 && most > 0; k++)
    if (add_gradient(loops, motion, place[k] * reach / most,
                     part[k] * most / (12 * reach), y, acceleration))
      return GSL_EFAILED;
  return GSL_SUCCESS;
}

int pni_loop_least_seconds(pn_loop_motion *loops, pn_joint_motion *motion,
                           double *y, double *acceleration)
{
  pni_loop_least *least = loops->least;
  const size_t count = loops->system->joints + loops->system->bodies;
  if (least->choices == 0)
    return GSL_SUCCESS;
  if (set_slope(loops, motion, y, acceleration))
    return GSL_EFAILED;
  /* N^T G' as (R N)^T of more. */
  gsl_vector_view choice =
      gsl_vector_view_array(least->choice, loops->unknowns);
  const gsl_vector_view slope =
      gsl_vector_view_array(least->slope, loops->unknowns);
  gsl_blas_dgemv(CblasTrans, 1, loops->squares->vectors, &slope.vector, 0,
                 &choice.vector);
  pn_least_squares_solve_transposed(least->squares, least->choice, least->more);
  /* The joints' accelerations by x'' alone are the rates if x' is x''. */
  copy_after(loops, motion, 0, least->near);
  for (size_t k = 0; k < count; k++) {
    least->near[k].turn_rate = motion[k].turn_second;
    least->near[k].slide_rate = motion[k].slide_second;
  }
  if (pni_loop_evaluate(loops, least->near, y, acceleration))
    return GSL_EFAILED;
  rates_of(loops, least->near, y, least->rho);
  for (size_t i = 0; i < least->rates; i++)
    least->rho[i] += least->more[i];
  choose(loops, least->rho, PNI_SECOND, motion);
  return GSL_SUCCESS;
}
