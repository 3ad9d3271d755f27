/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Error records: the first one set is the one kept. */
#include "pantin/base/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "pantin/base/text.h"

int pn_error_set(pn_error *error, int code, const char *file, int line,
                 const char *format, ...)
{
  if (!error || error->code)
    return code;
  error->code = code;
  error->line = line;
  snprintf(error->file, sizeof error->file, "%s", file ? file : "");
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return code;
}

void pn_error_clear(pn_error *error)
{
  if (error)
    *error = (pn_error){0};
}

char *pn_error_message(const pn_error *error, char *buffer, unsigned size)
{
  if (size == 0)
    return buffer;
  if (!error)
    buffer[0] = '\0';
  else if (error->file[0] && error->line > 0)
    snprintf(buffer, size, "%s:%d: %s", error->file, error->line, error->text);
  else if (error->file[0])
    snprintf(buffer, size, "%s: %s", error->file, error->text);
  else
    snprintf(buffer, size, "%s", error->text);
  return pni_text_plain(buffer);
}
