/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#endif

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

#if defined(__x86_64__) && defined(__GNUC__)
/* Adds numbers in a register, which the compiler is to clear: GCC does with
   -O2, but not with less. */
__attribute__((target("avx2"), noinline)) static double
add_four(const double *x)
{
  typedef double four __attribute__((vector_size(4 * sizeof *x)));
  four v;
  memcpy(&v, x, sizeof v);
  v += v;
  double sum = v[0] + v[3];
  __asm__("" : "+x"(sum) : "x"(v)); /* keeps v in a register of its own */
  return sum;
}

/* Tells whether the processor says which registers are in use. */
static int tells_use(void)
{
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE) && (c & bit_AVX) &&
         __get_cpuid_count(0xD, 1, &a, &b, &c, &d) &&
         (a & 1U << 2); /* XGETBV with ECX = 1 */
}

/* Tells whether the upper halves of registers are in use. */
static int are_halves_used(void)
{
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & 1U << 2) != 0;
}

void test_upper_halves_are_clear(void)
{
  static const double any[4] = {1, 2, 3, 4};
  if (!tells_use() || !__builtin_cpu_supports("avx2"))
    return;
  const int used = are_halves_used();
  __asm__ volatile("vzeroupper");
  const int is_cleared = add_four(any) > 0 && !are_halves_used();
  __asm__ volatile("vzeroupper");
  ck_assert_msg(!used || !is_cleared,
                "vector code left the upper halves of registers in use");
}
#else
void test_upper_halves_are_clear(void)
{
}
#endif
