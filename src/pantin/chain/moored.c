/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Moors a chain to a plane floor, level or inclined by the angle phi.

   The floor pushes a node straight away from it. The force F of the bars is
   therefore known along the floor, up to the first bar's, H: a node of the
   weight w adds w sin phi to it, whether the node lies or hangs. Away from the
   floor it grows by w cos phi where a node hangs, and is 0 between nodes that
   lie. The bars at an end carry the force V towards the floor, V less the first
   node's w cos phi, and so on as long as that is positive: V is the force with
   which they just come down to the floor. A bar that lies goes up the slope
   where F along it is positive, and down where it is negative: where that
   changes, the chain lies folded. All reach the farther the larger H is, which
   gives H.

   At the bar where the fold is, that reach jumps by two of its lengths. Where
   no H will do for that reason, this bar goes the way that takes the least
   change of H, and is pushed a little. On a level floor F along it is H in all
   bars, and the chain lies folded where H is all but 0: it is turned back so
   early that a small pull ahead makes up for what is missing; the bars that go
   back are pushed as much, which the floor holds. */
#include "pantin/chain/moored.h"

#include "pantin/chain/simulator.h"

#include <math.h>

/* The floor, and what lies on it. */
typedef struct {
  size_t facet;       /* the highest */
  double c, s;        /* cos phi, sin phi */
  double weight;      /* of all nodes [N] */
  size_t left, right; /* the first node that lies, and the last */
  int forth;   /* where the chain is known to be folded, the way, 1 or -1, of
                  the bars before `turn`; else 0 */
  size_t turn; /* the others go back */
} mooring;

/* Bars that hang from an end. */
typedef struct {
  int side;     /* 1 for the chain's first end, -1 for the far one */
  size_t count; /* number of them */
  double force; /* of the first one towards the floor, V [N] */
} run;

/* Steps of false positions, of which every third halves the interval: where
   bars hang all but straight down, the height is a staircase. Halvings of an
   interval of forces: to the last digit. */
enum { FALSE_POSITIONS = 200, MIDST = 3, HALVINGS = 80 };

/* The shares of the chain's length by which the reach of all bars may be wrong,
   and by which a run may miss the floor. */
static const double touching = 1e-9, landing = 1e-13;

/* The largest force along the floor, in weights of the chain: one that is
   pulled more all but lies on the line of its ends. */
static const double pull_most = 1e3;

/* The least force along a level floor on which the chain lies folded, in mean
   weights of a node: with less, bars that hang say too little of where they
   come down. */
static const double gentlest = 1e-5;

/* Finds the highest facet of a plane floor; 0 if there is none. */
static int find_plane(const pn_chain *chain, mooring *m)
{
  m->facet = 0;
  for (size_t j = 1; j < chain->facets; j++) {
    if (chain->slope[j] != chain->slope[0])
      return 0;
    if (chain->height[j] > chain->height[m->facet])
      m->facet = j;
  }
  if (chain->facets == 0 || !isfinite(chain->height[m->facet]))
    return 0;
  m->c = 1 / hypot(1, chain->slope[0]);
  m->s = chain->slope[0] * m->c;
  m->weight = m->forth = 0;
  for (size_t i = 1; i < chain->bars; i++)
    m->weight += pn_chain_node_weight(chain, i);
  return 1;
}

/* Places the next node of a bar that pulls the node `from`, on the given side,
   with the force `along` the floor and `away` from it, which is not 0. */
static void place(const pn_chain *chain, const mooring *m, double along,
                  double away, int side, size_t from, pn_chain_point *point)
{
  const size_t to = side > 0 ? from + 1 : from - 1;
  const size_t bar = side > 0 ? from : to;
  const double length = chain->length[bar], force = hypot(along, away);
  const double u = along / force, v = away / force;
  point->x[to] = point->x[from] + side * length * (u * m->c - v * m->s);
  point->y[to] = point->y[from] + side * length * (u * m->s + v * m->c);
  point->lambda[bar] = force / (2 * length);
}

/* Hangs bars from an end until nothing draws them to the floor, with the force
   H along it in the first bar of the chain. Returns how far above the floor
   they end. */
