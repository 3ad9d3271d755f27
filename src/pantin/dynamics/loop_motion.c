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

   Where joints are driven, L has the equations of free spins below, by
   loop_spins.c, loop_least.c chooses x' and x'' among what is left,
   loop_reach.c leads from pose to pose, and loop_passage.c looks at the way.

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), section
   8.5. */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/parts.h"
#include "pantin/body/joint_axes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Steps from the start to the first pose. */
enum { LEAD_STEPS = 100 };

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
      loops->unknowns += pni_loop_list(loops->system, tree->joint[b],
                                       loops->coordinate + loops->unknowns);
  return GSL_SUCCESS;
}

/* Allocates what is known to be needed when the tree is. */
static int alloc_work(pn_loop_motion *loops)
{
  loops->assembly = pn_assembly_alloc(loops->system);
  if (!loops->assembly)
    return GSL_ENOMEM;
  loops->rows = loops->assembly->rows + loops->spins;
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

/* Lists what spins freely where joints are driven and loops are closed. */
static int list_spins(pn_loop_motion *loops, const int *is_driven,
                      const int *has_motor)
{
  const size_t joints = loops->system->joints;
  int driven = 0, code = GSL_ENOMEM;
  int *is_held = pn_alloc(joints, sizeof *is_held);
  for (size_t j = 0; is_held && j < joints; j++) {
    driven |= is_driven[j];
    is_held[j] = is_driven[j] || has_motor[j];
  }
  if (is_held)
    code = driven && loops->tree->loops > 0
               ? pni_loop_spins_alloc(loops, is_held)
               : GSL_SUCCESS;
  pn_free(is_held);
  return code;
}

pn_loop_motion *pn_loop_motion_alloc(const pn_system *system,
                                     const int *is_driven, const int *has_motor,
                                     pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_error_clear(error);
  pn_loop_motion *loops = pn_alloc(1, sizeof *loops);
  int code = GSL_ENOMEM;
  if (loops) {
    loops->system = system;
    loops->arm = pni_loop_longest_arm(system);
    code = set_tree(loops, is_driven, error);
  }
  if (!code)
    code = list_unknowns(loops, is_driven);
  if (!code && has_motor)
    code = list_spins(loops, is_driven, has_motor);
  if (!code)
    code = alloc_work(loops);
  if (!code)
    code = pni_loop_cuts_alloc(loops);
  if (!code)
    code = pni_loop_least_alloc(loops, is_driven);
  if (!code && loops->least)
    code = pni_loop_passage_alloc(loops);
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
  if (loops->least)
    pni_loop_passage_free(loops->least->passage);
  pni_loop_least_free(loops->least);
  pn_free(loops->coordinate);
  pn_free(loops->spin);
  pn_free(loops->cut);
  pn_free(loops->cut_motion);
  pn_free(loops->offset);
  pn_free(loops->given);
  pn_free(loops->right);
  pn_free(loops->step);
  pn_free(loops);
}

/* Closes the loops in loops->given at time t where the least rates have led. */
static int close_least(pn_loop_motion *loops, double t, pn_joint_motion *motion,
                       double *y, double *acceleration)
{
  pni_loop_least *least = loops->least;
  const size_t choices = least->choices;
  int code = pni_loop_reach(loops, t, motion, y, acceleration);
  if (!code && least->begun && least->choices != choices)
    code = GSL_ESING;
  if (code)
    least->choices = choices;
  code = pni_loop_passage_look(loops, t, code, motion, y, acceleration);
  if (code)
    return code;
  pni_loop_shorten(loops, motion);
  least->begun = 1;
  least->time = t;
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    for (size_t k = 0; k < loops->unknowns; k++)
      least->last[d][k] = *pni_loop_part(motion, loops->coordinate[k], d);
  return GSL_SUCCESS;
}

/* Begins at the given motion of joints whose coordinates tell all of it, where
   none is driven: what was added to it in another pose is not wanted here. */
static void begin_at_given(pn_loop_motion *loops)
{
  for (size_t k = 0; k < loops->unknowns; k++)
    if (pni_joint_has_coordinates(
            &loops->system->joint[loops->coordinate[k].joint]))
      loops->offset[k] = 0;
}

int pn_loop_motion_close(pn_loop_motion *loops, double t,
                         pn_joint_motion *motion, double *y,
                         double *acceleration)
{
  memcpy(loops->given, motion,
         (loops->system->joints + loops->system->bodies) * sizeof *motion);
  int code;
  if (loops->least) {
    code = close_least(loops, t, motion, y, acceleration);
  } else {
    begin_at_given(loops);
    code = pni_loop_reach(loops, t, motion, y, acceleration);
  }
  if (code)
    return code;
  pni_loop_cuts_pass(loops, y);
  pni_loop_cuts_tell(loops, motion);
  return GSL_SUCCESS;
}

void pn_loop_motion_pass(pn_loop_motion *loops, const pn_joint_motion *motion,
                         double *y, double *acceleration)
{
  if (loops->cuts == 0)
    return;
  pn_joint_motion_state(loops->system, loops->tree, motion, y, acceleration);
  pni_loop_cuts_pass(loops, y);
}

/* Forgets where the last call has left the joints. */
static void forget(pn_loop_motion *loops)
{
  memset(loops->offset, 0, loops->unknowns * sizeof *loops->offset);
  loops->least->begun = 0;
  loops->least->choices = 0;
  pni_loop_cuts_forget(loops);
}

int pn_loop_motion_lead(pn_loop_motion *loops, double t,
                        const pn_joint_motion *first, pn_joint_motion *motion,
                        double *y, double *acceleration)
{
  const size_t count = loops->system->joints + loops->system->bodies;
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most = fmax(
        most, fmax(pn_vec3_norm(first[k].turn), pn_vec3_norm(first[k].slide)));
  if (most == 0)
    return GSL_SUCCESS;
  for (int step = 0; loops->least && step <= LEAD_STEPS; step++) {
    const double part = (double)step / LEAD_STEPS;
    for (size_t k = 0; k < count; k++)
      motion[k] =
          (pn_joint_motion){.turn = pn_vec3_scale(part, first[k].turn),
                            .turn_rate = first[k].turn,
                            .slide = pn_vec3_scale(part, first[k].slide),
                            .slide_rate = first[k].slide};
    const int code =
        pn_loop_motion_close(loops, t - 1 + part, motion, y, acceleration);
    if (code) {
      forget(loops);
      return code == GSL_EFAILED ? code : GSL_SUCCESS;
    }
  }
  return GSL_SUCCESS;
}

size_t pn_loop_motion_choices(const pn_loop_motion *loops)
{
  return loops->least ? loops->least->choices : 0;
}
