/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Coulomb's law with its cone. A contact opens, sticks or slides:

     r = 0, u_N >= 0;      u = 0, |r_T| <= mu r_N;
     u_N = 0, r_T = -mu r_N u_T / |u_T|.

   With De Saxce's correction it is one complementarity on the cone,

     K* : u + mu |u_T| e_N   orthogonal to   r : K,

   which no energy has for its minimum, as the correction depends on u.

   One contact, u = W r + q, is solved in closed form but for one number. Where
   q_N >= 0 it opens. Otherwise let u_N = 0 and u_T = -alpha r_T: alpha = 0
   sticks, and alpha > 0 slides if |r_T| = mu r_N. Without r_N this is

     (S + alpha 1) r_T = -p,   S = W_TT - W_TN W_NT / W_NN,
                               p = q_T - W_TN q_N / W_NN,
     r_N = -(q_N + W_NT r_T) / W_NN,

   and alpha is a root of the secular equation, as in trust regions,

     h(alpha) = mu r_N / |r_T| - 1 = 0,

   which is a straight line where S is a multiple of 1 and W_NT = 0. h tends to
   infinity with alpha, so there is a root wherever the contact does not stick;
   Newton's method within a bracket finds it.

   Source: De Saxce and Feng (1998); Bonnefon and Daviet (2011), who solve the
   same by a quartic; More and Sorensen (1983) for the secular equation. */
#include "pantin/lcp/cone_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Steps of the bracketed Newton, of which it takes some five, until h is only
   rounding. */
enum { STEPS_MAX = 100 };
static const double rounding = 1e-15;

size_t pni_contact_rows(const pn_lcp *lcp, size_t i)
{
  size_t rows = 1;
  while (lcp->mu && i + rows < lcp->size && lcp->normal[i] == i &&
         lcp->normal[i + rows] == i)
    rows++;
  return rows;
}

int pni_contact_check(const pn_lcp *lcp, pn_error *error)
{
  size_t rows;
  for (size_t i = 0; lcp->mu && i < lcp->size; i += rows) {
    rows = pni_contact_rows(lcp, i);
    if (lcp->normal[i] != i || rows > PNI_CONTACT_ROWS)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "row %zu has friction: one or two such rows must "
                          "follow the row of their normal",
                          i + 1);
  }
  return GSL_SUCCESS;
}

int pni_cone_check(const pn_lcp *lcp, pn_error *error)
{
  size_t rows;
  if (pni_contact_check(lcp, error))
    return GSL_EINVAL;
  for (size_t i = 0; i < lcp->size; i += rows) {
    rows = pni_contact_rows(lcp, i);
    if (rows == 1)
      continue;
    if (lcp->mu[i + 1] != lcp->mu[i + rows - 1])
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "rows %zu and %zu are tangents of one contact with "
                          "friction %g and %g; a cone has one",
                          i + 2, i + 3, lcp->mu[i + 1], lcp->mu[i + 2]);
    if (lcp->lo[i] != 0 || lcp->hi[i] != INFINITY)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "row %zu, a normal, has the bounds %g and %g; a cone "
                          "has 0 and infinity",
                          i + 1, lcp->lo[i], lcp->hi[i]);
  }
  return GSL_SUCCESS;
}

/* A contact without its normal row: S and p, and what gives r_N. Without a
   second tangent its entries are 0, but S is 1 there. */
typedef struct {
  double S11, S12, S22, p[2];
  double N[2], q; /* W_NT / W_NN, and q_N / W_NN: r_N = -q - N . r_T */
  double mu;
} tangents;

static double length(const double *t)
{
  return sqrt(t[0] * t[0] + t[1] * t[1]);
}

/* Eliminates the normal impulse of a sticking contact from its block W and q:
   what is left are the tangents' S and p, and how the normal impulse follows
   from theirs. */
static tangents eliminate_normal(size_t rows, const double *W, const double *q,
                                 double mu)
{
  tangents of = {.S22 = 1, .q = q[0] / W[0], .mu = mu};
  for (size_t k = 1; k < rows; k++) {
    of.N[k - 1] = W[k] / W[0];
    of.p[k - 1] = q[k] - W[k] * of.q;
  }
  of.S11 = W[rows + 1] - W[1] * of.N[0];
  if (rows == PNI_CONTACT_ROWS) {
    of.S12 = W[rows + 2] - W[1] * of.N[1];
    of.S22 = W[2 * rows + 2] - W[2] * of.N[1];
  }
  return of;
}

