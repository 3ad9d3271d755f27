/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of single formats, which lcp_read.c chooses from. Each returns
   the error's code and fills a problem that has no rows yet. */
#ifndef PANTIN_LCP_LCP_READ_PRIVATE_H
#define PANTIN_LCP_LCP_READ_PRIVATE_H

#include "pantin/lcp/triplets_private.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/base/tokens_private.h"

/* Behind "%%MatrixMarket". `beside` is the path with b, NULL for zeros. The
   entries, for their lines, go to the caller to be cleared. */
int pni_lcp_read_market(pni_tokens *words, const char *beside, pn_lcp *lcp,
                        pni_triplets *entries);

/* Gives the problem, which has its rows, a matrix of these entries. */
int pni_lcp_read_matrix(pni_tokens *words, pn_lcp *lcp,
                        const pni_triplets *entries);

#endif
