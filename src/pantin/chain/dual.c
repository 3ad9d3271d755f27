/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The global minimum without floor, from a convex function of two unknowns.

   Let d_i = p_{i+1} - p_i be bar i, f_i = 2 lambda_i d_i the force that it
   pulls with. Node i is in equilibrium (simulator.c) if f_i = f_{i-1} + w_i e_y
   with w_i its weight, so that the first bar's force F gives all of them:

     f_i = F + W_i e_y,   W_i = w_1 + ... + w_i.

   If all lambda_i > 0, d_i = L_i f_i / |f_i|, and the chain ends where it
   should if

     sum_i L_i f_i / |f_i| = (a, b):

   two equations. Their left side less the right one is the gradient of

     D(F) = sum_i L_i |f_i| - F . (a, b),

   which is convex: it is the dual, with its sign changed, of the relaxed
   problem "least energy with |d_i| <= L_i". (In that, e = const + sum_i
   (W_nb - W_i) d_iy, and the d_i that minimise e - F . (sum d_i - (a, b)) are
   L_i f_i / |f_i|.) A minimum of the relaxed problem that has |d_i| = L_i
   throughout is the lowest of all chains: hence lambda_i > 0 is a
   certificate. D is minimised by Newton's method with Armijo's rule,

     hessian of D = sum_i L_i / |f_i| (I - u_i u_i^T),   u_i = f_i / |f_i|.

   D has kinks where some f_k = 0, all on the line F_x = 0. Is its minimum in
   one of them? There the other bars hang straight down before bar k and
   straight up behind it, and it is, if bar k can close the gap:

     |(a, b) - (0, sum_{i>k} L_i - sum_{i<k} L_i)| <= L_k.

   (Bars with no weight between them count as one.) Then no chain has all
   lambda_i > 0, bar k being too long to hang: the method refuses. It also
   refuses what rounding does not tell from that, as a chain that hangs all but
   folded, and a = 0, where F_x = 0 by symmetry.

   Every iterate is shown as a chain: the nodes follow from the left with the
   bars as long as they should be, lambda_i = |f_i| / (2 L_i). Then all that
   is wrong is the last bar, from the last node so found to the far end.

   The force form is the funicular polygon of graphic statics (P. Varignon,
   1725). */
#include "pantin/chain/catenary.h"
#include "pantin/chain/line_search.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

/* A compensated sum (W. Kahan, 1965): a plain one over 10^6 bars would miss the
   far end by more than a bar's length may be off. */
typedef struct {
  double sum, lost;
} exact_sum;

static inline void add(exact_sum *s, double term)
{
  const double corrected = term - s->lost, next = s->sum + corrected;
  s->lost = (next - s->sum) - corrected;
  s->sum = next;
}

/* D and its derivatives at F. */
typedef struct {
  double F[2];         /* force of the first bar [N] */
  double value, scale; /* D, and the sum of its terms' sizes [N m] */
  double gradient[2];  /* [m] */
  double xx, xy, yy;   /* hessian [m/N] */
} dual_point;

typedef struct {
  const pn_chain *chain; /* borrowed */
  double *W;             /* weight before each bar [N], (bars), owned */
  double total;          /* length of the chain [m] */
  dual_point at, trial;  /* the iterate, and the one that is tried */
  double p[2];           /* Newton's direction [N] */
} dual_state;

/* Each step halves at most so often. */
enum { HALVINGS_MAX = 50 };

/* D is known up to this part of its scale: a smaller increase is rounding. */
static const double rounding = 16 * DBL_EPSILON;

/* After a step with alpha below `helpful`, F_y is balanced to this part of F_x,
   which is the width of a kink. */
static const double helpful = 0.1, balanced = 0.01;
enum { BALANCE_STEPS_MAX = 100 };

static int dual_alloc(void *vstate, const pn_chain *chain)
{
  dual_state *state = vstate;
  state->chain = chain;
  state->W = pn_alloc(chain->bars, sizeof *state->W);
  return state->W ? GSL_SUCCESS : GSL_ENOMEM;
}

static void dual_free(void *vstate)
{
  dual_state *state = vstate;
  pn_free(state->W);
}

