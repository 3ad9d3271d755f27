/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "judge.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How much a program may write to files. */
enum { WRITTEN_MAX = 1 << 20 };

/* The time in which a program that is told to stop may say where it is. */
static const double last_words = 2;

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void limit(int resource, rlim_t most)
{
  const struct rlimit limits = {most, most};
  setrlimit(resource, &limits);
}

/* Becomes the program, in the child. Sanitizers that it may have been compiled
   with say where it was when it is told to stop. */
static void execute(const char *program, int channel, int output, int boxed)
{
  char number[16];
  setpgid(0, 0);
  limit(RLIMIT_CPU, JUDGE_SECONDS + (rlim_t)last_words);
  limit(RLIMIT_FSIZE, WRITTEN_MAX);
  limit(RLIMIT_CORE, 0);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(output);
  snprintf(number, sizeof number, "%d", channel);
  setenv(EXERCISE_CHANNEL, number, 1);
  setenv("ASAN_OPTIONS", "detect_leaks=0:handle_abort=1", 1);
  setenv("UBSAN_OPTIONS", "print_stacktrace=0", 1);
  if (boxed)
    judge_sandbox(program);
  else
    judge_sandbox_programs(program);
  execl(program, program, (char *)NULL);
  perror(program);
  _exit(127);
}

/* Takes what has come through one of the pipes; 0 when that has ended. */
static int take(outcome *of, int from, int is_channel)
{
  char block[1 << 12];
  const ssize_t count = read(from, block, sizeof block);
  if (count <= 0)
    return count < 0 && errno == EINTR;
  char *to = is_channel ? (char *)of->record : of->said;
  size_t *have = is_channel ? &of->bytes : &of->printed;
  const size_t most =
      is_channel ? JUDGE_RECORDS_MAX * sizeof *of->record : JUDGE_PRINTED_MAX;
  const size_t room = *have < most ? most - *have : 0;
  memcpy(to + *have, block, (size_t)count < room ? (size_t)count : room);
  *have += (size_t)count;
  return *have <= most;
}

/* Follows a child through both pipes until it ends, or until `end`; returns
   whether it was stopped because of the time or of what it printed. */
static int follow(outcome *of, struct pollfd from[2], double end)
{
  while (from[0].fd >= 0 || from[1].fd >= 0) {
    const double left = end - now();
    if (left <= 0 || of->printed > JUDGE_PRINTED_MAX)
      return 1;
    poll(from, 2, 1 + (int)(1e3 * left));
    for (int k = 0; k < 2; k++)
      if (from[k].fd >= 0 && from[k].revents && !take(of, from[k].fd, k == 0))
        from[k].fd = -1;
  }
  return of->printed > JUDGE_PRINTED_MAX;
}

/* Ends all processes that the program left behind, wherever they hid: they
   have become children of this one. */
static void end_children(void)
{
  char name[64];
  snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
  do {
    FILE *list = fopen(name, "r");
    if (!list)
      return; /* a kernel that does not tell */
    for (int pid; fscanf(list, "%d", &pid) == 1;)
      kill(pid, SIGKILL);
    fclose(list);
  } while (waitpid(-1, NULL, 0) > 0);
}

/* Ends a text where its array does, and takes the control characters out. */
static void tidy(char text[EXERCISE_TEXT])
{
  text[EXERCISE_TEXT - 1] = 0;
  for (char *c = text; *c; c++)
    if (iscntrl((unsigned char)*c))
      *c = '?';
}

static void tidy_records(outcome *of)
{
  for (size_t k = 0; k < judge_records(of); k++) {
    tidy(of->record[k].input);
    tidy(of->record[k].what);
    tidy(of->record[k].choices);
  }
}

void judge_run(outcome *of, const char *program, int boxed)
{
  int channel[2], output[2];
  memset(of, 0, sizeof *of);
  of->record = calloc(JUDGE_RECORDS_MAX, sizeof *of->record);
  of->said = calloc(JUDGE_PRINTED_MAX + 1, 1);
  exercise_require(of->record && of->said && pipe(channel) == 0 &&
                   pipe(output) == 0);
  fcntl(channel[0], F_SETFD, FD_CLOEXEC);
  fcntl(output[0], F_SETFD, FD_CLOEXEC);
  fflush(stdout);
#ifdef PR_SET_CHILD_SUBREAPER
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  const pid_t child = fork();
  exercise_require(child >= 0);
  if (child == 0)
    execute(program, channel[1], output[1], boxed);
  setpgid(child, child); /* whoever comes first */
  close(channel[1]);
  close(output[1]);

  struct pollfd from[] = {{channel[0], POLLIN, 0}, {output[0], POLLIN, 0}};
  of->seconds = boxed ? JUDGE_SECONDS_GRADED : JUDGE_SECONDS;
  of->late = follow(of, from, now() + of->seconds);
  if (of->late && of->printed <= JUDGE_PRINTED_MAX) {
    kill(-child, SIGABRT);
    follow(of, from, now() + last_words);
  }
  kill(-child, SIGKILL);
  waitpid(child, &of->status, 0);
  of->late |= WIFSIGNALED(of->status) && WTERMSIG(of->status) == SIGXCPU;
  kill(-child, SIGKILL);
  end_children();
  tidy_records(of);
  close(channel[0]);
  close(output[0]);
}

void judge_free(outcome *of)
{
  free(of->record);
  free(of->said);
}

size_t judge_records(const outcome *of)
{
  const size_t whole = of->bytes / sizeof *of->record;
  return whole < JUDGE_RECORDS_MAX ? whole : JUDGE_RECORDS_MAX;
}
