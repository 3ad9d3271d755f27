/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pictures: the script byte for byte, the other kinds by their first bytes,
   and every failure leaves the folder as it was. Without gnuplot only the
   script is looked at. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/plot.h"
#include "test.h"

#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LARGEST = 1 << 17 };

static char folder[32];
static char home[PN_TEXT_PATH];
static int have_gnuplot;

static const double nodes[] = {0, 0, 0.2, -1.0 / 3, NAN, 7, 1, -1};

/* Draws a small picture with everything that the interface offers. */
static int draw(pn_plot *plot, const char *path, pn_error *error)
{
  const int status = pn_plot_open(plot, path, error);
  if (status)
    return status;
  pn_plot_data(plot, "CHAIN", 4, 2, nodes);
  for (int i = 1; i <= 2; i++) {
    pn_plot_frame(plot);
    pn_plot_printf(plot, "set title ");
    pn_plot_quote(plot, "it's\n2_a");
    pn_plot_printf(plot, " noenhanced\nplot $CHAIN title 'step %d'\n", i);
  }
  return GSL_SUCCESS;
}

static size_t read_file(const char *path, char *content)
{
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "there is no %s", path);
  const size_t length = fread(content, 1, LARGEST - 1, file);
  fclose(file);
  content[length] = '\0';
  return length;
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

static void enter(void)
{
  ck_assert_ptr_nonnull(getcwd(home, sizeof home));
  strcpy(folder, "check_plot_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  pn_error error = {0};
  pn_plot plot;
  draw(&plot, "probe.txt", &error);
  have_gnuplot = pn_plot_close(&plot, &error) == GSL_SUCCESS;
  ck_assert_msg(have_gnuplot || strstr(error.text, "not found"), "%s",
                error.text);
  remove("probe.txt");
}

static void leave(void)
{
  ck_assert_int_eq(chdir(home), 0);
  ck_assert_msg(rmdir(folder) == 0, "the test left something in %s", folder);
}

START_TEST(the_script_is_as_written)
{
  static char content[LARGEST];
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.gp", &error), 0);
  ck_assert_int_eq(pn_plot_close(&plot, &error), 0);
  read_file("x.gp", content);
  ck_assert_int_eq(strncmp(content, "# Show this with", 16), 0);
  const char *own = strstr(content, "$CHAIN");
  ck_assert_str_eq(own, "$CHAIN << EOD\n"
                        "0 0\n"
                        "0.2 -0.3333333\n"
                        "nan 7\n"
                        "1 -1\n"
                        "EOD\n"
                        "set title 'it''s2_a' noenhanced\n"
                        "plot $CHAIN title 'step 1'\n"
                        "pause 0.1\n"
                        "set title 'it''s2_a' noenhanced\n"
                        "plot $CHAIN title 'step 2'\n");
  ck_assert_uint_eq(count_files(), 1);
  remove("x.gp");
}
END_TEST

static const struct {
  const char *path, *begins;
  size_t length;
} kinds[] = {{"x.svg", "<?xml", 5},
             {"x.png", "\x89PNG", 4},
             {"x.pdf", "%PDF", 4},
             {"x.GIF", "GIF89a", 6},
             {"it's.txt", "", 0}};

START_TEST(the_ending_chooses_the_kind)
{
  static char content[LARGEST];
  if (!have_gnuplot)
    return;
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, kinds[_i].path, &error), 0);
  ck_assert_int_eq(pn_plot_moves(&plot), _i == 3);
  ck_assert_msg(pn_plot_close(&plot, &error) == 0, "%s", error.text);
  const size_t length = read_file(kinds[_i].path, content);
  ck_assert_uint_gt(length, 100);
  ck_assert_int_eq(memcmp(content, kinds[_i].begins, kinds[_i].length), 0);
  if (kinds[_i].length == 0) {
    ck_assert_ptr_nonnull(strstr(content, "step 2"));
    ck_assert_ptr_null(strstr(content, "step 1")); /* only the last frame */
    ck_assert_ptr_nonnull(strstr(content, "it's2_a"));
  }
  ck_assert_uint_eq(count_files(), 1);
  remove(kinds[_i].path);
}
END_TEST

START_TEST(a_drawing_is_the_same_each_time)
{
  static char content[2][LARGEST];
  if (!have_gnuplot)
    return;
  for (int i = 0; i < 2; i++) {
    pn_error error = {0};
    pn_plot plot;
    draw(&plot, "x.svg", &error);
    plot.width = 640;
    ck_assert_int_eq(pn_plot_close(&plot, &error), 0);
    read_file("x.svg", content[i]);
    remove("x.svg");
  }
  ck_assert_str_eq(content[0], content[1]);
  ck_assert_ptr_nonnull(strstr(content[0], "width=\"640\" height=\"500\""));
}
END_TEST

START_TEST(other_endings_are_refused)
{
  const char *const paths[] = {"x.jpg", "x", "svg", "x.svg.bak"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    pn_error error = {0};
    pn_plot plot;
    ck_assert_int_eq(pn_plot_check(paths[i], NULL), GSL_EINVAL);
    ck_assert_int_eq(draw(&plot, paths[i], &error), GSL_EINVAL);
    ck_assert_str_eq(error.file, paths[i]);
    ck_assert_ptr_nonnull(strstr(error.text, ".svg, .pdf, .gif"));
  }
  ck_assert_int_eq(pn_plot_check("a.b/x.SVG", NULL), GSL_SUCCESS);
  ck_assert_uint_eq(count_files(), 0);
}
END_TEST

