/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "frames.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 100, WIDTH = 17 /* of a column */ };

/* The iterations of one solver on the frames of one kind, by seed. */
typedef struct {
  size_t count;
  frames_effort effort[FRAMES_MAX];
} efforts;

/* Collects the rows of one kind and solver. */
static void collect(FILE *file, const char *kind, const char *solver,
                    efforts *sample)
{
  char line[128], its_kind[16], its_solver[16];
  frames_effort e;
  rewind(file);
  sample->count = 0;
  while (sample->count < FRAMES_MAX && fgets(line, sizeof line, file))
    if (sscanf(line, "%15[^,],%*u,%zu,%zu,%15[^,],%zu,%zu,%zu,%zu,%zu",
               its_kind, &e.rows, &e.active, its_solver, &e.taken[0],
               &e.taken[1], &e.taken[2], &e.taken[3],
               &e.taken[4]) == 4 + FRAMES_GOALS &&
        strcmp(its_kind, kind) == 0 && strcmp(its_solver, solver) == 0)
      sample->effort[sample->count++] = e;
}

/* Returns whether a < b, where 0, which means not reached, is larger than all
   other numbers: 0 - 1 is the largest size_t. */
static int before(size_t a, size_t b)
{
  return a - 1 < b - 1;
}

/* Compares two counts, for qsort. */
static int order(const void *a, const void *b)
{
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return before(y, x) - before(x, y);
}

/* Prints "median least..most", with "-" for what was not reached. */
static void print_spread(size_t count, size_t *value)
{
  char part[3][24], text[80] = "-";
  qsort(value, count, sizeof *value, order);
  const size_t at[] = {count / 2, 0, count - 1};
  for (int k = 0; count > 0 && k < 3; k++)
    if (value[at[k]] == 0)
      strcpy(part[k], "-");
    else
      snprintf(part[k], sizeof part[k], "%zu", value[at[k]]);
  if (count > 0 && value[0] > 0)
    snprintf(text, sizeof text, "%s %s..%s", part[0], part[1], part[2]);
  printf(" %*s", WIDTH, text);
}

/* Prints the spread of the iterations to a goal. */
static void print_goal(const efforts *sample, size_t goal)
{
  size_t value[FRAMES_MAX];
  for (size_t k = 0; k < sample->count; k++)
    value[k] = sample->effort[k].taken[goal];
  print_spread(sample->count, value);
}

/* Prints the table of one kind, without the last goal. */
static void table(FILE *file, const char *kind)
{
  efforts sample;
  size_t active[FRAMES_MAX];
  collect(file, kind, "renouf", &sample);
  for (size_t k = 0; k < sample.count; k++)
    active[k] = sample.effort[k].active;
  printf("%s: %zu frames, active contacts", kind, sample.count);
  print_spread(sample.count, active);
  printf("\n%-11s", "solver");
  for (size_t g = 0; g < FRAMES_GOALS - 1; g++)
    printf(" %*.0e", WIDTH, frames_goal[g]);
  putchar('\n');
  for (size_t s = 0; s < FRAMES_SOLVERS; s++) {
    collect(file, kind, frames_solver[s], &sample);
    printf("%-11s", frames_solver[s]);
    for (size_t g = 0; g < FRAMES_GOALS - 1; g++)
      print_goal(&sample, g);
    putchar('\n');
  }
}

/* Prints the tables of all kinds. */
static void all_tables(FILE *file)
{
  const frames_kind *kind;
  for (size_t k = 0; (kind = frames_kind_get(k)); k++) {
    if (k > 0)
      putchar('\n');
    table(file, kind->name);
  }
}

/* Prints a line of headings, one for each kind. */
static void print_kinds(const char *corner, int width)
{
  const frames_kind *kind;
  printf("%-19s", corner);
  for (size_t k = 0; (kind = frames_kind_get(k)); k++)
    printf(" %*s", width, kind->name);
  putchar('\n');
}

/* Prints the table of the last goal, for the first three kinds. */
static void limit(FILE *file)
{
  enum { KINDS = 3 };
  efforts sample;
  printf("%-11s", "to 1e-12");
  for (size_t k = 0; k < KINDS; k++)
    printf(" %*s", WIDTH, frames_kind_get(k)->name);
  putchar('\n');
  for (size_t s = 0; s < FRAMES_SOLVERS; s++) {
    printf("%-11s", frames_solver[s]);
    for (size_t k = 0; k < KINDS; k++) {
      collect(file, frames_kind_get(k)->name, frames_solver[s], &sample);
      print_goal(&sample, FRAMES_GOALS - 1);
    }
    putchar('\n');
  }
}

