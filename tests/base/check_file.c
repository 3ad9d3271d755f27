/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Safe replacement of files, and the shipped scenes by name. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/data.h"
#include "pantin/base/file.h"
#include "test.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each test works in a folder of its own, which it leaves empty. */
static char folder[32];
static char home[PN_TEXT_PATH];

static void enter(void)
{
  ck_assert_ptr_nonnull(getcwd(home, sizeof home));
  strcpy(folder, "check_file_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

static void leave(void)
{
  ck_assert_int_eq(chdir(home), 0);
  ck_assert_msg(rmdir(folder) == 0, "the test left something in %s", folder);
}

static void put(const char *path, const char *text)
{
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}

static void check_content(const char *path, const char *want)
{
  char got[64] = "";
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  got[fread(got, 1, sizeof got - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(got, want);
}

static size_t count_files(void)
{
  size_t count = 0;
  DIR *here = opendir(".");
  while (readdir(here))
    count++;
  closedir(here);
  return count - 2; /* . and .. */
}

START_TEST(the_old_file_stays_until_commit)
{
  pn_error error = {0};
  pn_file file;
  put("x", "old");
  ck_assert_int_eq(pn_file_open(&file, "x", &error), 0);
  fputs("new", file.stream);
  fflush(file.stream);
  check_content("x", "old");
  check_content(pn_file_name(&file), "new");
  ck_assert_int_eq(pn_file_commit(&file, &error), 0);
  check_content("x", "new");
  ck_assert_uint_eq(count_files(), 1);
  struct stat there;
  ck_assert_int_eq(stat("x", &there), 0);
  const mode_t mask = umask(0);
  ck_assert_int_eq((int)(there.st_mode & 0777), (int)(0666 & ~mask));
  remove("x");
}
END_TEST

START_TEST(a_discarded_file_leaves_nothing)
{
  pn_error error = {0};
  pn_file file;
  put("x", "old");
  ck_assert_int_eq(pn_file_open(&file, "x", &error), 0);
  fputs("new", file.stream);
  pn_file_discard(&file);
  pn_file_discard(&file);
  check_content("x", "old");
  ck_assert_uint_eq(count_files(), 1);
  remove("x");
}
END_TEST

START_TEST(two_writers_of_one_file_do_not_interfere)
{
  pn_error error = {0};
  pn_file first, second;
  ck_assert_int_eq(pn_file_open(&first, "x", &error), 0);
  ck_assert_int_eq(pn_file_open(&second, "x", &error), 0);
  fputs("first", first.stream);
  fputs("second", second.stream);
  ck_assert_int_eq(pn_file_commit(&second, &error), 0);
  ck_assert_int_eq(pn_file_commit(&first, &error), 0);
  check_content("x", "first");
  ck_assert_uint_eq(count_files(), 1);
  remove("x");
}
END_TEST

START_TEST(an_end_of_all_keeps_what_is_worth_it)
{
  enum { FILES = 3, ROUNDS = 20 }; /* more in all than the list has places */
  static const char *const names[FILES] = {"kept", "removed", "done"};
  pn_error error = {0};
  put("removed", "old");
  for (int round = 0; round < ROUNDS; round++) {
    pn_file file[FILES];
    for (int k = 0; k < FILES; k++) {
      ck_assert_int_eq(pn_file_open(&file[k], names[k], &error), 0);
      fputs("rows", file[k].stream);
      fflush(file[k].stream);
    }
    pn_file_keep(&file[0]);
    ck_assert_int_eq(pn_file_commit(&file[2], &error), 0);
    pn_file_end_all();
    check_content("kept", "rows");
    check_content("removed", "old");
    check_content("done", "rows");
    ck_assert_uint_eq(count_files(), FILES);
    pn_file_discard(&file[0]);
    pn_file_discard(&file[1]);
    pn_file_discard(&file[2]);
    pn_file_end_all();
    ck_assert_uint_eq(count_files(), FILES);
  }
  for (int k = 0; k < FILES; k++)
    remove(names[k]);
}
END_TEST

START_TEST(several_files_are_committed_or_none)
{
  pn_file file[2];
  pn_error error = {0};
  put("x", "old");
  ck_assert_int_eq(pn_file_open(&file[0], "x", &error), 0);
  ck_assert_int_eq(pn_file_open(&file[1], "y", &error), 0);
  fputs("new", file[0].stream);
  fputs("also", file[1].stream);
  ck_assert_int_eq(pn_file_commit_all(file, 2, &error), GSL_SUCCESS);
  check_content("x", "new");
  check_content("y", "also");

  if (access("/dev/full", W_OK) == 0) {
    ck_assert_int_eq(pn_file_open(&file[0], "x", &error), 0);
    ck_assert_int_eq(pn_file_open(&file[1], "/dev/full", &error), 0);
    fputs("newer", file[0].stream);
    fputs("nowhere", file[1].stream);
    ck_assert_int_eq(pn_file_commit_all(file, 2, &error), GSL_EFAILED);
    ck_assert_str_eq(error.file, "/dev/full");
    check_content("x", "new");
  }
  unlink("x");
  unlink("y");
}
END_TEST

START_TEST(a_locked_file_is_written_by_one)
{
  pn_file first, second;
  pn_error error = {0};
  ck_assert_int_eq(pn_file_lock(&first, "x.csv", &error), GSL_SUCCESS);
  ck_assert_int_eq(symlink("x.csv", "link"), 0);
  put("x.csv", "rows");
  ck_assert_int_eq(pn_file_lock(&second, "link", &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "another run is writing this file");
  pn_file_discard(&second); /* which takes nothing from the first */
  ck_assert_int_eq(access("x.csv.lock", F_OK), 0);
  pn_file_discard(&first);
  ck_assert_int_ne(access("x.csv.lock", F_OK), 0);
  check_content("x.csv", "rows");

  error = (pn_error){0};
  ck_assert_int_eq(pn_file_lock(&second, "link", &error), GSL_SUCCESS);
  pn_file_end_all(); /* as a signal handler */
  ck_assert_int_ne(access("x.csv.lock", F_OK), 0);
  pn_file_discard(&second);

  /* What needs no lock, and what can have none. */
  ck_assert_int_eq(pn_file_lock(&first, "-", &error), GSL_SUCCESS);
  ck_assert_int_eq(pn_file_lock(&second, "/dev/null", &error), GSL_SUCCESS);
  ck_assert_int_eq(access("/dev/null.lock", F_OK), -1);
  pn_file_discard(&first);
  pn_file_discard(&second);
  put("x.csv.lock", "of others");
  ck_assert_int_eq(pn_file_lock(&first, "x.csv", &error), GSL_EFAILED);
  ck_assert_ptr_nonnull(strstr(error.text, "cannot be the lock of a file"));
  check_content("x.csv.lock", "of others");
  unlink("x.csv.lock");
  unlink("x.csv");
  unlink("link");
}
END_TEST

START_TEST(a_link_stays_a_link)
{
  pn_error error = {0};
  pn_file file;
  put("x", "old");
  ck_assert_int_eq(symlink("x", "link"), 0);
  ck_assert_int_eq(pn_file_open(&file, "link", &error), 0);
  fputs("new", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), 0);
  check_content("x", "new");
  char target[8] = "";
  ck_assert_int_eq((int)readlink("link", target, sizeof target - 1), 1);
  remove("link");
  remove("x");
}
END_TEST

START_TEST(a_link_that_leads_nowhere_is_refused)
{
  pn_error error = {0};
  pn_file file;
  ck_assert_int_eq(symlink("gone", "link"), 0);
  ck_assert_int_eq(pn_file_check("link", NULL), GSL_EFAILED);
  ck_assert_int_eq(pn_file_open(&file, "link", &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be written: No such file or directory");
  ck_assert_uint_eq(count_files(), 1);
  remove("link");
}
END_TEST

START_TEST(the_permissions_stay)
{
  pn_error error = {0};
  pn_file file;
  struct stat there;
  put("x", "old");
  chmod("x", 0640);
  ck_assert_int_eq(pn_file_open(&file, "x", &error), 0);
  fputs("new", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), 0);
  ck_assert_int_eq(stat("x", &there), 0);
  ck_assert_int_eq((int)(there.st_mode & 0777), 0640);

  chmod("x", 0444);
  ck_assert_int_eq(pn_file_check("x", NULL), GSL_EFAILED);
  ck_assert_int_eq(pn_file_open(&file, "x", &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be written: Permission denied");
  check_content("x", "new");
  remove("x");
}
END_TEST

START_TEST(a_full_disk_is_noticed)
{
  if (access("/dev/full", W_OK))
    return;
  pn_error error = {0};
  pn_file file;
  ck_assert_int_eq(pn_file_open(&file, "/dev/full", &error), 0);
  fputs("new", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), GSL_EFAILED);
  ck_assert_str_eq(error.file, "/dev/full");
  ck_assert_str_eq(error.text, "cannot be written: No space left on device");

  /* So is one that was full when an earlier part was written. */
  error = (pn_error){0};
  ck_assert_int_eq(pn_file_open(&file, "/dev/full", &error), 0);
  for (int i = 0; i < 100000; i++)
    fputs("0123456789", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), GSL_EFAILED);
}
END_TEST

START_TEST(a_device_is_written_in_place)
{
  pn_error error = {0};
  pn_file file;
  ck_assert_int_eq(pn_file_open(&file, "/dev/null", &error), 0);
  ck_assert_str_eq(pn_file_name(&file), "/dev/null");
  ck_assert_int_eq(pn_file_commit(&file, &error), 0);
}
END_TEST

START_TEST(the_error_names_what_cannot_be_written)
{
  pn_error error = {0};
  pn_file file;
  ck_assert_int_eq(pn_file_open(&file, "no/such/x", &error), GSL_EFAILED);
  ck_assert_str_eq(error.file, "no/such/x");
  ck_assert_str_eq(error.text, "cannot be written: No such file or directory");
  error = (pn_error){0};
  ck_assert_int_eq(pn_file_open(&file, ".", &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be written: Is a directory");
  char path[2 * PN_TEXT_PATH];
  memset(path, 'x', sizeof path);
  path[sizeof path - 1] = '\0';
  error = (pn_error){0};
  ck_assert_int_eq(pn_file_open(&file, path, &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be written: File name too long");
}
END_TEST

/* Two data folders; the second has a scene of the same name as the first. */
static const char *const folders[] = {"one", "missing", "two", NULL};

static void enter_data(void)
{
  enter();
  ck_assert_int_eq(mkdir("one", 0777) | mkdir("two", 0777), 0);
  ck_assert_int_eq(mkdir("one/chain", 0777) | mkdir("two/chain", 0777), 0);
  put("one/chain/2b.cfg", "title = \"from one\";");
  put("two/chain/2b.cfg", "title = \"from two\";");
  put("two/chain/2a.cfg", "bars = 2;");
  put("two/chain/necklace.cfg", "bars = ;");
  put("two/chain/README", "no scene");
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
  leave();
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
  put("2a", "a file here");
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
  Suite *suite = suite_create("file");
  TCase *files = tcase_create("file");
  tcase_add_checked_fixture(files, enter, leave);
  tcase_add_test(files, the_old_file_stays_until_commit);
  tcase_add_test(files, a_discarded_file_leaves_nothing);
  tcase_add_test(files, two_writers_of_one_file_do_not_interfere);
  tcase_add_test(files, an_end_of_all_keeps_what_is_worth_it);
  tcase_add_test(files, several_files_are_committed_or_none);
  tcase_add_test(files, a_locked_file_is_written_by_one);
  tcase_add_test(files, a_link_stays_a_link);
  tcase_add_test(files, a_link_that_leads_nowhere_is_refused);
  tcase_add_test(files, the_permissions_stay);
  tcase_add_test(files, a_full_disk_is_noticed);
  tcase_add_test(files, a_device_is_written_in_place);
  tcase_add_test(files, the_error_names_what_cannot_be_written);
  suite_add_tcase(suite, files);
  TCase *data = tcase_create("data");
  tcase_add_checked_fixture(data, enter_data, leave_data);
  tcase_add_test(data, scenes_are_found_by_name);
  tcase_add_test(data, unknown_scenes_suggest_a_near_one);
  tcase_add_test(data, scenes_are_listed);
  suite_add_tcase(suite, data);
  return test_run(suite);
}
