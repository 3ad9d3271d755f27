/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The force form (dual.c): the force F of the first bar gives those of all,
   f_i = F + W_i e_y, and with a sign s_i for each bar (pulled or pushed) the
   chain has to end at (a, b):

     G(F) = sum_i s_i L_i f_i / |f_i| = (a, b).

   Faces. Only the directions of the f_i matter, and they are those of
   (X, Y + W_i Z) for F = (X, Y) / Z. So that the far plane is searched too,
   (X, Y, Z) runs over three faces of a cube, (p, q) in [-1, 1]^2:

     Z = 1:  f = (p, q + W_i)
     X = 1:  f = (1, p + W_i q)
     Y = 1:  f = (p, 1 + W_i q);

   the opposite faces have all f, hence all s, reversed. At Z = 0 all bars are
   parallel.

   Boxes. In a box, f_i lies in a rectangle, which bounds f_i / |f_i| and its
   derivatives by middle and radius. Sums over the bars add s_i times the
   middles, and the radii whatever the signs, so that a box is measured once
   for all s. Then for each s:

   - no root if (a, b) is farther from the middle of G than its radius;
   - Krawczyk's test, with J0 the middle of G's Jacobian, R its radius, c the
     box's centre and r its half widths: any root in it lies within
     |J0^-1| R r of c - J0^-1 (G(c) - (a, b)). If that is outside the box there
     is none; if it is all inside there is exactly one;
   - if some f_k = 0 is in the box, bar k may have any direction: but what the
     others leave to be bridged must be L_k long.

   Source: R. Krawczyk, Computing 4 (1969); R. E. Moore, SIAM J. Numer. Anal.
   14 (1977). */
#include "pantin/chain/forces.h"

#include "pantin/chain/simulator.h"

#include <math.h>

/* How far a box reaches beyond its half width, so that a root on the edge of
   two boxes is inside of both. */
static const double overlap = 1.25;

/* Bounds are widened by this for rounding, in S = 1. */
static const double rounding = 1e-13;

enum { NEWTON_MAX = 50 };

void pn_chain_forces_set(pn_chain_forces *forces, const pn_chain *chain)
{
  *forces = (pn_chain_forces){.bars = chain->bars,
                              .size = pn_chain_length(chain),
                              .heavy = pn_chain_weight(chain)};
  for (size_t i = 0; i < chain->bars; i++) {
    forces->length[i] = chain->length[i] / forces->size;
    if (i > 0)
      forces->weight[i] = forces->weight[i - 1] +
                          pn_chain_node_weight(chain, i) / forces->heavy;
  }
  for (int k = 0; k < 2; k++)
    forces->end[k] = chain->end[k] / forces->size;
}

double pn_chain_forces_sign(unsigned pattern, size_t bar)
{
  return pattern >> bar & 1 ? -1 : 1;
}

void pn_chain_forces_direction(const pn_chain_forces *forces,
                               pn_chain_face face, size_t bar, double p,
                               double q, double f[2])
{
  const double W = forces->weight[bar];
  f[0] = face == PN_CHAIN_FACE_X ? 1 : p;
  f[1] = face == PN_CHAIN_FACE_Z   ? q + W
         : face == PN_CHAIN_FACE_X ? p + W * q
                                   : 1 + W * q;
}

static pn_chain_ball between(double low, double high)
{
  return (pn_chain_ball){(low + high) / 2, (high - low) / 2};
}

static pn_chain_ball scale(double s, pn_chain_ball a)
{
  return (pn_chain_ball){s * a.middle, fabs(s) * a.radius};
}

static pn_chain_ball multiply(pn_chain_ball a, pn_chain_ball b)
{
  return (pn_chain_ball){a.middle * b.middle, fabs(a.middle) * b.radius +
                                                  a.radius * fabs(b.middle) +
                                                  a.radius * b.radius};
}

static double least_size(pn_chain_ball a)
{
  return fmax(fabs(a.middle) - a.radius, 0);
}

static double greatest_size(pn_chain_ball a)
{
  return fabs(a.middle) + a.radius;
}