/* Solves (S + alpha 1) x = -v. */
static void solve_tangents(const tangents *of, double alpha, const double *v,
                           double *x)
{
  const double a = of->S11 + alpha, b = of->S12, c = of->S22 + alpha;
  const double det = a * c - b * b;
  x[0] = -(c * v[0] - b * v[1]) / det;
  x[1] = -(a * v[1] - b * v[0]) / det;
}

/* Computes the impulse r for this alpha, h, and its derivative. */
static double secular(const tangents *of, double alpha, double *r,
                      double *slope)
{
  double T[2], dT[2]; /* r_T, and its derivative -(S + alpha 1)^-1 r_T */
  solve_tangents(of, alpha, of->p, T);
  solve_tangents(of, alpha, T, dT);
  const double N = -of->q - of->N[0] * T[0] - of->N[1] * T[1];
  const double dN = -of->N[0] * dT[0] - of->N[1] * dT[1];
  const double t = length(T), dt = (T[0] * dT[0] + T[1] * dT[1]) / t;
  r[0] = N;
  r[1] = T[0];
  r[2] = T[1];
  *slope = of->mu * (dN * t - N * dt) / (t * t);
  return of->mu * N / t - 1;
}

/* Slides: finds the root of h. */
static void slide(const tangents *of, double *r)
{
  double low = 0, high = of->S11 + of->S22, slope;
  while (secular(of, high, r, &slope) < 0 && isfinite(high)) {
    low = high;
    high *= 4;
  }
  double alpha = high;
  for (int k = 0; k < STEPS_MAX; k++) {
    const double h = secular(of, alpha, r, &slope);
    if (h < 0)
      low = alpha;
    else
      high = alpha;
    const double next = alpha - h / slope;
    const double last = alpha;
    alpha = next > low && next < high ? next : (low + high) / 2;
    if (fabs(h) <= rounding || alpha == last)
      break;
  }
}

void pni_cone_solve(size_t rows, const double *W, const double *q, double mu,
                    double *r)
{
  double at[PNI_CONTACT_ROWS] = {0, 0, 0}, slope;
  if (q[0] < 0 && mu > 0) {
    const tangents of = eliminate_normal(rows, W, q, mu);
    const double p = length(of.p), det = of.S11 * of.S22 - of.S12 * of.S12;
    if (p == 0)
      at[0] = -of.q;
    else if (!(det > 0) || !(secular(&of, 0, at, &slope) >= 0))
      slide(&of, at);
    /* Rounding may leave the root just outside of the cone. */
    const double t = length(at + 1), most = mu * fmax(at[0], 0);
    for (size_t k = 1; k < PNI_CONTACT_ROWS && t > most; k++)
      at[k] *= most / t;
  } else if (q[0] < 0)
    at[0] = -q[0] / W[0];
  for (size_t k = 0; k < rows; k++)
    /* NOLINTNEXTLINE(*-core.uninitialized*): a contact has at most 3 rows */
    r[k] = k == 0 ? fmax(at[0], 0) : at[k];
}

/* Projects z, (rows), on the cone. */
static void project(size_t rows, double mu, double *z)
{
  double t = 0;
  for (size_t k = 1; k < rows; k++)
    t += z[k] * z[k];
  t = sqrt(t);
  /* NOLINTNEXTLINE(*-core.Undefined*): a contact has a row at least */
  if (z[0] >= 0 && t <= mu * z[0])
    return;
  const double N = fmax((z[0] + mu * t) / (1 + mu * mu), 0);
  z[0] = N;
  for (size_t k = 1; k < rows; k++)
    z[k] *= t > 0 ? mu * N / t : 0;
}

void pni_cone_natural(size_t rows, double mu, double D, const double *r,
                      const double *u, double *map)
{
  double slip = 0, z[PNI_CONTACT_ROWS];
  for (size_t k = 1; k < rows; k++)
    slip += u[k] * u[k];
  slip = sqrt(slip);
  for (size_t k = 0; k < rows; k++)
    z[k] = r[k] - (u[k] + (k == 0 ? mu * slip : 0)) / D;
  project(rows, mu, z);
  for (size_t k = 0; k < rows; k++)
    map[k] = r[k] - z[k];
}
