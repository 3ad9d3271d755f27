/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "frame.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>

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

pn_lcp *frame_problem(const char *path, const char *number)
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
  frame_require(frame.lcp->size > 0, "this frame has no contacts");
  return frame.lcp;
}
