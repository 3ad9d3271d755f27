/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "programs/memory.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Returns the pages that this process has already, which under a sanitizer are
   more than any computer has; 0 where the system does not tell. */
static rlim_t pages_at_start(void)
{
  unsigned long pages = 0;
  FILE *counts = fopen("/proc/self/statm", "r");
  if (counts) {
    if (fscanf(counts, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
      pages = 0;
    fclose(counts);
  }
  return pages;
}

void memory_limit(void)
{
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  struct rlimit limit;
  if (pages <= 0 || page <= 0 || getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  const rlim_t most = ((rlim_t)pages + pages_at_start()) * (rlim_t)page;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most) {
    limit.rlim_cur = most;
    setrlimit(RLIMIT_DATA, &limit);
  }
}
