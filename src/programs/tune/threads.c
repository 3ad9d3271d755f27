/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/tune/threads.h"

#include "pantin/base/alloc.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <pthread.h>
#include <time.h>

double tune_threads_time(int all)
{
  struct timespec time;
  clock_gettime(all ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID,
                &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Frames in memory for each thread: as many as others may finish while the
   thread that reads works on a long one. */
enum { FRAMES_AHEAD = 4 };

typedef enum { WAITS, IS_IN_WORK, IS_DONE, IS_KEPT } stage;

/* A frame that was read. */
typedef struct {
  pn_frame frame;
  double before; /* how much of all frames is before it, 0 to 1 */
  void *result;
  int code; /* of its work */
  stage at;
} task;

/* The frames that were read and are not done with, in their order: a ring,
   which belongs to the thread that holds the lock. */
typedef struct {
  const tune_threads *job;
  task *task;    /* (room), owned */
  char *results; /* (room), owned */
  size_t room;
  size_t first, count; /* of the tasks */
  int closed;          /* no frame is added any more */
  pn_error error;      /* of work or keeping, which ends all */
  pthread_mutex_t lock;
  pthread_cond_t moved; /* a frame was added, or is done */
} queue;

static task *task_at(const queue *of, size_t k)
{
  return &of->task[(of->first + k) % of->room];
}

static void keep_one(queue *of, task *done)
{
  if (done->code && !of->error.code)
    pn_error_set(&of->error, done->code, NULL, 0, "out of memory");
  if (!of->error.code)
    of->job->keep(of->job->study, &done->frame, done->result, &of->error);
  pn_lcp_free(done->frame.lcp);
  done->frame.lcp = NULL;
  done->at = IS_KEPT;
}

/* Keeps what is done, in order unless any will do, and leaves it behind. */
static void keep(queue *of)
{
  int in_order = 1;
  for (size_t k = 0; k < of->count; k++) {
    task *next = task_at(of, k);
    if (next->at == IS_DONE && (in_order || of->job->any_order))
      keep_one(of, next);
    in_order = in_order && next->at == IS_KEPT;
  }
  while (of->count > 0 && task_at(of, 0)->at == IS_KEPT) {
    of->first = (of->first + 1) % of->room;
    of->count--;
  }
}

/* Finds the first frame at this stage, or NULL. */
static task *find(const queue *of, stage at)
{
  for (size_t k = 0; k < of->count; k++)
    if (task_at(of, k)->at == at)
      return task_at(of, k);
  return NULL;
}

/* Works on the next frame; returns 0 if there is none to work on. The lock is
   held before and afterwards. */
static int work_on_one(queue *of)
{
  task *mine = find(of, WAITS);
  if (!mine || of->error.code || program_interrupted())
    return 0;
  mine->at = IS_IN_WORK;
  pthread_mutex_unlock(&of->lock);
  const int code = of->job->work(of->job->study, &mine->frame, mine->result);
  pthread_mutex_lock(&of->lock);
  mine->code = code;
  mine->at = IS_DONE;
  keep(of);
  pthread_cond_broadcast(&of->moved);
  return 1;
}

static void *help(void *vqueue)
{
  queue *of = vqueue;
  int worked;
  pthread_mutex_lock(&of->lock);
  while ((worked = work_on_one(of)) || !of->closed)
    if (!worked)
      pthread_cond_wait(&of->moved, &of->lock);
  pthread_mutex_unlock(&of->lock);
  return NULL;
}

/* Adds the next frame that is wanted; returns 0 if there is none. The lock is
   held before and afterwards. */
static int read_one(queue *of, tune_input *input, const tune_request *asked,
                    pn_error *error)
{
  const tune_threads *job = of->job;
  task *last = task_at(of, of->count);
  int code = GSL_CONTINUE, wanted = 0;
  while (code == GSL_CONTINUE && !wanted && !program_interrupted()) {
    last->before = tune_input_fraction(input);
    pthread_mutex_unlock(&of->lock);
    code = tune_input_next(input, asked, &last->frame, error);
    pthread_mutex_lock(&of->lock);
    wanted = code == GSL_CONTINUE &&
             (!job->wants || job->wants(job->study, last->frame.number));
    if (code == GSL_CONTINUE && !wanted)
      pn_lcp_free(last->frame.lcp);
  }
  last->at = WAITS;
  of->count += (size_t)wanted;
  pthread_cond_broadcast(&of->moved);
  return wanted;
}

/* Reads frames, and works on them where none can be added: what the caller's
   thread does. */
static void lead(queue *of, tune_input *input, const tune_request *asked,
                 program *self)
{
  int more = 1;
  pthread_mutex_lock(&of->lock);
  for (;;) {
    program_progress(self, of->count > 0 ? task_at(of, 0)->before
                                         : tune_input_fraction(input));
    if (more && !of->error.code && of->count < of->room)
      more = read_one(of, input, asked, &self->error);
    else if (!work_on_one(of)) {
      if (!find(of, IS_IN_WORK))
        break;
      pthread_cond_wait(&of->moved, &of->lock);
    }
  }
  of->closed = 1;
  pthread_cond_broadcast(&of->moved);
  pthread_mutex_unlock(&of->lock);
}

/* Starts the helpers, leads them, and waits for their end. A thread that cannot
   be started leaves its work to the others. */
static void run(queue *of, pthread_t *helper, tune_input *input,
                const tune_request *asked, program *self)
{
  size_t started = 0;
  while (started + 1 < of->job->threads &&
         pthread_create(&helper[started], NULL, help, of) == 0)
    started++;
  lead(of, input, asked, self);
  while (started > 0)
    pthread_join(helper[--started], NULL);
  if (!self->error.code)
    self->error = of->error;
  for (size_t k = 0; k < of->count; k++) /* after an interruption or error */
    pn_lcp_free(task_at(of, k)->frame.lcp);
}

int tune_threads_run(const tune_threads *job, tune_input *input,
                     const tune_request *asked, program *self)
{
  const size_t threads = job->threads;
  queue of = {.job = job, .room = threads > 1 ? FRAMES_AHEAD * threads : 1};
  of.task = pn_alloc(of.room, sizeof *of.task);
  of.results = pn_alloc(of.room, job->result);
  pthread_t *helper = pn_alloc(threads, sizeof *helper);
  if (of.task && of.results && helper) {
    for (size_t k = 0; k < of.room; k++)
      of.task[k].result = of.results + k * job->result;
    pthread_mutex_init(&of.lock, NULL);
    pthread_cond_init(&of.moved, NULL);
    if (job->outputs)
      program_leave_with(self, &of.lock, job->outputs, job->result_of_all);
    run(&of, helper, input, asked, self);
    interrupt_stay();
    pthread_mutex_destroy(&of.lock);
    pthread_cond_destroy(&of.moved);
  } else
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_free(helper);
  pn_free(of.results);
  pn_free(of.task);
  return self->error.code;
}
