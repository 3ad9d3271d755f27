/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gives the joint of a link the damping of those it stands for. Each of those
   is damped along its own axis; ours is damped as a whole, by the child's
   velocity as its parent sees it. Equal dampings come to the same, except where
   three hinges make a ball, whose first and last axes leave the right angle as
   it turns, and where slides turn with a hinge before them: those are noted. */
#include "pantin/body/robot.h"

#include <gsl/gsl_errno.h>

static const char
    of_ball[] = "damping of three hinges acts on their turn as a whole",
    of_slides[] = "damping of slides after a hinge acts as if they were before "
                  "it";

/* Notes where the damping of one of a link's joints, the k-th, means something
   else than in the file. */
static void note(const pni_robot *robot, const pni_link *link, size_t k)
{
  size_t before = 0, all = 0; /* hinges */
  for (size_t i = 0; i < link->joints; i++) {
    all += link->joint[i].kind == PNI_HINGE;
    before += i < k && link->joint[i].kind == PNI_HINGE;
  }
  const pni_link_joint *joint = &link->joint[k];
  if (joint->damping > 0 && joint->kind == PNI_HINGE && all == 3 && before == 0)
    pni_xml_add_note(robot->xml, joint->node, of_ball);
  if (joint->damping > 0 && joint->kind == PNI_SLIDE && before > 0)
    pni_xml_add_note(robot->xml, joint->node, of_slides);
}

int pni_robot_set_damping(const pni_robot *robot, const pni_link *link,
                          pn_joint *joint)
{
  int is_known[2] = {0, 0}; /* of turns, of slides */
  for (size_t k = 0; k < link->joints; k++) {
    const pni_link_joint *from = &link->joint[k];
    const int slides = from->kind == PNI_SLIDE;
    double *to = slides ? &joint->friction_slide : &joint->friction_turn;
    if (is_known[slides] && *to != from->damping)
      return pni_xml_refuse(robot->xml, from->node,
                            "the joints of '%s' turn (or slide) with "
                            "different damping: here they need the same",
                            link->name);
    *to = from->damping;
    is_known[slides] = 1;
    note(robot, link, k);
  }
  return GSL_SUCCESS;
}
