/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Energy, momentum and drift of a state. With L_b = I omega the spin of a body:

     T = sum m v^2 / 2 + omega . L_b / 2
     V = sum -(m g + f) . x + stiffness stretch^2 / 2,  f the steady forces
     p = sum m v,   L = sum x x m v + L_b                                   */
#include "pantin/dynamics/measure.h"

#include "pantin/body/four.h"
#include "pantin/body/motion.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Returns the spin I omega of a body, in the world's frame. */
static inline pn_vec3 spin_of(const pn_body *body, const pn_motion *motion)
{
  const pn_vec3 local = pn_mat3_apply_transposed(motion->R, motion->omega);
  return pn_mat3_apply(motion->R, pn_mat3_apply(body->inertia, local));
}

static inline double kinetic_of(const pn_body *body, const pn_motion *motion,
                                pn_vec3 spin)
{
  return body->mass * pn_vec3_dot(motion->v, motion->v) / 2 +
         pn_vec3_dot(spin, motion->omega) / 2;
}

static inline double potential_of(const pn_system *system, const pn_body *body,
                                  const pn_motion *motion)
{
  const pn_vec3 steady =
      pn_vec3_add_scaled(body->force, body->mass, system->gravity);
  return -pn_vec3_dot(steady, motion->pose.x);
}

static double spring_energy(const pn_spring *s, pn_pose parent, pn_pose child)
{
  const pn_vec3 d = pn_vec3_sub(pn_pose_point(child, s->point[1]),
                                pn_pose_point(parent, s->point[0]));
  const double stretch = pn_vec3_norm(d) - s->length;
  return s->stiffness * stretch * stretch / 2;
}

/* Adds the energies of a body at positions q and velocities u. */
static void add_energies(const pn_system *system, const pn_body *body,
                         const double *q, const double *u, double *kinetic,
                         double *potential)
{
  pn_motion motion;
  motion_read(q, u, &motion);
  *kinetic += kinetic_of(body, &motion, spin_of(body, &motion));
  *potential += potential_of(system, body, &motion);
}

#ifdef PNI_LANES
/* Computes energies of four bodies side by side, unless an inertia is not
   diagonal; returns whether it has done so. */
PNI_INLINE int four_energies(const pn_body *body, const pn_vec3 *gravity,
                             const double *q, const double *u,
                             pni_lanes *kinetic, pni_lanes *potential)
{
  enum { STRIDE = sizeof *body / sizeof(double) };
  four_vec3 I;
  four_mat3 R;
  pni_lanes p[FOUR], x[FOUR], v[FOUR], w[FOUR], f[FOUR];
  if (!four_read_diagonal(body->inertia.m[0], STRIDE, &I))
    return 0;
  const pni_lanes m = four_pick(&body->mass, STRIDE);
  four_read(&body->force.x, STRIDE, f);
  four_unit(q, p);
  four_quat_matrix(p, &R);
  four_read(q, PN_BODY_POSITIONS, x);
  four_read(u, PN_BODY_VELOCITIES, v);
  four_read(u + 2, PN_BODY_VELOCITIES, w); /* after v_z */
  const pni_lanes *r = R.m;
  const pni_lanes a = I.x * (r[0] * w[1] + r[3] * w[2] + r[6] * w[3]);
  const pni_lanes b = I.y * (r[1] * w[1] + r[4] * w[2] + r[7] * w[3]);
  const pni_lanes c = I.z * (r[2] * w[1] + r[5] * w[2] + r[8] * w[3]);
  const pni_lanes turning = (r[0] * a + r[1] * b + r[2] * c) * w[1] +
                            (r[3] * a + r[4] * b + r[5] * c) * w[2] +
                            (r[6] * a + r[7] * b + r[8] * c) * w[3];
  *kinetic = m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + turning / 2;
  *potential =
      -((f[0] + m * gravity->x) * x[0] + (f[1] + m * gravity->y) * x[1] +
        (f[2] + m * gravity->z) * x[2]);
  return 1;
}

/* Adds the energies of all bodies, one after the other; the last four may
   overlap the four before them. Returns how many are added, up to an inertia
   that is not diagonal. */
