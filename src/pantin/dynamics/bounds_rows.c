/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows of limits and dry friction at the end of a step: which of them there
   are, r = W (k^T + J^T lambda), and B_ij = k_i r_j (see bounds.c). */
#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/dynamics_private.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/response.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

/* A row that the joints let move less easily than by this share of what its
   bodies would do alone needs no impulse. */
static const double held = 1e-12;

double pni_bound_rate(const pn_bounds *bounds, const pn_bound *of,
                      const double *u)
{
  const pn_assembly *a = bounds->dynamics->assembly;
  const pn_joint *joint = &a->system->joint[of->joint];
  const size_t body[2] = {joint->parent, joint->child};
  double k[2][PN_BODY_VELOCITIES], rate = 0;
  pn_coordinate_row(a, (pn_coordinate){of->joint, of->axis}, k);
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < PN_BODY_VELOCITIES && body[side] != PN_WORLD; i++)
      rate += k[side][i] * u[PN_BODY_VELOCITIES * body[side] + i];
  return rate;
}

/* A limit that is not further away [rad] or [m], or than that share of the way
   between both, is near: whether walls lead to it is found from its velocity,
   so that this need only be more than what a displacement leaves. */
static const double near = 1e-2;

static int has_limits(const pn_bound *of)
{
  return isfinite(of->low) || isfinite(of->high);
}

double pni_bound_value(const pn_bounds *bounds, size_t b)
{
  const pn_assembly *a = bounds->dynamics->assembly;
  const pn_bound *of = &a->system->bound[b];
  const pn_joint *joint = &a->system->joint[of->joint];
  const double x =
      pn_coordinate_value(joint, pn_assembly_motion(a, joint->parent),
                          pn_assembly_motion(a, joint->child), of->axis);
  const double turn = 2 * M_PI;
  const double about = bounds->value[b] + bounds->elapsed * bounds->rate[b];
  return of->axis == PN_COORDINATE_SLIDE ? x
                                         : x + turn * round((about - x) / turn);
}

double pni_bound_gap(const pn_bound *of, double sign, double x)
{
  return sign > 0 ? x - of->low : of->high - x;
}

size_t pni_bounds_limit(const pn_bounds *bounds, const pn_bound_row *row)
{
  const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
  return 2 * b + (row->sign < 0);
}

/* Limits closer together than this [rad] or [m] are found more exactly, by as
   much as they are closer; but never by more than rounding allows. */
static const double close_limits = 1e-2, least_measure = 1e-5;

double pni_bound_measure(const pn_bound *of)
{
  return fmax(least_measure, fmin(1, (of->high - of->low) / close_limits));
}

/* Share of the largest velocity that is rounding. */
static const double rounding = 1e-12;

double pni_bound_creep(const pn_bounds *bounds, const pn_bound *of,
                       const double *u)
{
  const double largest = pni_largest(u, bounds->dynamics->assembly->velocities);
  return fmax(rounding * largest,
              pni_bound_measure(of) * pn_bounds_reached / bounds->step);
}

double pn_bounds_gap(const pn_bounds *bounds)
{
  double least = INFINITY;
  for (size_t b = 0; b < bounds->bounds; b++) {
    const pn_bound *of = &bounds->dynamics->system->bound[b];
    const double x = pni_bound_value(bounds, b);
    for (int side = 0; side < 2; side++) {
      const double sign = side == 0 ? 1 : -1;
      const double unit = pni_bound_measure(of);
      if (pni_bound_gap(of, sign, bounds->value[b]) > unit * pn_bounds_reached)
        least = fmin(least, pni_bound_gap(of, sign, x) / unit);
    }
  }
  return least;
}

void pni_bounds_note_strikes(pn_bounds *bounds)
{
  bounds->strikes = 0;
  for (size_t b = 0; b < bounds->bounds; b++) {
    const pn_bound *of = &bounds->dynamics->system->bound[b];
    const double reached = pni_bound_measure(of) * pn_bounds_reached;
    for (int side = 0; side < 2 && has_limits(of); side++) {
      const double sign = side == 0 ? 1 : -1;
      const double gap = pni_bound_gap(of, sign, bounds->value[b]);
      double *met = &bounds->met[2 * b + (size_t)side];
      if (*met > 0 || gap > reached)
        continue;
      if (sign * bounds->rate[b] * bounds->longest < -reached)
        bounds->strikes++;
      else
        *met = PNI_MET; /* it is rested on */
    }
  }
}

/* Takes from a response r what the joints do not allow of it, J r, which is
   rounding: where thin rods, or rows that follow from others, magnify it, rows
   that are dependent through a loop would differ by more than that. (Where rods
   are thin, pn_response has refined r until nothing was to be seen; this is a
   last step.) */
static int refine_response(const pn_bounds *bounds, double *r)
{
  pn_dynamics *d = bounds->dynamics;
  const pn_assembly *a = d->assembly;
  if (!d->refines && d->multipliers->dropped == 0)
    return GSL_SUCCESS;
  pn_assembly_velocity(a, r, d->right);
  for (size_t i = 0; i < a->rows; i++)
    d->right[i] = -d->right[i];
  if (pn_dynamics_least_change(d, d->right, bounds->unit))
    return GSL_EFAILED;
  for (size_t i = 0; i < a->velocities; i++)
    r[i] += bounds->unit[i];
  return GSL_SUCCESS;
}

/* Adds a row to the problem, unless the joints hold its coordinate: r, and row
   and column of B. */