/* Computes D and its derivatives at at->F. */
static void evaluate(const pn_chain *chain, const double *W, dual_point *at)
{
  const double fx = at->F[0];
  exact_sum value = {0, 0}, x = {0, 0}, y = {0, 0};
  double xx = 0, xy = 0, yy = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    const double L = chain->length[i], fy = at->F[1] + W[i];
    const double f = sqrt(fx * fx + fy * fy);
    const double ux = fx / f, uy = fy / f, stiff = L / f;
    add(&value, L * f);
    add(&x, L * ux);
    add(&y, L * uy);
    xx += stiff * uy * uy;
    xy -= stiff * ux * uy;
    yy += stiff * ux * ux;
  }
  const double Fx_a = fx * chain->end[0], Fy_b = at->F[1] * chain->end[1];
  at->value = value.sum - Fx_a - Fy_b;
  at->scale = value.sum + fabs(Fx_a) + fabs(Fy_b);
  at->gradient[0] = x.sum - chain->end[0];
  at->gradient[1] = y.sum - chain->end[1];
  at->xx = xx;
  at->xy = xy;
  at->yy = yy;
}

/* Lays the chain that has the forces of `at`: nodes and multipliers. */
static void rebuild(const pn_chain *chain, const double *W,
                    const dual_point *at, pn_chain_point *point)
{
  const double fx = at->F[0];
  exact_sum x = {0, 0}, y = {0, 0};
  for (size_t i = 0; i < chain->bars; i++) {
    const double L = chain->length[i], fy = at->F[1] + W[i];
    const double f = sqrt(fx * fx + fy * fy);
    point->lambda[i] = f / (2 * L);
    if (i + 1 == chain->bars)
      break;
    add(&x, L * (fx / f));
    add(&y, L * (fy / f));
    point->x[i + 1] = x.sum;
    point->y[i + 1] = y.sum;
  }
}

/* Adds up the weights W before each bar; returns the chain's length. */
static double weigh(const pn_chain *chain, double *W)
{
  exact_sum weight = {0, 0};
  double total = chain->length[0];
  W[0] = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    add(&weight, pn_chain_node_weight(chain, i));
    W[i] = weight.sum;
    total += chain->length[i];
  }
  return total;
}

/* A bar that is too long to hang, or a stretch of bars with no weight between
   them, which is one long bar. */
typedef struct {
  size_t first, last; /* from 0 */
  int is_surely;      /* 0: rounding may make it too long */
} slack_bar;

/* Finds the first bar that is too long to hang; 0 if there is none. */
static int find_slack_bar(const dual_state *state, slack_bar *bar)
{
  const pn_chain *chain = state->chain;
  const double least = rounding * state->total;
  double before = 0;
  for (size_t k = 0, end; k < chain->bars; k = end) {
    double L = chain->length[k];
    for (end = k + 1; end < chain->bars && state->W[end] == state->W[k]; end++)
      L += chain->length[end];
    const double behind = state->total - before - L;
    const double gap = hypot(chain->end[0], chain->end[1] - behind + before);
    if (gap <= L + least) {
      *bar = (slack_bar){k, end - 1, gap < L - least};
      return 1;
    }
    before += L;
  }
  return 0;
}

/* Says why a chain with such a bar is refused. */
static int refuse_slack(const slack_bar *bar, pn_error *error)
{
  char name[128];
  if (bar->first < bar->last)
    snprintf(name, sizeof name,
             "bars %zu to %zu, with no weight between them, are",
             bar->first + 1, bar->last + 1);
  else
    snprintf(name, sizeof name, "bar %zu is", bar->first + 1);
  return bar->is_surely
             ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "method dual finds chains with all bars pulled, "
                            "and this one has none: %s too long to hang "
                            "between the others; use minimum",
                            name)
             : pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "method dual finds chains with all bars pulled, "
                            "and rounding hides whether this one has any: "
                            "within rounding of the lengths %s just long "
                            "enough to hang slack between the others, straight "
                            "down and up; use minimum",
                            name);
}

/* Refuses the chains that have no solution with all bars pulled, and starts
   from the cable of the same length. */
static int dual_set(void *vstate, pn_chain_solver *solver, pn_error *error)
{
  dual_state *state = vstate;
  const pn_chain *chain = solver->chain;
  const double total = state->total = weigh(chain, state->W);
  if (pn_chain_is_taut(chain))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method dual needs a chain with some slack, and this "
                        "one is taut: it has one position only");
  if (!(fabs(chain->end[0]) > DBL_EPSILON * total))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "method dual needs ends that are not one above the "
                        "other: use minimum");
  slack_bar bar;
  if (find_slack_bar(state, &bar))
    return refuse_slack(&bar, error);
  /* Start from the force in the cable of the same length, at the middle of the
     first bar. */
  pn_chain_catenary cable;
  const int code =
      pn_chain_catenary_set(&cable, total, chain->end[0], chain->end[1], error);
  if (code)
    return code;
  pn_chain_catenary_force(&cable, chain->length[0] / 2, state->at.F);
  for (int k = 0; k < 2; k++)
    state->at.F[k] *= pn_chain_weight(chain) / total;
  evaluate(chain, state->W, &state->at);
  rebuild(chain, state->W, &state->at, solver->point);
  return GSL_SUCCESS;
}

