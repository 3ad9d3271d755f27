/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes JSON by RFC 8259, indented by two spaces for each level. */
#include "pantin/base/json.h"

#include <inttypes.h>
#include <math.h>

#include "pantin/base/text.h"

/* Returns the bytes of the UTF-8 character at s (RFC 3629), 0 if there is no
   valid one. */
static int utf8_length(const unsigned char *s)
{
  int length;
  unsigned code;
  if (s[0] < 0x80)
    return 1;
  if ((s[0] & 0xe0) == 0xc0) {
    length = 2;
    code = s[0] & 0x1fu;
  } else if ((s[0] & 0xf0) == 0xe0) {
    length = 3;
    code = s[0] & 0x0fu;
  } else if ((s[0] & 0xf8) == 0xf0) {
    length = 4;
    code = s[0] & 0x07u;
  } else {
    return 0;
  }

  /* The bytes that follow have six bits each. */
  for (int i = 1; i < length; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (s[i] & 0x3fu);
  }

  /* Longer forms than needed, and halves of UTF-16 pairs, are not valid. */
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const int surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

/* Writes a text in quotes, with escapes. */
static void write_string(FILE *stream, const char *text)
{
  const unsigned char *s = (const unsigned char *)text;
  putc('"', stream);
  while (*s) {
    const int length = utf8_length(s);
    if (length == 0)
      fputs("\\ufffd", stream);
    else if (*s == '"' || *s == '\\')
      fprintf(stream, "\\%c", *s);
    else if (*s == '\n')
      fputs("\\n", stream);
    else if (*s < 0x20 || *s == 0x7f)
      fprintf(stream, "\\u%04x", *s);
    else
      fwrite(s, 1, (size_t)length, stream);
    s += length ? length : 1;
  }
  putc('"', stream);
}

static void write_real(FILE *stream, double value)
{
  char text[PN_TEXT_NUMBER];
  fputs(isfinite(value) ? pn_text_number(text, value) : "null", stream);
}

static void new_line(pn_json *json)
{
  fprintf(json->stream, "\n%*s", 2 * json->depth, "");
}

/* Writes what stands before a value: comma, new line, key. */
static void begin_value(pn_json *json, const char *key)
{
  if (json->depth > 0) {
    int *filled = &json->filled[json->depth - 1];
    if (*filled)
      putc(',', json->stream);
    *filled = 1;
    new_line(json);
  }
  if (key) {
    write_string(json->stream, key);
    fputs(": ", json->stream);
  }
}

static void open_bracket(pn_json *json, const char *key, char opening,
                         char closing)
{
  begin_value(json, key);
  putc(opening, json->stream);
  if (json->depth == PN_JSON_DEPTH)
    return;
  json->closing[json->depth] = closing;
  json->filled[json->depth++] = 0;
}

pn_json pn_json_make(FILE *stream)
{
  return (pn_json){.stream = stream};
}

void pn_json_object(pn_json *json, const char *key)
{
  open_bracket(json, key, '{', '}');
}

void pn_json_array(pn_json *json, const char *key)
{
  open_bracket(json, key, '[', ']');
}

void pn_json_end(pn_json *json)
{
  json->depth--;
  if (json->filled[json->depth])
    new_line(json);
  putc(json->closing[json->depth], json->stream);
}

void pn_json_real(pn_json *json, const char *key, double value)
{
  begin_value(json, key);
  write_real(json->stream, value);
}

void pn_json_count(pn_json *json, const char *key, uint64_t value)
{
  begin_value(json, key);
  fprintf(json->stream, "%" PRIu64, value);
}

void pn_json_boolean(pn_json *json, const char *key, int value)
{
  begin_value(json, key);
  fputs(value ? "true" : "false", json->stream);
}

void pn_json_string(pn_json *json, const char *key, const char *value)
{
  begin_value(json, key);
  if (value)
    write_string(json->stream, value);
  else
    fputs("null", json->stream);
}

void pn_json_reals(pn_json *json, const char *key, size_t n,
                   const double *values)
{
  begin_value(json, key);
  putc('[', json->stream);
  for (size_t i = 0; i < n; i++) {
    if (i > 0)
      fputs(", ", json->stream);
    write_real(json->stream, values[i]);
  }
  putc(']', json->stream);
}