static int add_row(pn_bounds *bounds, pn_bound_row row)
{
  pn_dynamics *d = bounds->dynamics;
  const pn_assembly *a = d->assembly;
  const pn_coordinate of = {row.of->joint, row.of->axis};
  double own = 0, *r = bounds->response + bounds->rows * a->velocities;
  pn_coordinate_force(a, of, row.sign, bounds->unit);
  pn_assembly_accelerate(a, bounds->unit, r);
  for (size_t i = 0; i < a->velocities; i++)
    own += bounds->unit[i] * r[i];
  if (pn_response(d, bounds->unit, bounds->lambda, r) ||
      refine_response(bounds, r))
    return GSL_EFAILED;
  bounds->row[bounds->rows] = row;
  const size_t most = PNI_BOUND_ROWS * bounds->bounds;
  for (size_t j = 0; j <= bounds->rows; j++) {
    const double B =
        bounds->row[j].sign * pni_bound_rate(bounds, bounds->row[j].of, r);
    bounds->A->A[bounds->rows * most + j] = B;
    if (j == bounds->rows && !(B > held * own))
      return GSL_SUCCESS;
  }
  bounds->rows++;
  return GSL_SUCCESS;
}

int pni_bounds_is_off(const pn_bound_row *row)
{
  return row->kind == PN_BOUND_REST && !row->force;
}

double pni_bounds_restitution(const pn_bounds *bounds, const pn_bound_row *row)
{
  const int is_led = bounds->led[pni_bounds_limit(bounds, row)] > 0;
  return bounds->absorbs || is_led ? 0 : row->of->restitution;
}

/* Adds the row of the limit on one side of bound b, if it has been reached, or
   if friction may bring the coordinate back to it. */
static int add_limit(pn_bounds *bounds, size_t b, int side, pni_list limits,
                     double x, const double *u)
{
  const pn_bound *of = &bounds->dynamics->system->bound[b];
  const double sign = side == 0 ? 1 : -1;
  const double reached = pni_bound_measure(of) * pn_bounds_reached;
  const size_t limit = 2 * b + (size_t)side;
  double *press = &bounds->press[limit];
  const int rested =
      *press > 0 || (bounds->met[limit] > 0 &&
                     pni_bound_gap(of, sign, bounds->value[b]) <= reached &&
                     !(bounds->out[limit] > 0));
  pn_bound_row row = {.of = of,
                      .kind = rested ? PN_BOUND_REST : PN_BOUND_HIT,
                      .sign = sign,
                      .gap = pni_bound_gap(of, sign, x),
                      .presses = *press > 0,
                      .flies = bounds->met[limit] == PNI_LEFT,
                      .start = sign * bounds->rate[b],
                      .free = sign * pni_bound_rate(bounds, of, u)};
  row.rebound = rested ? 0 : pni_bounds_restitution(bounds, &row);
  int is_there = row.gap <= reached || *press > 0;
  int is_listed = is_there;
  if (limits == PNI_LIST_RESTED || limits == PNI_LIST_STOPPED) {
    const double away = sign * bounds->rate[b],
                 was = pni_bound_gap(of, sign, bounds->value[b]);
    row.kind = PN_BOUND_REST;
    const int is_calm = limits == PNI_LIST_RESTED
                            ? bounds->hits[limit].count == 0
                            : bounds->absorbs || !(of->restitution > 0);
    is_there =
        *press > 0 ||
        (was <= reached && away <= pni_bound_creep(bounds, of, u) && is_calm);
    row.is_near = !is_there && (is_calm || limits == PNI_LIST_STOPPED) &&
                  fmin(was, row.gap) <= near * fmin(1, of->high - of->low);
    is_there = is_listed = is_there || row.is_near;
  } else if (limits == PNI_LIST_PRESSED)
    is_there = is_listed = rested && bounds->met[limit] == PNI_MET;
  else {
    bounds->met[limit] = is_there ? PNI_MET : 0;
    is_listed |= rested && of->friction > 0 && bounds->way[b] == 0;
  }
  row.force = row.kind == PN_BOUND_REST && is_there ? press : NULL;
  return is_listed ? add_row(bounds, row) : GSL_SUCCESS;
}

/* Copies B, of which the lower triangle is known with room for all rows, to the
   whole matrix of the problem. */
static void set_matrix(pn_bounds *bounds)
{
  const size_t n = bounds->rows, most = PNI_BOUND_ROWS * bounds->bounds;
  double *A = bounds->A->A;
  for (size_t i = 0; i < n; i++) /* rows move to lower addresses */
    memmove(A + i * n, A + i * most, (i + 1) * sizeof *A);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      A[j * n + i] = A[i * n + j];
  bounds->A->rows = n;
  pn_lcp_resize(bounds->lcp, n); /* it has room */
}

int pni_bounds_list(pn_bounds *bounds, pni_list limits, const double *u)
{
  const pn_system *system = bounds->dynamics->system;
  int code = GSL_SUCCESS;
  bounds->rows = 0;
  for (size_t b = 0; b < bounds->bounds && !code; b++) {
    const pn_bound *of = &system->bound[b];
    const double x = pni_bound_value(bounds, b),
                 rate = pni_bound_rate(bounds, of, u);
    const pn_bound_row row = {.of = of,
                              .kind = PN_BOUND_FRICTION,
                              .sign = 1,
                              .holds = bounds->way[b] == 0,
                              .force = &bounds->dry[b],
                              .start = bounds->rate[b],
                              .free = rate};
    if (of->friction > 0 && limits != PNI_LIST_STOPPED)
      code = add_row(bounds, row);
    for (int side = 0; side < 2 && !code && has_limits(of); side++)
      code = add_limit(bounds, b, side, limits, x, u);
  }
  if (!code && bounds->rows > 0)
    set_matrix(bounds);
  return code;
}
