/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves the problem of impulse_group.c: the tangents of what sticks are
   eliminated by Gauss, which leaves a complementarity problem of the normals.
 */
#include "pantin/dynamics/gauss_private.h"
#include "pantin/dynamics/impulse_group_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The share of B's diagonal in E. */
static const double proximal = 1e-6;

/* Friction of what is not pressed is at most so many times what stops it: a
   single contact takes no more than once that, a jammed edge some thousands. */
static const double jam = 100;

/* Velocities, and energies, below this share of the largest are rounding. */
static const double rounding = 1e-9;

/* Where nothing sticks, passes go on until E leaves less than this share of the
   largest velocity. Tangents that hold by so little do not hold. */
static const double settled = 1e-12;

/* Tells whether an impulse may act along a row. */
static int may_act(const pn_impulse_group *g, const pn_impulse_row *row)
{
  if (!g->is_coupled[row->contact] || (row->lo == 0 && row->hi == 0))
    return 0;
  if (row->is_held) /* its B is rounding */
    return 0;
  return row->is_normal || row->bound ||
         g->grip[row->contact] == PN_GRIP_STICKS;
}

/* Returns the velocity along a row after the impulses, as w_free + B p + e w,
   with this share of its restitution e. */
static double after_of(const pn_impulse_group *g, size_t i, double share)
{
  const pn_impulse_row *row = &g->row[i];
  return row->free + share * row->e * row->before +
         pni_long_dot(g->B + i * g->rows, g->p, g->rows);
}

/* Tells whether the impulse of a row is friction that throws its contact off.
 */
static int is_drag(const pn_impulse_group *g, const pn_impulse_row *row)
{
  return row->is_normal && g->grip[row->contact] == PN_GRIP_THROWN;
}

/* Returns what the impulse of row j does along row i. */
static double effect(const pn_impulse_group *g, size_t i, size_t j)
{
  const pn_impulse_row *row = &g->row[j];
  const double *B = g->B + i * g->rows + j;
  if (!is_drag(g, row))
    return B[0];
  const double *drag = g->drag[row->contact];
  return drag[0] * B[1] + drag[1] * B[2];
}

/* Tells whether the velocity along a row vanishes, whatever its impulse. */
static int is_equal(const pn_impulse_group *g, const pn_impulse_row *row)
{
  return row->is_equal || (g->is_even && is_drag(g, row));
}

/* Lists the rows that act whose velocity vanishes, or may not, from number n
   on, and takes note of changes. Returns the number behind them. */
static size_t list(pn_impulse_group *g, int equal, size_t n)
{
  for (size_t i = 0; i < g->rows; i++) {
    const pn_impulse_row *row = &g->row[i];
    if (is_equal(g, row) != equal || !may_act(g, row))
      continue;
    g->is_reduced &= n < g->acting && g->act[n] == i && !is_drag(g, row);
    g->is_symmetric &= !is_drag(g, row);
    g->act[n++] = i;
  }
  return n;
}

/* Lists the rows that act, those whose velocity vanishes first, and eliminates
   these from B + E by Gauss, if this is not done: the rest of `reduced` becomes
   the matrix of the normals that may be left. */
static void reduce(pn_impulse_group *g)
{
  g->is_reduced &= g->is_symmetric;
  g->is_symmetric = 1;
  const size_t t = list(g, 1, 0), n = list(g, 0, t);
  g->is_reduced &= n == g->acting && t == g->sticking;
  g->acting = n;
  g->sticking = t;
  if (g->is_reduced)
    return;
  double *C = g->reduced;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      C[i * n + j] =
          (i == j ? 1 + proximal : 1) * effect(g, g->act[i], g->act[j]);
  pni_gauss(C, n, t, g->is_symmetric);
  pni_impulse_group_set_lcp(g);
  g->is_reduced = 1;
}

/* Solves (B + E) p + b = 0 for the tangents, and its complementarity for the
   normals; p, (acting), is b at the beginning. */
static int solve_reduced(pn_impulse_group *g, double *p)
{
  pni_gauss_forward(g->reduced, g->acting, g->sticking, p);
  if (pni_impulse_group_solve_lcp(g, p + g->sticking))
    return GSL_EFAILED;
  pni_gauss_back(g->reduced, g->acting, g->sticking, p);
  return GSL_SUCCESS;
}

/* Returns by how much the velocity w of a row with the impulse p misses what is
   asked of it. */
static double miss_of(const pn_impulse_row *row, double p, double w)
{
  if (row->is_equal || (p > row->lo && p < row->hi))
    return fabs(w);
  return p > row->lo ? w : -w;
}

/* Makes p, which counts friction that throws off as its contact's normal
   impulse, that of the rows. */
static void part_drags(pn_impulse_group *g)
{
  for (size_t k = 0; k < g->acting; k++) {
    const size_t i = g->act[k];
    if (!is_drag(g, &g->row[i]))
      continue;
    const double *drag = g->drag[g->row[i].contact];
    g->p[i + 1] = g->p[i] * drag[0];
    g->p[i + 2] = g->p[i] * drag[1];
    g->p[i] = 0;
  }
}

