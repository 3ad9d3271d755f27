/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Follows the turns of joints that were cut, which no coordinate of the tree
   tells. A pose tells an angle up to whole turns, of which those nearest to the
   last pose are right while the joint turns by less than half a turn: none
   turns faster than one of its bodies against the other. Turns of ball joints
   are the shortest vectors. */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Tells whether a joint was cut, and has turns and slides to follow. */
static int is_cut(const pn_loop_motion *loops, size_t j)
{
  const pn_tree *tree = loops->tree;
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->joint[b] == j)
      return 0;
  return pni_joint_has_coordinates(&loops->system->joint[j]);
}

int pni_loop_cuts_alloc(pn_loop_motion *loops)
{
  const size_t joints = loops->system->joints;
  loops->cut = pn_alloc(joints, sizeof *loops->cut);
  loops->cut_motion = pn_alloc(joints, sizeof *loops->cut_motion);
  if (!loops->cut || !loops->cut_motion)
    return GSL_ENOMEM;
  for (size_t j = 0; j < joints; j++)
    if (is_cut(loops, j))
      loops->cut[loops->cuts++] = j;
  return GSL_SUCCESS;
}

void pni_loop_cuts_forget(pn_loop_motion *loops)
{
  memset(loops->cut_motion, 0, loops->cuts * sizeof *loops->cut_motion);
}

static pn_vec3 omega_of(const pn_system *system, const double *y, size_t body)
{
  if (body == PN_WORLD)
    return pn_vec3_make(0, 0, 0);
  const double *u = y + pn_system_positions(system) + PN_BODY_VELOCITIES * body;
  return pn_vec3_make(u[3], u[4], u[5]);
}

double pni_loop_cuts_rate(const pn_loop_motion *loops, const double *y)
{
  const pn_system *system = loops->system;
  double most = 0;
  for (size_t j = 0; j < system->joints && loops->cuts > 0; j++) {
    const pn_joint *joint = &system->joint[j];
    most = fmax(most,
                pn_vec3_norm(pn_vec3_sub(omega_of(system, y, joint->child),
                                         omega_of(system, y, joint->parent))));
  }
  return most;
}

void pni_loop_cuts_pass(pn_loop_motion *loops, const double *y)
{
  for (size_t k = 0; k < loops->cuts; k++) {
    const size_t j = loops->cut[k];
    if (loops->system->joint[j].type->turns == 3)
      loops->cut_motion[k].turn = pn_vec3_make(0, 0, 0);
    pn_joint_motion_of_joint(loops->system, j, y, &loops->cut_motion[k]);
  }
}

void pni_loop_cuts_tell(const pn_loop_motion *loops, pn_joint_motion *motion)
{
  for (size_t k = 0; k < loops->cuts; k++) {
    motion[loops->cut[k]].turn = loops->cut_motion[k].turn;
    motion[loops->cut[k]].slide = loops->cut_motion[k].slide;
  }
}
