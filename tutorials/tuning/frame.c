/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "frame.h"

#include "pantin/lcp/lcp_file.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void frame_require(int ok, const char *what)
{
  if (ok)
    return;
  fprintf(stderr, "tutorial: %s\n", what);
  exit(EXIT_FAILURE);
}

double frame_number(const char *text)
{
  char *end;
  const double value = strtod(text, &end);
  frame_require(end != text && *end == '\0', "a number was expected");
  return value;
}

/* Tells whether a file holds one problem as text, not recorded frames. */
static int is_text(const char *path)
{
  const char *ending = strrchr(path, '.');
  return ending && (strcmp(ending, ".mtx") == 0 || strcmp(ending, ".lcp") == 0);
}

/* Reads the frame with this number from recorded frames. */
static pn_lcp *read_frame(const char *path, const char *number)
{
  pn_error error = {0};
  pn_frame frame;
  pn_frames *frames = pn_frames_open(path, &error);
  frame_require(frames != NULL, error.text);
  size_t k = 0;
  while (k < frames->count && (double)frames->number[k] < frame_number(number))
    k++;
  frame_require(k < frames->count, "there is no such frame");
  frame_require(!pn_frames_read(frames, k, &frame, &error), error.text);
  pn_frames_close(frames, &error);
  return frame.lcp;
}

pn_lcp *frame_problem(const char *path, const char *number)
{
  pn_error error = {0};
  pn_lcp *lcp =
      is_text(path) ? pn_lcp_read(path, &error) : read_frame(path, number);
  frame_require(lcp != NULL, error.text);
  frame_require(lcp->size > 0, "this frame has no contacts");
  return lcp;
}
