/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Memory: every request of the library goes through here. */
#ifndef PANTIN_BASE_ALLOC_H
#define PANTIN_BASE_ALLOC_H

#include <stddef.h>

/* Allocates zeroed memory for count items of size bytes each; NULL when there
   is none or when count * size overflows. A request of nothing gives a pointer
   that is not NULL. Release with pn_free. */
void *pn_alloc(size_t count, size_t size);

/* Allocates like pn_alloc, but without zeroing, at the beginning of a line of
   the processor's cache where the system can do that: for arrays whose records
   lie in one line each, and are not read in turn. */
void *pn_alloc_aligned(size_t count, size_t size);

/* Resizes a block to count items of size bytes; what is added is not zeroed.
   On failure returns NULL and leaves the block as it was. */
void *pn_realloc(void *block, size_t count, size_t size);

/* Releases a block of those above; pn_free(NULL) does nothing. */
void pn_free(void *block);

/* Returns the room to take when `room` is too small for `size`: so much more
   that arrays growing one by one are copied a few times only. */
static inline size_t pni_room(size_t room, size_t size)
{
  const size_t larger = room + room / 2;
  return size > larger ? size : larger;
}

/* Makes, for tests, the k-th request of this thread from now on fail (k = 1 is
   the next one); those after it succeed; k = 0 switches this off. */
void pn_alloc_fail_at(size_t k);

/* In a program, the environment variable PANTIN_FAIL_ALLOC=k does the same for
   all threads together, unless Pantin was compiled with NDEBUG. */

#endif
