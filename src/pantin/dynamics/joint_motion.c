/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* From the motions of joints to those of bodies, from the root to the leaves.
   With D the turn of a body since the start, the child of a joint has D_c = D_p
   E, where E, its angular velocity w and w' follow from the joint's
   coordinates, in the world's frame of the start (a is fixed to the parent, b
   to the child):

     hinge        E = exp(x [a]x)                   w = x' a
     universal    E = exp(x [a]x) exp(y [b]x)       w = x' a + y' exp(x [a]x) b
     ball         E = exp([r]x)                     see rotation_vector.c

   Where the child is above, E^-1, -E^-1 w and -E^-1 w' are in their place. A
   body that hangs by a joint of another type has the turn of a ball joint, and
   all of s; whether the joint is closed is for loop_motion.c. Body c hangs from
   p; with e the arm from x_p to the joint's point B of c, s the shift, and r
   the arm from x_c to B:

     x_c = x_p + e - r,   e = D_p (e of the start + s)

     omega_c  = omega_p + D_p w
     omega_c' = omega_p' + D_p w' + omega_p x D_p w
     v_B  = v_p + omega_p x e + D_p s'
     v_B' = v_p' + omega_p' x e + omega_p x (omega_p x e)
          + 2 omega_p x D_p s' + D_p s''
     v_c  = v_B  - omega_c x r
     v_c' = v_B' - omega_c' x r - omega_c x (omega_c x r)

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), sections 2.11
   and 4.4. */
#include "pantin/dynamics/joint_motion.h"

#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/rotation_vector.h"

#include <gsl/gsl_math.h>

static pn_vec3 sum(pn_vec3 a, pn_vec3 b, pn_vec3 c)
{
  return pn_vec3_add(a, pn_vec3_add(b, c));
}

static pn_vec3 centripetal(pn_vec3 omega, pn_vec3 a)
{
  return pn_vec3_cross(omega, pn_vec3_cross(omega, a));
}

/* The motion of a body with its accelerations. */
typedef struct {
  pn_motion at;
  pn_vec3 v_dot, omega_dot;
} accelerated;

/* Returns the motion of a body with its acceleration, which is 0 of the world.
 */
static accelerated get(const pn_system *system, const double *y,
                       const double *acceleration, size_t body)
{
  accelerated of = {.at = pn_state_motion(system, y, body)};
  if (body != PN_WORLD) {
    const double *u = acceleration + PN_BODY_VELOCITIES * body;
    of.v_dot = pn_vec3_make(u[0], u[1], u[2]);
    of.omega_dot = pn_vec3_make(u[3], u[4], u[5]);
  }
  return of;
}

static void set(const pn_system *system, double *y, double *acceleration,
                size_t body, const accelerated *of)
{
  const pn_vec3 v = of->v_dot, w = of->omega_dot;
  const double u[] = {v.x, v.y, v.z, w.x, w.y, w.z};
  pn_state_set(system, y, body, of->at.pose, of->at.v, of->at.omega);
  for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
    acceleration[PN_BODY_VELOCITIES * body + k] = u[k];
}

/* Returns axis k of a joint in the world at the start: the second one of a
   cross is fixed to the child, the others to the parent. */
static pn_vec3 start_axis(const pn_system *system, const pn_joint *joint, int k)
{
  const int side = joint->type->turns == 2 && k == 1;
  const size_t body = side ? joint->child : joint->parent;
  return pn_quat_rotate(pn_system_pose(system, body).q, joint->axis[side][k]);
}

/* Returns how the child of a joint, or a free body, turns relative to its
   parent. */
static pni_turn turn_of(const pn_system *system, const pn_joint *joint,
                        const pn_joint_motion *m)
{
  if (!joint || joint->type->turns == 3)
    return pni_turn_of_vector(m->turn, m->turn_rate, m->turn_second);
  const pn_vec3 a = start_axis(system, joint, 0);
  pni_turn of = {pn_quat_axis_angle(a, m->turn.x),
                 pn_vec3_scale(m->turn_rate.x, a),
                 pn_vec3_scale(m->turn_second.x, a)};
  if (joint->type->turns == 2) {
    const pn_vec3 b = start_axis(system, joint, 1);
    const pn_vec3 turned = pn_quat_rotate(of.q, b);
    of.omega_dot =
        sum(of.omega_dot, pn_vec3_scale(m->turn_second.y, turned),
            pn_vec3_scale(m->turn_rate.y, pn_vec3_cross(of.omega, turned)));
    of.omega = pn_vec3_add_scaled(of.omega, m->turn_rate.y, turned);
    of.q = pn_quat_multiply(of.q, pn_quat_axis_angle(b, m->turn.y));
  }
  return of;
}

