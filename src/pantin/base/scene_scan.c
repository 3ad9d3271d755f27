/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scanning the text of a scene before libconfig parses it, to report clearly
   what libconfig reports badly or not at all. */
#include "pantin/base/scene_private.h"

#include <ctype.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"

/* Brackets within brackets: scenes need about five, and libconfig, which is
   recursive, must not overflow the stack. */
enum { MOST_DEPTH = 64 };

/* Settings of one group: scenes need some forty, and libconfig compares the
   name of each with all that stand before it. */
enum { MOST_SETTINGS = 256 };

/* A whole number of so many digits may not fit libconfig's int. */
enum { WIDE_DIGITS = 10 };

/* A longer product is none. */
enum { LONGEST_PRODUCT = 127 };

typedef struct {
  const char *name;     /* the file, for messages */
  const char *at, *end; /* what is still to be read */
  int line;             /* line of *at, from 1 */
  char *out;            /* where the copy grows */
  char before;          /* last character that was not a space or a comment */
  int settings[MOST_DEPTH + 1]; /* in the group at each depth, so far */
  int depth;                    /* brackets that are open, each with its line */
  struct {
    char closing;
    int line;
  } open[MOST_DEPTH];
  pn_error *error;
} scanner;

/* Refuses control characters other than tab, line ends and form feed. */
static int check_bytes(scanner *s)
{
  int line = 1;
  for (const char *p = s->at; p < s->end; p++) {
    const unsigned char c = (unsigned char)*p;
    if (c == '\n')
      line++;
    if ((c < 0x20 && !strchr("\t\n\r\f", c)) || c == 0x7f || c == 0)
      return pn_error_set(s->error, GSL_EINVAL, s->name, line,
                          "this is not a text file (it holds the byte 0x%02x)",
                          c);
  }
  return GSL_SUCCESS;
}

/* Copies one character. */
static void copy_one(scanner *s)
{
  if (*s->at == '\n')
    s->line++;
  *s->out++ = *s->at++;
}

static int starts_with(const scanner *s, const char *word)
{
  const size_t length = strlen(word);
  return (size_t)(s->end - s->at) >= length && memcmp(s->at, word, length) == 0;
}

/* Drops a comment to the end of its line. */
static void skip_line_comment(scanner *s)
{
  while (s->at < s->end && *s->at != '\n')
    s->at++;
}

/* Replaces a comment between its marks by its line ends and a space, which
   separates what the comment separated. */
static int skip_block_comment(scanner *s)
{
  const int line = s->line;
  s->at += 2;
  while (s->at < s->end && !starts_with(s, "*/")) {
    if (*s->at == '\n')
      copy_one(s);
    else
      s->at++;
  }
  if (s->at == s->end)
    return pn_error_set(s->error, GSL_EINVAL, s->name, line,
                        "this comment is not closed: '*/' is missing");
  s->at += 2;
  *s->out++ = ' ';
  return GSL_SUCCESS;
}

/* Returns whether a value is expected here. (A ',' separates values in a list,
   but settings in a group.) */
static int value_expected(const scanner *s)
{
  if (s->before == ',')
    return s->depth > 0 && s->open[s->depth - 1].closing != '}';
  return strchr("=:([", s->before) != NULL;
}

/* Copies a quoted text, or the next part of one. Where a text is not expected
   it is refused, since libconfig 1.5 would leak its memory. */
static int copy_string(scanner *s)
{
  if (!value_expected(s) && s->before != '"')
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "a text stands where none is expected "
                        "(';', ',' or '=' missing?)");
  const int line = s->line;
  copy_one(s);
  while (s->at < s->end && *s->at != '"') {
    if (*s->at == '\\' && s->at + 1 < s->end)
      copy_one(s);
    copy_one(s);
  }
  if (s->at == s->end)
    return pn_error_set(s->error, GSL_EINVAL, s->name, line,
                        "this text is not closed: '\"' is missing");
  copy_one(s);
  return GSL_SUCCESS;
}

/* Returns the length of the run of letters, digits and given marks that begins
   here. */
static int word_length(const scanner *s, const char *marks)
{
  const char *p = s->at;
  while (p < s->end && (isalnum((unsigned char)*p) || strchr(marks, *p)))
    p++;
  return (int)(p - s->at);
}

/* Copies the name of a setting, or true or false. */
static int copy_word(scanner *s)
{
  const int length = word_length(s, "-_*");
  const int boolean = (length == 4 && strncasecmp(s->at, "true", 4) == 0) ||
                      (length == 5 && strncasecmp(s->at, "false", 5) == 0);
  if (!boolean && value_expected(s))
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "'%.*s' is not a value: numbers are like 1.5, "
                        "texts are in \"quotes\", and there are true and false",
                        length, s->at);
  for (int i = 0; i < length; i++)
    copy_one(s);
  return GSL_SUCCESS;
}

/* Copies a number; a wide whole number gets a decimal point. */
static int copy_number(scanner *s)
{
  const int length = word_length(s, "+-.");
  const int sign = *s->at == '+' || *s->at == '-';

  /* Its parts: sign, digits, suffix. */
  int digits = 0;
  while (sign + digits < length && isdigit((unsigned char)s->at[sign + digits]))
    digits++;
  int suffix = 0; /* the L or LL of libconfig's long integers */
  while (sign + digits + suffix < length &&
         s->at[sign + digits + suffix] == 'L')
    suffix++;

  if (length > sign + 1 && strchr("xX", s->at[sign + 1]))
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "'%.*s': hexadecimal numbers are not used in scenes",
                        length, s->at);
  const int wide = digits >= WIDE_DIGITS && sign + digits + suffix == length;
  for (int i = 0; i < length - (wide ? suffix : 0); i++)
    copy_one(s);
  if (wide) {
    s->at += suffix;
    *s->out++ = '.';
    *s->out++ = '0';
  }
  return GSL_SUCCESS;
}

