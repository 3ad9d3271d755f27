/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int test_run(Suite *suite)
{
  gsl_set_error_handler_off();
  SRunner *runner = srunner_create(suite);
  srunner_set_tap(runner, "-");
  srunner_run_all(runner, CK_ENV);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

void test_close_at(const char *file, int line, double got, double want,
                   double tolerance, const char *what, ...)
{
  if (fabs(got - want) <= tolerance)
    return;
  char name[256];
  va_list arguments;
  va_start(arguments, what);
  vsnprintf(name, sizeof name, what, arguments);
  va_end(arguments);
  ck_abort_msg("%s:%d: %s is %.17g, not %.17g (off by %.3g, allowed %.3g)",
               file, line, name, got, want, fabs(got - want), tolerance);
}
