/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Memory requests and error records. */
#include "pantin/base/alloc.h"
#include "pantin/base/error.h"
#include "test.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a line of the cache, of a huge page, and of what is large. */
enum { LINE = 64, HUGE_PAGE = 1 << 21, LARGE = 3 * HUGE_PAGE };

START_TEST(memory_is_zeroed)
{
  double *block = pn_alloc(7, sizeof *block);
  ck_assert_ptr_nonnull(block);
  for (int i = 0; i < 7; i++)
    ck_assert(block[i] == 0);
  block = pn_realloc(block, 70, sizeof *block);
  ck_assert_ptr_nonnull(block);
  for (int i = 0; i < 7; i++)
    ck_assert(block[i] == 0);
  pn_free(block);
  pn_free(NULL);
}
END_TEST

START_TEST(a_request_for_no_bytes_succeeds)
{
  void *block = pn_alloc(0, 8);
  ck_assert_ptr_nonnull(block);
  pn_free(block);
}
END_TEST

START_TEST(overflow_is_refused)
{
  ck_assert_ptr_null(pn_alloc(SIZE_MAX / 4, 5));
  ck_assert_ptr_null(pn_realloc(NULL, SIZE_MAX / 4, 5));
}
END_TEST

START_TEST(the_kth_request_fails)
{
  pn_alloc_fail_at(3);
  void *blocks[4];
  for (int k = 0; k < 4; k++) {
    blocks[k] = pn_alloc(1, 1);
    ck_assert_int_eq(blocks[k] == NULL, k == 2);
  }
  for (int k = 0; k < 4; k++)
    pn_free(blocks[k]);
}
END_TEST

/* Tells whether all bytes of a block have this value. */
static int all_are(const char *block, size_t bytes, char value)
{
  size_t others = 0;
  for (size_t i = 0; i < bytes; i++)
    others += block[i] != value;
  return others == 0;
}

START_TEST(aligned_memory_begins_a_line)
{
  static const size_t sizes[] = {0, 1, 1000, 100000, LARGE};
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    char *block = pn_alloc_aligned(sizes[k], 1);
    ck_assert_ptr_nonnull(block);
    memset(block, 7, sizes[k]);
#ifdef __linux__
    ck_assert_uint_eq((uintptr_t)block % LINE, 0);
#endif
    block = pn_realloc(block, sizes[k] + 1, 2);
    ck_assert_ptr_nonnull(block);
    ck_assert(all_are(block, sizes[k], 7));
    pn_free(block);
  }
  ck_assert_ptr_null(pn_alloc_aligned(SIZE_MAX / 4, 5));
  pn_alloc_fail_at(1);
  ck_assert_ptr_null(pn_alloc_aligned(1, 1));
}
END_TEST

/* Tells whether the system was asked for huge pages at this address: 1, 0, or
   -1 where it does not say so. */
static int asked_for_huge_pages(const void *address)
{
  FILE *maps = fopen("/proc/self/smaps", "r");
  char line[1000];
  int here = 0, asked = -1;
  while (maps && asked < 0 && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    if (sscanf(line, "%lx-%lx ", &begin, &end) == 2)
      here = begin <= (uintptr_t)address && (uintptr_t)address < end;
    if (here && strncmp(line, "VmFlags:", 8) == 0)
      asked = strstr(line, " hg") != NULL;
  }
  if (maps)
    fclose(maps);
  return asked;
}

START_TEST(large_blocks_lie_in_huge_pages)
{
  char *block[] = {pn_alloc(LARGE, 1), pn_alloc_aligned(LARGE, 1)};
  ck_assert(block[0] && all_are(block[0], LARGE, 0));
  for (int k = 0; k < 2; k++) {
    ck_assert_ptr_nonnull(block[k]);
    ck_assert_int_ne(asked_for_huge_pages(block[k]), 0);
    ck_assert_int_ne(asked_for_huge_pages(block[k] + LARGE - 1), 0);
  }
  for (int k = 0; k < 2; k++)
    pn_free(block[k]);
}
END_TEST

START_TEST(the_first_error_is_kept_until_cleared)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_error_set(&error, 4, "x.cfg", 12, "got %g", -0.3), 4);
  ck_assert_int_eq(pn_error_set(&error, 5, "y.cfg", 1, "another"), 5);
  char text[PN_ERROR_MESSAGE];
  ck_assert_str_eq(pn_error_message(&error, text, sizeof text),
                   "x.cfg:12: got -0.3");
  ck_assert_int_eq(pn_error_set(NULL, 6, NULL, 0, "nobody listens"), 6);
  pn_error_clear(&error);
  ck_assert_int_eq(pn_error_set(&error, 5, "y.cfg", 1, "another"), 5);
  ck_assert_str_eq(pn_error_message(&error, text, sizeof text),
                   "y.cfg:1: another");
  pn_error_clear(NULL);
}
END_TEST

START_TEST(a_message_leaves_out_what_is_not_known)
{
  char text[PN_ERROR_MESSAGE];
  pn_error error = {0};
  pn_error_set(&error, 4, "x.cfg", 0, "is empty");
  ck_assert_str_eq(pn_error_message(&error, text, sizeof text),
                   "x.cfg: is empty");
  error = (pn_error){0};
  pn_error_set(&error, 8, NULL, 0, "out\x1b of\nmemory");
  ck_assert_str_eq(pn_error_message(&error, text, sizeof text),
                   "out? of?memory");
  error = (pn_error){0};
  pn_error_set(&error, 8, NULL, 0, "out of memory");
  ck_assert_str_eq(pn_error_message(&error, text, sizeof text),
                   "out of memory");
}
END_TEST

START_TEST(no_error_has_no_message)
{
  char text[] = "before";
  ck_assert_str_eq(pn_error_message(NULL, text, 0), "before");
  ck_assert_str_eq(pn_error_message(NULL, text, sizeof text), "");
}
END_TEST

START_TEST(a_long_text_is_cut)
{
  char text[2000];
  memset(text, 'a', sizeof text);
  text[sizeof text - 1] = '\0';
  pn_error error = {0};
  pn_error_set(&error, 4, text, 1, "%s", text);
  ck_assert_uint_eq(strlen(error.text), PN_ERROR_TEXT - 1);
  ck_assert_uint_eq(strlen(error.file), PN_ERROR_FILE - 1);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("alloc");
  TCase *memory = tcase_create("memory");
  tcase_add_test(memory, memory_is_zeroed);
  tcase_add_test(memory, a_request_for_no_bytes_succeeds);
  tcase_add_test(memory, overflow_is_refused);
  tcase_add_test(memory, the_kth_request_fails);
  tcase_add_test(memory, aligned_memory_begins_a_line);
  tcase_add_test(memory, large_blocks_lie_in_huge_pages);
  suite_add_tcase(suite, memory);
  TCase *errors = tcase_create("error");
  tcase_add_test(errors, the_first_error_is_kept_until_cleared);
  tcase_add_test(errors, a_message_leaves_out_what_is_not_known);
  tcase_add_test(errors, no_error_has_no_message);
  tcase_add_test(errors, a_long_text_is_cut);
  suite_add_tcase(suite, errors);
  return test_run(suite);
}
