/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text and back, and the nearest name by Levenshtein's edit distance
   (the least number of letters inserted, deleted or replaced). */
#include "pantin/base/text.h"

#include <ctype.h>
#include <gsl/gsl_math.h>
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

/* Reads pi or a decimal number, with or without a sign. */
static const char *read_factor(const char *text, double *value)
{
  const char *unsigned_text = text + (*text == '-' || *text == '+');
  if (strncmp(unsigned_text, "pi", 2) == 0 &&
      !isalnum((unsigned char)unsigned_text[2])) {
    *value = *text == '-' ? -M_PI : M_PI;
    return unsigned_text + 2;
  }
  char *end;
  *value = strtod(text, &end);
  return end;
}

static const char *skip_blanks(const char *text)
{
  return text + strspn(text, " \t");
}

const char *pn_text_value(const char *text, double *value)
{
  const char *end = read_factor(text, value);
  while (end > text) {
    const char *sign = skip_blanks(end);
    const int comment = *sign == '/' && (sign[1] == '/' || sign[1] == '*');
    if ((*sign != '*' && *sign != '/') || comment)
      break;
    double x;
    const char *begin = skip_blanks(sign + 1), *next = read_factor(begin, &x);
    if (next == begin)
      break;
    *value = *sign == '*' ? *value * x : *value / x;
    end = next;
  }
  return end;
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
