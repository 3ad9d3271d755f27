/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/interrupt.h"

#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pantin/base/file.h"
#include "pantin/base/plot.h"
#include "programs/text.h"

/* Time that a step has to come to its end after a signal, and what comes
   between two steps afterwards [ns]; the latter so many times, for a disk may
   keep a row waiting for seconds. */
enum { PATIENCE = 150000000, BETWEEN = 30000000, SECOND = 1000000000 };
enum { WAITS = 100 };

/* Two signals so near to each other are one [ns]. */
enum { AT_ONCE = 50000000 };

static atomic_int caught;  /* the first signal; 0: none yet */
static atomic_llong first; /* when it came [ns] */
static timer_t deadline;
static int has_deadline;
static const char *program_name;
static const char *_Atomic recording; /* NULL: none */
static const char *_Atomic picture;   /* of interrupt_draw; NULL: none */
static const char *_Atomic written;   /* of interrupt_write; NULL: none */

/* Held except in steps. */
static pthread_mutex_t outside_steps = PTHREAD_MUTEX_INITIALIZER;

/* The thread of interrupt_leave_by. */
static struct {
  atomic_int is_there, stays;
  pthread_t thread;
  sem_t wake;
  pthread_mutex_t *lock;
  int (*leave)(void *of);
  void *of;
} leaver;

/* Sets the time to the deadline, 0 for none. */
static void set_deadline(long nanoseconds)
{
  const struct itimerspec time = {.it_value.tv_nsec = nanoseconds};
  if (has_deadline)
    timer_settime(deadline, 0, &time, NULL);
}

/* Writes a text, as a signal handler may. */
static void say(const char *text)
{
  if (write(STDERR_FILENO, text, strlen(text)) < 0)
    return;
}

/* Says where the frames are of a recording that has no end yet. */
static void say_recording(void)
{
  const char *name = atomic_load(&recording);
  if (!name)
    return;
  say(program_name);
  say(": what was recorded of ");
  say(name);
  say(" stays in ");
  say(name);
  say(".parts; Pantin's programs read it under the name ");
  say(name);
  say("\n");
}

/* Ends what would outlive the program: gnuplots and temporary files. */
static void end_all(void)
{
  pn_plot_end_all();
  pn_file_end_all();
}

/* Removes temporary files and lets the signal end the program as if it had no
   handler, so that the shell hears of it and a core is written. */
static void end_by(int number)
{
  end_all();
  signal(number, SIG_DFL);
  raise(number); /* delivered when the handler returns */
}

/* Ends the program in the middle of whatever it does, as a handler may. */
static void end(const char *reason)
{
  end_all();
  if (reason) {
    say("\n");
    say(program_name);
    say(reason);
  }
  say_recording();
  _exit(128 + atomic_load(&caught));
}

/* Ends the program because something takes too long, and says what. */
static void end_in_step(void)
{
  const char *name = atomic_load(&picture);
  if (name) {
    say(program_name);
    say(": interrupted: ");
    say(name);
    say(" was not drawn\n");
    end(NULL);
  }
  end(": ended in the middle of a step; what was not written yet is lost\n");
}

/* Says what is still written at the deadline. */
static void say_writing(const char *name)
{
  say(program_name);
  say(": interrupted: still writing ");
  say(name);
  say("; another Ctrl-C gives it up\n");
}

/* Tells whether standard output is a pipe that is full, or the like. */
static int is_stalled(void)
{
  struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
  return poll(&out, 1, 0) == 0;
}

/* Returns the time of a clock that never goes back [ns]. */
static long long now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * (long long)SECOND + time.tv_nsec;
}

/* Notes the first signal, which ends gnuplot too, and ends the program at the
   deadline or at the second one. One that follows at once is the first again:
   whoever signals a program and its group, as timeout does, reaches two threads
   of it. SIGALRM is the deadline only if another signal came some time before;
   otherwise it comes from outside, as from an alarm that was set before the
   program began. All that is called here may be called in a handler. */
static void heed_signal(int number)
{
  const int before = errno;
  long long none = 0;
  const long long time = now();
  const int is_deadline = number == SIGALRM && atomic_load(&caught) &&
                          time - atomic_load(&first) > AT_ONCE;
  const char *name = atomic_load(&written);
  if (is_deadline && name)
    say_writing(name);
  else if (is_deadline && leaver.is_there)
    sem_post(&leaver.wake);
  else if (is_deadline)
    end_in_step();
  else if (atomic_compare_exchange_strong(&first, &none, time)) {
    atomic_store(&caught, number);
    set_deadline(PATIENCE);
    pn_plot_end_all();
  } else if (time - atomic_load(&first) > AT_ONCE)
    end(NULL);
  errno = before;
}

