/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of program_start: what a program says about itself, and what it
   refuses before the work. */
#ifndef PANTIN_PROGRAMS_PROGRAM_PRIVATE_H
#define PANTIN_PROGRAMS_PROGRAM_PRIVATE_H

#include "programs/program.h"

/* Prints --help; `common` are the options that every program has. */
void program_print_help(const program *self, const pn_option *common);

/* Prints the version, which of the libraries that a build may leave out are in
   this one, and whose it is. */
void program_print_version(const program *self);

/* Prints the names and titles of the shipped scenes. */
void program_print_list(program *self);

/* Prints a line for each option, with tabs between name, letter, kind,
   argument, choices and help: what completions are made from (completion.awk).
 */
void program_list_options(const pn_option *table);

/* Old names of options that one command line may have. */
enum { PROGRAM_RENAMED_MAX = 8 };

/* Lists the old names of options that stand in argv, each as an option like
   the one that has taken its place, and says so on stderr. */
void program_find_renamed(const program *self, const pn_option *table, int argc,
                          char **argv,
                          pn_option found[PROGRAM_RENAMED_MAX + 1]);

/* Refuses words that a terminal would obey when they are printed; 0 if there
   are none. */
int program_check_words(program *self, int argc, char **argv);

/* Says which options were given in vain; 0 if the program can work. */
int program_check_needs(program *self, const pn_option *table);

/* Refuses options whose argument is an empty word, as that of a variable of the
   shell which is not set; 0 if there are none. */
int program_check_names(program *self, const pn_option *table);

/* Refuses, before the work, results whose names cannot be right; 0 if all are.
 */
int program_check_results(program *self);

/* Refuses, before the work, a result that would replace the scene or another
   result; 0 if none does. */
int program_check_files(program *self);

#endif
