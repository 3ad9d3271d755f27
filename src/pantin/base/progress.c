/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The time left is elapsed (1 - f) / f when the fraction f is done. */
#include "pantin/base/progress.h"

#include <stdio.h>
#include <string.h>

enum { BAR = 30 };

/* Before this fraction is done the pace is not known. */
static const double least_fraction = 0.01;

/* Writes a time as "3 s", "5 min" or "2.3 h"; 100 hours and more are "long". */
static void write_time(char *text, size_t size, double seconds)
{
  const double minute = 60, hour = 3600;
  if (seconds < 2 * minute)
    snprintf(text, size, "%.0f s", seconds);
  else if (seconds < 2 * hour)
    snprintf(text, size, "%.0f min", seconds / minute);
  else if (seconds < 100 * hour)
    snprintf(text, size, "%.1f h", seconds / hour);
  else
    snprintf(text, size, "long");
}

char *pn_progress_text(char buffer[PN_PROGRESS_TEXT], double fraction,
                       double elapsed)
{
  const double f = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
  char bar[BAR + 1];
  const size_t done = (size_t)(f * BAR);
  memset(bar, '#', done);
  memset(bar + done, '.', BAR - done);
  bar[BAR] = '\0';

  /* The percentage is rounded down, so that 100 % means the end. */
  const int length =
      snprintf(buffer, PN_PROGRESS_TEXT, "[%s] %3d %%", bar, (int)(100 * f));
  if (f >= least_fraction && f < 1) {
    char left[16];
    write_time(left, sizeof left, elapsed * (1 - f) / f);
    snprintf(buffer + length, (size_t)(PN_PROGRESS_TEXT - length), ", %s left",
             left);
  }
  return buffer;
}
