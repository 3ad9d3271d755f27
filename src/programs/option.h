/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rows of a program's table of options, one line or two each:

       const pn_option options[] = {
           OPTION_FLAG("plain", &asked->plain, "the source's method"),
           OPTION_REAL("dt", &asked->dt, 1e-9, 1e6, "s", "H",
                       "the time step in s (default 1/240)"),
           {.name = NULL}};
*/
#ifndef PROGRAMS_OPTION_H
#define PROGRAMS_OPTION_H

#include "pantin/base/options.h"

/* More threads than that are a typing error. */
enum { OPTION_THREADS_MOST = 256 };

#define OPTION_FLAG(NAME, VALUE, HELP)                                         \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_FLAG, .value = VALUE, .help = HELP         \
  }

/* A number from LOW to HIGH; UNIT is NULL for a pure one. */
#define OPTION_REAL(NAME, VALUE, LOW, HIGH, UNIT, ARGUMENT, HELP)              \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_REAL, .value = VALUE,                      \
    .range = {LOW, HIGH, UNIT}, .argument = ARGUMENT, .help = HELP             \
  }

#define OPTION_COUNT(NAME, VALUE, LOW, HIGH, ARGUMENT, HELP)                   \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_COUNT, .value = VALUE,                     \
    .range = {LOW, HIGH, NULL}, .argument = ARGUMENT, .help = HELP             \
  }

#define OPTION_STRING(NAME, VALUE, ARGUMENT, HELP)                             \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_STRING, .value = VALUE,                    \
    .argument = ARGUMENT, .help = HELP                                         \
  }

/* One of CHOICES, names ended by NULL. */
#define OPTION_CHOICE(NAME, VALUE, CHOICES, ARGUMENT, HELP)                    \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_CHOICE, .value = VALUE,                    \
    .choices = CHOICES, .argument = ARGUMENT, .help = HELP                     \
  }

/* Some of CHOICES, with commas between them; VALUE is their mask. */
#define OPTION_CHOICES(NAME, VALUE, CHOICES, ARGUMENT, HELP)                   \
  {                                                                            \
    .name = NAME, .kind = PN_OPTION_CHOICES, .value = VALUE,                   \
    .choices = CHOICES, .argument = ARGUMENT, .help = HELP                     \
  }

/* Copies at most so many options of a group, up to one without a name, to `at`;
   returns the place behind them. */
static inline pn_option *option_add(pn_option *at, const pn_option *group,
                                    size_t most)
{
  for (size_t k = 0; k < most && group[k].name; k++)
    *at++ = group[k];
  return at;
}

/* Fills NAMES, which has room for ROOM of them and a NULL, with the names of a
   family, whose k-th member is GET(k). */
#define OPTION_NAMES(NAMES, ROOM, GET)                                         \
  do {                                                                         \
    for (size_t k_ = 0; k_ < (ROOM) && GET(k_); k_++)                          \
      (NAMES)[k_] = GET(k_)->name;                                             \
  } while (0)

/* Fills NAMES, in which a NULL follows, with the words WORD(k) of an
   enumeration. */
#define OPTION_WORDS(NAMES, ENUM, WORD)                                        \
  do {                                                                         \
    for (int k_ = 0; WORD((ENUM)k_); k_++)                                     \
      (NAMES)[k_] = WORD((ENUM)k_);                                            \
  } while (0)

#endif
