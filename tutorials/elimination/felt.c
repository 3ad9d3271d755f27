/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes how heavy a chain is, felt at its first body. The chain lies
   straight along x, in hinges about z, without gravity, and is pulled along x,
   and across, along y. The mass is computed by the articulated inertias from
   the last body to the first, which is an exercise, and by the force that the
   library's multipliers ask for. */
#include "elimination/exercises.h"

#include "pantin/multipliers/multipliers.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double side[] = {0.5, 0.1, 0.06}, mass = 1;

/* Ends the program if memory is short. */
static void require(int well)
{
  if (well)
    return;
  fputs("out of memory\n", stderr);
  exit(EXIT_FAILURE);
}

/* Makes box b of the chain. */
static pn_body box(size_t b)
{
  pn_body body = pn_body_make(pn_shape_box, side, mass);
  body.pose.x = pn_vec3_make(side[0] * (double)b, 0, 0);
  return body;
}

/* Computes the inertia of one box alone. */
static my_mat6 alone(void)
{
  const pn_body body = box(0);
  my_mat6 I = {{{0}}};
  for (int i = 0; i < 3; i++) {
    I.m[i][i] = body.mass;
    for (int j = 0; j < 3; j++)
      I.m[i + 3][j + 3] = body.inertia.m[i][j];
  }
  return I;
}

/* Computes the articulated inertia of the first of n bodies. All of them lie
   alike, so that S and X are the same for all hinges. */
static my_mat6 articulated(size_t n)
{
  /* A turn about z at the body's left end moves its centre along y. */
  const double S[6] = {0, side[0] / 2, 0, 0, 0, 1};
  my_mat6 X = {{{0}}}, I = alone();
  for (int i = 0; i < 6; i++)
    X.m[i][i] = 1;
  X.m[1][5] = side[0]; /* v_y of the next one: + omega_z d */
  X.m[2][4] = -side[0];
  for (size_t b = n - 1; b > 0; b--) {
    const my_mat6 felt = my_articulated(I, S, X);
    I = alone();
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++)
        I.m[i][j] += felt.m[i][j];
  }
  return I;
}

/* Computes the force that accelerates the first of n bodies by 1 m/s^2 along
   `axis` and in no other way. It is the multiplier of a fixed joint, of six
   rows, that holds the body. */
static double by_multipliers(size_t n, size_t axis)
{
  pn_system *system = pn_system_alloc();
  require(system != NULL);
  for (size_t b = 0; b < n; b++) {
    const pn_body body = box(b);
    const pn_joint_place place = {.point = {side[0] * ((double)b - 0.5), 0, 0},
                                  .axis = {0, 0, 1}};
    require(!pn_system_add_body(system, &body) &&
            pn_system_join(system, b > 0 ? pn_joint_revolute : pn_joint_fixed,
                           b > 0 ? b - 1 : PN_WORLD, b, &place));
  }
  pn_assembly *a = pn_assembly_alloc(system);
  double *y = calloc(pn_system_dimension(system), sizeof *y);
  double *u = calloc(PN_BODY_VELOCITIES * n, sizeof *u);
  require(a && y && u);
  pn_system_start(system, y);
  require(!pn_assembly_set(a, y));
  double *b = calloc(a->rows, sizeof *b), *lambda = calloc(a->rows, sizeof *b);
  pn_multipliers *m = pn_multipliers_alloc(pn_multipliers_auto, a);
  require(b && lambda && m);
  /* b = J of the first body's acceleration, in the rows of its weld only. */
  u[axis] = 1;
  pn_assembly_velocity(a, u, b);
  memset(b + 6, 0, (a->rows - 6) * sizeof *b);
  require(!pn_multipliers_set(m) && !pn_multipliers_solve(m, b, lambda));
  double force = 0;
  for (size_t r = 0; r < 6; r++)
    force += pn_assembly_child(a, 0)[6 * r + axis] * lambda[r];
  pn_multipliers_free(m);
  free(lambda);
  free(b);
  free(u);
  free(y);
  pn_assembly_free(a);
  pn_system_free(system);
  return force;
}

int main(void)
{
  gsl_set_error_handler_off();
  printf("%6s  %21s  %21s\n", "", "along the chain [kg]", "across it [kg]");
  printf("%6s  %10s %10s  %10s %10s\n", "bodies", "articul.", "multipl.",
         "articul.", "multipl.");
  for (size_t n = 1; n <= 16; n *= 2) {
    const my_mat6 I = articulated(n);
    printf("%6zu  %10.6f %10.6f  %10.6f %10.6f\n", n, I.m[0][0],
           by_multipliers(n, 0), I.m[1][1], by_multipliers(n, 1));
  }
  return EXIT_SUCCESS;
}
