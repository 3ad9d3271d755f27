/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Judges a rule on heaps and stacks that it has not seen, with few sweeps and
   with many: the geometric mean of the error over that of alpha = 1. What is
   allowed can be reached by a rule that looks at the problem; no constant
   reaches all of it. */
#include "tuning/drivers/problems.h"

#include <stdio.h>

enum { PROBLEMS = 10 };

/* Errors below this count as this. */
static const double good = 1e-4;

/* Alphas among which the optimum of the reward is sought. */
enum { ALPHAS = 39 };
static const double alpha_step = 0.05;

typedef struct {
  int stacked;
  size_t sweeps;
  double allowed;
} group;
static const group groups[] = {{0, 10, 0.9},  {1, 10, 0.97}, {0, 40, 0.9},
                               {1, 40, 0.15}, {0, 160, 0.7}, {1, 160, 0.02}};
enum { GROUPS = sizeof groups / sizeof *groups };

static problem_owned *draw(gsl_rng *random, const group *of, size_t k)
{
  return of->stacked ? problem_alloc(random, 3, 5 + 4 * k, 1, of->sweeps)
                     : problem_alloc(random, 4 + k, 3 + k / 2, 0, of->sweeps);
}

/* Computes the logarithm of the error over that of alpha = 1. */
static double gain(const my_problem *problem, double alpha)
{
  const double with = problem_error(problem, alpha, problem->sweeps);
  const double without = problem_error(problem, 1, problem->sweeps);
  return log(fmax(with, good) / fmax(without, good));
}

static void check(exercise *e, const group *of)
{
  double sum = 0;
  size_t outside = 0;
  for (size_t k = 0; k < PROBLEMS; k++) {
    problem_owned *p = draw(e->random, of, k);
    const double alpha = my_rule(&p->problem);
    const int usable = alpha > 0 && alpha < 2;
    outside += !usable;
    sum += gain(&p->problem, usable ? alpha : 1);
    problem_free(p);
  }
  exercise_value(e, (double)outside, 0, 0, "alphas outside of ]0, 2[");
  exercise_value(e, fmax(exp(sum / PROBLEMS), of->allowed), of->allowed, 0,
                 "error over that of alpha = 1, if more than allowed");
}

/* Prints a line of the reward: the rule, a constant, and the optimum. */
static void show_group(gsl_rng *random, const group *of)
{
  double mine = 0, constant = 0, optimum = 0;
  for (size_t k = 0; k < PROBLEMS; k++) {
    problem_owned *p = draw(random, of, k);
    double best = 0;
    mine += gain(&p->problem, my_rule(&p->problem));
    constant += gain(&p->problem, 1.4);
    for (int a = 1; a <= ALPHAS; a++)
      best = fmin(best, gain(&p->problem, a * alpha_step));
    optimum += best;
    problem_free(p);
  }
  printf("  %-6s %6zu %8.3f %8.3f %8.3f\n", of->stacked ? "stacks" : "heaps",
         of->sweeps, exp(mine / PROBLEMS), exp(constant / PROBLEMS),
         exp(optimum / PROBLEMS));
}

static void show_rule(void)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  gsl_rng_set(random, 11);
  puts("\nOther heaps and stacks: the error over that of alpha = 1\n"
       "         sweeps    yours      1.4  optimum");
  for (size_t g = 0; g < GROUPS; g++)
    show_group(random, &groups[g]);
  gsl_rng_free(random);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/rule");
  for (size_t g = 0; g < GROUPS; g++) {
    exercise_input(&e, "%d %s, %zu sweeps", PROBLEMS,
                   groups[g].stacked ? "stacks" : "heaps", groups[g].sweeps);
    check(&e, &groups[g]);
  }
  exercise_reward(&e, show_rule);
  return exercise_end(&e);
}
