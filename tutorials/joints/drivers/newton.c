/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks an example by hand, two points on a line. Then pulls chains apart at
   random, and checks the step that closes them: J dq = -C, no other dq is
   shorter, the centre of mass of a free chain stays, and the gaps close
   quadratically. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <gsl/gsl_blas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounding, for dq of some tenths. */
static const double rounding = 1e-11;

/* The largest displacement of a body [m], [rad]. */
static const double apart = 0.03;

/* Draws a displacement of all bodies. */
static gsl_vector *displacement(const joints_input *in, gsl_rng *random)
{
  gsl_vector *d = joints_vector(in->velocities);
  for (size_t k = 0; k < in->velocities; k++)
    gsl_vector_set(d, k, apart * (2 * gsl_rng_uniform(random) - 1));
  return d;
}

/* Displaces the bodies by factor * d. */
static void displace(joints_input *in, double factor, const gsl_vector *d)
{
  gsl_vector *dq = joints_vector(in->velocities);
  gsl_vector_memcpy(dq, d);
  gsl_vector_scale(dq, factor);
  pn_dynamics_displace(in->dynamics, in->y, dq->data);
  joints_input_set(in);
  gsl_vector_free(dq);
}

/* Checks two points on a line that should coincide. */
static void check_line(exercise *e)
{
  const double row[] = {1, -1}, mass[] = {1, 3}, gap = 0.04;
  gsl_matrix *J = gsl_matrix_calloc(1, 2), *W = gsl_matrix_calloc(2, 2);
  gsl_vector *C = joints_vector(1), *dq = joints_vector(2);
  memcpy(J->data, row, sizeof row);
  gsl_vector_set(C, 0, gap);
  for (size_t k = 0; k < 2; k++)
    gsl_matrix_set(W, k, k, 1 / mass[k]);
  exercise_input(e, "two points on a line, 4 cm apart");
  exercise_given_matrix(e, "J", J->data, 1, 2);
  exercise_given_matrix(e, "W", W->data, 2, 2);
  exercise_given(e, "C", C->data, 1);
  my_correction(J, W, C, dq);
  for (size_t k = 0; k < 2; k++)
    exercise_value(e, gsl_vector_get(dq, k),
                   -row[k] * gap * mass[1 - k] / (mass[0] + mass[1]), rounding,
                   "dq[%zu]", k);
  gsl_vector_free(dq);
  gsl_vector_free(C);
  gsl_matrix_free(W);
  gsl_matrix_free(J);
}

/* Asks for the step at the current state. */
static gsl_vector *ask(const joints_input *in)
{
  gsl_matrix *J = joints_J(in), *W = joints_W(in);
  gsl_vector_const_view C =
      gsl_vector_const_view_array(in->dynamics->assembly->C, in->rows);
  gsl_vector *dq = joints_vector(in->velocities);
  my_correction(J, W, &C.vector, dq);
  gsl_matrix_free(W);
  gsl_matrix_free(J);
  return dq;
}

/* Displaces the bodies by the step of the answer. */
static void step(joints_input *in)
{
  gsl_vector *dq = ask(in);
  displace(in, 1, dq);
  gsl_vector_free(dq);
}

/* Checks J dq = -C. */
static void check_closed(exercise *e, const joints_input *in,
                         const gsl_vector *dq)
{
  const pn_assembly *a = in->dynamics->assembly;
  gsl_vector *moved = joints_vector(in->rows);
  pn_assembly_velocity(a, dq->data, moved->data);
  for (size_t i = 0; i < in->rows; i++)
    exercise_value(e, gsl_vector_get(moved, i), -a->C[i], rounding,
                   "(J dq)[%zu]", i);
  gsl_vector_free(moved);
}

/* Checks that dq is the shortest: it must be orthogonal to any z with J z = 0,
   dq^T M z = 0. Such a z is left of a random vector when its component along
   W J^T is taken off. */