static double hang_run(const pn_chain *chain, const mooring *m, double H,
                       run *r, pn_chain_point *point)
{
  const size_t n = chain->bars;
  double force = r->force;
  double along = r->side > 0 ? H : H + m->weight * m->s;
  size_t node = r->side > 0 ? 0 : n;
  for (r->count = 0; force > 0 && r->count + 1 < n; r->count++) {
    place(chain, m, along, -r->side * force, r->side, node, point);
    node = r->side > 0 ? node + 1 : node - 1;
    const double weight = pn_chain_node_weight(chain, node);
    force -= weight * m->c;
    along += r->side * weight * m->s;
  }
  const double x = point->x[node], y = point->y[node];
  return (y - chain->height[m->facet]) * m->c - x * m->s;
}

/* Finds the force with which a run comes down to the floor, by false positions
   (Illinois). Returns 0 if there is none. */
static int find_run(const pn_chain *chain, const mooring *m, double H, run *r,
                    pn_chain_point *point)
{
  const double total = pn_chain_length(chain), near = landing * total;
  double low = 0, high = m->weight * m->c;
  r->force = low;
  double above = hang_run(chain, m, H, r, point);
  if (above <= near)
    return 1;
  r->force = high;
  double below = hang_run(chain, m, H, r, point);
  double now = below;
  int last = 0; /* which end of the interval moved last */
  for (int k = 1; k < FALSE_POSITIONS && below < 0; k++) {
    r->force = k % MIDST == 0 ? (low + high) / 2
                              : low + (high - low) * above / (above - below);
    now = hang_run(chain, m, H, r, point);
    if (fabs(now) <= near)
      return 1;
    if (now > 0) {
      low = r->force;
      above = now;
      below /= last > 0 ? 2 : 1;
      last = 1;
    } else {
      high = r->force;
      below = now;
      above /= last < 0 ? 2 : 1;
      last = -1;
    }
  }
  return fabs(now) <= touching * total; /* by rounding of the force */
}

/* Returns the force along the floor in the first bar that lies. */
static double force_lying(const pn_chain *chain, const mooring *m, double H)
{
  for (size_t i = 1; i <= m->left; i++)
    H += pn_chain_node_weight(chain, i) * m->s;
  return H;
}

/* Returns 1 if a bar that lies goes to the right, else -1. `along` is its force
   along the floor. */
static int find_way(const mooring *m, size_t bar, double along)
{
  if (m->forth)
    return bar < m->turn ? m->forth : -m->forth;
  return along < 0 ? -1 : 1;
}

/* Lays the bars between the runs on the floor, with their multipliers. Returns
   by how much they end short of the far run. */
static double lay_between(const pn_chain *chain, const mooring *m, double H,
                          pn_chain_point *point)
{
  const double x = point->x[m->right], y = point->y[m->right];
  double along = force_lying(chain, m, H), lying = 0;
  for (size_t i = m->left; i < m->right; i++) {
    const int way = find_way(m, i, along);
    const double length = chain->length[i];
    lying += way * length;
    point->lambda[i] = way * along / (2 * length);
    if (i + 1 == m->right)
      break;
    point->x[i + 1] = point->x[m->left] + lying * m->c;
    point->y[i + 1] =
        chain->height[m->facet] + chain->slope[m->facet] * point->x[i + 1];
    along += pn_chain_node_weight(chain, i + 1) * m->s;
  }
  return (x - point->x[m->left]) * m->c + (y - point->y[m->left]) * m->s -
         lying;
}

/* Moors the chain with the force H along the floor in its first bar. Returns by
   how much its parts end short of each other; infinity, with the sign of what
   is too little, if no bar would lie. */
static double moor(const pn_chain *chain, mooring *m, double H,
                   pn_chain_point *point)
{
  run left = {.side = 1}, right = {.side = -1};
  if (!find_run(chain, m, H, &left, point) ||
      !find_run(chain, m, H, &right, point) ||
      left.count + right.count >= chain->bars)
    return H + m->weight * m->s / 2 > 0 ? -INFINITY : INFINITY;
  /* Each run may have moved the other's nodes. */
  hang_run(chain, m, H, &left, point);
  hang_run(chain, m, H, &right, point);
  m->left = left.count;
  m->right = chain->bars - right.count;
  return lay_between(chain, m, H, point);
}

