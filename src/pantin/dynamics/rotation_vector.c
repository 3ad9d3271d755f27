/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Differentiates the turn exp([r]x) by a rotation vector r. With s = r . r, and
   B(s) = (1 - cos |r|) / s, C(s) = (|r| - sin |r|) / |r|^3,

     omega  = r' + B r x r' + C r x (r x r')
     omega' = r'' + B r x r'' + C (r x (r x r'') + r' x (r x r'))
            + B' r x r' + C' r x (r x r'),       B' = dB/ds 2 r . r'.

   and back, with h = |r| / 2,

     r' = omega - 1/2 r x omega + (1 - h cot h) / s r x (r x omega).

   r'' follows in the same way from what r' leaves of omega'. B and C are power
   series in s, sum (-s)^k / (2k + 2)! and / (2k + 3)!, which lose no digits
   where |r| is small; beyond a whole turn, where they would, they are as above,
   and

     dB/ds = ( 1 - s C - 2 B ) / (2 s),   dC/ds = ( B - 3 C ) / (2 s).

   Source: J. Angeles, Fundamentals of Robotic Mechanical Systems (2007),
   chapter 2; F. Bullo, R. Murray, Proportional derivative control on the
   Euclidean group (1995), section 2. */
#include "pantin/dynamics/rotation_vector.h"

#include <gsl/gsl_math.h>

/* Terms of the series; at angles of up to a turn, whose s is below `whole`, the
   last ones are below rounding. */
enum { TERMS = 40 };
static const double whole = 40;

/* Below this s (1 - h cot h) / s is 1/12 to rounding of what it multiplies. */
static const double small = 1e-8;

typedef struct {
  double value, slope; /* at s, and its derivative by s */
} coefficient;

/* Returns sum (-s)^k / (2k + first)!. */
static coefficient series(double s, int first)
{
  double term = first == 2 ? 1. / 2 : 1. / 6; /* (-s)^k / (2k + first)! */
  coefficient sum = {term, 0};
  for (int k = 1; k < TERMS; k++) {
    const double factor = -1. / ((2 * k + first - 1) * (2 * k + first));
    sum.slope += k * factor * term;
    term *= factor * s;
    sum.value += term;
  }
  return sum;
}

/* Computes B and C at s. */
static void set_coefficients(double s, coefficient *B, coefficient *C)
{
  if (s <= whole) {
    *B = series(s, 2);
    *C = series(s, 3);
    return;
  }
  const double angle = sqrt(s);
  B->value = (1 - cos(angle)) / s;
  C->value = (angle - sin(angle)) / (angle * s);
  B->slope = (1 - s * C->value - 2 * B->value) / (2 * s);
  C->slope = (B->value - 3 * C->value) / (2 * s);
}

pni_turn pni_turn_of_vector(pn_vec3 r, pn_vec3 rate, pn_vec3 second)
{
  const double s = pn_vec3_dot(r, r), angle = sqrt(s);
  coefficient B, C;
  set_coefficients(s, &B, &C);
  const double s_rate = 2 * pn_vec3_dot(r, rate);
  const pn_vec3 across = pn_vec3_cross(r, rate);
  const pn_vec3 back = pn_vec3_cross(r, across);
  const pn_vec3 across2 = pn_vec3_cross(r, second);
  const pn_vec3 back2 =
      pn_vec3_add(pn_vec3_cross(r, across2), pn_vec3_cross(rate, across));
  pni_turn of;
  of.q = pn_quat_axis_angle(pn_vec3_normalize(r), angle);
  of.omega = pn_vec3_add_scaled(pn_vec3_add_scaled(rate, B.value, across),
                                C.value, back);
  of.omega_dot = pn_vec3_add_scaled(
      pn_vec3_add_scaled(second, B.value, across2), C.value, back2);
  of.omega_dot = pn_vec3_add_scaled(
      pn_vec3_add_scaled(of.omega_dot, B.slope * s_rate, across),
      C.slope * s_rate, back);
  return of;
}

pn_vec3 pni_rotation_vector_rate(pn_vec3 r, pn_vec3 omega)
{
  const double s = pn_vec3_dot(r, r), h = sqrt(s) / 2;
  const double D = s > small ? (1 - h / tan(h)) / s : 1. / 12;
  const pn_vec3 across = pn_vec3_cross(r, omega);
  return pn_vec3_add_scaled(pn_vec3_add_scaled(omega, -0.5, across), D,
                            pn_vec3_cross(r, across));
}

void pni_rotation_vector_follow(pn_vec3 r, const pni_turn *of, pn_vec3 *rate,
                                pn_vec3 *second)
{
  const pn_vec3 none = {0, 0, 0};
  *rate = pni_rotation_vector_rate(r, of->omega);
  const pni_turn steady = pni_turn_of_vector(r, *rate, none);
  *second =
      pni_rotation_vector_rate(r, pn_vec3_sub(of->omega_dot, steady.omega_dot));
}

double pni_nearest_angle(double angle, double near)
{
  return angle + 2 * M_PI * round((near - angle) / (2 * M_PI));
}

pn_vec3 pni_rotation_vector(pn_quat q, pn_vec3 near)
{
  const pn_vec3 v = {q.x, q.y, q.z};
  const double sine = pn_vec3_norm(v);
  const pn_vec3 axis =
      sine > 0 ? pn_vec3_scale(1 / sine, v) : pn_vec3_normalize(near);
  const double angle =
      pni_nearest_angle(2 * atan2(sine, q.w), pn_vec3_dot(near, axis));
  return pn_vec3_scale(angle, axis);
}
