/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How work is shared: first whether the machine's processors are as many as it
   says, then frames over processes (as many frames for more of them: strong
   scaling; more frames for more of them: weak), frames over threads, islands
   of bodies over threads. Each line is a command, run in turn with the others;
   wall time and the processor time of all its processes are medians. */
#include "config.h"

#include "bench.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 3, LINES = 3, LENGTH = 600 };

/* Frames of the wall from here on, and so many of them. */
enum { FIRST = 30, FRAMES = 8, FRAMES_EACH = 2 };

/* A folder of its own, made by main. */
static char folder[] = "/tmp/pantin-bench-XXXXXX";

typedef struct {
  double wall, cpu; /* [s]; NaN if the command failed */
} times;

/* Runs a command of the shell. */
static times run(const char *command)
{
  struct timespec begin, end;
  struct rusage usage;
  int status = 1;
  fflush(NULL);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(EXIT_FAILURE);
  }
  if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
    return (times){NAN, NAN};
  clock_gettime(CLOCK_MONOTONIC, &end);
  return (times){
      (double)(end.tv_sec - begin.tv_sec) +
          1e-9 * (double)(end.tv_nsec - begin.tv_nsec),
      (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
          1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)};
}

static double median(double *values)
{
  gsl_sort(values, 1, ROUNDS);
  return gsl_stats_median_from_sorted_data(values, 1, ROUNDS);
}

/* One command by 1, 2 and 4 workers. */
typedef struct {
  const char *title;
  int weak; /* the work grows with the workers */
  char command[LINES][LENGTH];
} series;

static const int workers[LINES] = {1, 2, 4};

/* Shows the share of the ideal: a half of the time by two, or the same time for
   twice as much. */
static void show(const series *of)
{
  double wall[LINES][ROUNDS], cpu[LINES][ROUNDS], one = NAN;
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < LINES; k++) {
      const times t = run(of->command[k]);
      wall[k][round] = t.wall;
      cpu[k][round] = t.cpu;
    }
  printf("%s\n", of->title);
  for (int k = 0; k < LINES; k++) {
    const double seconds = median(wall[k]);
    one = k == 0 ? seconds : one;
    const double ideal = of->weak ? one : one / workers[k];
    printf("%10d", workers[k]);
    bench_print(seconds, 2);
    bench_print(median(cpu[k]), 2);
    bench_print(ideal / seconds, 2);
    printf("\n");
    if (workers[k] == 2)
      bench_note(of->title, "s", seconds, "ideal", ideal, NAN);
  }
}

static const char tune[] =
    "src/programs/pantin-tune %s/wall.h5 --no-condition --quiet";

/* Writes pantin-tune on so many frames, with what stands before and behind. */
static void write_tune(char *command, const char *before, int frames,
                       const char *behind)
{
  char words[LENGTH / 2];
  snprintf(words, sizeof words, tune, folder);
  snprintf(command, LENGTH, "%s %s --frames %d:%d %s", before, words, FIRST,
           FIRST + frames - 1, behind);
}

/* Times the same command once, twice and four times side by side. */
static void show_processors(void)
{
  series of = {.title = "single runs side by side", .weak = 1};
  char one[LENGTH / 5];
  snprintf(one, sizeof one, tune, folder);
  for (int k = 0; k < LINES; k++) {
    char *to = of.command[k];
    int length = 0;
    for (int copy = 0; copy < workers[k]; copy++)
      length +=
          snprintf(to + length, (size_t)(LENGTH - length),
                   "%s --frames %d:%d & ", one, FIRST, FIRST + FRAMES_EACH - 1);
    snprintf(to + length, (size_t)(LENGTH - length), "wait");
  }
  show(&of);
}

#ifdef HAVE_MPI
/* Process 0 hands out the frames, the others work. */
static void show_processes(int weak)
{
  series of = {.title = weak ? "frames over MPI: weak" : "frames over MPI",
               .weak = weak};
  for (int k = 0; k < LINES; k++) {
    char mpirun[LENGTH / 5];
    snprintf(mpirun, sizeof mpirun,
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
             "mpirun --oversubscribe -n %d",
             workers[k] + 1);
    write_tune(of.command[k], mpirun, weak ? FRAMES_EACH * workers[k] : FRAMES,
               "");
  }
  show(&of);
}
#endif

static void show_threads(void)
{
  series frames = {.title = "frames over threads"};
  series islands = {.title = "islands over threads"};
  for (int k = 0; k < LINES; k++) {
    char threads[32];
    snprintf(threads, sizeof threads, "--threads %d", workers[k]);
    write_tune(frames.command[k], "", FRAMES, threads);
    snprintf(islands.command[k], LENGTH,
             "src/programs/pantin-joints %s/islands.cfg --quiet %s", folder,
             threads);
  }
  show(&frames);
  show(&islands);
}

/* Records frames, and writes a scene of chains that nothing connects. */
static int prepare(void)
{
  enum { CHAINS = 8, LINKS = 60 };
  char path[LENGTH], command[LENGTH];
  snprintf(path, sizeof path, "%s/islands.cfg", folder);
  FILE *scene = fopen(path, "w");
  if (!scene)
    return -1;
  fprintf(scene, "gravity = (0, -9.81, 0); time = 10; generate = (");
  for (int k = 0; k < CHAINS; k++)
    fprintf(scene,
            "%s{ kind = \"chain\"; count = %d; name = \"c%d\"; mass = 1;"
            "shape = \"box\"; size = (0.5, 0.1, 0.06); root = true; }",
            k > 0 ? "," : "", LINKS, k);
  fprintf(scene, ");");
  snprintf(command, sizeof command,
           "src/programs/pantin-tune wall --record %s/wall.h5 --frames %d:%d "
           "--method quick --no-condition --quiet",
           folder, FIRST, FIRST + FRAMES - 1);
  return fclose(scene) || !isfinite(run(command).wall);
}

static void show_scaling(void)
{
  char remove[LENGTH];
  if (!mkdtemp(folder))
    return;
  if (prepare() == 0) {
    printf("%10s %10s %10s %10s   (medians of %d rounds)\n", "workers",
           "wall s", "cpu s", "of ideal", ROUNDS);
    show_processors();
#ifdef HAVE_MPI
    show_processes(0);
    show_processes(1);
#else
    printf("frames over MPI: not built (./configure --with-mpi)\n");
#endif
    show_threads();
  }
  snprintf(remove, sizeof remove, "rm -r %s", folder);
  run(remove);
}

int main(int argc, char **argv)
{
  static const bench_table tables[] = {
      {"scaling", show_scaling, BENCH_AT_LENGTH},
  };
  return bench_main(tables, sizeof tables / sizeof tables[0], argc, argv);
}