/* Finds the force H between two others with which all bars reach from end to
   end. Returns by how much they still miss. */
static double find_pull(const pn_chain *chain, mooring *m, double *low,
                        double *high, double *H, pn_chain_point *point)
{
  const double near = touching * pn_chain_length(chain);
  double missed = INFINITY;
  for (int k = 0; k < HALVINGS && !(fabs(missed) <= near); k++) {
    *H = (*low + *high) / 2;
    missed = moor(chain, m, *H, point);
    *(missed > 0 ? low : high) = *H;
  }
  return fabs(missed);
}

/* Turns the chain back at the bar whose way changes between two forces: there
   where that leaves less to be made up for. Returns 0 if there is none; else
   the forces become those between which H lies now. */
static int fold_inclined(const pn_chain *chain, mooring *m, double *low,
                         double *high, pn_chain_point *point)
{
  const double short_of = moor(chain, m, *low, point);
  const double beyond = -moor(chain, m, *high, point);
  if (!isfinite(short_of) || !isfinite(beyond))
    return 0;
  const double H = short_of < beyond ? *low : *high;
  moor(chain, m, H, point);
  double along = force_lying(chain, m, H);
  for (m->turn = m->left; m->turn < m->right; m->turn++) {
    if ((along < 0) == (m->s < 0))
      break;
    if (m->turn + 1 < m->right)
      along += pn_chain_node_weight(chain, m->turn + 1) * m->s;
  }
  m->forth = m->s > 0 ? -1 : 1;
  *low -= m->weight;
  *high += m->weight;
  return 1;
}

/* Turns a slack chain back on a level floor, where nearly no force is left: as
   far beyond the far end as that the others need to be pulled a little. Returns
   0 if it is not slack; else as above. */
static int fold_level(const pn_chain *chain, mooring *m, double *low,
                      double *high, pn_chain_point *point)
{
  const int ahead = chain->end[0] < 0 ? -1 : 1;
  const double gentle = ahead * gentlest * m->weight / (double)chain->bars;
  const double missed = ahead * moor(chain, m, gentle, point);
  double lying = 0, lain = 0;
  if (!(missed < 0 && isfinite(missed)))
    return 0;
  for (size_t i = m->left; i < m->right; i++)
    lying += chain->length[i];
  const double forth = lying + missed / 2;
  for (m->turn = m->left; m->turn < m->right; m->turn++)
    if ((lain += chain->length[m->turn]) > forth)
      break;
  m->forth = ahead;
  *low = ahead > 0 ? gentle : -m->weight;
  *high = ahead > 0 ? m->weight : gentle;
  return 1;
}

/* Lets the floor carry what the bars leave over at the nodes that lie. */
static void push(const pn_chain *chain, const mooring *m, pn_chain_point *point)
{
  const size_t n = chain->bars, last = m->right < n ? m->right : n - 1;
  for (size_t i = m->left > 0 ? m->left : 1; i <= last; i++) {
    const double *x = &point->x[i], *y = &point->y[i];
    const double *lambda = &point->lambda[i];
    const double fx =
        2 * (lambda[0] * (x[1] - x[0]) - lambda[-1] * (x[0] - x[-1]));
    const double fy =
        2 * (lambda[0] * (y[1] - y[0]) - lambda[-1] * (y[0] - y[-1])) -
        pn_chain_node_weight(chain, i);
    const double carried = (fx * m->s - fy * m->c) * m->c;
    point->mu[m->facet * (n + 1) + i] = carried;
  }
}

int pni_chain_place_moored(const pn_chain *chain, pn_chain_point *point)
{
  mooring m;
  if (!find_plane(chain, &m))
    return 0;
  const double near = touching * pn_chain_length(chain);
  double high = pull_most * m.weight, low = -high, H;
  double missed = find_pull(chain, &m, &low, &high, &H, point);
  if (missed > near &&
      (m.s == 0 ? fold_level : fold_inclined)(chain, &m, &low, &high, point))
    missed = find_pull(chain, &m, &low, &high, &H, point);
  if (missed <= near)
    push(chain, &m, point);
  return missed <= near;
}