/* Waits a while for the lock; returns whether it was taken. */
static int take_lock(void)
{
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += BETWEEN;
  until.tv_sec += until.tv_nsec / SECOND;
  until.tv_nsec %= SECOND;
  return pthread_mutex_timedlock(leaver.lock, &until) == 0;
}

/* Waits for the deadline, or for interrupt_stay. */
static void *watch_deadline(void *unused)
{
  (void)unused;
  while (sem_wait(&leaver.wake) != 0 && errno == EINTR)
    ;
  if (leaver.stays)
    return NULL;
  for (int waits = 0; !take_lock(); waits++)
    if (leaver.stays)
      return NULL;
    else if (is_stalled())
      end(": ended, for nobody reads what it prints; what was not written yet "
          "is lost\n");
    else if (waits == WAITS)
      end_in_step();
  const int status = leaver.leave(leaver.of);
  end_all();
  say_recording();
  _exit(status);
}

void interrupt_leave_by(pthread_mutex_t *lock, int (*leave)(void *of), void *of)
{
  leaver.lock = lock ? lock : &outside_steps;
  if (!lock)
    pthread_mutex_lock(&outside_steps);
  leaver.leave = leave;
  leaver.of = of;
  leaver.is_there =
      sem_init(&leaver.wake, 0, 0) == 0 &&
      pthread_create(&leaver.thread, NULL, watch_deadline, NULL) == 0;
}

void interrupt_step_begin(void)
{
  if (leaver.lock == &outside_steps)
    pthread_mutex_unlock(&outside_steps);
}

void interrupt_step_end(void)
{
  if (leaver.lock == &outside_steps)
    pthread_mutex_lock(&outside_steps);
}

void interrupt_stay(void)
{
  if (!leaver.is_there || pthread_equal(leaver.thread, pthread_self()))
    return;
  leaver.stays = 1;
  sem_post(&leaver.wake);
  pthread_join(leaver.thread, NULL);
  leaver.is_there = 0;
  interrupt_step_begin();
  leaver.lock = NULL;
}

/* Gives a signal a handler: `anyway`, or unless it is ignored or already has
   one, such as a profiler's. */
static void watch(int number, void (*handler)(int), int anyway)
{
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  struct sigaction old;
  sigfillset(&action.sa_mask);
  if (sigaction(number, NULL, &old) == 0 &&
      (anyway || old.sa_handler == SIG_DFL))
    sigaction(number, &action, NULL);
}

void interrupt_watch(const char *name)
{
  static const int everybodys[] = {SIGINT, SIGTERM, SIGALRM};
  static const int others[] = {
      SIGHUP,    SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF,
#ifdef SIGPOLL
      SIGPOLL,
#endif
#ifdef SIGPWR
      SIGPWR,
#endif
#ifdef SIGSTKFLT
      SIGSTKFLT,
#endif
  };
  static const int at_once[] = {SIGQUIT, SIGABRT};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGALRM};
  program_name = name;
  has_deadline = timer_create(CLOCK_MONOTONIC, &event, &deadline) == 0;
  for (size_t k = 0; k < sizeof everybodys / sizeof *everybodys; k++)
    watch(everybodys[k], heed_signal, 1);
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    watch(others[k], heed_signal, 0);
  for (size_t k = 0; k < sizeof at_once / sizeof *at_once; k++)
    watch(at_once[k], end_by, 0);
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
    watch(number, heed_signal, 0);
#endif
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal(void)
{
  return atomic_load(&caught);
}

void interrupt_draw(const char *name)
{
  atomic_store(&picture, name);
}

void interrupt_write(const char *name)
{
  if (!interrupt_signal())
    return;
  atomic_store(&written, name);
  set_deadline(name ? PATIENCE : 0);
}

void interrupt_keep(const char *name)
{
  atomic_store(&recording, name);
}

void interrupt_gather(size_t frames)
{
  const char *name = atomic_load(&recording);
  if (name && frames > 0 && interrupt_signal())
    fprintf(stderr, "%s: interrupted: writing %zu frame%s to %s\n",
            program_name, frames, plural(frames), name);
}

void interrupt_heed(void)
{
  set_deadline(0);
}
