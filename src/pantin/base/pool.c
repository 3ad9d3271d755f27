/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/base/pool.h"

#include "pantin/base/alloc.h"

#include <pthread.h>
#include <stdatomic.h>

/* The number of times that a thread polls before it sleeps: some 20 us, so that
   jobs in a row find their threads awake. */
enum { LOOKS = 10000 };

/* The job of a pool belongs to the thread that holds the lock. */
struct pn_pool {
  pthread_mutex_t lock;
  pthread_cond_t more, done; /* there is work; the last piece has ended */
  void (*work)(void *params, size_t k);
  void *params;
  size_t count, next,
      left; /* pieces, the next one, those that have not ended */
  atomic_size_t begun, ended; /* jobs so far; looked at without the lock */
  int closed;
  size_t helpers;    /* threads beside the caller's */
  pthread_t *helper; /* (helpers), owned */
};

/* Works on the next piece; returns 0 if there is none. The lock is held before
   and afterwards. */
static int work_on_one(pn_pool *pool)
{
  if (pool->next == pool->count)
    return 0;
  const size_t k = pool->next++;
  pthread_mutex_unlock(&pool->lock);
  pool->work(pool->params, k);
  pthread_mutex_lock(&pool->lock);
  if (--pool->left == 0) {
    pool->ended++;
    pthread_cond_signal(&pool->done);
  }
  return 1;
}

/* Polls until the number differs from as_it_was, at most LOOKS times. The lock
   is held before and afterwards. */
static void look(pn_pool *pool, atomic_size_t *number, size_t as_it_was)
{
  pthread_mutex_unlock(&pool->lock);
  for (int k = 0; k < LOOKS && atomic_load(number) == as_it_was; k++)
    ;
  pthread_mutex_lock(&pool->lock);
}

static void *help(void *vpool)
{
  pn_pool *pool = vpool;
  pthread_mutex_lock(&pool->lock);
  while (!pool->closed) {
    const size_t begun = pool->begun;
    if (work_on_one(pool))
      continue;
    if (pool->begun == begun)
      look(pool, &pool->begun, begun);
    while (pool->begun == begun && !pool->closed)
      pthread_cond_wait(&pool->more, &pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
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

void pn_pool_free(pn_pool *pool)
{
  if (!pool)
    return;
  pthread_mutex_lock(&pool->lock);
  pool->closed = 1;
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
  pthread_mutex_lock(&pool->lock);
  pool->work = work;
  pool->params = params;
  pool->next = 0;
  pool->count = pool->left = count;
  pool->begun++;
  pthread_cond_broadcast(&pool->more);
  const size_t ended = pool->ended;
  while (work_on_one(pool))
    ;
  if (pool->left > 0)
    look(pool, &pool->ended, ended);
  while (pool->left > 0)
    pthread_cond_wait(&pool->done, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}
