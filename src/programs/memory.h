/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PROGRAMS_MEMORY_H
#define PROGRAMS_MEMORY_H

/* Lets requests fail once this process has as much memory as the computer,
   unless a smaller limit is set. Without it the system lends what it does not
   have, and then kills the program, or another one, in the place of "out of
   memory". */
void memory_limit(void);

#endif