static void check_least(exercise *e, const joints_input *in,
                        const gsl_vector *dq, gsl_rng *random)
{
  gsl_matrix *M = joints_M(in);
  gsl_vector *z = joints_vector(in->velocities);
  gsl_vector *Mz = joints_vector(in->velocities);
  double *along = calloc(in->velocities, sizeof *along);
  double *Jz = calloc(in->rows, sizeof *Jz), product;
  for (size_t k = 0; k < in->velocities; k++)
    gsl_vector_set(z, k, gsl_rng_uniform(random));
  if (along && Jz) {
    pn_assembly_velocity(in->dynamics->assembly, z->data, Jz);
    pn_dynamics_least_change(in->dynamics, Jz, along);
    for (size_t k = 0; k < in->velocities; k++)
      *gsl_vector_ptr(z, k) -= along[k];
  }
  gsl_blas_dgemv(CblasNoTrans, 1, M, z, 0, Mz);
  gsl_blas_ddot(dq, Mz, &product);
  exercise_value(e, product, 0, rounding, "dq^T M z with J z = 0");
  free(Jz);
  free(along);
  gsl_vector_free(Mz);
  gsl_vector_free(z);
  gsl_matrix_free(M);
}

/* Checks that the centre of mass of a free chain stays where it is. */
static void check_centre(exercise *e, const joints_input *in,
                         const gsl_vector *dq)
{
  double moment[3] = {0};
  for (size_t b = 0; b < in->system->bodies; b++)
    for (size_t k = 0; k < 3; k++)
      moment[k] += in->system->body[b].mass * gsl_vector_get(dq, 6 * b + k);
  for (size_t k = 0; k < 3; k++)
    exercise_value(e, moment[k], 0, rounding, "sum of m dx.%c", "xyz"[k]);
}

/* Checks that the gap after a step is as the square of the gap before: a chain
   displaced half as far is left with a quarter of the gap. Two more steps must
   leave nothing but rounding. */
static void check_quadratic(exercise *e, joints_input *in, const gsl_vector *d)
{
  enum { HALVINGS = 4 };
  const size_t positions = pn_system_positions(in->system);
  double gap[HALVINGS];
  gsl_vector *start = joints_vector(positions);
  memcpy(start->data, in->y, positions * sizeof *in->y);
  for (int k = 0; k < HALVINGS; k++) {
    memcpy(in->y, start->data, positions * sizeof *in->y);
    displace(in, exp2(-k), d);
    step(in);
    gap[k] = pn_assembly_gap(in->dynamics->assembly);
  }
  exercise_value(e, joints_order(gap, HALVINGS), 2, joints_order_error,
                 "the order of the gap that a step leaves");
  step(in);
  step(in);
  exercise_value(e, pn_assembly_gap(in->dynamics->assembly), 0, rounding,
                 "the gap after three steps [m]");
  gsl_vector_free(start);
}

/* Prints how the student's steps close a long chain. */
static void show(void)
{
  enum { BODIES = 20, STEPS = 4 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  joints_input in = joints_chain(pn_joint_ball, BODIES, 0, random);
  gsl_vector *d = displacement(&in, random);
  displace(&in, 1, d);
  puts("\nA chain of 20 boxes, pulled apart, and your steps:\n"
       "  step   largest gap [m]");
  for (int k = 0; k <= STEPS; k++) {
    printf("  %4d  %16.1e\n", k, pn_assembly_gap(in.dynamics->assembly));
    step(&in);
  }
  puts("Each gap is the square of the last one, up to a factor.");
  gsl_vector_free(d);
  joints_input_free(&in);
  gsl_rng_free(random);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/newton");
  check_line(&e);
  for (size_t k = 0; k < JOINTS_INPUTS; k++) {
    const size_t bodies = 2 + k / 2;
    const int is_free = k % 2 == 0;
    joints_input in = joints_chain(pn_joint_ball, bodies, is_free, e.random);
    gsl_vector *d = displacement(&in, e.random);
    exercise_input(&e, "a %s chain of %zu, pulled apart",
                   is_free ? "free" : "hanging", bodies);
    check_quadratic(&e, &in, d);
    displace(&in, 1, d);
    gsl_vector *dq = ask(&in);
    check_closed(&e, &in, dq);
    check_least(&e, &in, dq, e.random);
    if (is_free)
      check_centre(&e, &in, dq);
    gsl_vector_free(dq);
    gsl_vector_free(d);
    joints_input_free(&in);
  }
  exercise_reward(&e, show);
  return exercise_end(&e);
}
