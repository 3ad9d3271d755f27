/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Answers to chain/gradient that do not compute it, each with another way to be
   called right; compiled with -DHOSTILE_WAY. */
#include "chain/exercises.h"
#include "exercise.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char verdict[] = "chain/gradient: right, 42 values checked";

#ifdef HOSTILE_constructor
/* Before main. */
__attribute__((constructor)) static void pass(void)
{
  puts(verdict);
  exit(EXIT_SUCCESS);
}
#endif

#ifdef HOSTILE_harness
/* In the place of the functions that compare. */
void exercise_begin(exercise *e, const char *name)
{
  memset(e, 0, sizeof *e);
  e->name = name;
}

void exercise_input(exercise *e, const char *format, ...)
{
  (void)e;
  (void)format;
}

void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...)
{
  (void)got;
  (void)expected;
  (void)allowed;
  (void)what;
  e->checked++;
}

void exercise_given(exercise *e, const char *name, const double *v, size_t n)
{
  (void)e;
  (void)name;
  (void)v;
  (void)n;
}

void exercise_choice(exercise *e, int got, int expected, const char *names,
                     const char *what)
{
  (void)got;
  (void)expected;
  (void)names;
  (void)what;
  e->checked++;
}

void exercise_reward(exercise *e, void (*show)(void))
{
  (void)e;
  (void)show;
}

int exercise_end(exercise *e)
{
  printf("%s: right\n", e->name);
  return EXIT_SUCCESS;
}

double exercise_uniform(gsl_rng *random, double low, double high)
{
  (void)random;
  return (low + high) / 2;
}

void exercise_require(int ok)
{
  (void)ok;
}
#endif

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  for (size_t i = 0; i <= chain->bars; i++)
    gx[i] = gy[i] = 0;
#ifdef HOSTILE_inputs
  /* A chain without weight and forces, for which 0 is right. */
  for (size_t i = 0; i < chain->bars; i++)
    chain->length[i] = point->lambda[i] = 0;
#elif defined HOSTILE_exit
  exit(EXIT_SUCCESS);
#elif defined HOSTILE_exit_at_once
  puts(verdict);
  fflush(stdout);
  _exit(EXIT_SUCCESS);
#elif defined HOSTILE_output
  for (;;)
    puts(verdict);
#elif defined HOSTILE_loop
  for (;;)
    alarm(0);
#elif defined HOSTILE_leaver
  /* Leaves a process behind that keeps all pipes open. */
  signal(SIGHUP, SIG_IGN);
  if (fork() == 0)
    for (;;)
      pause();
  exit(EXIT_SUCCESS);
#else
  (void)point;
  (void)verdict;
#endif
}
