/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All stationary points: for every pattern of pulled and pushed bars, all
   roots of the force form (forces.c), by halving boxes of the plane of forces
   until each holds no root or exactly one. The boxes of a level share the
   patterns still possible there, so that most are dropped early. */
#include "pantin/chain/stationary.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/forces.h"
#include "pantin/chain/solver.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Boxes are halved so often: to 1e-12. */
enum { LEVELS = 40 };

/* More boxes than this are not a search but a chain with a whole curve of
   stationary points. */
enum { BOXES_MAX = 4000000 };

/* A root leaves no more than this of |G - (a, b)|, in S = 1. Next to a force
   that vanishes rounding leaves that much; the point is polished later. */
static const double root_error = 1e-9;

/* Points nearer to each other than this, in S, are one. */
static const double same = 1e-8;

/* A root so near to Z = 0 is a straight chain, without multipliers. */
static const double straight = 1e-10;

/* A box whose quarters are looked at. */
typedef struct {
  pn_chain_box box;
  size_t open; /* patterns still possible in it, in the row of the next level */
  int quarter; /* the next */
} cut_box;

typedef struct pn_chain_search {
  const pn_chain *chain;
  pn_chain_forces forces;
  pn_chain_solver *solver; /* polishes what is found */
  uint16_t *patterns;  /* those possible at each level, (LEVELS + 2, 2^bars) */
  pn_chain_face face;  /* of the cube, the next */
  size_t level;        /* of the next box */
  cut_box cut[LEVELS]; /* one in the other, (level) */
} search;

/* Lays the chain that (p, q) describes: nodes from the left, and lambda. */
static void build(const search *s, pn_chain_face face, unsigned pattern,
                  double p, double q, pn_chain_stationary_point *out)
{
  const double Z = face == PN_CHAIN_FACE_Z ? 1 : q;
  pn_chain_point *point = out->point;
  double x = 0, y = 0;
  for (size_t i = 0; i < s->forces.bars; i++) {
    const double L = s->chain->length[i];
    const double sigma = pn_chain_forces_sign(pattern, i);
    double f[2];
    pn_chain_forces_direction(&s->forces, face, i, p, q, f);
    const double size = hypot(f[0], f[1]);
    point->lambda[i] = sigma * size / Z * s->forces.heavy / (2 * L);
    out->signs[i] = point->lambda[i] > 0 ? '+' : '-';
    if (i + 1 == s->forces.bars)
      break;
    x += sigma * L * f[0] / size;
    y += sigma * L * f[1] / size;
    point->x[i + 1] = x;
    point->y[i + 1] = y;
  }
  out->signs[s->forces.bars] = '\0';
}

/* Tells whether two points have the same nodes. */
static int is_same(const search *s, const pn_chain_point *a,
                   const pn_chain_point *b)
{
  for (size_t i = 1; i < s->forces.bars; i++)
    if (hypot(a->x[i] - b->x[i], a->y[i] - b->y[i]) > same * s->forces.size)
      return 0;
  return 1;
}

/* Improves a point by Newton's method on nodes and multipliers, which does not
   share the rounding errors of the force form, for as long as the residual
   falls; finds its energy and its kind. */
static int polish(search *s, pn_chain_stationary_point *one)
{
  pn_chain_solver *solver = s->solver;
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = PN_CHAIN_LAMBDA_GIVEN;
  pn_chain_solver_set(solver, &settings, one->point, NULL);
  while (solver->at_best && pn_chain_solver_iterate(solver) == GSL_SUCCESS)
    ;
  pn_chain_point_copy(one->point,
                      solver->at_best ? solver->point : solver->best);
  one->energy = solver->best_info.energy;
  one->residual = pn_chain_residual(&solver->best_info);
  const int code = pn_chain_classify(s->chain, one->point, &one->verdict);
  return code == GSL_ENOMEM ? code : GSL_SUCCESS;
}

/* Adds a point to the list, in its place by energy, unless it is there; takes
   its nodes over. */