/* Checks that the picture of before stays when drawing fails. */
static void check_failure(pn_plot *plot, const char *text)
{
  static char content[LARGEST];
  FILE *old = fopen("x.png", "w");
  fputs("old", old);
  fclose(old);
  pn_error error = {0};
  ck_assert_int_eq(pn_plot_close(plot, &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, text);
  read_file("x.png", content);
  ck_assert_str_eq(content, "old");
  ck_assert_uint_eq(count_files(), 1);
  remove("x.png");
}

START_TEST(a_missing_gnuplot_is_reported)
{
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.png", &error), 0);
  plot.gnuplot = "/no/such/gnuplot";
  check_failure(&plot, "gnuplot not found: use --plot FILE.gp");
}
END_TEST

START_TEST(a_wrong_command_is_reported)
{
  if (!have_gnuplot)
    return;
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.png", &error), 0);
  pn_plot_printf(&plot, "plot nonsense\n");
  check_failure(&plot, "gnuplot: undefined variable: nonsense");
  ck_assert_int_eq(pn_plot_open(&plot, "x.png", &error), 0);
  check_failure(&plot, "gnuplot: no reason given"); /* nothing was drawn */
}
END_TEST

START_TEST(a_failing_gnuplot_is_reported)
{
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.png", &error), 0);
  plot.gnuplot = "false";
  check_failure(&plot, "gnuplot: no reason given");
}
END_TEST

START_TEST(a_full_disk_is_reported)
{
  if (!have_gnuplot)
    return;
  const struct rlimit small = {.rlim_cur = 4096, .rlim_max = RLIM_INFINITY};
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.png", &error), 0);
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  check_failure(&plot, "cannot be written: File too large");
}
END_TEST

START_TEST(a_full_device_behind_a_link_is_reported)
{
  if (!have_gnuplot || access("/dev/full", W_OK))
    return;
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(symlink("/dev/full", "x.svg"), 0);
  ck_assert_int_eq(draw(&plot, "x.svg", &error), 0);
  ck_assert_int_eq(pn_plot_close(&plot, &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be written: No space left on device");
  remove("x.svg");
}
END_TEST

START_TEST(a_name_runs_no_command)
{
  if (!have_gnuplot)
    return;
  const char name[] = "a'\nset print 'b'; print 1\n#.svg";
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, name, &error), 0);
  ck_assert_int_eq(pn_plot_close(&plot, &error), 0);
  ck_assert_uint_eq(count_files(), 1);
  ck_assert_int_eq(remove(name), 0);
}
END_TEST

START_TEST(a_discarded_picture_leaves_nothing)
{
  pn_error error = {0};
  pn_plot plot;
  ck_assert_int_eq(draw(&plot, "x.svg", &error), 0);
  pn_plot_discard(&plot);
  ck_assert_uint_eq(count_files(), 0);
}
END_TEST

START_TEST(every_request_for_memory_may_fail)
{
  int status = GSL_ENOMEM;
  for (size_t k = 1; status == GSL_ENOMEM; k++) {
    pn_error error = {0};
    pn_plot plot;
    pn_alloc_fail_at(k);
    ck_assert_int_eq(draw(&plot, "x.gp", &error), 0);
    for (int i = 0; i < 1000; i++)
      pn_plot_row(&plot, 2, nodes);
    status = pn_plot_close(&plot, &error);
    ck_assert_int_eq(error.code, status);
    ck_assert_uint_eq(count_files(), status ? 0 : 1);
    ck_assert(k > 1 || status == GSL_ENOMEM);
  }
  pn_alloc_fail_at(0);
  ck_assert_int_eq(status, GSL_SUCCESS);
  remove("x.gp");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("plot");
  TCase *plot = tcase_create("plot");
  tcase_add_checked_fixture(plot, enter, leave);
  tcase_set_timeout(plot, 60); /* gnuplot may have to look for its fonts */
  tcase_add_test(plot, the_script_is_as_written);
  tcase_add_loop_test(plot, the_ending_chooses_the_kind, 0,
                      sizeof kinds / sizeof *kinds);
  tcase_add_test(plot, a_drawing_is_the_same_each_time);
  tcase_add_test(plot, other_endings_are_refused);
  tcase_add_test(plot, a_missing_gnuplot_is_reported);
  tcase_add_test(plot, a_wrong_command_is_reported);
  tcase_add_test(plot, a_failing_gnuplot_is_reported);
  tcase_add_test(plot, a_full_disk_is_reported);
  tcase_add_test(plot, a_full_device_behind_a_link_is_reported);
  tcase_add_test(plot, a_name_runs_no_command);
  tcase_add_test(plot, a_discarded_picture_leaves_nothing);
  tcase_add_test(plot, every_request_for_memory_may_fail);
  suite_add_tcase(suite, plot);
  return test_run(suite);
}