/* Returns the largest velocity of the first rows before the impulses. */
static double largest_before(const pn_impulse_group *g, size_t rows)
{
  double most = 0;
  for (size_t i = 0; i < rows; i++)
    most = fmax(most, fabs(g->row[i].before));
  return most;
}

/* Makes one pass of the proximal iteration. *left becomes the velocity that E
   leaves of it. */
static int pass(pn_impulse_group *g, double share, double *left)
{
  for (size_t k = 0; k < g->acting; k++) {
    const size_t i = g->act[k];
    const pn_impulse_row *row = &g->row[i];
    g->next[k] = row->free + share * row->e * row->before -
                 proximal * effect(g, i, i) * g->p[i];
  }
  if (solve_reduced(g, g->next))
    return GSL_EFAILED;
  *left = 0;
  for (size_t k = 0; k < g->acting; k++) {
    const size_t i = g->act[k];
    const double change = fabs(g->next[k] - g->p[i]);
    *left = fmax(*left, proximal * effect(g, i, i) * change);
    g->p[i] = g->next[k];
  }
  return GSL_SUCCESS;
}

int pni_impulse_group_solve(pn_impulse_group *g, double share,
                            const pni_accuracy *wanted)
{
  const size_t m = g->rows;
  double most = largest_before(g, g->rows), left = INFINITY, missed = 0;
  memset(g->p, 0, m * sizeof *g->p);
  reduce(g);
  pni_impulse_group_set_bounds(g);
  const int passes = g->sticking > 0 ? 0 : wanted->passes_loose;
  for (int k = 0; k < wanted->passes || (k < passes && left > settled * most);
       k++)
    if (pass(g, share, &left))
      return GSL_EFAILED;
  part_drags(g);

  /* What the normals still approach, and the tangents slide, is rounding. */
  for (size_t i = 0; i < m; i++) {
    const pn_impulse_row *row = &g->row[i];
    const double w = after_of(g, i, share);
    if (!isfinite(w))
      return GSL_EFAILED;
    /* A bound may take over what another one has exerted. */
    if (row->bound && !row->is_equal)
      most = fmax(most, fabs(g->p[i]) * g->B[i * m + i]);
  }
  for (size_t k = 0; k < g->acting; k++) {
    const size_t i = g->act[k];
    missed =
        fmax(missed, miss_of(&g->row[i], g->next[k], after_of(g, i, share)));
  }
  return missed <= wanted->error * most ? GSL_SUCCESS : GSL_EFAILED;
}

/* Lets those contacts stick that hit, and those that have held until now: they
   may press on by what their tangents hold, though without these they would
   leave the wall. */
static void begin_grips(pn_impulse_group *g)
{
  const double noise = rounding * largest_before(g, g->rows);
  for (size_t i = 0; i < g->rows; i++)
    if (g->row[i].is_normal)
      g->grip[g->row[i].contact] = g->row[i].before < -noise || g->row[i].holds
                                       ? PN_GRIP_STICKS
                                       : PN_GRIP_SLIDES;
}

/* Tells whether a contact, by its normal row i, has tangents. */
static int has_tangents(const pn_impulse_group *g, size_t i)
{
  return i + 1 < g->rows && g->row[i + 1].contact == g->row[i].contact;
}

/* Returns the grip of a contact that does not hold, by its normal row i: its
   friction, which opposes its sliding, throws it off if it can. */
static int throw_off(pn_impulse_group *g, size_t i)
{
  if (!has_tangents(g, i))
    return PN_GRIP_GONE;
  const double x = -g->row[i + 1].free, y = -g->row[i + 2].free,
               speed = hypot(x, y);
  const double *B = g->B + i * g->rows + i;
  double *drag = g->drag[g->row[i].contact];
  if (!(x * B[1] + y * B[2] > proximal * speed * B[0]))
    return PN_GRIP_GONE;
  drag[0] = x / speed;
  drag[1] = y / speed;
  return PN_GRIP_THROWN;
}

/* Tells whether a contact would slide back that its friction throws off, by its
   normal row i. */
static int slides_back(const pn_impulse_group *g, size_t i, double noise)
{
  const double *drag = g->drag[g->row[i].contact];
  return drag[0] * after_of(g, i + 1, 0) + drag[1] * after_of(g, i + 2, 0) >
         noise;
}

/* Tells whether the friction of a contact that is not pressed, by its normal
   row i, is far more than what stops the fastest of all: that of a corner which
   is held on a slightly tilted edge whose other corner sticks has next to no
   lever. */
static int is_jammed(const pn_impulse_group *g, size_t i)
{
  if (!has_tangents(g, i) || g->p[i] > 0)
    return 0;
  const double most = largest_before(g, g->rows - g->braces);
  return hypot(g->p[i + 1], g->p[i + 2]) * g->B[i * g->rows + i] > jam * most;
}

/* Lets those contacts stick, too, that others press on, and those go that are
   thrown off. A body that sticks to one wall may press on another by itself:
   the proximal iteration leaves some of that, as its share of rounding. Returns
   their number. */
