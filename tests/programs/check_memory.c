/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A program that asks for more memory than there is gets none, and may say so,
   before the system has to end it. */
#include "config.h"

#include "programs/memory.h"
#include "test.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TIMES = 4, PIECES = 64 };

/* Asks for TIMES the memory of the computer, in pieces that are not touched.
   Returns how many pieces it got. */
static int ask_for_much(void)
{
  const size_t all =
      (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  int pieces = 0;
  while (pieces < TIMES * PIECES &&
         mmap(NULL, all / PIECES, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    pieces++;
  return pieces;
}

/* Tells whether the system counts mappings as data, which valgrind and some
   containers do not. */
static int data_is_limited(void)
{
  enum { SIZE = 1 << 24 };
  struct rlimit before;
  getrlimit(RLIMIT_DATA, &before);
  const struct rlimit none = {0, before.rlim_max};
  setrlimit(RLIMIT_DATA, &none);
  void *got = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  setrlimit(RLIMIT_DATA, &before);
  if (got != MAP_FAILED)
    munmap(got, SIZE);
  return got == MAP_FAILED;
}

START_TEST(more_than_there_is_is_refused)
{
  if (!data_is_limited())
    return;
  memory_limit();
  const int pieces = ask_for_much();
  ck_assert_int_gt(pieces, 0);
  ck_assert_int_le(pieces, PIECES);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("memory");
  TCase *all = tcase_create("all");
  tcase_add_test(all, more_than_there_is_is_refused);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
