/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where the programs find the shipped scenes. */
#ifndef PROGRAMS_PROGRAM_DATA_H
#define PROGRAMS_PROGRAM_DATA_H

/* Returns the folders with the shipped scenes, in the order in which they are
   searched; NULL ends them. `called` is argv[0]. */
const char *const *program_data_folders(const char *called);

/* Returns the program that takes a scene, or a problem, which the one of this
   name does not take; NULL if it does, or if nothing can be told. */
const char *program_taking(const char *scene, const char *name);

#endif
