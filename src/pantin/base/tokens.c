/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading a text token by token, with the line of each for messages. */
#include "pantin/base/tokens_private.h"

#include <ctype.h>
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "pantin/base/text.h"

/* White space and comments between two tokens: nobody writes so much, but a
   pipe may. */
static const long skipped_most = 16 << 20;

/* Room for a key in quotes. */
enum { LABEL = 64 };

pni_tokens pni_tokens_make(FILE *stream, const char *name, char comment,
                           pn_error *error)
{
  return (pni_tokens){.stream = stream,
                      .name = name,
                      .error = error,
                      .line = 1,
                      .comment = comment};
}

int pni_tokens_refuse(pni_tokens *tokens, const char *format, ...)
{
  char text[PN_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return pn_error_set(tokens->error, GSL_EINVAL, tokens->name, tokens->line,
                      "%s", text);
}

/* Skips white space and comments, at most as much as any file may have. Returns
   the first character of the next token; EOF at the end. */
static int skip(pni_tokens *tokens)
{
  int c, in_comment = 0;
  tokens->line += tokens->ended_line;
  tokens->ended_line = 0;
  for (long skipped = 0; (c = getc(tokens->stream)) != EOF; skipped++) {
    if (skipped == skipped_most) {
      pni_tokens_refuse(tokens, "there is nothing but white space here");
      return EOF;
    }
    if (c == '\n') {
      tokens->line++;
      in_comment = 0;
    } else if (c == tokens->comment)
      in_comment = 1;
    else if (!in_comment && !isspace(c))
      break;
  }
  if (ferror(tokens->stream))
    pn_error_set(tokens->error, GSL_EFAILED, tokens->name, 0,
                 "cannot be read: %s", strerror(errno));
  return c;
}

void pni_tokens_again(pni_tokens *tokens)
{
  tokens->again = 1;
}

int pni_tokens_next(pni_tokens *tokens)
{
  if (tokens->again) {
    tokens->again = 0;
    return 1;
  }
  size_t length = 0;
  int c = skip(tokens);
  if (c == EOF)
    return 0;
  for (; c != EOF && !isspace(c) && length < PNI_TOKEN;
       c = getc(tokens->stream))
    tokens->token[length++] = (char)(isprint(c) ? c : '?');
  tokens->token[length] = '\0';
  tokens->ended_line = c == '\n';
  if (c != EOF && !isspace(c))
    pni_tokens_refuse(tokens, "a word has more than %d characters: '%.20s...'",
                      PNI_TOKEN, tokens->token);
  return 1;
}

/* Reads a token that must be there; `what` names it if it is not. Returns the
   error's code. */
static int follow(pni_tokens *tokens, const char *what)
{
  if (tokens->error->code || pni_tokens_next(tokens))
    return tokens->error->code;
  return pni_tokens_refuse(tokens, "the file ends where %s should follow",
                           what);
}

int pni_tokens_key(pni_tokens *tokens, const char *key)
{
  char quoted[LABEL];
  snprintf(quoted, sizeof quoted, "'%s'", key);
  if (follow(tokens, quoted))
    return tokens->error->code;
  return strcmp(tokens->token, key) == 0
             ? GSL_SUCCESS
             : pni_tokens_refuse(tokens, "expected '%s', got '%.60s'", key,
                                 tokens->token);
}

int pni_tokens_real(pni_tokens *tokens, const char *what, int infinite,
                    double *value)
{
  if (follow(tokens, what))
    return tokens->error->code;
  char *end;
  const double x = pni_text_real(tokens->token, &end);
  if (*end != '\0')
    return pni_tokens_refuse(tokens, "%s must be a number, got '%.60s'", what,
                             tokens->token);
  if (isnan(x) || (isinf(x) && !infinite))
    return pni_tokens_refuse(tokens, "%s must be %s, got %.60s", what,
                             infinite ? "a number" : "finite", tokens->token);
  *value = x;
  return GSL_SUCCESS;
}

int pni_tokens_count(pni_tokens *tokens, const char *what, size_t low,
                     size_t high, size_t *value)
{
  if (follow(tokens, what))
    return tokens->error->code;
  char *end;
  const double x = pni_text_real(tokens->token, &end);
  if (*end != '\0' || x != floor(x))
    return pni_tokens_refuse(tokens, "%s must be a whole number, got '%.60s'",
                             what, tokens->token);
  if (!(x >= (double)low && x <= (double)high))
    return pni_tokens_refuse(tokens,
                             "%s must lie between %zu and %zu, got %.60s", what,
                             low, high, tokens->token);
  *value = (size_t)x;
  return GSL_SUCCESS;
}
