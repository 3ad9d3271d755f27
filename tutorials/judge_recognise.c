/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The mistakes that can be told from the numbers alone, whatever the exercise:
   each is tried on what is expected, and compared with what came. */
#include "config.h"

#include "judge.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two numbers that come from the same wrong formula, relative to their size. */
static const double same = 1e-7;

/* Returns an entry that is looked for: expected at (i, j), NAN outside. */
static double expected(const judge_array *a, long i, long j)
{
  if (i < 0 || j < 0 || i >= (long)a->rows || j >= (long)a->columns)
    return NAN;
  const judged *v = a->at[(size_t)i * a->columns + (size_t)j];
  return v ? v->right->expected : NAN;
}

static int equal(double x, double y, double allowed)
{
  return fabs(x - y) <= fmin(allowed, 1e-3) + same * fabs(y);
}

/* A way to go wrong: what comes out at (i, j). */
typedef double mistake(const judge_array *a, long i, long j);

/* Tells whether a mistake explains every entry that it says something about,
   at least one that is wrong and, of more than one, two that are not 0. */
static int explains(const judge_array *a, mistake *made)
{
  size_t wrong = 0, entries = 0;
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < a->columns; j++) {
      const judged *v = a->at[i * a->columns + j];
      const double would = made(a, (long)i, (long)j);
      if (!v || isnan(would))
        continue;
      if (!equal(v->got, would, v->right->allowed))
        return 0;
      wrong += !judge_is_right(v);
      entries += fabs(would) > v->right->allowed;
    }
  return wrong > 0 && (entries > 1 || a->rows * a->columns == 1);
}

static double negative(const judge_array *a, long i, long j)
{
  return -expected(a, i, j);
}

static double half(const judge_array *a, long i, long j)
{
  return expected(a, i, j) / 2;
}

static double twice(const judge_array *a, long i, long j)
{
  return 2 * expected(a, i, j);
}

static double in_degrees(const judge_array *a, long i, long j)
{
  return expected(a, i, j) * 180 / M_PI;
}

static double in_radians(const judge_array *a, long i, long j)
{
  return expected(a, i, j) * M_PI / 180;
}

static double one_more(const judge_array *a, long i, long j)
{
  const double x = expected(a, i, j);
  return rint(x) == x && x > 0 ? x + 1 : NAN;
}

static double one_less(const judge_array *a, long i, long j)
{
  const double x = expected(a, i, j);
  return rint(x) == x && x > 0 ? x - 1 : NAN;
}

/* Tells whether there is one number, of which those below say nothing. */
static int is_one(const judge_array *a)
{
  return a->rows * a->columns < 2;
}

static double transposed(const judge_array *a, long i, long j)
{
  return a->columns < 2 ? NAN : expected(a, j, i);
}

static double row_down(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : expected(a, i - 1, j);
}

static double row_up(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : expected(a, i + 1, j);
}

static double column_right(const judge_array *a, long i, long j)
{
  return a->columns < 2 ? NAN : expected(a, i, j - 1);
}

static double column_left(const judge_array *a, long i, long j)
{
  return a->columns < 2 ? NAN : expected(a, i, j + 1);
}

/* Finds from where x1, y1, x2, y2, .. takes what belongs at x1, x2, .., y1, y2,
   ..; n is even. */
static long interleaved(long k, size_t n)
{
  return n % 2 || n < 4 ? -1 : k / 2 + k % 2 * (long)(n / 2);
}

static double rows_interleaved(const judge_array *a, long i, long j)
{
  return expected(a, interleaved(i, a->rows), j);
}

static double columns_interleaved(const judge_array *a, long i, long j)
{
  return expected(a, i, interleaved(j, a->columns));
}

static double both_interleaved(const judge_array *a, long i, long j)
{
  return expected(a, interleaved(i, a->rows), interleaved(j, a->columns));
}

static double quarter(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : expected(a, i, j) / 4;
}

static double four_times(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : 4 * expected(a, i, j);
}

static double minus_half(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : -expected(a, i, j) / 2;
}

static double minus_twice(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN : -2 * expected(a, i, j);
}

static double backwards(const judge_array *a, long i, long j)
{
  return is_one(a) ? NAN
                   : expected(a, (long)a->rows - 1 - i,
                              a->columns > 1 ? (long)a->columns - 1 - j : j);
}

