/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Frames or steps as a command line lists them, in every program: A, A:B (from
   A to B), A:B:C (in steps of C), and several of these with commas between, as
   "1:10,20,100:300:50". */
#ifndef PROGRAMS_FRAME_LIST_H
#define PROGRAMS_FRAME_LIST_H

#include "pantin/base/error.h"

#include <stddef.h>

enum { FRAME_LIST_MOST = 64 };

typedef struct {
  size_t ranges;
  struct {
    size_t first, last, stride;
  } range[FRAME_LIST_MOST];
} frame_list;

/* The help of an option --frames, which begins with what is done with them. */
#define FRAME_LIST_ARGUMENT "LIST"
#define FRAME_LIST_HELP     "N, A:B, A:B:C (steps of C), with commas between"

/* Reads the list of an option. GSL_SUCCESS, or PROGRAM_WRONG_USAGE with the
   error filled. */
int frame_list_read(frame_list *list, const char *option, const char *text,
                    pn_error *error);

/* Tells whether the list has that number. */
int frame_list_has(const frame_list *list, size_t number);

/* Returns the largest number of the list; 0 of an empty one. */
size_t frame_list_largest(const frame_list *list);

#endif
