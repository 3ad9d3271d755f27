/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pantin/base/file.h"

/* Time that a step has to come to its end after a signal [ns]. */
enum { PATIENCE = 150000000 };

static atomic_int caught; /* the first signal; 0: none yet */
static timer_t deadline;
static int has_deadline;
static const char *program_name;

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

/* Notes the first signal, and ends the program at the deadline or at the second
   one. All that is called here may be called in a handler. */
static void heed_signal(int number)
{
  const int before = errno;
  int none = 0;
  if (number != SIGALRM &&
      atomic_compare_exchange_strong(&caught, &none, number)) {
    set_deadline(PATIENCE);
    errno = before;
    return;
  }
  pn_file_end_all();
  if (number == SIGALRM) {
    say("\n");
    say(program_name);
    say(": ended in the middle of a step; only rows of CSV that were written "
        "are kept\n");
  }
  _exit(128 + atomic_load(&caught));
}

void interrupt_watch(const char *name)
{
  static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  struct sigaction action = {.sa_handler = heed_signal, .sa_flags = SA_RESTART};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGALRM};
  program_name = name;
  sigfillset(&action.sa_mask);
  has_deadline = timer_create(CLOCK_MONOTONIC, &event, &deadline) == 0;
  for (size_t k = 0; k < sizeof watched / sizeof *watched; k++) {
    struct sigaction old;
    sigaction(watched[k], NULL, &old);
    if (watched[k] != SIGHUP || old.sa_handler != SIG_IGN)
      sigaction(watched[k], &action, NULL);
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal(void)
{
  return atomic_load(&caught);
}

void interrupt_heed(void)
{
  set_deadline(0);
}
