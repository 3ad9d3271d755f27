/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where bars and facets hold the nodes more than once, the multipliers are not
   unique, and Newton's method ends with some that may be as large as it likes:
   a chain whose nodes just touch the floor, or that lies folded flat on it, can
   be jammed by any force. The same happens where the floor is all but touched.
   Here those are sought that

     minimise    1/2 sum T_i^2 + kappa/2 sum mu_k^2
     subject to  g + A^T lambda - G^T mu = 0,   mu >= 0,

   T_i = 2 L_i lambda_i, over the facets k that are touched, kappa being so
   large that the floor pushes no more than it must. With d the multipliers of
   the balance, 4 L_i^2 lambda_i = (A d)_i and kappa mu_k = max(0, -(G d)_k),
   this is the chain's KKT system without Hessian,

     [ eps I + G^T G / kappa   A^T        ] [ d      ]   [ -g + eps d_last ]
     [ A                      -4 diag L^2 ] [ lambda ] = [ 0               ]

   with the rows of G for which mu > 0, in O(bars): the set of them is revised
   by the signs of G d (a semismooth Newton method), and the eps, without which
   K would be singular where the chain can move, goes out as d settles (the
   proximal point method). */
#include "pantin/chain/settle.h"

#include "pantin/chain/lay.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* kappa, and eps. */
static const double price = 1e6, proximal = 1e-11;

/* A push below this part of its node's weight is one that kappa has left. */
static const double needless = 1e-4;

/* Tensions below this part of the weight are rounding. */
static const double slack = 1e-10;

/* Solutions of K: most settle in four. */
enum { TURNS_MAX = 30, TURNS_LEAST = 4 };

/* A gap that counts as none, and those at which a node may be laid down, in
   lengths of the chain; and how far that may stretch the bars. */
static const double touching = 1e-12, almost[] = {1e-5, 1e-3};
static const double stretched = 1e-10;

/* A gap, either way, that says nothing of whether a facet is touched, in
   lengths of the chain: where multipliers are free, what is left is the square
   of an error. */
static const double doubtful = 1e-10;

/* Multipliers are replaced if the squares of their forces fall to this. */
static const double smaller = 0.9;

/* Polishing leaves bars no more wrong than this, unless they can just reach the
   floor: their errors are the squares of their angles. */
static const double polished = 1e-9;

/* Tensions above so many weights are huge. */
static const double huge = 100;

/* How much of a random vector may be left where no multipliers are free, and
   for how many turns more is. */
static const double left_over = 1e-3;
enum { TURNS_LEFT = 8 };

/* Returns the gap up to which a facet touches a node. */
static double reach_of(const pn_chain *chain)
{
  return touching * pn_chain_length(chain);
}

/* Returns how far node i is above facet j. */
static double gap_of(const pn_chain *chain, const pn_chain_point *point,
                     size_t j, size_t i)
{
  return point->y[i] - (chain->height[j] + chain->slope[j] * point->x[i]);
}

/* Tells whether facet j touches node i, which may be below it. */
static int touches(const pn_chain *chain, const pn_chain_point *point,
                   double reach, size_t j, size_t i)
{
  return gap_of(chain, point, j, i) <= reach;
}

/* Tells whether facet j holds node i: it pushes it, or the node lies on it,
   neither above nor below. */
static int holds(const pn_chain *chain, const pn_chain_point *point,
                 double reach, size_t j, size_t i)
{
  return point->mu[j * (chain->bars + 1) + i] > 0 ||
         fabs(gap_of(chain, point, j, i)) <= reach;
}

/* Sets K but for the facets. */
static void put_bars(const pn_chain *chain, double eps, pn_chain_kkt *kkt)
{
  kkt->is_uniform = 0;
  kkt->accuracy = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    kkt->weight[i] = 0;
    kkt->soft[i] = 4 * chain->length[i] * chain->length[i];
    kkt->node[i] = (pn_chain_block){eps, 0, eps};
  }
}

/* Solves K for the facets that push in `to`, from the last d, z. */
static int solve_pushed(const pn_chain *chain, const pn_chain_point *to,
                        pn_chain_step *step, pn_chain_vector r,
                        pn_chain_vector z)
{
  pn_chain_kkt *kkt = step->kkt;
  const size_t n = chain->bars;
  put_bars(chain, proximal, kkt);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++)
      if (to->mu[j * (n + 1) + i] > 0)
        pn_chain_kkt_add_spring(kkt, i, 1 / price, chain->slope[j]);
  memset(r.x, 0, pn_chain_vector_size(n) * sizeof *r.x);
  for (size_t i = 1; i < n; i++) {
    r.x[i] = proximal * z.x[i];
    r.y[i] = proximal * z.y[i] - pn_chain_node_weight(chain, i);
  }
  return pn_chain_kkt_factor_solve(kkt, r, z);
}

/* Sets mu from d; with `all`, over all facets that are touched, else over those
   that push. Returns how many begin or end to push. */
