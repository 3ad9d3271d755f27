/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Ctrl-C and the other signals that ask a program to end. The first one asks:
   the program's loop sees it, writes what there is and ends. A step that goes
   on for longer than the deadline is not waited for, and neither is anything
   after a second signal: rows of CSV that were written are kept, and no
   temporary file is left.

   A program whose steps may be long says by interrupt_leave_by how to write
   what was done before, and where its steps begin and end. */
#ifndef PROGRAMS_INTERRUPT_H
#define PROGRAMS_INTERRUPT_H

#include <pthread.h>
#include <stddef.h>

/* Watches every signal by which others ask a program to end:
   SIGINT, SIGTERM, SIGHUP (unless nohup has it ignored), SIGUSR1, SIGXCPU and
   so on. SIGQUIT and SIGABRT end it at once, without its temporary files.
   Writes to a closed pipe or above a limit fail instead of ending the program.
   The name is for a message, and borrowed. */
void interrupt_watch(const char *name);

/* Returns the signal that has asked the program to end, or 0. */
int interrupt_signal(void);

/* Puts the deadline off: what is left to do is short. */
void interrupt_heed(void);

/* Calls `leave` at the deadline, if the lock is free, in a thread of its own,
   then ends the program with the status that it returns. The lock is borrowed;
   NULL: one that is held except in steps. */
void interrupt_leave_by(pthread_mutex_t *lock, int (*leave)(void *of),
                        void *of);

/* Says that all is written but this picture: a signal ends gnuplot, and where
   more than that takes too long, the message is that it was not drawn. The name
   is borrowed. */
void interrupt_draw(const char *name);

/* Says, if a signal came before, that this result is being written, where that
   takes longer than the deadline, which does not end it. The name is borrowed;
   NULL: it is written. */
void interrupt_write(const char *name);

/* Says where the frames are of this recording, in NAME.parts, if the program
   ends before they are gathered. The name is borrowed; NULL: there are none. */
void interrupt_keep(const char *name);

/* Says, if a signal came, that so many frames are now gathered in the recording
   of interrupt_keep, which takes the longer the more there are. */
void interrupt_gather(size_t frames);

/* Begin and end a step, during which nothing that is written changes. */
void interrupt_step_begin(void);
void interrupt_step_end(void);

/* Ends what interrupt_leave_by began, if it did. */
void interrupt_stay(void);

#endif
