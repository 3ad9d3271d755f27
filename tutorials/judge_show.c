/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "judge.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is shown in full: matrices of up to so many rows and columns, and so
   many single values; of matrices that are wrong, the first ones. */
enum { SIDE_MAX = 8, MATRICES_MAX = 3, LINES_MAX = 16 };

/* What the judge knows of a name: the numbers in it, and the name with the
   first two replaced by i and j. */
typedef struct {
  char name[EXERCISE_TEXT];
  int number[2], numbers;
} parsed;

/* Tells whether an index begins here. A digit within a word, as in f1, is part
   of it, and a number after a sign, a point or "=" is a value. */
static int is_index(const char *what, const char *c)
{
  const char *end = c + strspn(c, "0123456789");
  if (end == c || *end == '.')
    return 0;
  if (c == what)
    return 1;
  if (isalnum((unsigned char)c[-1]) || strchr(".-+", c[-1]))
    return 0;
  while (c > what && c[-1] == ' ')
    c--;
  return c == what || c[-1] != '=';
}

/* Replaces the first two indices of a name. */
static parsed parse(const char *what)
{
  parsed out = {.numbers = 0};
  size_t at = 0;
  for (const char *c = what; *c && at + 1 < sizeof out.name;) {
    if (out.numbers < 2 && is_index(what, c)) {
      char *end;
      out.number[out.numbers] = (int)strtol(c, &end, 10);
      out.name[at++] = "ij"[out.numbers++];
      c = end;
    } else
      out.name[at++] = *c++;
  }
  return out;
}

/* Gives an array room for its entries; one that would be too large to look at
   has none. */
static void make_room(judge_array *a, const int high[2])
{
  enum { ENTRIES_MAX = 1 << 16 };
  a->rows = a->columns = 1;
  if (a->dimensions > 0)
    a->rows = (size_t)(high[0] - a->low[0] + 1);
  if (a->dimensions > 1)
    a->columns = (size_t)(high[1] - a->low[1] + 1);
  if (a->rows > ENTRIES_MAX || a->columns > ENTRIES_MAX / a->rows)
    a->rows = a->columns = 1;
  a->at = calloc(a->rows * a->columns, sizeof *a->at);
  exercise_require(a->at != NULL);
}

/* Gathers the values of one name, into an array that has none yet. */
static void gather(const judged *value, size_t count, judge_array *a)
{
  int high[2] = {0, 0}, begun = 0;
  for (size_t pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < count; k++) {
      const parsed name = parse(value[k].right->what);
      if (strcmp(name.name, a->name) != 0)
        continue;
      for (int d = 0; d < name.numbers && pass == 0; d++) {
        a->low[d] =
            begun && a->low[d] < name.number[d] ? a->low[d] : name.number[d];
        high[d] = begun && high[d] > name.number[d] ? high[d] : name.number[d];
      }
      begun = 1;
      const size_t i =
          name.numbers > 0 ? (size_t)(name.number[0] - a->low[0]) : 0;
      const size_t j =
          name.numbers > 1 ? (size_t)(name.number[1] - a->low[1]) : 0;
      if (pass == 1 && i < a->rows && j < a->columns)
        a->at[i * a->columns + j] = &value[k];
    }
    if (pass == 0)
      make_room(a, high);
  }
}

size_t judge_arrays(const judged *value, size_t count, judge_array *array)
{
  size_t arrays = 0;
  for (size_t k = 0; k < count && arrays < JUDGE_ARRAYS_MAX; k++) {
    const parsed name = parse(value[k].right->what);
    size_t known = 0;
    while (known < arrays && strcmp(array[known].name, name.name) != 0)
      known++;
    if (known < arrays)
      continue;
    array[arrays] = (judge_array){.dimensions = name.numbers};
    strcpy(array[arrays].name, name.name);
    gather(value, count, &array[arrays++]);
  }
  return arrays;
}

void judge_arrays_free(judge_array *array, size_t arrays)
{
  for (size_t k = 0; k < arrays; k++)
    free(array[k].at);
}

int judge_array_is_right(const judge_array *a)
{
  for (size_t k = 0; k < a->rows * a->columns; k++)
    if (a->at[k] && !judge_is_right(a->at[k]))
      return 0;
  return 1;
}

/* Writes a value: 0 where it differs from it by less than is allowed. The text
   is overwritten by the fourth call after this one. */