static int insert(pn_chain_stationary *list, pn_chain_stationary_point one)
{
  for (size_t k = 0; k < list->count; k++)
    if (is_same(list->search, list->found[k].point, one.point)) {
      pn_chain_point_free(one.point);
      return GSL_SUCCESS;
    }
  pn_chain_stationary_point *more =
      pn_realloc(list->found, list->count + 1, sizeof *more);
  if (!more) {
    pn_chain_point_free(one.point);
    return GSL_ENOMEM;
  }
  size_t k = list->count++;
  for (list->found = more; k > 0 && more[k - 1].energy > one.energy; k--)
    more[k] = more[k - 1];
  more[k] = one;
  return GSL_SUCCESS;
}

/* Adds a root to the list. */
static int record(pn_chain_stationary *list, pn_chain_face face,
                  unsigned pattern, double p, double q)
{
  search *s = list->search;
  if (face != PN_CHAIN_FACE_Z && fabs(q) < straight)
    return GSL_SUCCESS;
  pn_chain_stationary_point one = {.point = pn_chain_point_alloc(s->chain)};
  if (!one.point)
    return GSL_ENOMEM;
  build(s, face, pattern, p, q, &one);
  if (polish(s, &one)) {
    pn_chain_point_free(one.point);
    return GSL_ENOMEM;
  }
  return insert(list, one);
}

/* Finds the root of a box from its centre. A root that Newton's method does not
   reach, or finds outside of the box, counts as a doubt. */
static int take_root(pn_chain_stationary *list, const pn_chain_box *box,
                     unsigned pattern)
{
  double p = box->p, q = box->q;
  const double G =
      pn_chain_forces_refine(&list->search->forces, box->face, pattern, &p, &q);
  const double reach = 3 * box->half;
  if (!(G <= root_error) || fabs(p - box->p) > reach ||
      fabs(q - box->q) > reach) {
    list->doubted++;
    return GSL_SUCCESS;
  }
  return record(list, box->face, pattern, p, q);
}

/* Searches a box for `count` patterns, which lie in the row of its level. */
static int examine(pn_chain_stationary *list, const pn_chain_box *box,
                   size_t count)
{
  search *s = list->search;
  const uint16_t *row = s->patterns + (s->level << s->forces.bars);
  uint16_t *below = s->patterns + ((s->level + 1) << s->forces.bars);
  size_t open = 0;
  pn_chain_box_bounds bounds;
  if (++list->boxes > BOXES_MAX)
    return GSL_EMAXITER;
  /* Judge every pattern: take a single root, pass on what is unknown. */
  pn_chain_box_measure(&s->forces, box, &bounds);
  int code = GSL_SUCCESS;
  for (size_t k = 0; !code && k < count; k++) {
    const pn_chain_roots roots =
        pn_chain_box_judge(&s->forces, box, &bounds, row[k]);
    if (roots == PN_CHAIN_ONE_ROOT)
      code = take_root(list, box, row[k]);
    else if (roots == PN_CHAIN_UNKNOWN)
      below[open++] = row[k];
  }
  /* What is open is searched again in the box's quarters. */
  if (s->level < LEVELS) {
    if (open > 0)
      s->cut[s->level++] = (cut_box){*box, open, 0};
    return code;
  }
  /* At the last level, one look is taken for a root in it. */
  list->doubted += open;
  for (size_t k = 0; !code && k < open; k++)
    code = take_root(list, box, below[k]);
  return code;
}

/* Tells whether some pattern lays the chain straight from one end to the other,
   which are so far apart along a line. */
static int lies_along(const search *s, double apart)
{
  for (unsigned pattern = 0; pattern < 1u << s->forces.bars; pattern++) {
    double sum = 0;
    for (size_t i = 0; i < s->forces.bars; i++)
      sum += pn_chain_forces_sign(pattern, i) * s->forces.length[i];
    if (fabs(sum - apart) <= straight)
      return 1;
  }
  return 0;
}

/* Returns why a search does not end. */
static const char *reason_of(const search *s)
{
  return lies_along(s, hypot(s->forces.end[0], s->forces.end[1]))
             ? "this chain can lie folded on the line of its ends, where its "
               "multipliers are not unique, and next to which the search for "
               "all stationary points does not end; another length, or end, "
               "by a thousandth will do"
             : "the search for all stationary points does not end: this chain "
               "seems to have infinitely many";
}

