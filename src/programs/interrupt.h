/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C and the other signals that ask a program to end. The first one asks:
   the program's loop sees it, writes what there is and ends. A step that goes
   on for longer than the deadline is not waited for, and neither is anything
   after a second signal: rows of CSV that were written are kept, and no
   temporary file is left. */
#ifndef PROGRAMS_INTERRUPT_H
#define PROGRAMS_INTERRUPT_H

/* Watches SIGINT, SIGTERM and SIGHUP (unless nohup has it ignored); writes to a
   closed pipe or above a limit fail instead of ending the program. The name is
   for a message, and borrowed. */
void interrupt_watch(const char *name);

/* Returns the signal that has asked the program to end, or 0. */
int interrupt_signal(void);

/* Puts the deadline off: what is left to do is short. */
void interrupt_heed(void);

#endif
