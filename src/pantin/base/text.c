/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, and the nearest name by Levenshtein's edit distance (the
   least number of letters inserted, deleted or replaced). */
#include "pantin/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longer names get no suggestion. */
enum { LONGEST_NAME = 63 };

char *pn_text_digits(char buffer[PN_TEXT_NUMBER], double x, int digits)
{
  if (x != x)
    return strcpy(buffer, "nan"); /* without the sign that printf may show */
  snprintf(buffer, PN_TEXT_NUMBER, "%.*g", digits, x);
  char *comma = strchr(buffer, ',');
  if (comma)
    *comma = '.';
  return buffer;
}

char *pn_text_number(char buffer[PN_TEXT_NUMBER], double x)
{
  for (int digits = 15; digits < 17; digits++) {
    snprintf(buffer, PN_TEXT_NUMBER, "%.*g", digits, x);
    if (strtod(buffer, NULL) == x)
      return pn_text_digits(buffer, x, digits);
  }
  return pn_text_digits(buffer, x, 17);
}

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Computes the edit distance of two names. Row i of the table holds the
   distances between the first i letters of a and the first j of b, and is
   computed in place from row i - 1. */
static size_t distance(const char *a, const char *b)
{
  size_t row[LONGEST_NAME + 1];
  const size_t length = strlen(b);
  for (size_t j = 0; j <= length; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= length; j++) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = least(replaced, 1 + least(row[j], row[j - 1]));
    }
  }
  return row[length];
}

const char *pn_text_nearest(const char *name, const char *const *names,
                            size_t count)
{
  const size_t length = strlen(name);
  if (length > LONGEST_NAME)
    return NULL;

  /* One slip, and one more for every four letters: "lenght" is "length", but
     a name is never guessed from nothing. */
  size_t allowed = 1 + length / 4;
  if (allowed >= length)
    allowed = length > 0 ? length - 1 : 0;

  const char *nearest = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!names[i] || strlen(names[i]) > LONGEST_NAME)
      continue;
    const size_t d = distance(name, names[i]);
    if (d <= allowed && (!nearest || d < distance(name, nearest)))
      nearest = names[i];
  }
  return nearest;
}
