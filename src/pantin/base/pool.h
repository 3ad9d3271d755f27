/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A pool of threads that share out pieces of work which do not touch each
   other: what they compute does not depend on how many threads there are. */
#ifndef PANTIN_BASE_POOL_H
#define PANTIN_BASE_POOL_H

#include <stddef.h>

typedef struct pn_pool pn_pool;

/* Allocates a pool of so many threads, the caller's among them; a thread that
   cannot be started leaves its work to the others. NULL when memory is
   short. */
pn_pool *pn_pool_alloc(size_t threads);

/* Returns how many threads there are, the caller's among them. */
size_t pn_pool_threads(const pn_pool *pool);

/* Ends the threads; NULL is fine. */
void pn_pool_free(pn_pool *pool);

/* Calls work(params, k) for k = 0 .. count - 1, in any order and at the same
   time, and returns when all of them have ended. */
void pn_pool_run(pn_pool *pool, size_t count,
                 void (*work)(void *params, size_t k), void *params);

#endif
