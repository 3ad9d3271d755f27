/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the motions of joints to those of bodies, from the root to the leaves.
   Body c hangs from p by a joint with the unit axis a, fixed to p, turned by
   theta and shifted by s. With e the arm from x_p to the joint's point B of c,
   and r that from x_c:

     R_c = exp(theta [a]x) R_p (R_c of the start relative to R_p of the start)
     e   = arm of the start, fixed to p, + s a
     x_c = x_p + e - r

     omega_c  = omega_p + theta' a
     omega_c' = omega_p' + theta'' a + theta' omega_p x a
     v_B  = v_p + omega_p x e + s' a
     v_B' = v_p' + omega_p' x e + omega_p x (omega_p x e)
          + 2 s' omega_p x a + s'' a
     v_c  = v_B  - omega_c x r
     v_c' = v_B' - omega_c' x r - omega_c x (omega_c x r)

   Source: R. Featherstone, Rigid Body Dynamics Algorithms (2008), sections 2.11
   and 4.4. */
#include "pantin/dynamics/joint_motion.h"

#include <gsl/gsl_math.h>
#include <string.h>

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

/* Returns the motion of body c, which hangs by this joint from one that moves
   as p. The axis leads from the joint's parent to its child: where the child is
   above, turns and slides change sign. */
static accelerated hang(const pn_system *system, const accelerated *p,
                        size_t above, size_t body, const pn_joint *joint,
                        const pn_joint_motion *m)
{
  const int side = joint->child == body;
  const double sign = side == 1 ? 1 : -1;
  const double s = sign * m->slide, s1 = sign * m->slide_rate,
               s2 = sign * m->slide_second, theta1 = sign * m->turn_rate,
               theta2 = sign * m->turn_second;
  const pn_pose start_p = pn_system_pose(system, above);
  const pn_pose start_c = pn_system_pose(system, body);
  const pn_vec3 omega = p->at.omega;
  const pn_vec3 a = pn_mat3_apply(p->at.R, joint->axis[!side][0]);
  const pn_vec3 arm =
      pn_pose_local(start_p, pn_pose_point(start_c, joint->point[side]));
  const pn_vec3 e = pn_vec3_add_scaled(pn_mat3_apply(p->at.R, arm), s, a);

  accelerated c;
  const pn_quat relative =
      pn_quat_multiply(pn_quat_conjugate(start_p.q), start_c.q);
  c.at.pose.q = pn_quat_normalize(
      pn_quat_multiply(pn_quat_axis_angle(a, sign * m->turn),
                       pn_quat_multiply(p->at.pose.q, relative)));
  c.at.R = pn_quat_matrix(c.at.pose.q);
  c.at.omega = pn_vec3_add_scaled(omega, theta1, a);
  c.omega_dot = sum(p->omega_dot, pn_vec3_scale(theta2, a),
                    pn_vec3_scale(theta1, pn_vec3_cross(omega, a)));

  const pn_vec3 r = pn_mat3_apply(c.at.R, joint->point[side]);
  const pn_vec3 vB =
      sum(p->at.v, pn_vec3_cross(omega, e), pn_vec3_scale(s1, a));
  const pn_vec3 along =
      pn_vec3_add_scaled(pn_vec3_scale(s2, a), 2 * s1, pn_vec3_cross(omega, a));
  const pn_vec3 vB_dot =
      pn_vec3_add(along, sum(p->v_dot, pn_vec3_cross(p->omega_dot, e),
                             centripetal(omega, e)));
  c.at.pose.x = pn_vec3_sub(pn_vec3_add(p->at.pose.x, e), r);
  c.at.v = pn_vec3_sub(vB, pn_vec3_cross(c.at.omega, r));
  c.v_dot = pn_vec3_sub(vB_dot, pn_vec3_add(pn_vec3_cross(c.omega_dot, r),
                                            centripetal(c.at.omega, r)));
  return c;
}

void pn_joint_motion_set(pn_joint_motion *motion, size_t joints,
                         const pn_swing *swing, size_t count, double t)
{
  memset(motion, 0, joints * sizeof *motion);
  for (size_t k = 0; k < count; k++) {
    const pn_swing *s = &swing[k];
    pn_joint_motion *m = &motion[s->joint];
    const double w = 2 * M_PI * s->frequency;
    const double x = sin(w * t + s->phase), v = w * cos(w * t + s->phase);
    m->turn += s->turn * x;
    m->turn_rate += s->turn * v;
    m->turn_second -= s->turn * w * w * x;
    m->slide += s->slide * x;
    m->slide_rate += s->slide * v;
    m->slide_second -= s->slide * w * w * x;
  }
}

void pn_joint_motion_state(const pn_system *system, const pn_tree *tree,
                           const pn_joint_motion *motion, double *y,
                           double *acceleration)
{
  for (size_t k = 0; k < tree->bodies; k++) {
    const size_t body = tree->order[k], j = tree->joint[body];
    accelerated of = {.at.pose = pn_system_pose(system, body)};
    if (j != PN_NO_JOINT) {
      const accelerated p = get(system, y, acceleration, tree->above[body]);
      of = hang(system, &p, tree->above[body], body, &system->joint[j],
                &motion[j]);
    }
    set(system, y, acceleration, body, &of);
  }
}
