/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/tone.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int has_colour(FILE *stream)
{
  const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
  const int descriptor = fileno(stream); /* -1: text in memory */
  return !(refused && *refused) && terminal && strcmp(terminal, "dumb") != 0 &&
         descriptor >= 0 && isatty(descriptor);
}

const char *tone_begin(FILE *stream, tone of)
{
  static const char *const codes[] = {
      [TONE_PLAIN] = "",
      [TONE_GOOD] = "\033[32m",  /* green */
      [TONE_BAD] = "\033[1;31m", /* bold red */
      [TONE_REMARK] = "\033[33m" /* yellow */
  };
  return has_colour(stream) ? codes[of] : "";
}

const char *tone_end(FILE *stream, tone of)
{
  return of != TONE_PLAIN && has_colour(stream) ? "\033[0m" : "";
}

void tone_print(FILE *stream, tone of, const char *format, ...)
{
  va_list values;
  fputs(tone_begin(stream, of), stream);
  va_start(values, format);
  vfprintf(stream, format, values);
  va_end(values);
  fputs(tone_end(stream, of), stream);
}
