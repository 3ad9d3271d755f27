/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that running gnuplot ends with a picture or with a reason: a script of
   the shell stands for gnuplot, and the system refuses what it can. */
#include "config.h"

#include "pantin/base/plot.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static const char picture[] = "x.svg", command[] = "./gnuplot.sh";

static char folder[32];
static char home[PN_TEXT_PATH];
static pn_plot plot;
static pn_error error;

static void enter(void)
{
  ck_assert_ptr_nonnull(getcwd(home, sizeof home));
  strcpy(folder, "check_plot_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  error = (pn_error){0};
  ck_assert_int_eq(pn_plot_open(&plot, picture, &error), 0);
  pn_plot_printf(&plot, "plot x\n");
  plot.gnuplot = command;
}

static void leave(void)
{
  unlink(command);
  unlink(picture);
  ck_assert_int_eq(chdir(home), 0);
  ck_assert_msg(rmdir(folder) == 0, "the test left something in %s", folder);
}

/* Makes the script that is called instead of gnuplot. */
static void play(const char *lines)
{
  FILE *file = fopen(command, "w");
  ck_assert_ptr_nonnull(file);
  fprintf(file, "#!/bin/sh\n%s", lines);
  fclose(file);
  ck_assert_int_eq(chmod(command, 0777), 0);
}

/* Checks that no picture is left, and that the error says why. */
static void check_refused(const char *text)
{
  ck_assert_int_eq(pn_plot_close(&plot, &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, text);
  ck_assert_str_eq(error.file, picture);
  ck_assert_int_ne(access(picture, F_OK), 0);
}

static void check_drawn(const char *wanted)
{
  char content[64];
  ck_assert_msg(pn_plot_close(&plot, &error) == 0, "%s", error.text);
  FILE *file = fopen(picture, "r");
  ck_assert_ptr_nonnull(file);
  content[fread(content, 1, sizeof content - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(content, wanted);
}

START_TEST(the_script_is_its_input_and_the_picture_its_output)
{
  play("test \"$*\" = -d && sed -n -e 's/size.*//p' -e '$p'\n");
  check_drawn("set terminal svg \nplot x\n");
}
END_TEST

/* gnuplot begins with the terminal of GNUTERM, and fails if it knows none. */
START_TEST(it_has_no_terminal_but_that_of_the_script)
{
  ck_assert_int_eq(setenv("GNUTERM", "", 1), 0);
  ck_assert_int_eq(setenv("GNUTERM_OF_OTHERS", "kept", 1), 0);
  play("echo \"${GNUTERM-unset} $GNUTERM_OF_OTHERS\"\n");
  check_drawn("unset kept\n");
}
END_TEST

static void limit(int resource, rlim_t most)
{
  struct rlimit now;
  ck_assert_int_eq(getrlimit(resource, &now), 0);
  now.rlim_cur = most;
  ck_assert_int_eq(setrlimit(resource, &now), 0);
}

/* The script, the messages and both ends of a pipe need a descriptor each. */
START_TEST(descriptors_that_run_out_are_told)
{
  enum { NEEDED = 4, MANY = 64 }; /* a shell takes some of its own */
  static const char *const texts[NEEDED] = {
      "no temporary file for gnuplot: Too many open files",
      "no temporary file for gnuplot: Too many open files",
      "gnuplot cannot be run: Too many open files",
      "gnuplot cannot be run: Too many open files"};
  play("echo drawn\n");
  const int next = dup(STDIN_FILENO);
  ck_assert_int_ge(next, 0);
  close(next);
  limit(RLIMIT_NOFILE, (rlim_t)(next + (_i < NEEDED ? _i : MANY)));
  if (_i < NEEDED)
    check_refused(texts[_i]);
  else
    check_drawn("drawn\n");
}
END_TEST

/* A short script fails when it is flushed, a long one before. */
START_TEST(a_script_that_does_not_fit_is_told)
{
  enum { MANY = 10000 };
  play("echo drawn\n");
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, 16);
  for (int i = 0; i < _i * MANY; i++)
    pn_plot_printf(&plot, "plot x, %d\n", i);
  check_refused("no temporary file for gnuplot: File too large");
}
END_TEST

/* The first reason counts, as many blocks there are. */
START_TEST(a_long_picture_that_does_not_fit_is_told)
{
  play("head -c 200000 /dev/zero\n");
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, 1 << 12);
  check_refused("cannot be written: File too large");
}
END_TEST

/* Some systems, and valgrind, only tell that there is nothing to run. */
START_TEST(a_command_that_may_not_run_is_told)
{
  play("echo drawn\n");
  ck_assert_int_eq(chmod(command, 0666), 0);
  ck_assert_int_eq(pn_plot_close(&plot, &error), GSL_EFAILED);
  ck_assert_msg(
      strcmp(error.text, "gnuplot cannot be run: Permission denied") == 0 ||
          strcmp(error.text, "gnuplot not found: use --plot FILE.gp") == 0,
      "%s", error.text);
  ck_assert_int_ne(access(picture, F_OK), 0);
}
END_TEST

static volatile sig_atomic_t signals;

static void count(int number)
{
  (void)number;
  signals++;
}

/* Signals arrive while gnuplot draws, and after it has closed its output. */
START_TEST(signals_do_no_harm)
{
  enum { MICROSECONDS = 10000, FEW = 10 };
  const struct sigaction action = {.sa_handler = count}; /* no SA_RESTART */
  const struct itimerval often = {{0, MICROSECONDS}, {0, MICROSECONDS}};
  const struct itimerval never = {{0, 0}, {0, 0}};
  play("sleep 0.3; echo drawn; exec >&-; sleep 0.3\n");
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  const int code = pn_plot_close(&plot, &error);
  setitimer(ITIMER_REAL, &never, NULL);
  ck_assert_msg(code == 0, "%s", error.text);
  ck_assert_int_gt(signals, FEW);
  ck_assert_int_eq(access(picture, F_OK), 0);
}
END_TEST

/* A terminal signals the group of the program: gnuplot, which may not survive
   that, is in another. */
START_TEST(it_has_a_group_of_its_own)
{
  signal(SIGUSR1, count);
  play("trap '' USR1; kill -USR1 0; echo drawn\n");
  check_drawn("drawn\n");
  ck_assert_int_eq(signals, 0);
}
END_TEST

static void end_all(int number)
{
  (void)number;
  pn_plot_end_all();
}

/* Ends a program that ignores all signals that can be ignored, and what it has
   started, which holds the pipe as well; also if that was asked for before. */
START_TEST(a_signal_handler_ends_it)
{
  const char stays[] = "trap '' INT TERM HUP; echo half; sleep 1000 &\n"
                       "kill -USR1 $PPID; wait\n";
  play(stays);
  signal(SIGUSR1, _i ? end_all : count);
  if (!_i)
    pn_plot_end_all();
  check_refused("gnuplot: no reason given");
}
END_TEST

/* gnuplot may go on after it has closed its output. */
START_TEST(it_is_ended_after_its_picture)
{
  play("echo drawn; exec >&-; kill -USR1 $PPID; exec sleep 1000\n");
  signal(SIGUSR1, end_all);
  check_refused("gnuplot: no reason given");
}
END_TEST

/* A program may ignore that its pipes break; gnuplot must not, or it would go
   on when the program is gone. */
START_TEST(a_broken_pipe_ends_it)
{
  signal(SIGPIPE, SIG_IGN);
  play("kill -PIPE $$; echo drawn\n");
  check_refused("gnuplot: no reason given");
}
END_TEST

/* A program that ignores its children is not told how they end. */
START_TEST(a_child_that_cannot_be_waited_for_is_told)
{
  play("echo drawn\n");
  signal(SIGCHLD, SIG_IGN);
  check_refused("gnuplot cannot be run: No child processes");
}
END_TEST

static const struct {
  const char *script, *text;
} ends[] = {{"exit 0", "gnuplot: no reason given"},
            {"echo half; exit 3", "gnuplot: no reason given"},
            {"echo half; kill -9 $$", "gnuplot: no reason given"},
            {"exit 127", "gnuplot not found: use --plot FILE.gp"},
            {"printf 'warning: slow\\n\\n  no font\\nno more\\n' >&2",
             "gnuplot: no font"},
            {"printf 'plot y\\n     ^\\nline 2: no y\\nline 3: z\\n' >&2",
             "gnuplot: no y"},
            {"printf '  ^\\n\"x\" line 17: no z' >&2", "gnuplot: no z"},
            {"echo 'line of no number' >&2", "gnuplot: line of no number"},
            {"echo 'line 7' >&2", "gnuplot: line 7"}};

START_TEST(the_reason_is_found_among_the_messages)
{
  play(ends[_i].script);
  check_refused(ends[_i].text);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("plot_run");
  TCase *run = tcase_create("run");
  tcase_add_checked_fixture(run, enter, leave);
  tcase_set_timeout(run, 20);
  tcase_add_test(run, the_script_is_its_input_and_the_picture_its_output);
  tcase_add_test(run, it_has_no_terminal_but_that_of_the_script);
  tcase_add_loop_test(run, descriptors_that_run_out_are_told, 0, 5);
  tcase_add_loop_test(run, a_script_that_does_not_fit_is_told, 0, 2);
  tcase_add_test(run, a_long_picture_that_does_not_fit_is_told);
  tcase_add_test(run, a_command_that_may_not_run_is_told);
  tcase_add_test(run, signals_do_no_harm);
  tcase_add_test(run, it_has_a_group_of_its_own);
  tcase_add_loop_test(run, a_signal_handler_ends_it, 0, 2);
  tcase_add_test(run, it_is_ended_after_its_picture);
  tcase_add_test(run, a_broken_pipe_ends_it);
  tcase_add_test(run, a_child_that_cannot_be_waited_for_is_told);
  tcase_add_loop_test(run, the_reason_is_found_among_the_messages, 0,
                      sizeof ends / sizeof *ends);
  suite_add_tcase(suite, run);
  return test_run(suite);
}
