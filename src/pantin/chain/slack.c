/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lays a slack chain on a level floor: no node can be lower than straight down
   from an end, or on the floor, and where the chain is long enough nearly all
   are there at once. The nodes that the floor cannot reach hang from their
   ends; the others lie on it, forth beyond the far end and back again. As the
   bars that lie there add up to the distance of the ends but for a bar's
   length, those that hang lean by as much: a force H along the floor, the same
   in all bars, and the weight T below a bar give it the slope T / H. */
#include "pantin/chain/slack.h"

#include "pantin/chain/simulator.h"

#include <math.h>

/* Which nodes hang from the first end (1 to left), and from the far one (right
   to bars - 1), and which bars on the floor go forth: those before `turn`. */
typedef struct {
  size_t facet; /* the highest */
  double level;
  size_t left, right, turn;
  double ahead; /* 1, or -1 if the far end is on the left */
} plan;

/* Halvings of an interval of forces: to the last digit. */
enum { HALVINGS = 60 };

/* The share that counts as rounding: of the way down to the floor, of the
   chain's length, and of its weight times its length. */
static const double touching = 1e-9;

/* Finds the highest facet of a level floor; 0 if there is none. */
static int find_level(const pn_chain *chain, plan *p)
{
  p->level = -INFINITY;
  for (size_t j = 0; j < chain->facets; j++) {
    if (chain->slope[j] != 0)
      return 0;
    if (chain->height[j] > p->level) {
      p->level = chain->height[j];
      p->facet = j;
    }
  }
  return isfinite(p->level);
}

/* Plans where nodes and bars go; 0 if the chain is not slack. */
static int make_plan(const pn_chain *chain, plan *p)
{
  const size_t n = chain->bars;
  if (!find_level(chain, p))
    return 0;
  const double fall = chain->end[1] - p->level, more = 1 + touching;
  double hung = 0;
  for (p->left = 0; p->left + 1 < n; p->left++)
    if ((hung += chain->length[p->left]) > -p->level * more)
      break;
  hung = 0;
  for (p->right = n; p->right > p->left + 1; p->right--)
    if ((hung += chain->length[p->right - 1]) > fall * more)
      break;
  if (p->right < p->left + 2)
    return 0;

  double lying = 0;
  for (size_t i = p->left; i < p->right; i++)
    lying += chain->length[i];
  const double apart = fabs(chain->end[0]);
  p->ahead = copysign(1, chain->end[0]);
  double lain = 0;
  for (p->turn = p->left; p->turn < p->right; p->turn++) {
    const double length = chain->length[p->turn];
    if (lain + length / 2 > (lying + apart) / 2)
      break;
    lain += length;
  }
  return lying >= apart * (1 - touching);
}

/* Hangs a bar that carries `weight` from a node, with the force H along the
   floor; `side` is 1 for the chain's first end. */
static void hang(const pn_chain *chain, double weight, double H, int side,
                 size_t bar, pn_chain_point *point)
{
  const size_t from = side > 0 ? bar : bar + 1, to = side > 0 ? bar + 1 : bar;
  const double length = chain->length[bar], pull = hypot(weight, H);
  point->x[to] = point->x[from] + (pull > 0 ? side * length * H / pull : 0);
  point->y[to] = point->y[from] - (pull > 0 ? length * weight / pull : length);
  point->lambda[bar] = pull / (2 * length);
}

/* Hangs the bars at both ends, with the force H along the floor. */
static void hang_ends(const pn_chain *chain, const plan *p, double H,
                      pn_chain_point *point)
{
  const size_t n = chain->bars;
  double weight = 0;
  for (size_t i = 1; i <= p->left; i++)
    weight += pn_chain_node_weight(chain, i);
  for (size_t i = 0; i < p->left; i++) {
    hang(chain, weight, p->ahead * H, 1, i, point);
    weight -= pn_chain_node_weight(chain, i + 1);
  }
  weight = 0;
  for (size_t i = p->right; i < n; i++)
    weight += pn_chain_node_weight(chain, i);
  for (size_t i = n; i > p->right; i--) {
    hang(chain, weight, p->ahead * H, -1, i - 1, point);
    weight -= pn_chain_node_weight(chain, i - 1);
  }
}

/* Places all nodes, with their multipliers, for a force H along the floor.
   Returns by how much the bars on the floor end short of those that hang from
   the far end. */
static double place(const pn_chain *chain, const plan *p, double H,
                    pn_chain_point *point)
{
  hang_ends(chain, p, H, point);
  double x = point->x[p->left];
  for (size_t i = p->left; i < p->right; i++) {
    const int lies = i + 1 < p->right;
    const double dy = (lies ? p->level : point->y[i + 1]) - point->y[i];
    const double length = chain->length[i];
    const double way = sqrt(fmax(length * length - dy * dy, 0));
    const double dx = i < p->turn ? p->ahead * way : -p->ahead * way;
    point->lambda[i] = dx != 0 ? p->ahead * H / (2 * dx) : 0;
    x += dx;
    if (!lies)
      break;
    point->x[i + 1] = x;
    point->y[i + 1] = p->level;
    point->mu[p->facet * (chain->bars + 1) + i + 1] =
        pn_chain_node_weight(chain, i + 1);
  }
  return p->ahead * (point->x[p->right] - x);
}

int pni_chain_place_slack(const pn_chain *chain, pn_chain_point *point)
{
  plan p;
  if (!make_plan(chain, &p))
    return 0;
  const double near = touching * pn_chain_length(chain);
  double missed = place(chain, &p, 0, point);
  double high = pn_chain_weight(chain), low = -high;
  for (int k = 0; k < HALVINGS && fabs(missed) > near; k++) {
    const double H = (low + high) / 2;
    missed = place(chain, &p, H, point);
    *(missed > 0 ? &low : &high) = H;
  }
  return fabs(missed) <= near;
}

int pni_chain_is_lowest(const pn_chain *chain, const pn_chain_point *point)
{
  plan p;
  const double total = pn_chain_length(chain), weight = pn_chain_weight(chain);
  if (!find_level(chain, &p))
    return 0;
  double s = 0, above = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    s += chain->length[i - 1];
    const double lowest = fmax(p.level, fmax(-s, chain->end[1] - (total - s)));
    above += pn_chain_node_weight(chain, i) * fmax(0, point->y[i] - lowest);
  }
  return above <= touching * total * weight;
}
