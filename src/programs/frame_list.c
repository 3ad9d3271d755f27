/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/frame_list.h"

#include "programs/program.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

/* Longer numbers are typing errors, and might not fit. */
enum { DIGITS = 9 };

/* Reads A, A:B or A:B:C; returns what follows, NULL if it is none of these. */
static const char *read_range(frame_list *list, const char *text)
{
  enum { PARTS = 3 };
  size_t part[PARTS] = {0, 0, 1};
  int parts = 0;
  for (int more = 1; more && parts < PARTS; parts++) {
    char *end;
    if (*text < '0' || *text > '9')
      return NULL;
    part[parts] = strtoul(text, &end, 10);
    if (end - text > DIGITS)
      return NULL;
    more = *end == ':';
    text = end + more;
    if (more && parts == PARTS - 1)
      return NULL;
  }
  if (parts == 1)
    part[1] = part[0];
  if (part[1] < part[0] || part[2] == 0)
    return NULL;
  list->range[list->ranges].first = part[0];
  list->range[list->ranges].last = part[1] - (part[1] - part[0]) % part[2];
  list->range[list->ranges++].stride = part[2];
  return text;
}

int frame_list_read(frame_list *list, const char *option, const char *text,
                    pn_error *error)
{
  const char *rest = text;
  list->ranges = 0;
  do {
    rest = list->ranges < FRAME_LIST_MOST ? read_range(list, rest) : NULL;
  } while (rest && *rest++ == ',');
  if (rest && rest[-1] == '\0')
    return GSL_SUCCESS;
  return pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                      "--%s must be a list such as 5,10:300:10 (from 10 to "
                      "300 in steps of 10), not '%s'",
                      option, text);
}

int frame_list_has(const frame_list *list, size_t number)
{
  for (size_t k = 0; k < list->ranges; k++)
    if (number >= list->range[k].first && number <= list->range[k].last &&
        (number - list->range[k].first) % list->range[k].stride == 0)
      return 1;
  return 0;
}

size_t frame_list_largest(const frame_list *list)
{
  size_t largest = 0;
  for (size_t k = 0; k < list->ranges; k++)
    if (list->range[k].last > largest)
      largest = list->range[k].last;
  return largest;
}