/* Returns the same turn seen from the child. */
static pni_turn reversed(pni_turn of)
{
  const pn_quat back = pn_quat_conjugate(of.q);
  return (pni_turn){back, pn_vec3_scale(-1, pn_quat_rotate(back, of.omega)),
                    pn_vec3_scale(-1, pn_quat_rotate(back, of.omega_dot))};
}

/* Returns a shift along the joint's axes, or the world's, of the body that
   hangs. */
static pn_vec3 shift(const pn_system *system, const pn_joint *joint, int side,
                     pn_vec3 slide)
{
  if (!joint)
    return slide;
  return pn_vec3_scale(side == 1 ? slide.x : -slide.x,
                       start_axis(system, joint, 0));
}

/* Returns the motion of body c, which hangs by this joint from one that moves
   as p; if joint is NULL, c is displaced from p freely. */
static accelerated hang(const pn_system *system, const accelerated *p,
                        size_t above, size_t body, const pn_joint *joint,
                        const pn_joint_motion *m)
{
  const int side = !joint || joint->child == body;
  const pn_pose start_p = pn_system_pose(system, above);
  const pn_pose start_c = pn_system_pose(system, body);
  const pn_quat D =
      pn_quat_multiply(p->at.pose.q, pn_quat_conjugate(start_p.q));
  pni_turn turn = turn_of(system, joint, m);
  if (side == 0)
    turn = reversed(turn);
  const pn_vec3 point = joint ? joint->point[side] : pn_vec3_make(0, 0, 0);
  const pn_vec3 omega = p->at.omega, w = pn_quat_rotate(D, turn.omega);
  const pn_vec3 s = shift(system, joint, side, m->slide);
  const pn_vec3 s1 =
      pn_quat_rotate(D, shift(system, joint, side, m->slide_rate));
  const pn_vec3 s2 =
      pn_quat_rotate(D, shift(system, joint, side, m->slide_second));
  const pn_vec3 arm = pn_vec3_sub(pn_pose_point(start_c, point), start_p.x);
  const pn_vec3 e = pn_quat_rotate(D, pn_vec3_add(arm, s));

  accelerated c;
  c.at.pose.q = pn_quat_normalize(
      pn_quat_multiply(D, pn_quat_multiply(turn.q, start_c.q)));
  c.at.R = pn_quat_matrix(c.at.pose.q);
  c.at.omega = pn_vec3_add(omega, w);
  c.omega_dot = sum(p->omega_dot, pn_quat_rotate(D, turn.omega_dot),
                    pn_vec3_cross(omega, w));

  const pn_vec3 r = pn_mat3_apply(c.at.R, point);
  const pn_vec3 vB = sum(p->at.v, pn_vec3_cross(omega, e), s1);
  const pn_vec3 along = pn_vec3_add_scaled(s2, 2, pn_vec3_cross(omega, s1));
  const pn_vec3 vB_dot =
      pn_vec3_add(along, sum(p->v_dot, pn_vec3_cross(p->omega_dot, e),
                             centripetal(omega, e)));
  c.at.pose.x = pn_vec3_sub(pn_vec3_add(p->at.pose.x, e), r);
  c.at.v = pn_vec3_sub(vB, pn_vec3_cross(c.at.omega, r));
  c.v_dot = pn_vec3_sub(vB_dot, pn_vec3_add(pn_vec3_cross(c.omega_dot, r),
                                            centripetal(c.at.omega, r)));
  return c;
}

size_t pn_joint_motion_index(const pn_system *system, const pn_tree *tree,
                             size_t body)
{
  const size_t j = tree->joint[body];
  return j == PN_NO_JOINT ? system->joints + body : j;
}

/* Returns the joint by which a body hangs; NULL if it is free, or the joint's
   turns and slide do not tell how it moves. */
static const pn_joint *joint_of(const pn_system *system, const pn_tree *tree,
                                size_t body)
{
  const size_t j = tree->joint[body];
  return j != PN_NO_JOINT && pni_joint_has_coordinates(&system->joint[j])
             ? &system->joint[j]
             : NULL;
}

void pn_joint_motion_state(const pn_system *system, const pn_tree *tree,
                           const pn_joint_motion *motion, double *y,
                           double *acceleration)
{
  for (size_t k = 0; k < tree->bodies; k++) {
    const size_t body = tree->order[k];
    const accelerated p = get(system, y, acceleration, tree->above[body]);
    const accelerated of =
        hang(system, &p, tree->above[body], body, joint_of(system, tree, body),
             &motion[pn_joint_motion_index(system, tree, body)]);
    set(system, y, acceleration, body, &of);
  }
}

