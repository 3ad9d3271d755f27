/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PANTIN_LCP_LCP_FILE_PRIVATE_H
#define PANTIN_LCP_LCP_FILE_PRIVATE_H

#include "pantin/base/text.h"

#include <stdio.h>
#include <string.h>

/* Writes the name of the right-hand side that stands beside a matrix,
   NAME_b.mtx for NAME.mtx. */
static inline void pni_lcp_beside(const char *path, char beside[PN_TEXT_PATH])
{
  const char *ending = strrchr(path, '.');
  const int stem = (int)(ending ? ending - path : (long)strlen(path));
  snprintf(beside, PN_TEXT_PATH, "%.*s_b.mtx", stem, path);
}

#endif
