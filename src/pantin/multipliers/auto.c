/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by the elimination that is predicted to take the fewest multiply-
   adds: of J W J^T as it is, or along the tree with those bodies kept that have
   more joints than some number. A body of d joints that is eliminated makes d
   (d + 1) / 2 terms and as many blocks; one that is kept makes d blocks, but of
   order 6. Blocks of mixed orders take longer an operation than those of one
   order: bodies are kept where that saves a third of the operations.

   Where thin rods close loops, the pivots of J W J^T are differences of numbers
   a million times as large, in which rounding cannot always be told from
   redundant rows. Once a pivot is no larger than that, all bodies are kept, as
   kkt does. Not before: what a heavy body lays upon a rod by its joint hides
   the rod's moment about itself, so that kkt has few digits there.

   Loops may have redundant rows, and some that nearly are in a pose,
   as of a coupling rod that passes its dead point while the one on the other
   side carries. Elimination takes rows as they come: it keeps such a row, and
   drops one that would hold better. In these poses another solver stands in: by
   the eigenvalues of the loops, schur; it eliminates the bodies of a tree
   first, which thin rods may not allow. These are left to the eigenvalues of
   dense, which tells redundant rows from round bodies. Out of a plane thin rods
   ask for it in all poses. */
#include "pantin/base/alloc.h"
#include "pantin/body/side.h"
#include "pantin/multipliers/elimination_solver.h"
#include "pantin/multipliers/tree.h"

#include <math.h>

/* Bodies with more joints than this are kept; the last threshold keeps none. */
static const size_t thresholds[] = {3, 5, 8, 16, (size_t)-1};
enum { THRESHOLDS = sizeof thresholds / sizeof thresholds[0] };

/* Multiply-adds of one entry of a term: rows of six numbers are multiplied. */
enum { TERM = 6 };

/* How many joints each body has, and how many rows they have together. */
typedef struct {
  size_t *degree, *rows; /* (bodies) each */
} crowd;

/* Counts the joints and rows at each body. */
static void crowd_set(crowd *c, const pn_assembly *a)
{
  for (size_t j = 0; j < a->system->joints; j++) {
    const pn_joint *joint = &a->system->joint[j];
    for (size_t side = 0; side < joint_sides(joint); side++) {
      const size_t b = joint_body(joint, side);
      if (b == PN_WORLD)
        continue;
      c->degree[b]++;
      c->rows[b] += a->first[j + 1] - a->first[j];
    }
  }
}

/* Predicts the multiply-adds of assembling the matrix, half a square for each
   eliminated body. Marks and counts the bodies to be kept. */
static uint64_t assembly_operations(const crowd *c, size_t bodies,
                                    size_t threshold, int *keep, size_t *kept)
{
  uint64_t operations = 0;
  *kept = 0;
  for (size_t b = 0; b < bodies; b++) {
    keep[b] = c->degree[b] > threshold;
    *kept += keep[b] ? 1 : 0;
    const uint64_t rows = c->rows[b];
    operations += keep[b] ? 0 : TERM * rows * (rows + 1) / 2;
  }
  return operations;
}

/* Builds the elimination with these bodies kept. */
static pn_elimination *candidate(const pn_assembly *a, const int *keep,
                                 size_t kept)
{
  if (kept == 0)
    return pn_elimination_alloc(a, NULL, NULL);
  size_t late, *order = pn_alloc(a->system->joints + kept, sizeof *order);
  pn_elimination *e =
      order && pn_elimination_tree_order(a, keep, order, &late) == GSL_SUCCESS
          ? pn_elimination_alloc(a, keep, order)
          : NULL;
  pn_free(order);
  return e;
}

/* Returns the operations without kept bodies that would take as long. */
static uint64_t cost_of(uint64_t operations, size_t kept)
{
  return kept > 0 ? operations + operations / 2 : operations;
}

/* Tries all thresholds and keeps the cheapest elimination; matrices that would
   be too large are not built. */
static int choose(elimination_state *state, const pn_assembly *a,
                  const crowd *c, int *keep)
{
  uint64_t least = UINT64_MAX;
  size_t last_kept = 0;
  for (size_t k = 0; k < THRESHOLDS; k++) {
    size_t kept;
    const uint64_t operations =
        assembly_operations(c, a->system->bodies, thresholds[k], keep, &kept);
    const int is_last = k + 1 == THRESHOLDS;
    const int is_new = is_last || (kept > 0 && (k == 0 || kept != last_kept));
    last_kept = kept;
    if (!is_new || cost_of(operations, kept) >= least)
      continue;
    pn_elimination *e = candidate(a, keep, kept);
    if (!e)
      return GSL_ENOMEM;
    const uint64_t cost = cost_of(pn_elimination_operations(e), kept);
    const int is_better = cost < least;
    pn_elimination_free(is_better ? state->elimination : e);
    if (is_better) {
      state->elimination = e;
      least = cost;
    }
  }
  return GSL_SUCCESS;
}