int pn_chain_stationary_iterate(pn_chain_stationary *list, pn_error *error)
{
  search *s = list->search;
  while (s->level > 0 && s->cut[s->level - 1].quarter == 4)
    s->level--;
  int code;
  if (s->level > 0) {
    cut_box *of = &s->cut[s->level - 1];
    const double half = of->box.half / 2;
    const int quarter = of->quarter++;
    const pn_chain_box part = {of->box.face,
                               of->box.p + (quarter & 1 ? half : -half),
                               of->box.q + (quarter & 2 ? half : -half), half};
    code = examine(list, &part, of->open);
  } else if (s->face < PN_CHAIN_FACES) {
    const size_t patterns = (size_t)1 << s->forces.bars;
    for (size_t k = 0; k < patterns; k++)
      s->patterns[k] = (uint16_t)k;
    const pn_chain_box whole = {s->face++, 0, 0, 1};
    code = examine(list, &whole, patterns);
  } else
    return GSL_SUCCESS;
  return code
             ? pn_error_set(error, code, NULL, 0, "%s",
                            code == GSL_ENOMEM ? "out of memory" : reason_of(s))
             : GSL_CONTINUE;
}

/* The list ------------------------------------------------------------- */

/* Tells whether some pattern lays the chain straight along the vertical from
   (0, 0) to (0, b). */
static int lies_along_vertical(const search *s)
{
  return fabs(s->forces.end[0]) <= straight && lies_along(s, s->forces.end[1]);
}

/* Refuses chains that the search cannot treat, and sets the force form. */
static int prepare(search *s, const pn_chain *chain, pn_error *error)
{
  *s = (search){.chain = chain};
  if (chain->bars > PN_CHAIN_STATIONARY_BARS_MAX)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "all stationary points are found for chains of up to "
                        "%d bars, and this one has %zu",
                        PN_CHAIN_STATIONARY_BARS_MAX, chain->bars);
  if (chain->facets > 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "all stationary points are found for chains without "
                        "a floor only");
  if (pn_chain_is_taut(chain))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "this chain is taut: it has one position only");
  pn_chain_forces_set(&s->forces, chain);
  if (lies_along_vertical(s))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "this chain can lie straight up and down between its "
                        "ends, where its multipliers are not unique");
  return GSL_SUCCESS;
}

static void free_search(search *s)
{
  if (!s)
    return;
  pn_chain_solver_free(s->solver);
  pn_free(s->patterns);
  pn_free(s);
}

pn_chain_stationary *pn_chain_stationary_alloc(const pn_chain *chain,
                                               pn_error *error)
{
  pn_error_clear(error);
  search *s = pn_alloc(1, sizeof *s);
  pn_chain_stationary *list = pn_alloc(1, sizeof *list);
  if (!s || !list)
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  else if (!prepare(s, chain, error)) {
    s->solver = pn_chain_solver_alloc(pn_chain_unit, chain);
    s->patterns =
        pn_alloc((size_t)(LEVELS + 2) << chain->bars, sizeof *s->patterns);
    list->search = s;
    if (s->solver && s->patterns)
      return list;
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  }
  free_search(s);
  pn_free(list);
  return NULL;
}

pn_chain_stationary *pn_chain_stationary_find(const pn_chain *chain,
                                              pn_error *error)
{
  pn_chain_stationary *list = pn_chain_stationary_alloc(chain, error);
  int code = list ? GSL_CONTINUE : GSL_FAILURE;
  while (code == GSL_CONTINUE)
    code = pn_chain_stationary_iterate(list, error);
  if (!code)
    return list;
  pn_chain_stationary_free(list);
  return NULL;
}

void pn_chain_stationary_free(pn_chain_stationary *list)
{
  if (!list)
    return;
  for (size_t k = 0; k < list->count; k++)
    pn_chain_point_free(list->found[k].point);
  pn_free(list->found);
  free_search(list->search);
  pn_free(list);
}
