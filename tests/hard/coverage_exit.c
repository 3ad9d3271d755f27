/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lets a program that ends by _exit write what it has run, which gcov does at
   exit only, and lets no signal and no other thread end a program that writes:
   half of a file makes gcov refuse what all later programs have run. Linked
   into everything by coverage.sh, with --wrap=_exit. */
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

static atomic_flag writing = ATOMIC_FLAG_INIT;

/* Takes the right to write. Whoever comes later waits for the end. */
static void take_right(void)
{
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  while (atomic_flag_test_and_set(&writing))
    pause();
}

/* Runs at exit before gcov's own destructor, which has a priority. */
static __attribute__((destructor)) void at_exit(void)
{
  take_right();
}

void __wrap__exit(int status)
{
  take_right();
  __gcov_dump();
  __real__exit(status);
}
