/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Printing the help text of a table of options: names on the left, what they
   do on the right, wrapped. */
#include "pantin/base/options.h"

#include <stdio.h>
#include <string.h>

/* Where the right side begins, and where lines end at the latest. */
enum { HELP_COLUMN = 26, LAST_COLUMN = 79 };

/* Prints a word on the right side, on a new line if this one is full. Returns
   the column after it. */
static int print_word(FILE *stream, int column, const char *word, int length)
{
  if (column > HELP_COLUMN && column + 1 + length > LAST_COLUMN) {
    fprintf(stream, "\n%*s", HELP_COLUMN, "");
    column = HELP_COLUMN;
  } else if (column > HELP_COLUMN) {
    putc(' ', stream);
    column++;
  }
  fwrite(word, 1, (size_t)length, stream);
  return column + length;
}

/* Prints a text word by word, in lines that begin at the column of the help.
   Returns the column where it ends. */
static int print_words(FILE *stream, int column, const char *text)
{
  while (*text) {
    const int length = (int)strcspn(text, " ");
    column = print_word(stream, column, text, length);
    text += length;
    text += strspn(text, " ");
  }
  return column;
}

/* Prints the names of a choice behind the help, as "newton, dual". */
static void print_choices(FILE *stream, int column, const char *const *choices)
{
  for (; *choices; choices++) {
    char word[64];
    const int length =
        snprintf(word, sizeof word, "%s%s", *choices, choices[1] ? "," : "");
    column = print_word(stream, column, word, length);
  }
}

/* Prints one option: its forms on the left, and beside or below them what it
   does, with choices and default. */
static void print_option(FILE *stream, const pn_option *option)
{
  char left[80];
  const char short_form[] = {'-', option->letter, ',', '\0'};
  const int flag = option->kind == PN_OPTION_FLAG;
  const int optional = option->kind == PN_OPTION_OPTIONAL;
  snprintf(left, sizeof left, "  %3s --%s%s%s%s",
           option->letter ? short_form : "", option->name,
           flag       ? ""
           : optional ? "[="
                      : " ",
           flag ? "" : option->argument, optional ? "]" : "");
  int column = fprintf(stream, "%s", left);
  if (column >= HELP_COLUMN) {
    putc('\n', stream);
    column = 0;
  }
  fprintf(stream, "%*s", HELP_COLUMN - column, "");
  column = print_words(stream, HELP_COLUMN, option->help);
  if (option->kind == PN_OPTION_CHOICE || option->kind == PN_OPTION_CHOICES)
    print_choices(stream, column, option->choices);
  putc('\n', stream);
}

void pn_options_print(FILE *stream, const pn_option *table)
{
  for (; table->name; table++)
    print_option(stream, table);
}