static size_t revise(const pn_chain *chain, pn_chain_vector d, int all,
                     pn_chain_point *to)
{
  const size_t n = chain->bars;
  const double reach = reach_of(chain);
  size_t changes = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++) {
      double *mu = &to->mu[j * (n + 1) + i];
      const double push = (chain->slope[j] * d.x[i] - d.y[i]) / price;
      const int was = *mu > 0;
      *mu = (was || (all && touches(chain, to, reach, j, i))) && push > 0 ? push
                                                                          : 0;
      changes += was != (*mu > 0);
    }
  return changes;
}

/* Finds the least multipliers of `to`, over the facets that are touched if
   `all`, else over those that push. GSL_SUCCESS if the set of those that push
   settles. */
static int find_least(const pn_chain *chain, int all, pn_chain_step *step,
                      pn_chain_point *to)
{
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_vector_view(step->work, n);
  pn_chain_vector z = pn_chain_vector_view(step->work + size, n);
  memset(z.x, 0, size * sizeof *z.x);
  int settled = 0;
  for (int turn = 0; turn < TURNS_MAX && settled < TURNS_LEAST; turn++) {
    if (solve_pushed(chain, to, step, r, z))
      return GSL_ELOSS;
    settled++;
    if (revise(chain, z, all, to)) { /* d_last is another set's */
      memset(z.x, 0, size * sizeof *z.x);
      settled = 0;
    }
  }
  memcpy(to->lambda, z.lambda, n * sizeof *z.lambda);
  return settled == TURNS_LEAST ? GSL_SUCCESS : GSL_EMAXITER;
}

/* Lets go of the facets that push next to nothing; returns their number. */
static size_t drop_needless(const pn_chain *chain, pn_chain_point *to)
{
  const size_t n = chain->bars;
  size_t dropped = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++) {
      double *mu = &to->mu[j * (n + 1) + i];
      if (*mu > 0 && *mu < needless * pn_chain_node_weight(chain, i)) {
        *mu = 0;
        dropped++;
      }
    }
  return dropped;
}

/* Returns the squares of all forces. */
static double squares(const pn_chain *chain, const pn_chain_point *point)
{
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++)
    sum += pow(pn_chain_tension(chain, point, i), 2);
  for (size_t k = 0; k < chain->facets * (chain->bars + 1); k++)
    sum += point->mu[k] * point->mu[k];
  return sum;
}

/* Makes tensions that are mere rounding zero. */
static void drop_rounding(const pn_chain *chain, pn_chain_point *to)
{
  const double least = slack * pn_chain_weight(chain);
  for (size_t i = 0; i < chain->bars; i++)
    if (fabs(pn_chain_tension(chain, to, i)) < least)
      to->lambda[i] = 0;
}

/* Tells whether polishing has left bars wrong. */
static int is_rough(const pn_chain_solver *solver)
{
  return solver->info.constraint_relative > polished;
}

/* Takes the trial for the solver's point if it passes the test and, with
   `halves`, halves the bars' errors. */
static int take(pn_chain_solver *solver, int halves, pn_chain_point *trial)
{
  pn_chain_point *point = solver->point;
  const pn_chain_info before = solver->info;
  const double error = fmax(before.constraint_relative, stretched);
  const double most = before.constraint_relative / 2;
  pn_chain_measure(solver->chain, trial, &solver->info);
  solver->point = trial;
  const int passes = solver->info.constraint_relative <= error &&
                     pn_chain_solver_test(solver) == GSL_SUCCESS &&
                     (!halves || solver->info.constraint_relative < most);
  solver->point = point;
  if (passes)
    pn_chain_point_copy(point, trial);
  else
    solver->info = before;
  return passes ? GSL_SUCCESS : GSL_CONTINUE;
}

/* Tells whether tensions are huge. */
static int are_huge(const pn_chain *chain, const pn_chain_point *point)
{
  const double most = huge * pn_chain_weight(chain);
  for (size_t i = 0; i < chain->bars; i++)
    if (fabs(pn_chain_tension(chain, point, i)) > most)
      return 1;
  return 0;
}

/* Finds the least multipliers of the trial, and takes it if they are not
   huge. */
static int settle_trial(pn_chain_solver *solver, pn_chain_point *trial)
{
  const pn_chain *chain = solver->chain;
  const size_t pushes = chain->facets * (chain->bars + 1);
  const double most = smaller * squares(chain, solver->point);
  const int is_answer = pn_chain_solver_test(solver) == GSL_SUCCESS;
  pn_chain_kkt_set(solver->step->kkt, trial);
  for (int all = 1; all >= 0; all--) {
    /* The second turn does without what is needless, if that can be. */
    memset(trial->mu, 0, pushes * sizeof *trial->mu);
    if (find_least(chain, 1, solver->step, trial))
      return GSL_CONTINUE;
    if (all && (drop_needless(chain, trial) == 0 ||
                find_least(chain, 0, solver->step, trial)))
      continue;
    drop_rounding(chain, trial);
    if (are_huge(chain, trial))
      continue;
    const int is_less = !is_answer || squares(chain, trial) <= most;
    if ((is_less || is_rough(solver)) &&
        take(solver, !is_less, trial) == GSL_SUCCESS)
      return GSL_SUCCESS;
  }
  return GSL_CONTINUE;
}

