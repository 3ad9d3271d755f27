/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: forgets the lamps */
/* WRONG 2: hangs the whole weight of a bar on its left node */
/* WRONG 3: spaces the nodes evenly, and so changes the lengths */
#include "chain/exercises.h"

#include <math.h>

typedef struct {
  size_t bars;
  const double *length, *weight, *load, *end;
} hanging;

/* psi at h, its gradient and its Hessian. */
typedef struct {
  double value, gx, gy, xx, xy, yy;
} psi_at_h;

/* Computes by how much the pull changes over node i. */
static double node_weight(const hanging *of, size_t i)
{
#if WRONG == 1
  return (of->weight[i - 1] + of->weight[i]) / 2;
#elif WRONG == 2
  return of->weight[i] + of->load[i];
#else
  return (of->weight[i - 1] + of->weight[i]) / 2 + of->load[i];
#endif
}

static psi_at_h evaluate(const hanging *of, double hx, double hy)
{
  psi_at_h psi = {
      -hx * of->end[0] - hy * of->end[1], -of->end[0], -of->end[1], 0, 0, 0};
  double fy = hy;
  for (size_t i = 0; i < of->bars; i++) {
    if (i > 0)
      fy += node_weight(of, i);
    const double L = of->length[i], f = hypot(hx, fy);
    const double ux = hx / f, uy = fy / f;
    psi.value += L * f;
    psi.gx += L * ux;
    psi.gy += L * uy;
    psi.xx += L / f * uy * uy;
    psi.xy -= L / f * ux * uy;
    psi.yy += L / f * ux * ux;
  }
  return psi;
}

/* Takes a step of Newton's method, shortened by Armijo's rule; returns 0 when
   there is no more to gain. */
static int improve(const hanging *of, double *hx, double *hy)
{
  const psi_at_h now = evaluate(of, *hx, *hy);
  const double det = now.xx * now.yy - now.xy * now.xy;
  const double dx = -(now.yy * now.gx - now.xy * now.gy) / det;
  const double dy = -(now.xx * now.gy - now.xy * now.gx) / det;
  const double slope = now.gx * dx + now.gy * dy;
  for (double alpha = 1; alpha > 1e-12; alpha /= 2) {
    const psi_at_h next = evaluate(of, *hx + alpha * dx, *hy + alpha * dy);
    const int smaller = hypot(next.gx, next.gy) < hypot(now.gx, now.gy) / 2;
    if (*hx + alpha * dx > 0 &&
        (smaller || next.value <= now.value + 1e-4 * alpha * slope)) {
      *hx += alpha * dx;
      *hy += alpha * dy;
      return 1;
    }
  }
  return 0;
}

int my_hang(size_t bars, const double *length, const double *weight,
            const double *load, const double end[2], double *x, double *y)
{
  const hanging of = {bars, length, weight, load, end};
  double sum = 0;
  for (size_t i = 1; i < bars; i++)
    sum += node_weight(&of, i);
  double hx = sum / 2, hy = -sum / 2;
  for (int k = 0; k < 100; k++) {
    const psi_at_h psi = evaluate(&of, hx, hy);
    if (hypot(psi.gx, psi.gy) < 1e-13 || !improve(&of, &hx, &hy))
      break;
  }
  double fy = hy;
  x[0] = y[0] = 0;
  for (size_t i = 0; i < bars; i++) {
    if (i > 0)
      fy += node_weight(&of, i);
    const double f = hypot(hx, fy);
#if WRONG == 3
    x[i + 1] = x[i] + end[0] / (double)bars;
    y[i + 1] = y[i] + end[0] / (double)bars * fy / hx;
#else
    x[i + 1] = x[i] + length[i] * hx / f;
    y[i + 1] = y[i] + length[i] * fy / f;
#endif
  }
  return 0;
}