/* Computes Newton's direction, p = -hessian^-1 gradient. */
static void newton_direction(const dual_point *at, double p[2])
{
  const double gx = at->gradient[0], gy = at->gradient[1];
  const double det = at->xx * at->yy - at->xy * at->xy;
  p[0] = -(at->yy * gx - at->xy * gy) / det;
  p[1] = -(at->xx * gy - at->xy * gx) / det;
}

/* Returns the longest alpha that may be tried. The minimum has F_x on a's side
   of the kinks; so that no step lands near one of them, a step takes away at
   most nine tenths of F_x. */
static double longest_step(double Fx, double px)
{
  static const double most = 0.9;
  return -px / Fx > most ? -most * Fx / px : 1;
}

/* Moves F_y to where the gradient's y vanishes, and leaves F_x as it is. Where
   |F_x| is small, D is nearly linear in F_y between the kinks and Newton's step
   in both unknowns is useless; after this it is good again. The gradient's y
   grows with F_y, and its root lies where some f_iy >= -t and some f_iy <= t,
   t = |F_x| |b| / sqrt(S^2 - b^2) with S the total length. The search is
   Newton's in one unknown between these bounds, with a bisection wherever it
   leaves them. */
static void balance(const dual_state *state, dual_point *at)
{
  const double Fx = fabs(at->F[0]), b = state->chain->end[1], S = state->total;
  const double t = Fx * fabs(b) / sqrt((S - b) * (S + b));
  double low = -state->W[state->chain->bars - 1] - t, high = t;
  for (int k = 0; k < BALANCE_STEPS_MAX; k++) {
    const double Fy = at->F[1];
    if (at->gradient[1] > 0)
      high = fmin(high, Fy);
    else
      low = fmax(low, Fy);
    double next = Fy - at->gradient[1] / at->yy;
    if (fabs(next - Fy) <= balanced * Fx)
      break;
    if (!(next > low && next < high))
      next = (low + high) / 2;
    at->F[1] = next;
    evaluate(state->chain, state->W, at);
  }
}

/* Returns D at F + alpha p, which becomes the trial. */
static double merit(void *vstate, double alpha)
{
  dual_state *state = vstate;
  for (int k = 0; k < 2; k++)
    state->trial.F[k] = state->at.F[k] + alpha * state->p[k];
  evaluate(state->chain, state->W, &state->trial);
  return state->trial.value;
}

/* Takes one step of Newton's method with Armijo's alpha. */
static int dual_iterate(void *vstate, pn_chain_solver *solver)
{
  dual_state *state = vstate;
  const dual_point *at = &state->at;
  double *p = state->p, alpha;
  newton_direction(at, p);
  const pn_line_search search = {
      .merit = merit,
      .context = state,
      .start = at->value,
      .slope = p[0] * at->gradient[0] + p[1] * at->gradient[1],
      .rounding = rounding * at->scale,
      .omega = solver->settings.omega,
      .first = longest_step(at->F[0], p[0]),
      .halvings = HALVINGS_MAX,
  };
  if (pn_line_search_armijo(&search, &alpha))
    return GSL_ENOPROG;
  state->at = state->trial;
  /* A short step means that a kink is near. */
  if (alpha < helpful)
    balance(state, &state->at);
  rebuild(solver->chain, state->W, at, solver->point);
  solver->info.alpha = alpha;
  solver->info.step = pn_chain_displacement(solver->last, solver->point);
  solver->info.singular = 0;
  return GSL_SUCCESS;
}

static const pn_chain_method dual_method = {
    .name = "dual",
    .summary = "the global minimum, by the convex dual in two unknowns",
    .handles_floor = 0,
    .ignores_start = 1,
    .state_size = sizeof(dual_state),
    .alloc = dual_alloc,
    .set = dual_set,
    .iterate = dual_iterate,
    .free = dual_free,
};

const pn_chain_method *const pn_chain_dual = &dual_method;
