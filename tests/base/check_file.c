/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Safe replacement of files. */
#include "config.h"

#include "pantin/base/file.h"

#include "folder.h"
#include "test.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  folder_put("x", "old");
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
  folder_put("x", "old");
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
  folder_put("removed", "old");
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
  folder_put("x", "old");
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

/* Every name that the file system takes serves, with a folder before it, too.
 */
START_TEST(names_may_be_as_long_as_they_can_be)
{
  pn_error error = {0};
  pn_file file, lock;
  for (size_t length = 215; length <= NAME_MAX; length++) {
    char path[NAME_MAX + 3] = "./";
    const size_t folder = length % 2 ? 2 : 0;
    memset(path + folder, 'n', length);
    path[folder + length] = '\0';
    ck_assert_msg(!pn_file_lock(&lock, path, &error), "%zu: %s", length,
                  error.text);
    ck_assert_msg(!pn_file_open(&file, path, &error), "%zu: %s", length,
                  error.text);
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_eq(access(pn_file_name(&file), F_OK), 0);
    fputs("new", file.stream);
    ck_assert_int_eq(pn_file_commit(&file, &error), GSL_SUCCESS);
    pn_file_discard(&lock);
    check_content(path, "new");
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_uint_eq(count_files(), 0);
  }
  char path[NAME_MAX + 2];
  memset(path, 'n', NAME_MAX + 1);
  path[NAME_MAX + 1] = '\0';
  ck_assert_int_eq(pn_file_check(path, &error), GSL_EFAILED);
  ck_assert_int_eq(pn_file_open(&file, path, &error), GSL_EFAILED);
  ck_assert_uint_eq(count_files(), 0);
}
END_TEST

START_TEST(a_locked_file_is_written_by_one)
{
  pn_file first, second;
  pn_error error = {0};
  ck_assert_int_eq(pn_file_lock(&first, "x.csv", &error), GSL_SUCCESS);
  ck_assert_int_eq(symlink("x.csv", "link"), 0);
  folder_put("x.csv", "rows");
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
  folder_put("x.csv.lock", "of others");
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
  folder_put("x", "old");
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
  ck_assert_str_eq(
      error.text,
      "cannot be written: it is a link to a file that does not exist");
  ck_assert_uint_eq(count_files(), 1);
  remove("link");
}
END_TEST

START_TEST(the_permissions_stay)
{
  pn_error error = {0};
  pn_file file;
  struct stat there;
  folder_put("x", "old");
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

/* A pipe has no path but /dev/fd/N, a link to no file. */
START_TEST(a_pipe_is_written_by_the_name_of_its_descriptor)
{
  pn_error error = {0};
  pn_file file, lock;
  int ends[2];
  char name[32], got[8] = "";
  ck_assert_int_eq(pipe(ends), 0);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
  ck_assert_msg(!pn_file_check(name, &error), "%s", error.text);
  ck_assert_int_eq(pn_file_lock(&lock, name, &error), GSL_SUCCESS);
  ck_assert_int_eq(pn_file_open(&file, name, &error), GSL_SUCCESS);
  fputs("rows", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), GSL_SUCCESS);
  pn_file_discard(&lock);
  ck_assert_int_eq((int)read(ends[0], got, sizeof got - 1), 4);
  ck_assert_str_eq(got, "rows");
  close(ends[0]);
  close(ends[1]);

  /* Where it leads to a file, what others write there before and after stays.
   */
  FILE *stream = fopen("x", "w");
  ck_assert_ptr_nonnull(stream);
  fputs("before, ", stream);
  fflush(stream);
  snprintf(name, sizeof name, "/dev/fd/%d", fileno(stream));
  ck_assert_int_eq(pn_file_check(name, &error), GSL_SUCCESS);
  ck_assert_int_eq(pn_file_open(&file, name, &error), GSL_SUCCESS);
  fputs("rows", file.stream);
  ck_assert_int_eq(pn_file_commit(&file, &error), GSL_SUCCESS);
  fputs(", after", stream);
  fclose(stream);
  check_content("x", "before, rows, after");

  /* One that is open for reading cannot be written to. */
  stream = fopen("x", "r");
  ck_assert_ptr_nonnull(stream);
  snprintf(name, sizeof name, "/dev/fd/%d", fileno(stream));
  ck_assert_int_eq(pn_file_check(name, &error), GSL_EFAILED);
  fclose(stream);
  remove("x");
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

int main(void)
{
  Suite *suite = suite_create("file");
  TCase *files = tcase_create("file");
  tcase_add_checked_fixture(files, folder_enter, folder_leave);
  tcase_add_test(files, the_old_file_stays_until_commit);
  tcase_add_test(files, a_discarded_file_leaves_nothing);
  tcase_add_test(files, two_writers_of_one_file_do_not_interfere);
  tcase_add_test(files, an_end_of_all_keeps_what_is_worth_it);
  tcase_add_test(files, several_files_are_committed_or_none);
  tcase_add_test(files, names_may_be_as_long_as_they_can_be);
  tcase_add_test(files, a_locked_file_is_written_by_one);
  tcase_add_test(files, a_link_stays_a_link);
  tcase_add_test(files, a_link_that_leads_nowhere_is_refused);
  tcase_add_test(files, the_permissions_stay);
  tcase_add_test(files, a_full_disk_is_noticed);
  tcase_add_test(files, a_device_is_written_in_place);
  tcase_add_test(files, a_pipe_is_written_by_the_name_of_its_descriptor);
  tcase_add_test(files, the_error_names_what_cannot_be_written);
  suite_add_tcase(suite, files);
  return test_run(suite);
}