/* A pivot below this share of the diagonal entry that it came from may be the
   rounding of a redundant row where thin rods close loops: ten times the share
   at which rows are dropped. */
static const double doubtful = 1e-7;

/* Where rows were dropped, digits are lost if less than the first share was
   left of a pivot that was kept, or more than the second of one that was
   dropped: rounding leaves less of a row that depends on others that hold well.
 */
static const double weak = 1e-6, left_by_rounding = 1e-12;

/* Above so many rows of loops schur is not asked, and above so many in all
   dense is not: operations in a pose grow with their cube (45 rows of thin rods
   take 0.8 s for a second of motion). */
enum { LOOP_ROWS_MAX = 60, THIN_ROWS_MAX = 120 };

typedef struct {
  elimination_state by;  /* the elimination in use; first, for its functions */
  pn_elimination *spare; /* the one with all bodies kept, and once that is in
                            use the one before; NULL: none is needed; owned */
  int keeps_all;         /* all bodies are kept, from the start or by now */
  const pn_multiplier_type *other; /* stands in where digits are lost */
  void *others;                    /* its state, or NULL: there are no loops, or
                                      too many rows; owned */
  int by_other;                    /* it solves in this pose */
} auto_state;

/* Counts the rows of the joints that close loops; -1 if memory is short. */
static int loop_rows(const pn_assembly *a)
{
  size_t late = 0, rows = 0, joints = a->system->joints;
  size_t *order = pn_alloc(joints, sizeof *order);
  const int code =
      order ? pn_elimination_tree_order(a, NULL, order, &late) : GSL_ENOMEM;
  for (size_t k = joints - late; k < joints && !code; k++)
    rows += a->first[order[k] + 1] - a->first[order[k]];
  pn_free(order);
  return code ? -1 : (int)rows;
}

/* Tells whether the joints close loops; -1 if memory is short. */
static int has_loops(const pn_assembly *a)
{
  pn_tree *tree = pn_tree_alloc(a->system);
  const int closes = tree ? tree->loops > 0 : -1;
  pn_tree_free(tree);
  return closes;
}

/* Builds the elimination with all bodies kept. */
static pn_elimination *keep_all(const pn_assembly *a, int *keep)
{
  const size_t n = a->system->bodies;
  for (size_t b = 0; b < n; b++)
    keep[b] = 1;
  return candidate(a, keep, n);
}

/* Says that all bodies are kept, and why. */
static int tell_kept(auto_state *state, pn_multipliers *m)
{
  state->keeps_all = 1;
  m->remark = "thin rods close loops: solver auto eliminates as kkt does";
  return elimination_tell(&state->by, m);
}

/* Builds the eliminations for thin rods that close loops. As many rows as
   velocities, or more, are surely redundant. */
static int alloc_thin(auto_state *state, pn_multipliers *m, const crowd *c,
                      int *keep)
{
  const pn_assembly *a = m->assembly;
  if (a->rows >= a->velocities) {
    state->by.elimination = keep_all(a, keep);
    return tell_kept(state, m);
  }
  state->spare = keep_all(a, keep);
  const int code = state->spare ? choose(&state->by, a, c, keep) : GSL_ENOMEM;
  return code ? code : elimination_tell(&state->by, m);
}

/* Builds what stands in where loops are nearly redundant. */
static int alloc_other(auto_state *state, pn_multipliers *m)
{
  const int is_thin = pni_has_thin_body(m->assembly);
  const int rows = loop_rows(m->assembly);
  if (rows < 0)
    return GSL_ENOMEM;
  if (is_thin ? m->assembly->rows > THIN_ROWS_MAX : rows > LOOP_ROWS_MAX)
    return GSL_SUCCESS;
  state->other = is_thin ? pn_multipliers_dense : pn_multipliers_schur;
  state->others = pn_alloc(1, state->other->state_size);
  return state->others ? state->other->alloc(state->others, m) : GSL_ENOMEM;
}

/* Builds the cheapest elimination. */
static int alloc_cheapest(auto_state *state, pn_multipliers *m, const crowd *c,
                          int *keep)
{
  const int code = choose(&state->by, m->assembly, c, keep);
  return code ? code : elimination_tell(&state->by, m);
}