static const char *number(double x, const exercise_record *of, int digits)
{
  static char text[4][EXERCISE_TEXT];
  static int next;
  /* A tolerance above this is meant for the value, not for rounding. */
  const double rounding = 1e-6;
  char *to = text[next++ % 4];
  const char *word = of->choices;
  for (int k = 0; k < (int)x && *word; k++)
    word += strcspn(word, " ") + (strchr(word, ' ') != NULL);
  if (of->choices[0] && x >= 0 && *word)
    snprintf(to, EXERCISE_TEXT, "%.*s", (int)strcspn(word, " "), word);
  else if (isnan(x))
    strcpy(to, "nan");
  else
    snprintf(to, EXERCISE_TEXT, "%.*g", digits,
             fabs(x) <= fmin(of->allowed, rounding) ? 0 : x);
  return to;
}

/* Writes the answer's own value, or what is expected. */
static const char *text_of(const judged *v, int own, int digits)
{
  if (own && v->missing)
    return "none";
  return number(own ? v->got : v->right->expected, v->right, digits);
}

/* Finds the widest entry of a matrix. */
static int widest(const judge_array *a, int digits)
{
  size_t width = 2;
  for (size_t k = 0; k < a->rows * a->columns; k++)
    for (int own = 0; a->at[k] && own < 2; own++) {
      const size_t length = strlen(text_of(a->at[k], own, digits));
      width = length > width ? length : width;
    }
  return (int)width;
}

/* Prints row i of one of the two matrices. */
static void show_row(const judge_array *a, size_t i, int own, int width,
                     int digits)
{
  for (size_t j = 0; j < a->columns; j++) {
    const judged *v = a->at[i * a->columns + j];
    const char *text = v ? text_of(v, own, digits) : "";
    printf(" %*s%s", width, text,
           own && v && !judge_is_right(v) ? "*"
           : own || j + 1 < a->columns    ? " "
                                          : "");
  }
}

/* Prints both matrices side by side, a star after what is wrong. */
static void show_matrix(const judge_array *a)
{
  enum { DIGITS = 3 };
  const int width = widest(a, DIGITS), all = (width + 2) * (int)a->columns;
  printf("\n  %s\n  %4s%-*s      expected\n  %4s", a->name, "", all, " yours",
         "");
  for (int own = 0; own < 2; own++) {
    for (size_t j = 0; j < a->columns; j++)
      printf(" %*d ", width, a->low[1] + (int)j);
    printf("%s", own ? "\n" : "     ");
  }
  for (size_t i = 0; i < a->rows; i++) {
    printf("  %3d ", a->low[0] + (int)i);
    show_row(a, i, 1, width, DIGITS);
    printf("  |  ");
    show_row(a, i, 0, width, DIGITS);
    printf("\n");
  }
}

/* Prints the values of a vector in a line each, a star after what is wrong. */
static void show_vector(const judge_array *a)
{
  enum { DIGITS = 7 };
  size_t lines = 0, left = 0;
  for (size_t k = 0; k < a->rows * a->columns; k++) {
    const judged *v = a->at[k];
    const int large = a->rows * a->columns > LINES_MAX;
    if (!v || (large && judge_is_right(v)))
      continue;
    if (lines++ >= LINES_MAX) {
      left++;
      continue;
    }
    printf("  %-32s %12s%c  %12s\n", v->right->what, text_of(v, 1, DIGITS),
           judge_is_right(v) ? ' ' : '*', text_of(v, 0, DIGITS));
  }
  if (left)
    printf("  and %zu more that are wrong\n", left);
}

static int is_matrix(const judge_array *a)
{
  return a->dimensions == 2 && a->rows <= SIDE_MAX && a->columns <= SIDE_MAX;
}

void judge_show(const judge_array *array, size_t arrays)
{
  int headed = 0;
  for (size_t k = 0; k < arrays; k++)
    if (!is_matrix(&array[k]) && !judge_array_is_right(&array[k])) {
      if (!headed++)
        printf("\n  %-32s %12s   %12s\n", "", "yours", "expected");
      show_vector(&array[k]);
    }
  size_t matrices = 0;
  for (size_t k = 0; k < arrays; k++)
    if (is_matrix(&array[k]) && !judge_array_is_right(&array[k]) &&
        matrices++ < MATRICES_MAX)
      show_matrix(&array[k]);
  if (matrices > MATRICES_MAX)
    printf("\n  and %zu more that are wrong\n", matrices - MATRICES_MAX);
}
