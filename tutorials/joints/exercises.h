/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The functions that the exercises on joints ask for. As in the library,
   positions and velocities are of the centre of mass, all vectors in the
   world's frame, and a quaternion turns the body's frame into the world's. */
#ifndef PANTIN_TUTORIALS_JOINTS_EXERCISES_H
#define PANTIN_TUTORIALS_JOINTS_EXERCISES_H

#include "pantin/body/joint.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_matrix.h>
#include <gsl/gsl_odeiv2.h>

/* Computes dq/dt of a body that turns with omega [rad/s]. */
pn_quat my_quaternion(pn_quat q, pn_vec3 omega);

/* Computes omega' [rad/s^2] of a body under a torque [N m]. I [kg m^2] and its
   inverse are the body's inertia in the world's frame. */
pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque);

/* Computes the Jacobian of a ball joint on (v, omega) of the parent and of the
   child. rp, rc: the arms from the centres of mass to the joint [m]. */
void my_jacobian(pn_vec3 rp, pn_vec3 rc, double Jp[3][6], double Jc[3][6]);

/* Computes Jdot u of a ball joint [m/s^2]. */
pn_vec3 my_bias(pn_vec3 omega_p, pn_vec3 rp, pn_vec3 omega_c, pn_vec3 rc);

/* Computes the multipliers of m constraints on n velocities: J (m x n), the
   inverse W of the masses (n x n), the loads F (n), bias = Jdot u (m), lambda
   (m). Returns GSL's error code, 0 if there is no error. */
int my_multipliers(const gsl_matrix *J, const gsl_matrix *W,
                   const gsl_vector *F, const gsl_vector *bias,
                   gsl_vector *lambda);

/* Makes one step of the classical Runge-Kutta method from t to t + h. The
   system has at most MY_STATE_MAX equations. Returns the error code of f. */
enum { MY_STATE_MAX = 16 };
int my_rk4(const gsl_odeiv2_system *f, double t, double h, double *y);

/* Makes one step of the leapfrog for x'' = a(x). */
void my_leapfrog(const gsl_function *a, double h, double *x, double *v);

/* Computes the Newton step dq (n) that closes the gaps C (m). Returns GSL's
   error code. */
int my_correction(const gsl_matrix *J, const gsl_matrix *W, const gsl_vector *C,
                  gsl_vector *dq);

/* Computes the right-hand side r of the impulses' equations (J W J^T) lambda =
   r: `rows` rows, first those of the joints. e: restitution, 0 to 1. */
void my_rebound(size_t joints, size_t rows, const double *Ju, double e,
                double *r);

/* Evaluates a joint of one row, a point of the child in a bowl, as the
   `evaluate` of a pn_joint_type does. */
int my_bowl(const pn_joint *joint, const pn_motion *parent,
            const pn_motion *child, pn_joint_rows *rows);

/* Evaluates a joint of one row between two bodies, of the student's own. */
int my_joint(const pn_joint *joint, const pn_motion *parent,
             const pn_motion *child, pn_joint_rows *rows);

/* A body in a prescribed motion. */
typedef struct {
  double mass;          /* [kg] */
  pn_mat3 I;            /* [kg m^2] */
  pn_vec3 gravity;      /* [m/s^2] */
  pn_vec3 x, a;         /* position [m] and acceleration [m/s^2] */
  pn_vec3 omega, alpha; /* [rad/s], [rad/s^2] */
  pn_vec3 A;            /* the point of its own joint [m] */
} my_body;

/* What a joint exerts on the body that hangs from it. */
typedef struct {
  pn_vec3 A;    /* at this point [m] */
  pn_vec3 f, t; /* force [N], torque [N m] */
} my_wrench;

/* Computes what the body's own joint exerts, given what those of the bodies
   that hang from it exert. */
my_wrench my_inverse(const my_body *b, size_t children, const my_wrench *child);

#endif
