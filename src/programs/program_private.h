/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program_*.c files share among themselves. */
#ifndef PANTIN_PROGRAMS_PROGRAM_PRIVATE_H
#define PANTIN_PROGRAMS_PROGRAM_PRIVATE_H

#include "programs/program.h"

/* --help, on stdout. */
void program_print_help(const program *self, const pn_option *common);

/* --list, on stdout, from the data folders; fills self->error. */
void program_print_list(program *self, const char *const *folders);

#endif