/* Returns a number in [-1, 1[ that looks random. */
static double scatter(size_t k)
{
  return 2 * fmod(0.6180339887498949 * (double)(k + 1), 1) - 1;
}

/* Adds G^T G to K and G^T v to r for the facets that are touched, v scattered.
   Returns their number. */
static size_t put_touched(const pn_chain *chain, const pn_chain_point *point,
                          pn_chain_kkt *kkt, pn_chain_vector r)
{
  const double reach = doubtful * pn_chain_length(chain);
  size_t touched = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      if (!holds(chain, point, reach, j, i))
        continue;
      const double v = scatter(chain->bars + j * (chain->bars + 1) + i);
      pn_chain_kkt_add_spring(kkt, i, 1, chain->slope[j]);
      r.x[i] -= chain->slope[j] * v;
      r.y[i] += v;
      touched++;
    }
  return touched;
}

/* Tells whether v less its part R d, with R = (A / 2 L, G), holds forces that
   balance each other, and that mu >= 0 lets be added, either way. */
static int is_left_over(const pn_chain *chain, const pn_chain_point *point,
                        pn_chain_vector z)
{
  const size_t n = chain->bars;
  const double reach = doubtful * pn_chain_length(chain);
  double sum = 0, low = 0, high = 0;
  for (size_t i = 0; i < n; i++)
    sum += pow(2 * chain->length[i] * z.lambda[i], 2);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++) {
      const size_t k = j * (n + 1) + i;
      if (!holds(chain, point, reach, j, i))
        continue;
      const double left = scatter(n + k) - (z.y[i] - chain->slope[j] * z.x[i]);
      sum += left * left;
      if (!(point->mu[k] > 0)) {
        low = fmin(low, left);
        high = fmax(high, left);
      }
    }
  return sum > left_over * left_over && (low > -left_over || high < left_over);
}

int pni_chain_settles_otherwise(const pn_chain *chain,
                                const pn_chain_point *point,
                                pn_chain_step *step)
{
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_vector_view(step->work, n);
  pn_chain_vector z = pn_chain_vector_view(step->work + size, n);
  int is_left = 1;
  memset(z.x, 0, size * sizeof *z.x);
  /* eps leaves a part of what a long chain all but balances: less each turn. */
  for (int turn = 0; turn < TURNS_LEFT && is_left; turn++) {
    put_bars(chain, proximal, step->kkt);
    for (size_t i = 0; i <= n; i++) {
      r.x[i] = proximal * z.x[i];
      r.y[i] = proximal * z.y[i];
    }
    for (size_t i = 0; i < n; i++)
      r.lambda[i] = 2 * chain->length[i] * scatter(i);
    is_left = put_touched(chain, point, step->kkt, r) > 0 &&
              pn_chain_kkt_factor_solve(step->kkt, r, z) == GSL_SUCCESS &&
              is_left_over(chain, point, z);
  }
  for (size_t i = 0; i < n; i++)
    if (fabs(2 * chain->length[i] * z.lambda[i]) < left_over)
      z.lambda[i] = 0;
  return is_left;
}

/* Tells whether the forces must be replaced: they are huge, the floor pushes
   where it is not touched, or bars could not be polished. Others that are
   not unique are as good, and prove what the verdict needs. */
static int is_doubtful(const pn_chain_solver *solver)
{
  const pn_chain *chain = solver->chain;
  const pn_chain_point *point = solver->point;
  const double reach = reach_of(chain);
  if (are_huge(chain, point) || is_rough(solver))
    return 1;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      if (point->mu[j * (chain->bars + 1) + i] > 0 &&
          !touches(chain, point, reach, j, i))
        return 1;
  return 0;
}

int pni_chain_settle(pn_chain_solver *solver, pn_chain_point *trial)
{
  const double accuracy = solver->step->kkt->accuracy;
  const double total = pn_chain_length(solver->chain);
  const int is_answer = pn_chain_solver_test(solver) == GSL_SUCCESS;
  const int finely = is_answer && is_rough(solver);
  int code = GSL_CONTINUE;
  if (!is_answer || is_doubtful(solver)) {
    pn_chain_point_copy(trial, solver->point);
    code = settle_trial(solver, trial);
    for (size_t k = 0; code && k < sizeof almost / sizeof almost[0]; k++) {
      pn_chain_point_copy(trial, solver->point);
      if (pni_chain_lay_down(solver->chain, almost[k] * total, finely,
                             solver->step, trial) > 0)
        code = settle_trial(solver, trial);
    }
  }
  solver->step->kkt->accuracy = accuracy;
  return code;
}
