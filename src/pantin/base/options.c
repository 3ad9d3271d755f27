/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Parsing a command line: getopt_long finds the options; this file turns their
   arguments into values, and says what is wrong. */
#include "config.h"

#include "pantin/base/options.h"

#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/text.h"

/* What getopt_long returns for option i of the list is FIRST_CODE + i, above
   every letter. */
enum { FIRST_CODE = 256 };

/* All options of the tables, and the same in getopt's form. */
typedef struct {
  const pn_option *options[PN_OPTIONS_MOST];
  size_t count;
  struct option longs[PN_OPTIONS_MOST + 1];
  char letters[3 * PN_OPTIONS_MOST + 2];
} list;

/* Puts the options of all tables into one list. */
static void collect(list *all, const pn_option *const *tables, size_t count)
{
  *all = (list){.count = 0};
  char *letters = all->letters;
  *letters++ = ':'; /* getopt then reports a missing argument as ':' */
  for (size_t t = 0; t < count; t++) {
    for (const pn_option *o = tables[t]; o->name; o++) {
      const size_t i = all->count;
      if (i == PN_OPTIONS_MOST)
        return;
      const int argument = o->kind == PN_OPTION_FLAG       ? no_argument
                           : o->kind == PN_OPTION_OPTIONAL ? optional_argument
                                                           : required_argument;
      all->options[i] = o;
      all->longs[i] =
          (struct option){o->name, argument, NULL, FIRST_CODE + (int)i};
      if (o->letter)
        *letters++ = o->letter;
      for (int colon = 0; o->letter && colon < argument; colon++)
        *letters++ = ':'; /* none, one, or two for an optional argument */
      all->count++;
    }
  }
}

/* Finds the option of getopt's code or letter; NULL if there is none. */
static const pn_option *find(const list *all, int code)
{
  for (size_t i = 0; i < all->count; i++)
    if (code == FIRST_CODE + (int)i ||
        (all->options[i]->letter && code == all->options[i]->letter))
      return all->options[i];
  return NULL;
}

/* Says what is wrong with a long option that getopt refuses: "--lenght" is
   unknown, "--quiet=1" takes no argument, "--c" begins several names. */
static int refuse_long(const list *all, const char *word, pn_error *error)
{
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  const char *names[PN_OPTIONS_MOST];
  size_t begin_alike = 0;
  for (size_t i = 0; i < all->count; i++) {
    names[i] = all->options[i]->name;
    if (strcmp(names[i], name) == 0)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "option --%s takes no argument", name);
    begin_alike += strncmp(names[i], name, strlen(name)) == 0;
  }
  if (begin_alike > 1)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "option --%s could mean %zu options: write more of it",
                        name, begin_alike);
  const char *near = pn_text_nearest(name, names, all->count);
  if (near)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "unknown option --%s (did you mean --%s?)", name, near);
  return pn_error_set(error, GSL_EINVAL, NULL, 0, "unknown option --%s", name);
}

/* Reads a number, or a fraction, and checks it against the option's range
   before it is stored. */
static int set_number(const pn_option *option, const char *argument,
                      pn_error *error)
{
  char what[64];
  double x;
  snprintf(what, sizeof what, "--%s", option->name);
  const char *end = pn_text_value(argument, &x);
  if (end == argument || *end != '\0')
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%s must be a number, not '%s'", what, argument);
  const int status = pn_range_check(option->range, x, what, NULL, 0, error);
  if (status)
    return status;
  if (option->kind == PN_OPTION_REAL)
    *(double *)option->value = x;
  else if (x == floor(x) && x >= 0)
    *(size_t *)option->value = (size_t)x;
  else
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "%s must be a whole number, got %s", what, argument);
  return GSL_SUCCESS;
}

/* Finds the choice of that name, of `length` bytes. */
static int find_choice(const pn_option *option, const char *name, int length,
                       int *found, pn_error *error)
{
  char all[PN_ERROR_TEXT / 2] = "";
  for (int i = 0; option->choices[i]; i++) {
    if (strncmp(option->choices[i], name, (size_t)length) == 0 &&
        option->choices[i][length] == '\0') {
      *found = i;
      return GSL_SUCCESS;
    }
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
             option->choices[i]);
  }
  return pn_error_set(error, GSL_EINVAL, NULL, 0,
                      "--%s must be one of %s, not '%.*s'", option->name, all,
                      length, name);
}

/* Finds every choice of a list with commas. */
static int set_choices(const pn_option *option, const char *words,
                       pn_error *error)
{
  unsigned chosen = 0;
  int found = 0;
  for (const char *at = words;; at++) {
    const size_t length = strcspn(at, ",");
    if (find_choice(option, at, (int)length, &found, error))
      return error->code;
    chosen |= 1U << found;
    at += length;
    if (*at == '\0')
      break;
  }
  *(unsigned *)option->value = chosen;
  return GSL_SUCCESS;
}

/* Stores the argument in the variable of its option; NULL is that of a flag, or
   of an option whose argument may be missing. */
static int set(const pn_option *option, const char *argument, pn_error *error)
{
  if (option->given)
    *option->given = 1;
  if (option->kind == PN_OPTION_OPTIONAL && argument && *argument == '\0')
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "--%s= needs %s behind it, or leave the '=' out",
                        option->name, option->argument);
  switch (option->kind) {
  case PN_OPTION_FLAG:
    *(int *)option->value = 1;
    return GSL_SUCCESS;
  case PN_OPTION_REAL:
  case PN_OPTION_COUNT:
    return set_number(option, argument, error);
  case PN_OPTION_CHOICE:
    return find_choice(option, argument, (int)strlen(argument), option->value,
                       error);
  case PN_OPTION_CHOICES:
    return set_choices(option, argument, error);
  case PN_OPTION_STRING:
  case PN_OPTION_OPTIONAL:
    break;
  }
  *(const char **)option->value = argument ? argument : "";
  return GSL_SUCCESS;
}

int pn_options_parse(const pn_option *const *tables, size_t count, int argc,
                     char **argv, int *operands, pn_error *error)
{
  list all;
  pn_error_clear(error);
  collect(&all, tables, count);
  opterr = 0;
  optind = 0; /* glibc and musl: begin anew */
  int status = GSL_SUCCESS;
  while (!status) {
    const int code = getopt_long(argc, argv, all.letters, all.longs, NULL);
    if (code == -1)
      break;
    const pn_option *option = find(&all, code == ':' ? optopt : code);
    if (code == '?' && optopt > 0 && optopt < FIRST_CODE)
      status = pn_error_set(error, GSL_EINVAL, NULL, 0, "unknown option -%c",
                            optopt);
    else if (code == '?')
      status = refuse_long(&all, argv[optind - 1], error);
    else if (code == ':')
      status = pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "option --%s needs an argument: %s", option->name,
                            option->argument);
    else
      status = set(option, optarg, error);
  }
  *operands = optind;
  return status;
}
