/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A program that asks for more memory than there is gets none, and may say so,
   before the system has to end it. */
#include "config.h"

#include "programs/memory.h"
#include "test.h"

#include <sys/mman.h>
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

START_TEST(more_than_there_is_is_refused)
{
  memory_limit();
  const int pieces = ask_for_much();
  ck_assert_int_ge(pieces, PIECES / 2);
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
