/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The shipped scenes by name. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/base/text.h"

#include "folder.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Two data folders; the second has a scene of the same name as the first. */
static const char *const folders[] = {"one", "missing", "two", NULL};

static void enter_data(void)
{
  folder_enter();
  ck_assert_int_eq(mkdir("one", 0777) | mkdir("two", 0777), 0);
  ck_assert_int_eq(mkdir("one/chain", 0777) | mkdir("two/chain", 0777), 0);
  folder_put("one/chain/2b.cfg", "title = \"from one\";");
  folder_put("two/chain/2b.cfg", "title = \"from two\";");
  folder_put("two/chain/2a.cfg", "bars = 2;");
  folder_put("two/chain/necklace.cfg", "bars = ;");
  folder_put("two/chain/README", "no scene");
}

static void leave_data(void)
{
  const char *const all[] = {"one/chain/2b.cfg",
                             "two/chain/2b.cfg",
                             "two/chain/2a.cfg",
                             "two/chain/necklace.cfg",
                             "two/chain/README",
                             "one/chain",
                             "two/chain",
                             "one",
                             "two"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    remove(all[i]);
  folder_leave();
}

START_TEST(scenes_are_found_by_name)
{
  pn_error error = {0};
  char path[PN_TEXT_PATH];
  const size_t size = sizeof path;
  ck_assert_int_eq(pn_data_find(folders, "chain", "2b", path, size, &error), 0);
  ck_assert_str_eq(path, "one/chain/2b.cfg");
  ck_assert_int_eq(pn_data_find(folders, "chain", "2a", path, size, &error), 0);
  ck_assert_str_eq(path, "two/chain/2a.cfg");
  ck_assert_int_eq(pn_data_find(folders, "chain", "./gone", path, size, &error),
                   0);
  ck_assert_str_eq(path, "./gone");
  folder_put("2a", "a file here");
  ck_assert_int_eq(pn_data_find(folders, "chain", "2a", path, size, &error), 0);
  ck_assert_str_eq(path, "2a");
  remove("2a");
}
END_TEST

START_TEST(unknown_scenes_suggest_a_near_one)
{
  pn_error error = {0};
  char path[PN_TEXT_PATH];
  ck_assert_int_eq(
      pn_data_find(folders, "chain", "neklace", path, sizeof path, &error),
      GSL_EINVAL);
  ck_assert_str_eq(error.text, "there is no scene 'neklace' (did you mean "
                               "'necklace'?); --list shows the scenes");
  error = (pn_error){0};
  ck_assert_int_eq(
      pn_data_find(folders, "chain", "puppet", path, sizeof path, &error),
      GSL_EINVAL);
  ck_assert_str_eq(error.text, "there is no scene 'puppet': give a file, or a "
                               "name that --list shows");
}
END_TEST

START_TEST(scenes_are_listed)
{
  pn_error error = {0};
  pn_data_entry *entries;
  size_t count;
  ck_assert_int_eq(pn_data_list(folders, "chain", &entries, &count, &error), 0);
  ck_assert_uint_eq(count, 3);
  ck_assert_str_eq(entries[0].name, "2a");
  ck_assert_str_eq(entries[0].title, "");
  ck_assert_str_eq(entries[1].name, "2b");
  ck_assert_str_eq(entries[1].title, "from one");
  ck_assert_str_eq(entries[2].name, "necklace");
  ck_assert_ptr_nonnull(strstr(entries[2].title, "(line 1: syntax error"));
  pn_free(entries);
  ck_assert_int_eq(pn_data_list(folders, "joints", &entries, &count, &error),
                   0);
  ck_assert_uint_eq(count, 0);
  pn_free(entries);

  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_data_list(folders, "chain", &entries, &count, &error),
                   GSL_ENOMEM);
  error = (pn_error){0};
  char path[PN_TEXT_PATH];
  pn_alloc_fail_at(1);
  ck_assert_int_eq(
      pn_data_find(folders, "chain", "2c", path, sizeof path, &error),
      GSL_ENOMEM);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("data");
  TCase *data = tcase_create("data");
  tcase_add_checked_fixture(data, enter_data, leave_data);
  tcase_add_test(data, scenes_are_found_by_name);
  tcase_add_test(data, unknown_scenes_suggest_a_near_one);
  tcase_add_test(data, scenes_are_listed);
  suite_add_tcase(suite, data);
  return test_run(suite);
}