/* Bounds x / |(x, y)|, which grows with x and moves towards 0 as |y| grows. */
static pn_chain_ball cosine(pn_chain_ball x, pn_chain_ball y)
{
  const double low = x.middle - x.radius, high = x.middle + x.radius;
  const double near = least_size(y), far = greatest_size(y);
  return between(low / hypot(low, low > 0 ? far : near),
                 high / hypot(high, high > 0 ? near : far));
}

/* Bounds L f / |f| of one bar over a box, and its derivatives by
   d(f/|f|) = (df - u (u . df)) / |f|, u = f / |f|. */
static void bound_bar(const pn_chain_forces *forces, const pn_chain_box *box,
                      size_t i, pn_chain_bar_bounds *bar)
{
  const double L = forces->length[i], r = overlap * box->half;
  const int face_x = box->face == PN_CHAIN_FACE_X;
  double centre[2];
  pn_chain_forces_direction(forces, box->face, i, box->p, box->q, centre);
  /* df_y / dq */
  const double by_q = box->face == PN_CHAIN_FACE_Z ? 1 : forces->weight[i];
  const pn_chain_ball x = {centre[0], face_x ? 0 : r};
  const pn_chain_ball y = {centre[1], r * (face_x + by_q)};
  /* Where f may be 0, any direction is possible. */
  const double f = hypot(centre[0], centre[1]);
  const double least = hypot(least_size(x), least_size(y));
  bar->kink = !(least > 0);
  if (bar->kink) {
    bar->value[0] = bar->value[1] = (pn_chain_ball){0, L};
    return;
  }
  bar->centre[0] = L * centre[0] / f;
  bar->centre[1] = L * centre[1] / f;
  /* The direction u, and the entries of L (I - u u^T) / |f|. */
  const pn_chain_ball ux = cosine(x, y), uy = cosine(y, x);
  const pn_chain_ball stiff = scale(
      L, between(1 / hypot(greatest_size(x), greatest_size(y)), 1 / least));
  const pn_chain_ball xx = multiply(stiff, multiply(uy, uy));
  const pn_chain_ball xy = scale(-1, multiply(stiff, multiply(ux, uy)));
  const pn_chain_ball yy = multiply(stiff, multiply(ux, ux));
  bar->value[0] = scale(L, ux);
  bar->value[1] = scale(L, uy);
  /* p moves f along y on face X, else along x; q always along y. */
  bar->slope[0][0] = face_x ? xy : xx;
  bar->slope[1][0] = face_x ? yy : xy;
  bar->slope[0][1] = scale(by_q, xy);
  bar->slope[1][1] = scale(by_q, yy);
}

/* Adds the part of one bar to G and its Jacobian. */
static void add_bar(const pn_chain_bar_bounds *bar, double sign, double G[2],
                    double J[2][2])
{
  for (int k = 0; k < 2; k++) {
    G[k] += sign * bar->centre[k];
    for (int l = 0; l < 2; l++)
      J[k][l] += sign * bar->slope[k][l].middle;
  }
}

/* Computes G - (a, b) at (p, q) and its Jacobian; returns |G - (a, b)|,
   INFINITY where some f_i = 0. */
static double evaluate(const pn_chain_forces *forces, pn_chain_face face,
                       unsigned pattern, double p, double q, double G[2],
                       double J[2][2])
{
  G[0] = -forces->end[0];
  G[1] = -forces->end[1];
  J[0][0] = J[0][1] = J[1][0] = J[1][1] = 0;
  const pn_chain_box at = {face, p, q, 0};
  for (size_t i = 0; i < forces->bars; i++) {
    pn_chain_bar_bounds bar;
    bound_bar(forces, &at, i, &bar);
    if (bar.kink)
      return INFINITY;
    add_bar(&bar, pn_chain_forces_sign(pattern, i), G, J);
  }
  return hypot(G[0], G[1]);
}

/* Inverts J; returns 0 if it is singular. */
static int invert(double J[2][2], double inverse[2][2])
{
  const double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  if (!isnormal(det))
    return 0;
  inverse[0][0] = J[1][1] / det;
  inverse[0][1] = -J[0][1] / det;
  inverse[1][0] = -J[1][0] / det;
  inverse[1][1] = J[0][0] / det;
  return 1;
}

