/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The page of a replay: its scene as JSON, its numbers in base64. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"
#include "pantin/base/json.h"
#include "programs/replay_page.inc"
#include "programs/replay_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The largest numbers of 16 bits. */
static const double most_unsigned = 65535, most_signed = 32767;

/* Numbers of which the first three are positions, and how many there are. */
typedef struct {
  const float *x;
  size_t count, stride;
} numbers;

/* Returns the bytes as numbers, of which so many belong together. */
static numbers numbers_of(const replay_bytes *of, size_t stride)
{
  return (numbers){(const float *)(const void *)of->byte,
                   of->length / sizeof(float), stride};
}

/* The box of all positions, and the largest component of all arrows. */
typedef struct {
  double low[3], high[3], longest;
} range;

/* Extends the box to all positions. */
static void include(range *box, numbers of)
{
  for (size_t i = 0; i < of.count; i += of.stride)
    for (size_t k = 0; k < 3; k++) {
      box->low[k] = fmin(box->low[k], of.x[i + k]);
      box->high[k] = fmax(box->high[k], of.x[i + k]);
    }
}

/* Returns the box that holds all poses and arrows, and the longest arrow; the
   box is a point if there are none. */
static range range_of(numbers poses, numbers arrows)
{
  range box = {
      {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
  include(&box, poses);
  include(&box, arrows);
  for (int k = 0; k < 3; k++)
    if (!(box.low[k] <= box.high[k]))
      box.low[k] = box.high[k] = 0;
  for (size_t i = 0; i < arrows.count; i++)
    if (i % arrows.stride >= 3)
      box.longest = fmax(box.longest, fabs((double)arrows.x[i]));
  return box;
}

/* Returns the numbers as 16-bit integers, new; what follows a position lies
   within [-most, most]. NULL when memory is short. */
static uint16_t *quantise(numbers of, const range *box, double most)
{
  uint16_t *out = pn_alloc(of.count + 1, sizeof *out);
  for (size_t i = 0; out && i < of.count; i++) {
    const size_t k = i % of.stride;
    if (k < 3) {
      const double size = box->high[k] - box->low[k];
      const double at = size > 0 ? (of.x[i] - box->low[k]) / size : 0;
      out[i] = (uint16_t)lround(at * most_unsigned);
    } else {
      const double at = most > 0 ? of.x[i] / most : 0;
      out[i] = (uint16_t)(int16_t)lround(fmax(-1, fmin(1, at)) * most_signed);
    }
  }
  return out;
}

/* Writes a vector as an array of three numbers. */
static void write_reals(pn_json *json, const char *key, pn_vec3 x)
{
  pn_json_reals(json, key, 3, (double[]){x.x, x.y, x.z});
}

/* Writes the shapes, each with its place on a body. */
static void write_parts(pn_json *json, const replay *r)
{
  pn_json_array(json, "parts");
  for (size_t k = 0; k < r->parts.length / sizeof(replay_part); k++) {
    replay_part p;
    memcpy(&p, r->parts.byte + k * sizeof p, sizeof p);
    const pn_quat q = p.pose.q;
    pn_json_object(json, NULL);
    pn_json_real(json, "body", p.body == PN_WORLD ? -1 : (double)p.body);
    pn_json_string(json, "shape", p.shape);
    pn_json_reals(json, "size", PN_SHAPE_SIZES, p.size);
    write_reals(json, "place", p.pose.x);
    pn_json_reals(json, "turn", 4, (double[]){q.x, q.y, q.z, q.w});
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* Writes each bar as [kind, body, body, the point on either]; the world's
   number is -1. */
static void write_bars(pn_json *json, const replay *r)
{
  pn_json_array(json, "bars");
  for (size_t k = 0; k < r->bars.length / sizeof(replay_bar_ends); k++) {
    replay_bar_ends b;
    memcpy(&b, r->bars.byte + k * sizeof b, sizeof b);
    double number[9] = {b.kind};
    for (int end = 0; end < 2; end++) {
      const pn_vec3 x = b.point[end];
      number[1 + end] = b.body[end] == PN_WORLD ? -1 : (double)b.body[end];
      memcpy(number + 3 + 3 * end, (double[]){x.x, x.y, x.z}, 3 * sizeof x.x);
    }
    pn_json_reals(json, NULL, 9, number);
  }
  pn_json_end(json);
}

/* Writes each line as one array of coordinates. */
static void write_lines(pn_json *json, const replay *r)
{
  const double *x = (const double *)(const void *)r->lines.byte;
  const size_t points = r->lines.length / sizeof(pn_vec3);
  pn_json_array(json, "lines");
  for (size_t begin = 0, k = 0; k < points; k++)
    if (isnan(x[3 * k])) {
      pn_json_reals(json, NULL, 3 * (k - begin), x + 3 * begin);
      begin = k + 1;
    }
  pn_json_end(json);
}

/* Writes titles and labels of the page. */
static void write_texts(pn_json *json, const replay *r)
{
  const replay_text *text = &r->text;
  pn_json_string(json, "title", text->title);
  pn_json_string(json, "subtitle", text->subtitle ? text->subtitle : "");
  pn_json_string(json, "clock", text->clock);
  pn_json_string(json, "clock_unit", text->clock_unit);
  pn_json_real(json, "rate", text->rate);
  pn_json_array(json, "arrows");
  for (size_t k = 0; k < r->arrows; k++) {
    pn_json_object(json, NULL);
    pn_json_string(json, "name", text->arrow[k].name);
    pn_json_string(json, "unit", text->arrow[k].unit);
    pn_json_end(json);
  }
  pn_json_end(json);
  pn_json_array(json, "curves");
  for (size_t k = 0; k < r->curves; k++) {
    pn_json_object(json, NULL);
    pn_json_string(json, "name", text->curve[k].name);
    pn_json_string(json, "unit", text->curve[k].unit);
    pn_json_boolean(json, "log", text->curve[k].logarithmic);
    pn_json_end(json);
  }
  pn_json_end(json);
  pn_json_array(json, "names");
  for (size_t k = 0; k < r->names.length / PN_NAME_SIZE; k++)
    pn_json_string(json, NULL, (const char *)r->names.byte + k * PN_NAME_SIZE);
  pn_json_end(json);
}

/* A section of the block of numbers: its bytes, and how many bytes a number
   has. */
typedef struct {
  const char *name;
  const void *data;
  size_t length, width;
} section;

/* Writes where each section begins in the block [byte], and its count of
   numbers; sections begin at multiples of 8. */
static void write_sections(pn_json *json, size_t count, const section *s)
{
  size_t offset = 0;
  pn_json_object(json, "sections");
  for (size_t k = 0; k < count; k++) {
    pn_json_array(json, s[k].name);
    pn_json_count(json, NULL, offset);
    pn_json_count(json, NULL, s[k].length / s[k].width);
    pn_json_end(json);
    offset += (s[k].length + 7) / 8 * 8;
  }
  pn_json_end(json);
}

/* Bytes on their way to base64, three at a time. */
typedef struct {
  FILE *stream;
  unsigned char waiting[3];
  size_t count;
} encoder;

/* Takes a byte, and writes each three of them as four digits of base 64. */
static void encode(encoder *e, unsigned char byte)
{
  static const char digit[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  e->waiting[e->count++] = byte;
  if (e->count < 3)
    return;
  const unsigned a = e->waiting[0], b = e->waiting[1], c = e->waiting[2];
  putc(digit[a >> 2], e->stream);
  putc(digit[(a & 3) << 4 | b >> 4], e->stream);
  putc(digit[(b & 15) << 2 | c >> 6], e->stream);
  putc(digit[c & 63], e->stream);
  e->count = 0;
}

/* Writes all sections in base64, with zeros between them and at the end, so
   that no sign of padding is needed. */
static void write_numbers(FILE *stream, size_t count, const section *s)
{
  encoder e = {.stream = stream};
  for (size_t k = 0; k < count; k++) {
    const unsigned char *byte = s[k].data;
    for (size_t i = 0; i < s[k].length; i++)
      encode(&e, byte[i]);
    for (size_t i = s[k].length; i % 8 != 0; i++)
      encode(&e, 0);
  }
  while (e.count > 0)
    encode(&e, 0);
}

/* Writes the scene as JSON. */
static void write_scene(FILE *stream, const replay *r, const section *s,
                        size_t count, const range *box)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  write_texts(&json, r);
  pn_json_count(&json, "bodies", r->bodies);
  pn_json_boolean(&json, "turning", r->text.turning);
  pn_json_boolean(&json, "planar", r->text.planar);
  write_reals(&json, "up", r->text.up);
  pn_json_reals(&json, "low", 3, box->low);
  pn_json_reals(&json, "high", 3, box->high);
  pn_json_real(&json, "longest", box->longest);
  pn_json_reals(&json, "radii", r->radii.length / sizeof(double),
                (const double *)(const void *)r->radii.byte);
  write_parts(&json, r);
  write_bars(&json, r);
  write_lines(&json, r);
  write_sections(&json, count, s);
  pn_json_end(&json);
}

/* Writes the scene and the numbers, as elements of the page. A '<' of the
   scene's names is escaped, so that no name can end its element. */
static int write_run(FILE *stream, const replay *r, const section *s,
                     size_t count, const range *box)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  if (!memory)
    return GSL_ENOMEM;
  write_scene(memory, r, s, count, box);
  if (fclose(memory)) {
    free(text);
    return GSL_ENOMEM;
  }
  fputs("<script type=\"application/json\" id=\"scene\">", stream);
  for (size_t k = 0; k < length; k++)
    if (text[k] == '<')
      fputs("\\u003c", stream);
    else
      putc(text[k], stream);
  free(text);
  fputs("</script>\n<script type=\"text/plain\" id=\"numbers\">", stream);
  write_numbers(stream, count, s);
  fputs("</script>\n", stream);
  return GSL_SUCCESS;
}

/* Joins the values of all curves, one curve after the other; NaN stands for
   those that were not given. */
static replay_bytes join_curves(replay *r)
{
  replay_bytes all = {0};
  const float none = NAN;
  for (size_t k = 0; k < r->curves; k++) {
    while (!r->failed && r->value[k].length < r->frames * sizeof none)
      replay_append(r, &r->value[k], &none, sizeof none);
    replay_append(r, &all, r->value[k].byte, r->frames * sizeof none);
  }
  return all;
}

/* Writes the page to an open file. */
static int write_page(FILE *stream, const replay *r, const section *s,
                      size_t count, const range *box)
{
  for (size_t k = 0; replay_page_head[k]; k++)
    fputs(replay_page_head[k], stream);
  const int code = write_run(stream, r, s, count, box);
  for (size_t k = 0; replay_page_tail[k]; k++)
    fputs(replay_page_tail[k], stream);
  return code;
}

int replay_write(replay *r, const char *path, pn_error *error)
{
  const numbers poses = numbers_of(&r->poses, r->text.turning ? 7 : 3);
  const numbers arrows = numbers_of(&r->arrow_data, 6);
  const range box = range_of(poses, arrows);
  replay_bytes curves = join_curves(r);
  uint16_t *pose = quantise(poses, &box, 1);
  uint16_t *arrow = quantise(arrows, &box, box.longest);
  pn_file file;
  int code = r->failed || !pose || !arrow ? GSL_ENOMEM : GSL_SUCCESS;
  if (!code && pn_file_open(&file, path, error)) {
    code = GSL_EFAILED;
  } else if (!code) {
    const section sections[] = {
        {"times", r->times.byte, r->times.length, sizeof(double)},
        {"poses", pose, poses.count * sizeof *pose, sizeof *pose},
        {"curves", curves.byte, curves.length, sizeof(float)},
        {"arrow_ends", r->arrow_ends.byte, r->arrow_ends.length,
         sizeof(uint32_t)},
        {"arrows", arrow, arrows.count * sizeof *arrow, sizeof *arrow}};
    code = write_page(file.stream, r, sections,
                      sizeof sections / sizeof *sections, &box);
    if (code)
      pn_file_discard(&file);
    else
      code = pn_file_commit(&file, error);
  }
  if (code == GSL_ENOMEM)
    pn_error_set(error, code, path, 0, "out of memory");
  pn_free(pose);
  pn_free(arrow);
  pn_free(curves.byte);
  return code;
}
