/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All programs in one: runs the one whose name it is called by. Made for
   WebAssembly, where build.sh compiles each program with its main renamed. */
#include <emscripten.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* programs.inc lists name and main of each program, with or without words. */
#define WITH_WORDS(name, run)    int run(int argc, char **argv);
#define WITHOUT_WORDS(name, run) int run(void);
#include "programs.inc"
#undef WITH_WORDS
#undef WITHOUT_WORDS

/* Stands in for what a page lacks: other programs, such as gnuplot, and timers,
   which end a program that does not heed a signal. */
int posix_spawnp(pid_t *child, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[],
                 char *const environment[])
{
  return ENOSYS;
}
int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
  return -1;
}
int timer_settime(timer_t timer, int flags, const struct itimerspec *value,
                  struct itimerspec *old)
{
  return -1;
}

/* Every clock tells the time since the page began, for Emscripten has none of a
   thread's time. A browser's clock ticks in tenths of a millisecond; each look
   is at least a microsecond after the last, so that nothing takes no time. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
  static double last;
  const double now = 1e-3 * emscripten_get_now();
  last = now > last + 1e-6 ? now : last + 1e-6;
  time->tv_sec = (time_t)last;
  time->tv_nsec = (long)(1e9 * (last - (double)time->tv_sec));
  return 0;
}

int main(int argc, char **argv)
{
  const char *slash = strrchr(argv[0], '/');
  const char *name = slash ? slash + 1 : argv[0];
#define WITH_WORDS(of, run)                                                    \
  if (strcmp(name, of) == 0)                                                   \
    return run(argc, argv);
#define WITHOUT_WORDS(of, run)                                                 \
  if (strcmp(name, of) == 0)                                                   \
    return run();
#include "programs.inc"
  fprintf(stderr, "%s: there is no such program here\n", name);
  return 127;
}
