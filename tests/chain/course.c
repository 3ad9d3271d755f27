/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "course.h"
#include "test.h"

#include <string.h>

#define CASE_2                                                                 \
  5, {0.7, 0.5, 0.3, 0.2, 0.5}, {1, -1},                                       \
  {                                                                            \
    0.2, 0.4, 0.6, 0.8                                                         \
  }

static const course_case cases[] = {
    {"2a", CASE_2, {-1, -1.5, -1.5, -1.3}},
    {"2b", CASE_2, {1, 1.5, 1.5, 1.3}},
    {"2c", CASE_2, {-1, -1.5, 1.5, -1.3}},
    {"2d", CASE_2, {1, -1.2, 1.5, -1.3}},
    {"3a", 2, {0.6, 0.6}, {1, 0}, {0.5}, {0.4}},
    {"3b", 3, {0.5, 2, 0.5}, {1, 0}, {0.3, 0.7}, {-0.2, -0.2}},
    {"3c", 3, {0.5, 2, 0.5}, {0, -1}, {0.5, 0.5}, {0, -1}},
};

const course_case *course_find(const char *name)
{
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    if (strcmp(cases[k].name, name) == 0)
      return &cases[k];
  ck_abort_msg("no course case %s", name);
  return NULL;
}

pn_chain *course_chain(const course_case *course)
{
  pn_chain *chain = pn_chain_alloc(course->bars, 0);
  ck_assert_ptr_nonnull(chain);
  memcpy(chain->length, course->length, course->bars * sizeof(double));
  memcpy(chain->end, course->end, sizeof chain->end);
  return chain;
}

pn_chain_point *course_start(const course_case *course, const pn_chain *chain)
{
  pn_chain_point *start = pn_chain_point_alloc(chain);
  ck_assert_ptr_nonnull(start);
  memcpy(start->x + 1, course->x, (course->bars - 1) * sizeof(double));
  memcpy(start->y + 1, course->y, (course->bars - 1) * sizeof(double));
  return start;
}

static double uniform(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

pn_chain *course_random_chain(gsl_rng *random, size_t bars, size_t facets)
{
  pn_chain *chain = pn_chain_alloc(bars, facets);
  ck_assert_ptr_nonnull(chain);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = uniform(random, 0.3, 1.3);
  chain->end[0] = uniform(random, 0.1, 0.2) * (double)bars;
  chain->end[1] = uniform(random, -0.2, 0.2);
  for (size_t j = 0; j < facets; j++) {
    chain->height[j] = uniform(random, -2, -1);
    chain->slope[j] = uniform(random, -0.5, 0.5);
  }
  return chain;
}

pn_chain_point *course_random_point(gsl_rng *random, const pn_chain *chain)
{
  pn_chain_point *point = pn_chain_point_alloc(chain);
  ck_assert_ptr_nonnull(point);
  const size_t n = chain->bars;
  for (size_t i = 1; i < n; i++) {
    point->x[i] = uniform(random, -2, 2);
    point->y[i] = uniform(random, -2, 2);
    for (size_t j = 0; j < chain->facets; j++)
      point->mu[j * (n + 1) + i] = uniform(random, 0, 2);
  }
  for (size_t i = 0; i < n; i++)
    point->lambda[i] = uniform(random, -2, 2);
  return point;
}