double pn_chain_forces_refine(const pn_chain_forces *forces, pn_chain_face face,
                              unsigned pattern, double *p, double *q)
{
  double G[2], J[2][2], Y[2][2];
  double size = evaluate(forces, face, pattern, *p, *q, G, J);
  for (int k = 0; k < NEWTON_MAX && size > 0 && invert(J, Y); k++) {
    const double next_p = *p - (Y[0][0] * G[0] + Y[0][1] * G[1]);
    const double next_q = *q - (Y[1][0] * G[0] + Y[1][1] * G[1]);
    const double next = evaluate(forces, face, pattern, next_p, next_q, G, J);
    if (!(next < size))
      break;
    size = next;
    *p = next_p;
    *q = next_q;
  }
  return size;
}

void pn_chain_box_measure(const pn_chain_forces *forces,
                          const pn_chain_box *box, pn_chain_box_bounds *bounds)
{
  *bounds = (pn_chain_box_bounds){.value = {rounding, rounding}};
  for (size_t i = 0; i < forces->bars; i++) {
    pn_chain_bar_bounds *bar = &bounds->bar[i];
    bound_bar(forces, box, i, bar);
    if (bar->kink) {
      bounds->kinks++;
      bounds->kink = i;
    }
    for (int k = 0; k < 2; k++) {
      bounds->value[k] += bar->value[k].radius;
      for (int l = 0; l < 2 && !bar->kink; l++)
        bounds->slope[k][l] += bar->slope[k][l].radius;
    }
  }
}

/* Judges a box in which one bar may have any direction: there is no root unless
   what the others leave to be bridged can be as long as that bar. */
static pn_chain_roots judge_kink(const pn_chain_forces *forces,
                                 const pn_chain_box_bounds *bounds,
                                 const double missing[2])
{
  const double L = forces->length[bounds->kink];
  const pn_chain_ball x = {missing[0], bounds->value[0] - L};
  const pn_chain_ball y = {missing[1], bounds->value[1] - L};
  return L < hypot(least_size(x), least_size(y)) ||
                 L > hypot(greatest_size(x), greatest_size(y))
             ? PN_CHAIN_NO_ROOT
             : PN_CHAIN_UNKNOWN;
}

/* Judges a box without kinks by Krawczyk's test. */
static pn_chain_roots judge_krawczyk(const pn_chain_forces *forces,
                                     const pn_chain_box *box,
                                     const pn_chain_box_bounds *bounds,
                                     unsigned pattern)
{
  double G[2] = {-forces->end[0], -forces->end[1]}, J[2][2] = {{0}}, Y[2][2];
  for (size_t i = 0; i < forces->bars; i++)
    add_bar(&bounds->bar[i], pn_chain_forces_sign(pattern, i), G, J);
  if (!invert(J, Y))
    return PN_CHAIN_UNKNOWN;
  const double r = overlap * box->half;
  int inside = 1;
  for (int k = 0; k < 2; k++) {
    const double step = fabs(Y[k][0] * G[0] + Y[k][1] * G[1]);
    double radius = 0;
    for (int l = 0; l < 2; l++)
      radius += fabs(Y[k][l]) *
                (r * (bounds->slope[l][0] + bounds->slope[l][1]) + rounding);
    if (step - radius > box->half)
      return PN_CHAIN_NO_ROOT;
    inside = inside && step + radius < r;
  }
  return inside ? PN_CHAIN_ONE_ROOT : PN_CHAIN_UNKNOWN;
}

pn_chain_roots pn_chain_box_judge(const pn_chain_forces *forces,
                                  const pn_chain_box *box,
                                  const pn_chain_box_bounds *bounds,
                                  unsigned pattern)
{
  double missing[2] = {forces->end[0], forces->end[1]};
  for (size_t i = 0; i < forces->bars; i++)
    for (int k = 0; k < 2; k++)
      missing[k] -=
          pn_chain_forces_sign(pattern, i) * bounds->bar[i].value[k].middle;
  if (fabs(missing[0]) > bounds->value[0] ||
      fabs(missing[1]) > bounds->value[1])
    return PN_CHAIN_NO_ROOT;
  if (bounds->kinks == 1)
    return judge_kink(forces, bounds, missing);
  return bounds->kinks ? PN_CHAIN_UNKNOWN
                       : judge_krawczyk(forces, box, bounds, pattern);
}