static size_t change_grips(pn_impulse_group *g, double share)
{
  const double most = largest_before(g, g->rows), noise = rounding * most;
  size_t count = 0;
  for (size_t i = 0; i < g->rows - g->braces; i++) {
    int *grip = &g->grip[g->row[i].contact];
    const int before = *grip;
    if (!g->row[i].is_normal || !g->is_coupled[g->row[i].contact])
      continue;
    if (before == PN_GRIP_SLIDES &&
        g->p[i] * g->B[i * g->rows + i] > proximal * most)
      *grip = PN_GRIP_STICKS;
    else if (before == PN_GRIP_STICKS && !(g->p[i] > 0) &&
             (after_of(g, i, share) > noise || is_jammed(g, i)))
      *grip = throw_off(g, i);
    else if (before == PN_GRIP_THROWN &&
             (slides_back(g, i, noise) || is_jammed(g, i)))
      *grip = PN_GRIP_GONE;
    count += *grip != before;
  }
  return count;
}

/* Throws those contacts off that stick, but are not pressed: one that is about
   to leave its wall can hardly be told from one that its tangents hold. Lets
   those go that were thrown off already. Returns their number. */
static size_t release_grips(pn_impulse_group *g)
{
  size_t count = 0;
  for (size_t i = 0; i < g->rows - g->braces; i++) {
    int *grip = &g->grip[g->row[i].contact];
    const int before = *grip;
    if (!g->row[i].is_normal || g->p[i] > 0)
      continue;
    if (before == PN_GRIP_STICKS)
      *grip = throw_off(g, i);
    else if (before == PN_GRIP_THROWN)
      *grip = PN_GRIP_GONE;
    count += *grip != before;
  }
  return count;
}

/* Tells whether contacts are thrown off. */
static int has_drags(const pn_impulse_group *g)
{
  for (size_t k = 0; k < g->acting; k++)
    if (is_drag(g, &g->row[g->act[k]]))
      return 1;
  return 0;
}

/* Tells whether the friction of a contact that is thrown off pulls it on. */
static int pulls(const pn_impulse_group *g)
{
  for (size_t k = 0; k < g->acting; k++)
    if (is_drag(g, &g->row[g->act[k]]) && g->next[k] < 0)
      return 1;
  return 0;
}

/* Solves for the impulses with this share of the restitutions, and for what
   sticks, and for
   the limits that are reached in a time h; these anew whenever it changes what
   sticks. Of contacts that are thrown off all act, if they can, as symmetry
   demands: one may also do it for another. */
static int solve(pn_impulse_group *g, double share, double h,
                 const pni_accuracy *wanted)
{
  size_t changed;
  int code;
  begin_grips(g);
  do {
    g->is_even = 1;
    code = pni_impulse_group_solve(g, share, wanted);
    g->is_even = 0;
    if (has_drags(g) && (code || pulls(g)))
      code = pni_impulse_group_solve(g, share, wanted);
    changed = code ? release_grips(g) : change_grips(g, share);
    if (changed > 0)
      pni_impulse_group_close_limits(g);
    else if (!code)
      changed = pni_impulse_group_reach_limits(g, h);
  } while (changed > 0);
  return code;
}

/* Returns p (w_free + B q / 2). */
static double work_of(const pn_impulse_group *g, const double *p,
                      const double *q)
{
  double sum = 0;
  for (size_t i = 0; i < g->rows; i++)
    sum +=
        p[i] * (g->row[i].free + pni_dot(g->B + i * g->rows, q, g->rows) / 2);
  return sum;
}

/* Tells whether some row rebounds. */
static int rebounds(const pn_impulse_group *g)
{
  for (size_t i = 0; i < g->rows; i++)
    if (g->row[i].e > 0)
      return 1;
  return 0;
}

int pni_impulse_group_rebound(pn_impulse_group *g, double h,
                              const pni_accuracy *wanted)
{
  double most = 0;
  if (solve(g, 1, h, wanted))
    return rebounds(g) ? solve(g, 0, h, wanted) : GSL_EFAILED;
  for (size_t i = 0; i < g->rows; i++)
    most += fabs(g->p[i] * g->row[i].free);
  const double work = work_of(g, g->p, g->p);
  if (!(work > rounding * most))
    return GSL_SUCCESS;
  memcpy(g->with_e, g->p, g->rows * sizeof *g->p);
  if (solve(g, 0, h, wanted))
    return GSL_EFAILED;

  /* E(p_0 + s (p_e - p_0)) = c + b s + a s^2, positive at s = 1. */
  const double c = fmin(0, work_of(g, g->p, g->p));
  const double b =
      work_of(g, g->p, g->with_e) + work_of(g, g->with_e, g->p) - 2 * c;
  const double a = work - c - b, root = sqrt(fmax(0, b * b - 4 * a * c));
  const double s = b > 0 ? -2 * c / (b + root) : (root - b) / (2 * a);
  for (size_t i = 0; i < g->rows; i++)
    g->p[i] += fmin(1, s) * (g->with_e[i] - g->p[i]);
  return GSL_SUCCESS;
}