/* Copies the value of a product or fraction of numbers and pi, as 1/240 or
   -2*pi/3, in place of its text; *copied tells whether there was one. */
static int copy_product(scanner *s, int *copied)
{
  char text[LONGEST_PRODUCT + 1];
  size_t length = 0;
  while (s->at + length < s->end && length < LONGEST_PRODUCT &&
         !strchr(",;)]}\n#", s->at[length])) {
    text[length] = s->at[length];
    length++;
  }
  text[length] = '\0';
  double value;
  const char *end = pn_text_value(text, &value);
  const size_t used = (size_t)(end - text);
  *copied = strcspn(text, "*/p") < used && strcspn(text, "xX") >= used;
  if (!*copied)
    return GSL_SUCCESS;
  if (isalnum((unsigned char)*end) || !isfinite(value))
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "'%.*s' is not a number: numbers are like 1.5, 1/240 "
                        "and 2*pi/3",
                        (int)(used + strcspn(end, " \t")), text);
  pn_text_digits(s->out, value, 17);
  if (!strpbrk(s->out, ".e"))
    strcat(s->out, ".0"); /* as for wide numbers */
  s->out += strlen(s->out);
  s->at += used;
  return GSL_SUCCESS;
}

/* Copies an opening bracket, and remembers which one has to close it. */
static int copy_opening(scanner *s)
{
  if (s->depth == MOST_DEPTH)
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "brackets are nested more than %d deep", MOST_DEPTH);
  s->open[s->depth].closing = *s->at == '(' ? ')' : *s->at == '[' ? ']' : '}';
  s->open[s->depth++].line = s->line;
  s->settings[s->depth] = 0;
  copy_one(s);
  return GSL_SUCCESS;
}

/* Copies a closing bracket, if it is of the kind that was opened last. */
static int copy_closing(scanner *s)
{
  if (s->depth == 0)
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "'%c' closes nothing", *s->at);
  s->depth--;
  if (s->open[s->depth].closing != *s->at)
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "'%c' where '%c' should close line %d", *s->at,
                        s->open[s->depth].closing, s->open[s->depth].line);
  copy_one(s);
  return GSL_SUCCESS;
}

/* Copies the = or : of a setting, and refuses a group that has too many. */
static int copy_assignment(scanner *s)
{
  if (++s->settings[s->depth] > MOST_SETTINGS)
    return pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                        "a group has more than %d settings", MOST_SETTINGS);
  copy_one(s);
  return GSL_SUCCESS;
}

/* Copies or drops what begins here: a space, a comment, a word, a number, a
   text, a bracket, or another character. */
static int copy_token(scanner *s)
{
  const char c = *s->at;
  if (isspace((unsigned char)c)) {
    copy_one(s);
    return GSL_SUCCESS;
  }
  if (c == '#' || starts_with(s, "//")) {
    skip_line_comment(s);
    return GSL_SUCCESS;
  }
  if (starts_with(s, "/*"))
    return skip_block_comment(s);

  int status = GSL_SUCCESS, copied = 0;
  if (value_expected(s) && (isdigit((unsigned char)c) || strchr("+-.p", c)))
    status = copy_product(s, &copied);
  if (status || copied)
    ;
  else if (c == '@')
    status = pn_error_set(s->error, GSL_EINVAL, s->name, s->line,
                          "@include is not allowed: a scene is one file");
  else if (c == '"')
    status = copy_string(s);
  else if (isalpha((unsigned char)c) || c == '*')
    status = copy_word(s);
  else if (isdigit((unsigned char)c) || strchr("+-.", c))
    status = copy_number(s);
  else if (strchr("([{", c))
    status = copy_opening(s);
  else if (strchr(")]}", c))
    status = copy_closing(s);
  else if (c == '=' || c == ':')
    status = copy_assignment(s);
  else
    copy_one(s);
  s->before = c;
  return status;
}

int pni_scene_scan(const char *name, const char *text, size_t length,
                   char **copy, pn_error *error)
{
  scanner s = {.name = name, .at = text, .end = text + length, .line = 1};
  s.before = ';';
  s.error = error;
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
    s.at += 3; /* the mark that some editors put before UTF-8 */

  int status = check_bytes(&s);
  if (status)
    return status;

  /* A wide number is ten bytes or more and grows by two; what a product becomes
     has less room than a number's text for each of its signs or letters p. */
  size_t products = 0;
  for (size_t i = 0; i < length; i++)
    products += text[i] == '/' || text[i] == '*' || text[i] == 'p';
  *copy = pn_alloc(length + length / 5 + 2 + products * PN_TEXT_NUMBER, 1);
  if (!*copy)
    return pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
  s.out = *copy;
  while (!status && s.at < s.end)
    status = copy_token(&s);
  if (!status && s.depth > 0)
    status =
        pn_error_set(error, GSL_EINVAL, name, s.line,
                     "the file ends where '%c' should close line %d",
                     s.open[s.depth - 1].closing, s.open[s.depth - 1].line);
  if (status) {
    pn_free(*copy);
    *copy = NULL;
    return status;
  }
  /* Without white space at its end, libconfig reports what is missing there at
     the last line that holds something. */
  while (s.out > *copy && isspace((unsigned char)s.out[-1]))
    s.out--;
  *s.out = '\0';
  return GSL_SUCCESS;
}
