/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Repeats what an answer printed; of the pages that a sanitizer adds, only what
   was done wrong, and the line of the student's file that did it. */
#include "config.h"

#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sanitizers call it, and what it is; "ABRT" is the judge's own signal
   to an answer that takes too long. */
static const struct {
  const char *kind, *text;
} faults[] = {
    {"heap-buffer-overflow", "beyond the end of an array, or before it"},
    {"stack-buffer-overflow", "beyond the end of an array"},
    {"stack-buffer-underflow", "before the beginning of an array"},
    {"global-buffer-overflow", "beyond the end of an array"},
    {"heap-use-after-free", "memory that was freed"},
    {"stack-use-after", "a variable that is gone"},
    {"double-free", "frees memory twice"},
    {"bad-free", "frees what was not allocated"},
    {"stack-overflow", "the stack is full: does a function call itself?"},
    {"SEGV", "a pointer that points nowhere"},
    {"FPE", "divides an integer by 0"},
    {"ABRT", "was stopped"},
};

/* Copies where the first call of the student's own file is among the lines
   "#0 0x.. in FUNCTION FILE:LINE", or returns 0. */
static int own_line(const char *said, char *text, size_t size)
{
  const char *file = strstr(said, "/exercises/"), *begin = file;
  if (!file)
    return 0;
  while (begin > said && !strchr(" \n", begin[-1]))
    begin--;
  const char *short_name = strstr(begin, "tutorials/");
  if (short_name && short_name < file)
    begin = short_name;
  size_t length = strcspn(file, " \n"), colons = 0;
  for (size_t k = 0; k < length && colons < 2; k++)
    if (file[k] == ':' && ++colons == 2)
      length = k;
  snprintf(text, size, "%.*s", (int)(file - begin) + (int)length, begin);
  return 1;
}

/* Prints what the address sanitizer found. */
static void say_address(const char *said)
{
  char place[256];
  const char *kind = strstr(said, "Sanitizer: ");
  const char *text = NULL;
  kind += strlen("Sanitizer: ");
  for (size_t k = 0; k < sizeof faults / sizeof faults[0] && !text; k++)
    if (!strncmp(kind, faults[k].kind, strlen(faults[k].kind)))
      text = faults[k].text;
  const char *does = strstr(said, "WRITE of")   ? "writes "
                     : strstr(said, "READ of")  ? "reads "
                     : strncmp(kind, "SEGV", 4) ? ""
                                                : "uses ";
  if (own_line(said, place, sizeof place))
    printf("%s: ", place);
  if (text)
    printf("%s%s\n", does, text);
  else
    printf("%.*s\n", (int)strcspn(kind, " \n"), kind);
}

/* Prints the message of the other sanitizer, which begins with its place. */
static void say_undefined(const char *said, const char *message)
{
  char place[256];
  const char *begin = message;
  while (begin > said && begin[-1] != '\n')
    begin--;
  if (own_line(begin, place, sizeof place))
    printf("%s: ", place);
  message += strlen("runtime error: ");
  printf("%.*s\n", (int)strcspn(message, "\n"), message);
}

/* Prints GSL's message, and where the answer called it. */
static void say_gsl(const char *message)
{
  char place[256];
  const size_t length = strcspn(message, "\n");
  if (own_line(message + length, place, sizeof place))
    printf("%s: ", place);
  printf("%.*s\n", (int)length, message);
}

/* Finds the beginning of the line with this text. */
static const char *line_with(const char *said, const char *text)
{
  const char *at = strstr(said, text);
  while (at && at > said && at[-1] != '\n')
    at--;
  return at;
}

/* Finds where a sanitizer begins to speak. */
static const char *report_begins(const char *said)
{
  static const char *const sign[] = {"runtime error: ", "Sanitizer: ",
                                     "AddressSanitizer:", "GSL: ", "    #0 0x"};
  const char *first = said + strlen(said);
  for (size_t k = 0; k < sizeof sign / sizeof sign[0]; k++) {
    const char *line = line_with(said, sign[k]);
    first = line && line < first ? line : first;
  }
  if (first - said >= 66 && strncmp(first - 66, "=====", 5) == 0)
    first -= 66; /* the line above it */
  return first;
}

void judge_say(const char *said)
{
  const char *report = report_begins(said);
  printf("%.*s", (int)(report - said), said);
  const char *gsl = line_with(report, "GSL: ");
  const char *undefined = strstr(report, "runtime error: ");
  if (gsl)
    say_gsl(gsl);
  if (undefined)
    say_undefined(report, undefined);
  if (strstr(report, "Sanitizer: "))
    say_address(strstr(report, "ERROR: ") ? strstr(report, "ERROR: ") : report);
}
