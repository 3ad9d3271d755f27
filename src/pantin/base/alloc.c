/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The C library's memory with three additions: products that overflow are
   refused, a test can ask the k-th request to fail, of a thread or of a
   program, and large blocks lie in huge pages, where Linux lets a program ask
   for them. A processor knows the places of some thousand pages only, 10 MB of
   the usual 4 kB. */
#include "config.h"

#include "pantin/base/alloc.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Bytes of a line of the cache, and of a huge page. */
enum { LINE = 64, HUGE_PAGE = 1 << 21 };

/* Requests left until the one that fails; 0 when none is to fail. */
static _Thread_local size_t requests_left;

void pn_alloc_fail_at(size_t k)
{
  requests_left = k;
}

/* Returns whether this is the request of the program that is to fail. */
static int refused_by_environment(void)
{
#ifndef NDEBUG
  enum { UNREAD = -1 };
  static atomic_long left = UNREAD; /* as above, of all threads */
  long now = atomic_load(&left);
  if (now == UNREAD) {
    const char *text = getenv("PANTIN_FAIL_ALLOC");
    const long k = text ? strtol(text, NULL, 10) : 0;
    atomic_compare_exchange_strong(&left, &now, k > 0 ? k : 0);
    now = atomic_load(&left);
  }
  while (now > 0 && !atomic_compare_exchange_weak(&left, &now, now - 1))
    ;
  return now == 1;
#else
  return 0;
#endif
}

/* Returns whether a request must fail. */
static int refused(size_t count, size_t size)
{
  if ((size != 0 && count > SIZE_MAX / size) || refused_by_environment())
    return 1;
  return requests_left != 0 && --requests_left == 0;
}

/* Blocks of up to so many bytes come from malloc and are cleared here: glibc's
   calloc takes none of those that were freed a moment ago, which then lie
   scattered among the large ones, so that these change their places from run to
   run and touch more memory. */
enum { SMALL = 1024 };

/* Allocates a small block and clears it. One of no bytes is not NULL either. */
static void *small_alloc(size_t bytes)
{
  void *block = malloc(bytes > 0 ? bytes : 1);
  if (block)
    memset(block, 0, bytes);
  return block;
}

/* Asks for huge pages for a block, if one fits into it. It is all the same if
   the system has none. */
static void *ask_for_huge_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  if (block && bytes >= HUGE_PAGE) {
    const uintptr_t in_page = (uintptr_t)block % page;
    const uintptr_t length = (in_page + bytes + page - 1) / page * page;
    madvise((char *)block - in_page, length, MADV_HUGEPAGE);
  }
#else
  (void)bytes;
#endif
  return block;
}

void *pn_alloc(size_t count, size_t size)
{
  if (refused(count, size))
    return NULL;
  return count * size <= SMALL
             ? small_alloc(count * size)
             : ask_for_huge_pages(calloc(count, size), count * size);
}

void *pn_alloc_aligned(size_t count, size_t size)
{
  if (refused(count, size))
    return NULL;
  const size_t bytes = count * size == 0 ? 1 : count * size;
#ifdef __linux__
  const size_t begin = bytes < HUGE_PAGE ? LINE : HUGE_PAGE;
  void *block = NULL;
  if (posix_memalign(&block, begin, bytes))
    return NULL;
#else
  void *block = malloc(bytes);
#endif
  return ask_for_huge_pages(block, bytes);
}

void *pn_realloc(void *block, size_t count, size_t size)
{
  if (refused(count, size))
    return NULL;
  return realloc(block, count * size == 0 ? 1 : count * size);
}

void pn_free(void *block)
{
  free(block);
}
