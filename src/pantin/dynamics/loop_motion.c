/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Cuts the loops so that a spanning tree is left, whose joint coordinates x
   are the unknowns: C(x) = 0 are the equations of the joints that were cut, and
   L = dC/dx. A joint that is driven has its x; the others follow by

     L dx  = -C                           (Newton's method, positions)
     L x'  = -L x'_driven                 (velocities)
     L x'' = -(J u' + Jdot u)             (u' of the driven x'' alone)

   each with the least dx, x', x'' where the loops leave a choice. The columns
   of L are J u with one x' = 1. A body that hangs by a joint whose turns and
   slide are not all of its motions has six coordinates, and C has that joint's
   equations, too.

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), section
   8.5. */
#include "pantin/dynamics/loop_motion.h"

#include "pantin/base/alloc.h"
#include "pantin/base/parts.h"
#include "pantin/body/joint_axes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Most Newton steps; loops are closed below this [m], or [rad]. */
enum { NEWTON_STEPS = 50 };
static const double closed = 1e-13;

/* An entry of L is the difference of velocities, and rounding below this part
   of them: the coordinate does not move what the equation is about. */
static const double part_rounding = 1e-13;

/* Derivatives of a coordinate. */
enum { VALUE, RATE, SECOND };

/* Returns where a derivative of a coordinate stands in a motion: axes 0 .. 2
   are turns, PN_COORDINATE_SLIDE and the two after it slides. */
static double *part_of(pn_joint_motion *motion, pn_coordinate x, int derivative)
{
  pn_joint_motion *m = &motion[x.joint];
  pn_vec3 *const turns[] = {&m->turn, &m->turn_rate, &m->turn_second};
  pn_vec3 *const slides[] = {&m->slide, &m->slide_rate, &m->slide_second};
  const int slides_along = x.axis - PN_COORDINATE_SLIDE;
  const int k = slides_along < 0 ? x.axis : slides_along;
  pn_vec3 *of = slides_along < 0 ? turns[derivative] : slides[derivative];
  return k == 0 ? &of->x : k == 1 ? &of->y : &of->z;
}

/* Ranks a joint for the tree: driven ones first, then those whose coordinates
   tell all of their motions, then the rest. */
static int rank_of(const pn_joint *joint, int is_driven)
{
  return is_driven ? 0 : pni_joint_has_coordinates(joint) ? 1 : 2;
}

/* Chooses the joints of the tree: each that joins two parts not yet joined, by
   rank (Kruskal). */
static void choose(const pn_system *system, const int *is_driven, size_t *up,
                   int *is_chosen)
{
  const size_t n = system->bodies;
  for (size_t k = 0; k <= n; k++)
    up[k] = k;
  for (int rank = 0; rank <= 2; rank++)
    for (size_t j = 0; j < system->joints; j++) {
      const pn_joint *joint = &system->joint[j];
      if (rank_of(joint, is_driven[j]) != rank || joint->type->has_third)
        continue;
      const size_t p =
          parts_find(up, joint->parent == PN_WORLD ? n : joint->parent);
      const size_t c =
          parts_find(up, joint->child == PN_WORLD ? n : joint->child);
      is_chosen[j] = p != c;
      up[p] = c;
    }
}

/* Builds the tree, and checks that it has all driven joints. */
static int set_tree(pn_loop_motion *loops, const int *is_driven,
                    pn_error *error)
{
  const pn_system *system = loops->system;
  size_t *up = pn_alloc(system->bodies + 1, sizeof *up);
  int *is_chosen = pn_alloc(system->joints, sizeof *is_chosen), code = 0;
  if (up && is_chosen) {
    choose(system, is_driven, up, is_chosen);
    loops->tree = pn_tree_alloc_of(system, is_chosen);
  }
  for (size_t j = 0; loops->tree && j < system->joints; j++)
    /* NOLINTNEXTLINE(*-core.NullDereference): there is a tree of the chosen */
    if (is_driven[j] && !is_chosen[j])
      code = pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "joint '%s' closes a loop of which all joints have a "
                          "motion: one of them must be free to follow",
                          system->joint[j].name);
  pn_free(up);
  pn_free(is_chosen);
  return code ? code : loops->tree ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Lists the coordinates of a joint of the tree, (at most six); returns how many
   it has. */