PNI_WIDE static size_t add_fours(const pn_system *system, const double *y,
                                 double *kinetic, double *potential)
{
  const size_t n = system->bodies;
  const double *u = y + PN_BODY_POSITIONS * n;
  size_t b = 0;
  while (b < n && n >= FOUR) {
    const size_t at = b + FOUR <= n ? b : n - FOUR;
    pni_lanes T, V;
    if (!four_energies(system->body + at, &system->gravity,
                       y + PN_BODY_POSITIONS * at, u + PN_BODY_VELOCITIES * at,
                       &T, &V))
      break;
    for (; b < at + FOUR; b++) {
      *kinetic += T[b - at];
      *potential += V[b - at];
    }
  }
  return b;
}
#endif

double pn_measure_energy(const pn_system *system, const double *y,
                         double *kinetic)
{
  const double *u = y + pn_system_positions(system);
  double potential = 0;
  size_t b = 0;
  *kinetic = 0;
#ifdef PNI_LANES
  b = add_fours(system, y, kinetic, &potential);
#endif
  for (; b < system->bodies; b++)
    add_energies(system, &system->body[b], y + PN_BODY_POSITIONS * b,
                 u + PN_BODY_VELOCITIES * b, kinetic, &potential);
  for (size_t s = 0; s < system->springs; s++) {
    const pn_spring *spring = &system->spring[s];
    potential +=
        spring_energy(spring, pn_state_motion(system, y, spring->body[0]).pose,
                      pn_state_motion(system, y, spring->body[1]).pose);
  }
  return *kinetic + potential;
}

/* Adds the energies and momenta of one body. */
static void add_body(pn_measure *measure, const pn_system *system,
                     const pn_body *body, const pn_motion *motion)
{
  const pn_vec3 spin = spin_of(body, motion);
  const pn_vec3 p = pn_vec3_scale(body->mass, motion->v);
  measure->kinetic += kinetic_of(body, motion, spin);
  measure->potential += potential_of(system, body, motion);
  measure->momentum = pn_vec3_add(measure->momentum, p);
  measure->angular_momentum =
      pn_vec3_add(measure->angular_momentum,
                  pn_vec3_add(pn_vec3_cross(motion->pose.x, p), spin));
}

double pn_measure_acceleration(const pn_assembly *assembly, const double *u,
                               const double *v)
{
  const pn_system *system = assembly->system;
  double most = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    const size_t first = PN_BODY_VELOCITIES * b;
    double a[PN_BODY_VELOCITIES];
    for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
      a[k] = v ? u[first + k] - v[first + k] : u[first + k];
    pn_motion motion = assembly->motion[b];
    motion.v = pn_vec3_make(a[0], a[1], a[2]);
    motion.omega = pn_vec3_make(a[3], a[4], a[5]);
    const double square =
        2 * kinetic_of(body, &motion, spin_of(body, &motion)) / body->mass;
    most = isnan(square) ? INFINITY : fmax(most, square);
  }
  return sqrt(most);
}

int pn_measure_set(pn_measure *measure, pn_assembly *assembly, const double *y,
                   double *Ju)
{
  const pn_system *system = assembly->system;
  const int code = pn_assembly_set(assembly, y);
  *measure = (pn_measure){0};
  for (size_t b = 0; b < system->bodies; b++)
    add_body(measure, system, &system->body[b], &assembly->motion[b]);
  for (size_t s = 0; s < system->springs; s++) {
    const pn_spring *spring = &system->spring[s];
    measure->potential += spring_energy(
        spring, pn_assembly_motion(assembly, spring->body[0])->pose,
        pn_assembly_motion(assembly, spring->body[1])->pose);
  }
  measure->energy = measure->kinetic + measure->potential;
  measure->constraint_inf = pn_assembly_gap(assembly);
  pn_assembly_velocity(assembly, y + pn_system_positions(system), Ju);
  for (size_t i = 0; i < assembly->rows; i++)
    measure->velocity_inf = fmax(measure->velocity_inf, fabs(Ju[i]));
  return code;
}
