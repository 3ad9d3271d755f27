/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The equations of loops: C(x) = 0 and L = dC/dx, whose columns are J u with
   one x' = 1, at a motion of the joints; and Newton's method, L dx = -C, with
   the least dx where the loops leave a choice. */
#include "pantin/dynamics/dynamics_private.h"
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/rotation_vector.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

/* Most Newton steps; loops are closed below this [m], or [rad], and where
   lengths are above `large` [m], as in mm, or turns above `many` [rad], below
   that part more. */
enum { NEWTON_STEPS = 50 };
static const double closed = 1e-13, large = 10, many = 20;

/* An entry of L is the difference of velocities, and rounding below this part
   of them: the coordinate does not move what the equation is about. */
static const double part_rounding = 1e-13;

double *pni_loop_part(pn_joint_motion *motion, pn_coordinate x, int derivative)
{
  pn_joint_motion *m = &motion[x.joint];
  pn_vec3 *const turns[] = {&m->turn, &m->turn_rate, &m->turn_second};
  pn_vec3 *const slides[] = {&m->slide, &m->slide_rate, &m->slide_second};
  const int slides_along = x.axis - PN_COORDINATE_SLIDE;
  const int k = slides_along < 0 ? x.axis : slides_along;
  pn_vec3 *of = slides_along < 0 ? turns[derivative] : slides[derivative];
  return k == 0 ? &of->x : k == 1 ? &of->y : &of->z;
}

size_t pni_loop_list(const pn_system *system, size_t joint, pn_coordinate *list)
{
  if (pni_joint_has_coordinates(&system->joint[joint]))
    return pn_joint_coordinates(system, joint, list);
  for (int k = 0; k < PN_BODY_VELOCITIES; k++)
    list[k] = (pn_coordinate){joint, k};
  return PN_BODY_VELOCITIES;
}

void pni_loop_rates(pn_loop_motion *loops, const double *y, const double *u)
{
  pn_assembly_velocity(loops->assembly, u, loops->right);
  pni_loop_spins_rates(loops, y, u, loops->right + loops->assembly->rows);
}

int pni_loop_evaluate(pn_loop_motion *loops, const pn_joint_motion *motion,
                      double *y, double *acceleration)
{
  pn_joint_motion_state(loops->system, loops->tree, motion, y, acceleration);
  if (pn_assembly_set(loops->assembly, y))
    return GSL_EFAILED;
  pni_loop_rates(loops, y, y + pn_system_positions(loops->system));
  return GSL_SUCCESS;
}

/* Sets column k of L, which is J u, or 0 if that is but rounding. */
static void set_column(pn_loop_motion *loops, size_t k, const double *y)
{
  const size_t positions = pn_system_positions(loops->system);
  const double speed = pni_largest(y + positions, loops->assembly->velocities) *
                       fmax(1, pni_largest(y, positions));
  const double noise = part_rounding * speed;
  const int moves = pni_largest(loops->right, loops->rows) > noise;
  for (size_t i = 0; i < loops->rows; i++)
    gsl_matrix_set(loops->squares->matrix, i, k, moves ? loops->right[i] : 0);
}

/* Computes L at the positions of the motion, whose rates are all 0. */
static int set_matrix(pn_loop_motion *loops, pn_joint_motion *motion, double *y,
                      double *acceleration)
{
  for (size_t k = 0; k < loops->unknowns; k++) {
    double *rate = pni_loop_part(motion, loops->coordinate[k], PNI_RATE);
    *rate = 1;
    if (pni_loop_evaluate(loops, motion, y, acceleration))
      return GSL_EFAILED;
    set_column(loops, k, y);
    *rate = 0;
  }
  return pn_least_squares_set(loops->squares);
}

void pni_loop_follow(pn_loop_motion *loops, pn_joint_motion *motion,
                     int derivative)
{
  if (loops->unknowns == 0)
    return;
  pn_least_squares_solve(loops->squares, loops->right, loops->step);
  for (size_t k = 0; k < loops->unknowns; k++)
    *pni_loop_part(motion, loops->coordinate[k], derivative) -= loops->step[k];
}

double pni_loop_scale(const pn_loop_motion *loops,
                      const pn_joint_motion *motion, const double *y)
{
  const size_t positions = pn_system_positions(loops->system);
  double turn = many;
  for (size_t j = 0; j < loops->system->joints; j++)
    turn = fmax(turn, pn_vec3_norm(motion[j].turn));
  return fmax(1, fmax(loops->arm, pni_largest(y, positions)) / large) * turn /
         many;
}

int pni_loop_close_positions(pn_loop_motion *loops, pn_joint_motion *motion,
                             double *y, double *acceleration)
{
  for (int step = 0; step < NEWTON_STEPS; step++) {
    if ((loops->unknowns > 0 && set_matrix(loops, motion, y, acceleration)) ||
        pni_loop_evaluate(loops, motion, y, acceleration))
      return GSL_EFAILED;
    if (pn_assembly_gap(loops->assembly) <=
        closed * pni_loop_scale(loops, motion, y))
      return pn_assembly_turned_over(loops->assembly) == loops->system->joints
                 ? GSL_SUCCESS
                 : GSL_EFAILED;
    memset(loops->right, 0, loops->rows * sizeof *loops->right);
    memcpy(loops->right, loops->assembly->C,
           loops->assembly->rows * sizeof *loops->right);
    pni_loop_follow(loops, motion, PNI_VALUE);
  }
  return GSL_EFAILED;
}

void pni_loop_rest(const pn_loop_motion *loops, pn_joint_motion *motion)
{
  const pn_vec3 zero = {0, 0, 0};
  const size_t count = loops->system->joints + loops->system->bodies;
  for (size_t k = 0; k < count; k++)
    motion[k].turn_rate = motion[k].slide_rate = zero;
}

/* Tells whether the turn of what follows is a vector longer than half a turn.
   Rates of joints that have no coordinates would be others in a shorter one,
   and so would the least of them. */
static int is_long(const pn_loop_motion *loops, pn_coordinate of,
                   const pn_joint_motion *motion)
{
  const pn_joint *joint = &loops->system->joint[of.joint];
  const int told = pni_joint_has_coordinates(joint);
  return of.axis == 0 &&
         (told ? joint->type->turns == 3
               : !loops->least || loops->least->choices == 0) &&
         pn_vec3_norm(loops->given[of.joint].turn) == 0 &&
         pn_vec3_norm(motion[of.joint].turn) > M_PI;
}

void pni_loop_shorten(pn_loop_motion *loops, pn_joint_motion *motion)
{
  for (size_t k = 0; k < loops->unknowns; k++) {
    if (!is_long(loops, loops->coordinate[k], motion))
      continue;
    pn_joint_motion *m = &motion[loops->coordinate[k].joint];
    const pni_turn turn =
        pni_turn_of_vector(m->turn, m->turn_rate, m->turn_second);
    m->turn = pn_vec3_scale(1 - 2 * M_PI / pn_vec3_norm(m->turn), m->turn);
    pni_rotation_vector_follow(m->turn, &turn, &m->turn_rate, &m->turn_second);
    for (int axis = 0; axis < 3; axis++)
      loops->offset[k + (size_t)axis] = pni_component(m->turn, axis);
  }
}