static size_t list_of(const pn_system *system, size_t joint,
                      pn_coordinate *list)
{
  if (pni_joint_has_coordinates(&system->joint[joint]))
    return pn_joint_coordinates(system, joint, list);
  for (int k = 0; k < PN_BODY_VELOCITIES; k++)
    list[k] = (pn_coordinate){joint, k};
  return PN_BODY_VELOCITIES;
}

/* Lists the coordinates of the tree's joints that are not driven. */
static int list_unknowns(pn_loop_motion *loops, const int *is_driven)
{
  const pn_tree *tree = loops->tree;
  loops->coordinate = pn_alloc(PN_BODY_VELOCITIES * loops->system->bodies,
                               sizeof *loops->coordinate);
  if (!loops->coordinate)
    return GSL_ENOMEM;
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->joint[b] != PN_NO_JOINT && !is_driven[tree->joint[b]])
      loops->unknowns += list_of(loops->system, tree->joint[b],
                                 loops->coordinate + loops->unknowns);
  return GSL_SUCCESS;
}

/* Allocates what is known to be needed when the tree is. */
static int alloc_work(pn_loop_motion *loops)
{
  loops->assembly = pn_assembly_alloc(loops->system);
  if (!loops->assembly)
    return GSL_ENOMEM;
  loops->rows = loops->assembly->rows;
  loops->offset = pn_alloc(loops->unknowns, sizeof *loops->offset);
  loops->step = pn_alloc(loops->unknowns, sizeof *loops->step);
  loops->right = pn_alloc(loops->rows, sizeof *loops->right);
  loops->given = pn_alloc(loops->system->joints + loops->system->bodies,
                          sizeof *loops->given);
  if (loops->unknowns > 0)
    loops->squares = pn_least_squares_alloc(loops->rows, loops->unknowns);
  return loops->offset && loops->step && loops->right && loops->given &&
                 (loops->squares || loops->unknowns == 0)
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

pn_loop_motion *pn_loop_motion_alloc(const pn_system *system,
                                     const int *is_driven, pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_error_clear(error);
  pn_loop_motion *loops = pn_alloc(1, sizeof *loops);
  int code = GSL_ENOMEM;
  if (loops) {
    loops->system = system;
    code = set_tree(loops, is_driven, error);
  }
  if (!code)
    code = list_unknowns(loops, is_driven);
  if (!code)
    code = alloc_work(loops);
  if (!code)
    return loops;
  if (!error->code)
    pn_error_set(error, code, NULL, 0, "out of memory");
  pn_loop_motion_free(loops);
  return NULL;
}

void pn_loop_motion_free(pn_loop_motion *loops)
{
  if (!loops)
    return;
  pn_tree_free(loops->tree);
  pn_assembly_free(loops->assembly);
  pn_least_squares_free(loops->squares);
  pn_free(loops->coordinate);
  pn_free(loops->offset);
  pn_free(loops->given);
  pn_free(loops->right);
  pn_free(loops->step);
  pn_free(loops);
}

/* Computes the state of a motion, and J u. */
static int evaluate(pn_loop_motion *loops, const pn_joint_motion *motion,
                    double *y, double *acceleration)
{
  pn_joint_motion_state(loops->system, loops->tree, motion, y, acceleration);
  if (pn_assembly_set(loops->assembly, y))
    return GSL_EFAILED;
  pn_assembly_velocity(loops->assembly, y + pn_system_positions(loops->system),
                       loops->right);
  return GSL_SUCCESS;
}

static double largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* Sets column k of L, which is J u, or 0 if that is but rounding. */
static void set_column(pn_loop_motion *loops, size_t k, const double *y)
{
  const size_t positions = pn_system_positions(loops->system);
  const double speed = largest(y + positions, loops->assembly->velocities) *
                       fmax(1, largest(y, positions));
  const double noise = part_rounding * speed;
  const int moves = largest(loops->right, loops->rows) > noise;
  for (size_t i = 0; i < loops->rows; i++)
    gsl_matrix_set(loops->squares->matrix, i, k, moves ? loops->right[i] : 0);
}

/* Computes L at the positions of the motion, whose rates are all 0. */
static int set_matrix(pn_loop_motion *loops, pn_joint_motion *motion, double *y,
                      double *acceleration)
{
  for (size_t k = 0; k < loops->unknowns; k++) {
    double *rate = part_of(motion, loops->coordinate[k], RATE);
    *rate = 1;
    if (evaluate(loops, motion, y, acceleration))
      return GSL_EFAILED;
    set_column(loops, k, y);
    *rate = 0;
  }
  return pn_least_squares_set(loops->squares);
}

/* Solves L step = -right, and adds the step to a derivative of the coordinates
   that follow. */
static void follow(pn_loop_motion *loops, pn_joint_motion *motion,
                   int derivative)
{
  if (loops->unknowns == 0)
    return;
  pn_least_squares_solve(loops->squares, loops->right, loops->step);
  for (size_t k = 0; k < loops->unknowns; k++)
    *part_of(motion, loops->coordinate[k], derivative) -= loops->step[k];
}

/* Closes the loops in the positions of a motion without rates, and leaves L
   there. */
static int close_positions(pn_loop_motion *loops, pn_joint_motion *motion,
                           double *y, double *acceleration)
{
  for (int step = 0; step < NEWTON_STEPS; step++) {
    if ((loops->unknowns > 0 && set_matrix(loops, motion, y, acceleration)) ||
        evaluate(loops, motion, y, acceleration))
      return GSL_EFAILED;
    if (pn_assembly_gap(loops->assembly) <= closed)
      return GSL_SUCCESS;
    memcpy(loops->right, loops->assembly->C,
           loops->rows * sizeof *loops->right);
    follow(loops, motion, VALUE);
  }
  return GSL_EFAILED;
}

/* Copies the rates of all joints and bodies from one motion to another, or sets
   them to 0. */
static void set_rates(const pn_loop_motion *loops, const pn_joint_motion *from,
                      pn_joint_motion *to)
{
  const pn_vec3 zero = {0, 0, 0};
  const size_t count = loops->system->joints + loops->system->bodies;
  for (size_t k = 0; k < count; k++) {
    to[k].turn_rate = from ? from[k].turn_rate : zero;
    to[k].slide_rate = from ? from[k].slide_rate : zero;
  }
}

int pn_loop_motion_close(pn_loop_motion *loops, pn_joint_motion *motion,
                         double *y, double *acceleration)
{
  const pn_assembly *a = loops->assembly;
  const size_t count = loops->system->joints + loops->system->bodies;
  /* Positions, from where the last call has left them. */
  memcpy(loops->given, motion, count * sizeof *motion);
  set_rates(loops, NULL, motion);
  for (size_t k = 0; k < loops->unknowns; k++)
    *part_of(motion, loops->coordinate[k], VALUE) += loops->offset[k];
  if (close_positions(loops, motion, y, acceleration))
    return GSL_EFAILED;
  for (size_t k = 0; k < loops->unknowns; k++)
    loops->offset[k] = *part_of(motion, loops->coordinate[k], VALUE) -
                       *part_of(loops->given, loops->coordinate[k], VALUE);
  /* Velocities. */
  set_rates(loops, loops->given, motion);
  if (evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  follow(loops, motion, RATE);
  /* Accelerations. */
  if (evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  pn_assembly_velocity(a, acceleration, loops->right);
  for (size_t i = 0; i < loops->rows; i++)
    loops->right[i] += a->bias[i];
  follow(loops, motion, SECOND);
  return evaluate(loops, motion, y, acceleration);
}
