/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Attributes and comments of MJCF. */
#include "pantin/body/scene_mjcf_private.h"

#include "pantin/base/text.h"

/* Writes a text as a value of an attribute, or (in a comment) without what may
   not stand there. */
static void put_text(FILE *stream, const char *text, int in_comment)
{
  for (; *text; text++)
    if (in_comment)
      putc(*text == '-' ? '_' : *text, stream);
    else if (*text == '&')
      fputs("&amp;", stream);
    else if (*text == '<')
      fputs("&lt;", stream);
    else if (*text == '"')
      fputs("&quot;", stream);
    else
      putc(*text, stream);
}

void pni_mjcf_put_name(FILE *stream, const char *key, const char *name)
{
  fprintf(stream, " %s=\"", key);
  put_text(stream, name, 0);
  putc('"', stream);
}

void pni_mjcf_put_numbers(FILE *stream, const char *key, size_t count,
                          const double *x)
{
  fprintf(stream, " %s=\"", key);
  for (size_t k = 0; k < count; k++) {
    char text[PN_TEXT_NUMBER];
    fprintf(stream, "%s%s", k ? " " : "", pn_text_number(text, x[k]));
  }
  putc('"', stream);
}

void pni_mjcf_put_number(FILE *stream, const char *key, double x)
{
  pni_mjcf_put_numbers(stream, key, 1, &x);
}

void pni_mjcf_put_vec3(FILE *stream, const char *key, pn_vec3 v)
{
  pni_mjcf_put_numbers(stream, key, 3, (const double[]){v.x, v.y, v.z});
}

void pni_mjcf_put_quat(FILE *stream, const char *key, pn_quat q)
{
  pni_mjcf_put_numbers(stream, key, 4, (const double[]){q.w, q.x, q.y, q.z});
}

void pni_mjcf_put_comment(FILE *stream, const char *kind, const char *name)
{
  fprintf(stream, "    <!-- left out: %s '", kind);
  put_text(stream, name, 1);
  fprintf(stream, "' -->\n");
}

void pni_mjcf_indent(const pni_mjcf_writer *to, size_t depth)
{
  fprintf(to->stream, "%*s", 2 + 2 * (int)depth, "");
}
