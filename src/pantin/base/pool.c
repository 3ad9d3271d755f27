/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/base/pool.h"

#include "pantin/base/alloc.h"

#include <pthread.h>
#include <stdatomic.h>

/* The number of times that a thread polls before it sleeps: jobs that follow
   each other at once find it awake, and an idle one soon leaves its processor.
 */
enum { LOOKS = 10000 };

/* Threads claim pieces by counting `unclaimed` down; work and params stay as
   they are until all of a job's pieces have ended. The lock is for those that
   sleep. */
struct pn_pool {
  void (*work)(void *params, size_t k);
  void *params;
  atomic_size_t unclaimed, left; /* pieces nobody has, that have not ended */
  atomic_int closed;
  pthread_mutex_t lock;
  pthread_cond_t more, done; /* there is work; the last piece has ended */
  size_t helpers;            /* threads beside the caller's */
  pthread_t *helper;         /* (helpers), owned */
};

/* Works on pieces until none is unclaimed. */
static void work_on_pieces(pn_pool *pool)
{
  size_t pieces = atomic_load(&pool->unclaimed);
  while (pieces > 0) {
    if (!atomic_compare_exchange_weak(&pool->unclaimed, &pieces, pieces - 1))
      continue;
    pool->work(pool->params, pieces - 1);
    if (atomic_fetch_sub(&pool->left, 1) == 1) {
      pthread_mutex_lock(&pool->lock);
      pthread_cond_signal(&pool->done);
      pthread_mutex_unlock(&pool->lock);
    }
    pieces = atomic_load(&pool->unclaimed);
  }
}

/* Tells whether a helper has something to do. */
static int is_called(pn_pool *pool)
{
  return atomic_load(&pool->unclaimed) > 0 || atomic_load(&pool->closed);
}

/* Runs a helper: it works on pieces, polls for more, and sleeps if there are
   none, until the pool is closed. */
static void *help(void *vpool)
{
  pn_pool *pool = vpool;
  while (!atomic_load(&pool->closed)) {
    work_on_pieces(pool);
    for (int k = 0; k < LOOKS && !is_called(pool); k++)
      ;
    pthread_mutex_lock(&pool->lock);
    while (!is_called(pool))
      pthread_cond_wait(&pool->more, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
  }
  return NULL;
}

pn_pool *pn_pool_alloc(size_t threads)
{
  pn_pool *pool = pn_alloc(1, sizeof *pool);
  pthread_t *helper = pn_alloc(threads, sizeof *helper);
  if (!pool || !helper) {
    pn_free(pool);
    pn_free(helper);
    return NULL;
  }
  pool->helper = helper;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->more, NULL);
  pthread_cond_init(&pool->done, NULL);
  while (pool->helpers + 1 < threads &&
         pthread_create(&helper[pool->helpers], NULL, help, pool) == 0)
    pool->helpers++;
  return pool;
}

size_t pn_pool_threads(const pn_pool *pool)
{
  return pool->helpers + 1;
}

void pn_pool_free(pn_pool *pool)
{
  if (!pool)
    return;
  pthread_mutex_lock(&pool->lock);
  atomic_store(&pool->closed, 1);
  pthread_cond_broadcast(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  while (pool->helpers > 0)
    pthread_join(pool->helper[--pool->helpers], NULL);
  pthread_cond_destroy(&pool->done);
  pthread_cond_destroy(&pool->more);
  pthread_mutex_destroy(&pool->lock);
  pn_free(pool->helper);
  pn_free(pool);
}

void pn_pool_run(pn_pool *pool, size_t count,
                 void (*work)(void *params, size_t k), void *params)
{
  if (count == 0)
    return;
  pool->work = work;
  pool->params = params;
  atomic_store(&pool->left, count);
  atomic_store(&pool->unclaimed, count);
  pthread_mutex_lock(&pool->lock);
  pthread_cond_broadcast(&pool->more);
  pthread_mutex_unlock(&pool->lock);
  work_on_pieces(pool);
  for (int k = 0; k < LOOKS && atomic_load(&pool->left) > 0; k++)
    ;
  pthread_mutex_lock(&pool->lock);
  while (atomic_load(&pool->left) > 0)
    pthread_cond_wait(&pool->done, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}