/* Prints in how many frames `slow` is behind `fast`, at the goals 1e-2, 1e-4,
   1e-8. */
static void print_pair(FILE *file, const char *fast, const char *slow)
{
  static const size_t goals[] = {0, 1, 3};
  const frames_kind *kind;
  efforts a, b;
  char text[80];
  snprintf(text, sizeof text, "%s before %s", fast, slow);
  printf("%-19s", text);
  for (size_t k = 0; (kind = frames_kind_get(k)); k++) {
    collect(file, kind->name, fast, &a);
    collect(file, kind->name, slow, &b);
    printf(" ");
    for (size_t g = 0; g < sizeof goals / sizeof goals[0]; g++) {
      size_t count = 0;
      for (size_t f = 0; f < a.count && f < b.count; f++)
        count += (size_t)before(a.effort[f].taken[goals[g]],
                                b.effort[f].taken[goals[g]]);
      printf(" %2zu", count);
    }
  }
  putchar('\n');
}

/* Prints in how many frames the ranking of the source holds. */
static void ranking(FILE *file)
{
  /* The ranking of the source, from slow to fast. */
  static const char *const ranked[] = {"jacobi", "naive", "pgs",
                                       "psor",   "pcg",   "ppcg"};
  print_kinds("", 9);
  for (size_t s = 1; s < sizeof ranked / sizeof ranked[0]; s++)
    print_pair(file, ranked[s], ranked[s - 1]);
}

enum { PROFILE_FRAMES = 6 * FRAMES_MAX };

/* The work [sweeps] of each solver in each frame to one goal; infinite where
   the goal is not reached. */
typedef struct {
  size_t count;
  double work[FRAMES_SOLVERS][PROFILE_FRAMES];
} works;

/* Collects the work in the frames of all kinds. */
static void collect_works(FILE *file, size_t goal, works *all)
{
  const frames_kind *kind;
  efforts sample;
  all->count = 0;
  for (size_t k = 0; (kind = frames_kind_get(k)); k++) {
    for (size_t s = 0; s < FRAMES_SOLVERS; s++) {
      collect(file, kind->name, frames_solver[s], &sample);
      for (size_t f = 0; f < sample.count; f++) {
        const size_t taken = sample.effort[f].taken[goal];
        all->work[s][all->count + f] =
            taken ? frames_price[s] * (double)taken : INFINITY;
      }
    }
    all->count += sample.count;
  }
}

/* Finds the least work in a frame. */
static double least_work(const works *all, size_t frame)
{
  double least = INFINITY;
  for (size_t s = 0; s < FRAMES_SOLVERS; s++)
    least = fmin(least, all->work[s][frame]);
  return least;
}

/* Prints a performance profile: in how many percent of all frames a solver
   reaches the goal with at most so many times the work of the best one, and in
   how many at all. */
static void profile(FILE *file, size_t goal)
{
  static const double times[] = {1, 1.5, 2, 3, 5, 10, 20, 50, 100, INFINITY};
  enum { TIMES = sizeof times / sizeof times[0] };
  static works all; /* too large for the stack */
  collect_works(file, goal, &all);
  printf("to %.0e m/s", frames_goal[goal]);
  for (size_t t = 0; t < TIMES; t++)
    printf(isfinite(times[t]) ? " %5g" : "   any", times[t]);
  putchar('\n');
  for (size_t s = 0; s < FRAMES_SOLVERS; s++) {
    printf("%-12s", frames_solver[s]);
    for (size_t t = 0; t < TIMES; t++) {
      size_t count = 0;
      for (size_t f = 0; f < all.count; f++)
        count += all.work[s][f] <= times[t] * least_work(&all, f) &&
                 isfinite(all.work[s][f]);
      printf(" %5.0f", 100 * (double)count / (double)all.count);
    }
    putchar('\n');
  }
}

void frames_print(const char *path, const char *what)
{
  FILE *file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "frames: cannot read %s\n", path);
    exit(EXIT_FAILURE);
  }
  if (!what)
    all_tables(file);
  else if (strcmp(what, "limit") == 0)
    limit(file);
  else if (strcmp(what, "ranking") == 0)
    ranking(file);
  else if (strcmp(what, "profile") == 0) {
    profile(file, 0);
    profile(file, 3);
  } else
    table(file, what);
  fclose(file);
}