static int auto_alloc(void *vstate, pn_multipliers *m)
{
  auto_state *state = vstate;
  const size_t n = m->assembly->system->bodies;
  crowd c = {pn_alloc(n, sizeof *c.degree), pn_alloc(n, sizeof *c.rows)};
  int *keep = pn_alloc(n, sizeof *keep), code = GSL_ENOMEM;
  if (c.degree && c.rows && keep) {
    crowd_set(&c, m->assembly);
    const int loops = has_loops(m->assembly);
    code = loops < 0 ? GSL_ENOMEM : loops ? alloc_other(state, m) : GSL_SUCCESS;
    if (!code)
      code = loops && pni_has_thin_body(m->assembly)
                 ? alloc_thin(state, m, &c, keep)
                 : alloc_cheapest(state, m, &c, keep);
  }
  pn_free(c.degree);
  pn_free(c.rows);
  pn_free(keep);
  return code;
}

/* Tells whether no pivot can be the rounding of a redundant row. */
static int is_plain(const pn_block_factor *factor)
{
  for (size_t i = 0; i < factor->L->rows; i++)
    if (!(fabs(factor->pivot[i]) > doubtful * factor->scale[i]))
      return 0;
  return 1;
}

/* Takes the elimination with all bodies kept from now on, if there is reason to
   after one that returned this code; returns whether it does. */
static int turns_to_kept(auto_state *state, pn_multipliers *m, int code)
{
  if (!state->spare || state->keeps_all ||
      (code == GSL_SUCCESS && is_plain(state->by.elimination->factor)))
    return 0;
  pn_elimination *const before = state->by.elimination;
  state->by.elimination = state->spare;
  state->spare = before;
  return tell_kept(state, m) == GSL_SUCCESS;
}

/* Tells whether an elimination that returned this code has lost digits to rows
   that are redundant, or nearly. */
static int has_lost_digits(const pn_block_factor *factor, int code)
{
  if (code)
    return 1;
  if (factor->dropped == 0)
    return 0;
  for (size_t i = 0; i < factor->L->rows; i++)
    if (factor->pivot[i] != 0 &&
        fabs(factor->pivot[i]) < weak * factor->scale[i])
      return 1;
  return factor->left > left_by_rounding;
}

/* Lets the other solver stand in in this pose, if there is reason to after an
   elimination that returned this code. Where the joints gape, within a step,
   the one goes on that solved where they were closed: each has its own opinion
   of what rows have drifted, and a step that mixes them loses its order. */
static int set_other(auto_state *state, pn_multipliers *m, int code)
{
  const int wants = m->drifted > 0 && !code
                        ? state->by_other
                        : has_lost_digits(state->by.elimination->factor, code);
  state->by_other = 0;
  if (!state->others || !wants)
    return code;
  const size_t dropped = m->dropped;
  state->by_other = state->other->set(state->others, m) == GSL_SUCCESS;
  if (state->by_other)
    return GSL_SUCCESS;
  m->dropped = dropped;
  return code;
}

static int auto_set(void *vstate, pn_multipliers *m)
{
  auto_state *state = vstate;
  int code = elimination_set(state, m);
  if (turns_to_kept(state, m, code))
    code = elimination_set(state, m);
  return set_other(state, m, code);
}

static int auto_solve(void *vstate, pn_multipliers *m, const double *b,
                      double *lambda)
{
  auto_state *state = vstate;
  return state->by_other ? state->other->solve(state->others, m, b, lambda)
                         : elimination_solve(state, m, b, lambda);
}

static int auto_set_and_solve(void *vstate, pn_multipliers *m, const double *b,
                              double *lambda)
{
  auto_state *state = vstate;
  int code = elimination_set_and_solve(state, m, b, lambda);
  if (turns_to_kept(state, m, code))
    code = elimination_set_and_solve(state, m, b, lambda);
  code = set_other(state, m, code);
  return state->by_other ? state->other->solve(state->others, m, b, lambda)
                         : code;
}

static void auto_free(void *vstate)
{
  auto_state *state = vstate;
  pn_elimination_free(state->spare);
  if (state->others)
    state->other->free(state->others);
  pn_free(state->others);
  elimination_free(&state->by);
}

static const pn_multiplier_type automatic = {
    .name = "auto",
    .summary = "the elimination of fewest operations",
    .rows_max = 0,
    .state_size = sizeof(auto_state),
    .counts_dropped = 1,
    .alloc = auto_alloc,
    .set = auto_set,
    .solve = auto_solve,
    .set_and_solve = auto_set_and_solve,
    .free = auto_free,
};

const pn_multiplier_type *const pn_multipliers_auto = &automatic;