static const struct {
  mistake *made;
  const char *text;
} known[] = {
    {one_more, "is one too many"},
    {one_less, "is one too few"},
    {negative, "is -1 times the expected one: a sign is wrong"},
    {half, "is half of the expected one: a factor 2 is missing"},
    {twice, "is twice the expected one: there is a factor 2 too many"},
    {transposed, "is the transpose of the expected one"},
    {both_interleaved, "has rows and columns in the order x1, y1, x2, y2, .. "
                       "in the place of x1, x2, .., y1, y2, .."},
    {columns_interleaved, "has the columns in the order x1, y1, x2, y2, .. in "
                          "the place of x1, x2, .., y1, y2, .."},
    {rows_interleaved, "has the order x1, y1, x2, y2, .. in the place of x1, "
                       "x2, .., y1, y2, .."},
    {column_right, "has every entry one column too far to the right: an index "
                   "is off by one"},
    {column_left, "has every entry one column too far to the left: an index is "
                  "off by one"},
    {row_down, "has every entry one place too late: an index is off by one"},
    {row_up, "has every entry one place too early: an index is off by one"},
    {backwards, "has its entries in the opposite order"},
    {quarter, "is a quarter of the expected one"},
    {four_times, "is four times the expected one"},
    {minus_half, "is -1/2 times the expected one"},
    {minus_twice, "is -2 times the expected one"},
    {in_degrees, "is 180/pi times the expected one: degrees, where radians are "
                 "meant"},
    {in_radians, "is pi/180 times the expected one: an angle was converted "
                 "from degrees that was in radians"},
};

/* What a look at all wrong entries tells. */
typedef struct {
  size_t entries, wrong, zero, blank, unset, signs, same_row, same_column,
      diagonal;
  const judged *first; /* wrong entry */
  size_t row, column;  /* of it */
  double off;          /* by this, if by the same everywhere; else NAN */
} look;

static look look_at(const judge_array *a)
{
  look l = {.entries = 0};
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < a->columns; j++) {
      const judged *v = a->at[i * a->columns + j];
      l.entries += v != NULL;
      l.blank += v && v->got == 0;
      if (!v || judge_is_right(v))
        continue;
      const double allowed = v->right->allowed,
                   off = v->got - v->right->expected;
      if (!l.wrong++) {
        l.first = v;
        l.row = i;
        l.column = j;
        l.off = off;
      }
      l.zero += v->got == 0;
      l.unset += isnan(v->got) && !v->missing;
      l.signs += equal(v->got, -v->right->expected, allowed) ? 1 : 0;
      l.same_row += i == l.row;
      l.same_column += j == l.column;
      l.diagonal += i == j;
      l.off = equal(off, l.off, allowed) ? l.off : NAN;
    }
  return l;
}

/* Says which entries are wrong, or what these have in common. */
static void describe(const judge_array *a, const look *l, char *text,
                     size_t size)
{
  text[0] = 0;
  if (l->wrong == l->zero)
    snprintf(text, size,
             l->blank == l->entries
                 ? "is 0: is the hole still open?"
                 : "is 0 where it is wrong: was it set there?");
  else if (l->entries > 2 && l->wrong == l->signs)
    snprintf(text, size, "is right but for the signs of the marked entries");
  else if (l->entries > 2 && l->wrong == l->entries && !isnan(l->off))
    snprintf(text, size, "is off by %.6g in every entry: is a term missing?",
             l->off);
  else if (a->dimensions == 2 && l->wrong < l->entries) {
    if (a->rows > 2 && a->rows == a->columns && l->wrong == l->diagonal)
      snprintf(text, size, "is wrong on the diagonal alone");
    else if (a->rows > 2 && l->wrong == l->same_row)
      snprintf(text, size, "is wrong in row %d alone", a->low[0] + (int)l->row);
    else if (a->columns > 2 && l->wrong == l->same_column)
      snprintf(text, size, "is wrong in column %d alone",
               a->low[1] + (int)l->column);
  } else if (a->dimensions == 1 && l->entries > 2 && l->wrong == 1)
    snprintf(text, size, "is wrong in one entry alone");
}

int judge_recognise(const judge_array *a, char *text, size_t size)
{
  const look l = look_at(a);
  text[0] = 0;
  if (!l.first || l.first->right->choices[0])
    return 0;
  if (l.unset) {
    snprintf(text, size,
             "is not a number (nan) in places: arrays come unset, "
             "so was += used before =?");
    return 1;
  }
  if (isnan(l.first->got))
    return 0;
  for (size_t k = 0; k < sizeof known / sizeof known[0] && l.wrong > l.zero;
       k++) {
    const int counts = known[k].made == one_more || known[k].made == one_less;
    if (counts != (l.first->right->allowed == 0 && l.entries == 1))
      continue; /* of one exact number, a ratio says nothing */
    if (explains(a, known[k].made)) {
      snprintf(text, size, "%s", known[k].text);
      return 1;
    }
  }
  describe(a, &l, text, size);
  return text[0] != 0;
}