void pn_joint_motion_column(const pn_system *system, const pn_tree *tree,
                            const pn_joint_motion *motion, const double *y,
                            size_t body, int k, double u[6])
{
  const pn_joint_motion *now =
      &motion[pn_joint_motion_index(system, tree, body)];
  const pn_vec3 one = pn_vec3_make(k % 3 == 0, k % 3 == 1, k % 3 == 2);
  pn_joint_motion unit = {.turn = now->turn, .slide = now->slide};
  if (k < 3)
    unit.turn_rate = one;
  else
    unit.slide_rate = one;
  accelerated p = {.at = pn_state_motion(system, y, tree->above[body])};
  p.at.v = p.at.omega = pn_vec3_make(0, 0, 0);
  const accelerated of = hang(system, &p, tree->above[body], body,
                              joint_of(system, tree, body), &unit);
  const double column[] = {of.at.v.x,     of.at.v.y,     of.at.v.z,
                           of.at.omega.x, of.at.omega.y, of.at.omega.z};
  for (size_t i = 0; i < PN_BODY_VELOCITIES; i++)
    u[i] = column[i];
}

/* Returns by how much a body has turned since the start. */
static pn_quat turned(const pn_system *system, const double *y, size_t body)
{
  return pn_quat_multiply(pn_state_motion(system, y, body).pose.q,
                          pn_quat_conjugate(pn_system_pose(system, body).q));
}

/* Sets the turn of a joint, or a free body, to E. */
static void turn_from(const pn_system *system, const pn_joint *joint, pn_quat E,
                      pn_vec3 *turn)
{
  const int turns = joint ? joint->type->turns : 3;
  if (turns == 3) {
    *turn = pni_rotation_vector(E, *turn);
    return;
  }
  const pn_vec3 a = start_axis(system, joint, 0);
  const pn_vec3 b = start_axis(system, joint, 1), c = pn_vec3_cross(a, b);
  const pn_vec3 seen = pn_quat_rotate(E, b);
  if (turns > 0)
    turn->x = pni_nearest_angle(
        atan2(pn_vec3_dot(seen, c), pn_vec3_dot(seen, b)), turn->x);
  if (turns == 2) {
    const pn_vec3 axis = pn_quat_rotate(E, a);
    const pn_vec3 across = pn_quat_rotate(pn_quat_axis_angle(a, turn->x), c);
    turn->y = pni_nearest_angle(
        atan2(-pn_vec3_dot(axis, across), pn_vec3_dot(axis, a)), turn->y);
  }
}

/* Returns where a body's centre is as seen from another, in the world's frame
   of the start. */
static pn_vec3 seen_from(const pn_system *system, size_t parent, size_t child,
                         const double *y)
{
  const pn_vec3 apart = pn_vec3_sub(pn_state_motion(system, y, child).pose.x,
                                    pn_state_motion(system, y, parent).pose.x);
  return pn_quat_rotate(pn_quat_conjugate(turned(system, y, parent)), apart);
}

/* Returns how far the child's point is from the parent's along the axis. */
static double slide_of(const pn_joint *joint, pn_pose parent, pn_pose child)
{
  return pn_vec3_dot(pn_vec3_sub(pn_pose_point(child, joint->point[1]),
                                 pn_pose_point(parent, joint->point[0])),
                     pn_quat_rotate(parent.q, joint->axis[0][0]));
}

/* Sets `turn` and `slide` of a joint; if it is NULL, of the child relative to
   the parent. */
static void from_state(const pn_system *system, const pn_joint *joint,
                       size_t parent, size_t child, const double *y,
                       pn_joint_motion *m)
{
  const pn_motion at_p = pn_state_motion(system, y, parent);
  const pn_motion at_c = pn_state_motion(system, y, child);
  turn_from(system, joint,
            pn_quat_multiply(pn_quat_conjugate(turned(system, y, parent)),
                             turned(system, y, child)),
            &m->turn);
  if (!joint)
    m->slide = pn_vec3_sub(seen_from(system, parent, child, y),
                           pn_vec3_sub(pn_system_pose(system, child).x,
                                       pn_system_pose(system, parent).x));
  else if (joint->type->slides)
    m->slide.x = slide_of(joint, at_p.pose, at_c.pose) -
                 slide_of(joint, pn_system_pose(system, parent),
                          pn_system_pose(system, child));
}

void pn_joint_motion_from_state(const pn_system *system, const pn_tree *tree,
                                const double *y, pn_joint_motion *motion)
{
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_joint *joint = joint_of(system, tree, b);
    from_state(system, joint, joint ? joint->parent : tree->above[b],
               joint ? joint->child : b, y,
               &motion[pn_joint_motion_index(system, tree, b)]);
  }
}

void pn_joint_motion_of_joint(const pn_system *system, size_t joint,
                              const double *y, pn_joint_motion *motion)
{
  const pn_joint *of = &system->joint[joint];
  from_state(system, of, of->parent, of->child, y, motion);
}
