/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Numbers as text and back, and the nearest name by Levenshtein's edit distance
   (the least number of letters inserted, deleted or replaced).

   printf and strtod compute with numbers of any length, which makes writing a
   run's numbers slower than the run. For numbers of usual size 128 bits hold
   all that is needed: x = m 2^e has the digits of x 10^p = m 5^p 2^(e+p), and
   the distance to the next double is 5^p 2^(e+p). */
#include "config.h"

#include "pantin/base/text.h"

#include <ctype.h>
#include <gsl/gsl_math.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
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

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

enum { MANTISSA = 52, BIAS = 1075, MOST = 17 };

/* x 10^p = product / 2^shift, exactly, with MOST digits before the point. */
typedef struct {
  wide product;
  wide distance; /* to the next double, in the same measure: 5^p */
  int shift;
  int power; /* of ten, of the first digit */
} scaled;

/* Scales m 2^e, which begins with that power of ten. */
static scaled scale(uint64_t m, int e, int power)
{
  scaled x = {.distance = 1, .power = power};
  wide square = 5;
  const int p = MOST - 1 - power;
  for (int k = p; k > 0; k /= 2, square *= square)
    if (k % 2 == 1)
      x.distance *= square;
  x.product = x.distance * m;
  x.shift = -(e + p);
  return x;
}

/* Rounds to a multiple of ten^k, to even where both sides are as near; returns
   how many. */
static uint64_t round_to(const scaled *x, uint64_t ten)
{
  const wide unit = (wide)ten << x->shift;
  const uint64_t count = (uint64_t)(x->product >> x->shift) / ten;
  const wide twice = 2 * (x->product - count * unit);
  return count + (twice > unit || (twice == unit && count % 2 == 1));
}

/* Tells whether that many of ten^k read back as x: whether they lie less than
   half the distance to the next double away, which below a power of two is
   half as far. It is odd, so that they cannot lie in the middle. */
static int reads_back(const scaled *x, uint64_t count, uint64_t ten,
                      int is_power_of_two)
{
  const wide there = (wide)(count * ten) << x->shift;
  if (there >= x->product)
    return 2 * (there - x->product) < x->distance;
  return (2 * (x->product - there)) << is_power_of_two < x->distance;
}

/* Writes the digits of a number with a point, as "%.*g" does. */
static void write_digits(char *to, uint64_t number, int digits, int power)
{
  char digit[MOST + 1];
  int last = digits;
  for (int k = digits - 1; k >= 0; k--, number /= 10)
    digit[k] = (char)('0' + number % 10);
  while (last > 1 && digit[last - 1] == '0')
    last--;
  const int with_power = power < -4 || power >= digits;
  const int before = with_power ? 1 : power + 1;
  if (before <= 0) {
    *to++ = '0';
    *to++ = '.';
  }
  for (int k = before; k < 0; k++)
    *to++ = '0';
  for (int k = 0; k < last || k < before; k++) {
    if (k > 0 && k == before)
      *to++ = '.';
    *to++ = (char)(k < last ? digit[k] : '0');
  }
  *to = '\0';
  if (with_power)
    snprintf(to, PN_TEXT_NUMBER - MOST - 2, "e%+03d", power);
}

/* Writes x as pn_text_number does; returns 0 if it is too large or too small
   for 128 bits. */
static int write_usual(char *to, double x)
{
  static const double smallest = 1e-15, largest = 1e15, log_of_2 = 0.30103;
  static const uint64_t one = (uint64_t)1 << MANTISSA;
  static const uint64_t more = 100000000000000000; /* has MOST + 1 digits */
  if (!(fabs(x) >= smallest && fabs(x) < largest))
    return 0;
  uint64_t bits, ten = 100;
  memcpy(&bits, &x, sizeof bits);
  const uint64_t m = (bits & (one - 1)) | one;
  const int e = (int)(bits >> MANTISSA & 0x7ff) - BIAS;
  if (x < 0)
    *to++ = '-';

  /* The power of ten of 2^(e+52) is that of x, or one less. */
  scaled of = scale(m, e, (int)floor((e + MANTISSA) * log_of_2));
  if (of.product >> of.shift >= more)
    of = scale(m, e, of.power + 1);

  /* 15 digits, or as many more as are needed. */
  uint64_t count = round_to(&of, ten);
  int digits = MOST - 2;
  while (digits < MOST && !reads_back(&of, count, ten, m == one)) {
    digits++;
    ten /= 10;
    count = round_to(&of, ten);
  }
  if (count * ten == more) { /* 9.99.. has become 10 */
    count /= 10;
    of.power++;
  }
  write_digits(to, count, digits, of.power);
  return 1;
}
#else
static int write_usual(char *to, double x)
{
  (void)to;
  (void)x;
  return 0;
}
#endif

char *pn_text_number(char buffer[PN_TEXT_NUMBER], double x)
{
  if (write_usual(buffer, x))
    return buffer;
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

/* Finds among the names what other books and programs call by this one; NULL if
   there is none. */
static const char *find_synonym(const char *name, const char *const *names,
                                size_t count)
{
  static const char *const synonyms[][2] = {
      {"anchor", "point"},
      {"angular_velocity", "omega"},
      {"cardan", "universal"},
      {"damping", "friction_turn"},
      {"duration", "time"},
      {"friction", "friction_turn"},
      {"friction", "friction_slide"},
      {"helical", "screw"},
      {"hinge", "revolute"},
      {"hooke", "universal"},
      {"links", "bars"},
      {"mu", "friction"},
      {"orientation", "quaternion"},
      {"pin", "revolute"},
      {"rigid", "fixed"},
      {"rope", "distance"},
      {"rotation", "quaternion"},
      {"slider", "prismatic"},
      {"spherical", "ball"},
      {"timestep", "dt"},
      {"timestep", "step"},
      {"weld", "fixed"},
  };
  for (size_t k = 0; k < sizeof synonyms / sizeof *synonyms; k++)
    for (size_t i = 0; i < count && strcmp(name, synonyms[k][0]) == 0; i++)
      if (names[i] && strcmp(names[i], synonyms[k][1]) == 0)
        return names[i];
  return NULL;
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
  return nearest ? nearest : find_synonym(name, names, count);
}

const char *pni_text_control(const char *text)
{
  /* U+0080 to U+009F are 0xc2 0x80 to 0xc2 0x9f. */
  for (const unsigned char *s = (const unsigned char *)text; *s; s++)
    if (*s < 0x20 || *s == 0x7f || (*s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0))
      return (const char *)s;
  return NULL;
}

char *pni_text_plain(char *text)
{
  const char *control;
  while ((control = pni_text_control(text)))
    text[control - text] = '?';
  return text;
}

char *pni_text_beside(char beside[PN_TEXT_PATH], const char *path,
                      const char *suffix)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  snprintf(beside, PN_TEXT_PATH, "%.*s%.*s%s", (int)(name - path), path,
           NAME_MAX - (int)strlen(suffix), name, suffix);
  return beside;
}

double pni_text_real(const char *text, char **end)
{
  if (strcmp(localeconv()->decimal_point, ".") == 0)
    return strtod(text, end);
  const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
  const locale_t own = uselocale(plain);
  const double x = strtod(text, end);
  uselocale(own);
  freelocale(plain);
  return x;
}
