/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pantin/base/tokens_private.h"

#include <ctype.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

pni_tokens pni_tokens_make(FILE *stream, const char *name, char comment,
                           pn_error *error)
{
  return (pni_tokens){.stream = stream,
                      .name = name,
                      .error = error,
                      .line = 1,
                      .comment = comment};
}

int pni_tokens_refuse(pni_tokens *words, const char *format, ...)
{
  char text[PN_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return pn_error_set(words->error, GSL_EINVAL, words->name, words->line, "%s",
                      text);
}

/* The first character of the next word, comments and blanks passed over. */
static int skip(pni_tokens *words)
{
  int c, in_comment = 0;
  words->line += words->ended_line;
  words->ended_line = 0;
  while ((c = getc(words->stream)) != EOF) {
    if (c == '\n') {
      words->line++;
      in_comment = 0;
    } else if (c == words->comment)
      in_comment = 1;
    else if (!in_comment && !isspace(c))
      break;
  }
  return c;
}

void pni_tokens_again(pni_tokens *words)
{
  words->again = 1;
}

int pni_tokens_next(pni_tokens *words)
{
  if (words->again) {
    words->again = 0;
    return 1;
  }
  size_t length = 0;
  int c = skip(words);
  if (c == EOF)
    return 0;
  for (; c != EOF && !isspace(c); c = getc(words->stream))
    if (length < PNI_WORD)
      words->word[length++] = (char)(isprint(c) ? c : '?');
  words->word[length] = '\0';
  words->ended_line = c == '\n';
  return 1;
}

static int follow(pni_tokens *words, const char *what)
{
  if (words->error->code || pni_tokens_next(words))
    return words->error->code;
  return ferror(words->stream)
             ? pni_tokens_refuse(words, "cannot be read")
             : pni_tokens_refuse(words, "the file ends where %s should follow",
                                 what);
}

int pni_tokens_key(pni_tokens *words, const char *key)
{
  char quoted[PNI_WORD + sizeof "''"];
  snprintf(quoted, sizeof quoted, "'%s'", key);
  if (follow(words, quoted))
    return words->error->code;
  return strcmp(words->word, key) == 0
             ? GSL_SUCCESS
             : pni_tokens_refuse(words, "expected '%s', got '%s'", key,
                                 words->word);
}

int pni_tokens_real(pni_tokens *words, const char *what, int infinite,
                    double *value)
{
  if (follow(words, what))
    return words->error->code;
  char *end;
  const double x = strtod(words->word, &end);
  if (*end != '\0')
    return pni_tokens_refuse(words, "%s must be a number, got '%s'", what,
                             words->word);
  if (isnan(x) || (isinf(x) && !infinite))
    return pni_tokens_refuse(words, "%s must be %s, got %s", what,
                             infinite ? "a number" : "finite", words->word);
  *value = x;
  return GSL_SUCCESS;
}

int pni_tokens_count(pni_tokens *words, const char *what, size_t low,
                     size_t high, size_t *value)
{
  if (follow(words, what))
    return words->error->code;
  char *end;
  const double x = strtod(words->word, &end);
  if (*end != '\0' || x != floor(x))
    return pni_tokens_refuse(words, "%s must be a whole number, got '%s'", what,
                             words->word);
  if (!(x >= (double)low && x <= (double)high))
    return pni_tokens_refuse(words, "%s must lie between %zu and %zu, got %s",
                             what, low, high, words->word);
  *value = (size_t)x;
  return GSL_SUCCESS;
}
