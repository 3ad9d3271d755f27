/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge SOLUTION ANSWER: judges an answer that need not mean well. Both
   programs have the same driver. The solution runs first, and what it sends
   says what is expected; then the answer runs in a process group of its own,
   within limits, and all that counts of what it sends are its values. So
   nothing that it does in its own process, nor how it ends, is worth
   anything. Ends with 0 if the answer is right, 1 if not, 2 if it crashed. */
#include "config.h"

#include "exercise.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A right answer takes milliseconds, ten times that under a memory checker. */
enum { SECONDS_MAX = 10 };

/* What an answer may print and write, and the values that it may send. */
enum { PRINTED_MAX = 1 << 16, WRITTEN_MAX = 1 << 20, RECORDS_MAX = 1 << 16 };

enum { RIGHT = 0, NOT_YET = 1, CRASHED = 2 };

/* What a program has sent, and how it ended. */
typedef struct {
  exercise_record *record; /* (RECORDS_MAX + 1), owned */
  size_t bytes;            /* of those */
  size_t printed;          /* bytes on stdout and stderr */
  int late;                /* whether its time was up */
  int status;              /* as of waitpid */
} outcome;

static size_t count_records(const outcome *of)
{
  return of->bytes / sizeof *of->record;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Sets a limit, and how far the program itself may raise it. */
static void limit(int resource, rlim_t most, rlim_t raised)
{
  const struct rlimit limits = {most, raised};
  setrlimit(resource, &limits);
}

/* Becomes the program, in the child. */
static void execute(const char *program, int channel, int output)
{
  char number[16];
  setpgid(0, 0);
  limit(RLIMIT_CPU, SECONDS_MAX, SECONDS_MAX + 1);
  limit(RLIMIT_FSIZE, WRITTEN_MAX, WRITTEN_MAX);
  limit(RLIMIT_CORE, 0, 0);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(output);
  snprintf(number, sizeof number, "%d", channel);
  setenv(EXERCISE_CHANNEL, number, 1);
  execl(program, program, (char *)NULL);
  perror(program);
  _exit(127);
}

/* Takes what has come through one of the pipes; 0 when that has ended. */
static int take(outcome *of, int channel, int is_channel)
{
  char block[1 << 12];
  const size_t room = (RECORDS_MAX + 1) * sizeof *of->record - of->bytes;
  const ssize_t count = read(channel, block, sizeof block);
  if (count <= 0)
    return count < 0 && errno == EINTR;
  if (!is_channel) {
    of->printed += (size_t)count;
    if (of->printed <= PRINTED_MAX)
      fwrite(block, 1, (size_t)count, stdout);
    return of->printed <= PRINTED_MAX;
  }
  if ((size_t)count > room)
    return 0;
  memcpy((char *)of->record + of->bytes, block, (size_t)count);
  of->bytes += (size_t)count;
  return 1;
}

/* Runs a program to its end, or kills it and all that it has started. */
static void run(outcome *of, const char *program)
{
  int channel[2], output[2];
  of->record = calloc(RECORDS_MAX + 1, sizeof *of->record);
  exercise_require(of->record && pipe(channel) == 0 && pipe(output) == 0);
  fcntl(channel[0], F_SETFD, FD_CLOEXEC);
  fcntl(output[0], F_SETFD, FD_CLOEXEC);
  fflush(stdout);
  const pid_t child = fork();
  exercise_require(child >= 0);
  if (child == 0)
    execute(program, channel[1], output[1]);
  setpgid(child, child); /* whoever comes first */
  close(channel[1]);
  close(output[1]);

  const double end = now() + SECONDS_MAX;
  struct pollfd from[] = {{channel[0], POLLIN, 0}, {output[0], POLLIN, 0}};
  while (from[0].fd >= 0 || from[1].fd >= 0) {
    const double left = end - now();
    of->late = left <= 0 || of->printed > PRINTED_MAX;
    if (of->late)
      break;
    poll(from, 2, 1 + (int)(1e3 * left));
    for (int k = 0; k < 2; k++)
      if (from[k].fd >= 0 && from[k].revents && !take(of, from[k].fd, k == 0))
        from[k].fd = -1;
  }
  if (of->late)
    kill(-child, SIGKILL);
  waitpid(child, &of->status, 0);
  of->late |= WIFSIGNALED(of->status) && WTERMSIG(of->status) == SIGXCPU;
  kill(-child, SIGKILL);
  close(channel[0]);
  close(output[0]);
}

/* Compares the values of the answer with those that the solution's driver
   expects, under its names. A value that did not come is no number. */
static int compare(const outcome *solution, const outcome *answer)
{
  exercise e;
  const size_t values = count_records(solution), came = count_records(answer);
  exercise_begin(&e, solution->record[0].what);
  for (size_t k = 1; k < values; k++) {
    const exercise_record *right = &solution->record[k];
    const exercise_record *own = &answer->record[k];
    const int same =
        k < came && strncmp(own->what, right->what, sizeof own->what) == 0;
    exercise_input(&e, "%s", right->input);
    exercise_value(&e, same ? own->got : NAN, right->expected, right->allowed,
                   "%s", right->what);
  }
  e.wrong += came > values;
  const int code = exercise_end(&e);
  if (came != values)
    printf("(%zu values are asked for, and %zu came)\n", values - 1,
           came > 0 ? came - 1 : 0);
  return code ? NOT_YET : RIGHT;
}

/* Says how the answer ended, if that was not well. */
static int complain(const outcome *answer, const char *name)
{
  if (answer->printed > PRINTED_MAX)
    printf("\n%s: not yet: it prints without end\n", name);
  else if (answer->late)
    printf("%s: no answer after %d seconds: is there an endless loop in it?\n",
           name, SECONDS_MAX);
  else if (WIFSIGNALED(answer->status))
    printf("%s: crashed: %s\n", name, strsignal(WTERMSIG(answer->status)));
  else if (WEXITSTATUS(answer->status))
    printf("%s: crashed, with status %d\n", name, WEXITSTATUS(answer->status));
  else
    return RIGHT;
  return answer->late ? NOT_YET : CRASHED;
}

int main(int argc, char **argv)
{
  outcome solution = {.bytes = 0}, answer = {.bytes = 0};
  if (argc != 3) {
    fputs("usage: judge SOLUTION ANSWER\n", stderr);
    return CRASHED;
  }
  run(&solution, argv[1]);
  if (solution.late || solution.status || count_records(&solution) < 2) {
    fprintf(stderr, "%s: the solution does not run\n", argv[1]);
    return CRASHED;
  }
  run(&answer, argv[2]);
  int verdict = complain(&answer, solution.record[0].what);
  if (verdict == RIGHT)
    verdict = compare(&solution, &answer);
  free(solution.record);
  free(answer.record);
  return verdict;
}
