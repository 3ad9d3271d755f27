/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "elimination/exercises.h"

#include <stdio.h>
#include <stdlib.h>

my_entry *my_entry_new(size_t column, pn_mat3 block, my_entry *next)
{
  my_entry *entry = malloc(sizeof *entry);
  if (!entry) {
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  *entry = (my_entry){column, block, next};
  return entry;
}

my_entry *my_entry_drop(my_entry *row)
{
  my_entry *rest = row->next;
  free(row);
  return rest;
}

void my_row_free(my_entry *row)
{
  while (row)
    row = my_entry_drop(row);
}
