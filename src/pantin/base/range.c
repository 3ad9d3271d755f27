/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checking ranges, and describing them. */
#include "pantin/base/range.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "pantin/base/text.h"

/* Room for two numbers, a unit and a few words. */
enum { RULE_TEXT = 160 };

/* Writes what a value must be, such as "be positive". */
static void rule_text(pn_range range, const char *unit, char *text)
{
  char low[PN_TEXT_NUMBER], high[PN_TEXT_NUMBER];
  pn_text_number(low, range.low);
  pn_text_number(high, range.high);
  const int unbounded = range.high >= DBL_MAX;
  if (range.low <= -DBL_MAX && unbounded)
    snprintf(text, RULE_TEXT, "be a finite number");
  else if (range.low <= -DBL_MAX)
    snprintf(text, RULE_TEXT, "be at most %s%s", high, unit);
  else if (range.low == DBL_TRUE_MIN && unbounded)
    snprintf(text, RULE_TEXT, "be positive");
  else if (range.low == DBL_TRUE_MIN)
    snprintf(text, RULE_TEXT, "be positive and at most %s%s", high, unit);
  else if (range.low == 0 && unbounded)
    snprintf(text, RULE_TEXT, "not be negative");
  else if (unbounded)
    snprintf(text, RULE_TEXT, "be at least %s%s", low, unit);
  else
    snprintf(text, RULE_TEXT, "be between %s and %s%s", low, high, unit);
}

int pn_range_check(pn_range range, double x, const char *what, const char *file,
                   int line, pn_error *error)
{
  if (x >= range.low && x <= range.high)
    return GSL_SUCCESS;
  char unit[24] = "", rule[RULE_TEXT], got[PN_TEXT_NUMBER];
  if (range.unit)
    snprintf(unit, sizeof unit, " %s", range.unit);
  rule_text(range, unit, rule);
  return pn_error_set(error, GSL_EDOM, file, line, "%s must %s, got %s%s", what,
                      rule, pn_text_number(got, x), unit);
}
