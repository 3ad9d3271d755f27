/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of single formats, which lcp_read.c chooses from. Each returns
   the error's code and fills a problem that has no rows yet. */
#ifndef PANTIN_LCP_LCP_READ_PRIVATE_H
#define PANTIN_LCP_LCP_READ_PRIVATE_H

#include "pantin/lcp/triplets_private.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/base/tokens_private.h"

/* After the word "pantin-lcp". */
int pni_lcp_read_contacts(pni_tokens *words, pn_lcp *lcp);

/* Behind "%%MatrixMarket". `beside` is the path with b, NULL for zeros. The
   entries, for their lines, go to the caller to be cleared. */
int pni_lcp_read_market(pni_tokens *words, const char *beside, pn_lcp *lcp,
                        pni_triplets *entries);

/* Sets b, lo and hi of a row, as pn_lcp_resize left it; the bounds in order
   or an error. */
int pni_lcp_read_row(pni_tokens *words, pn_lcp *lcp, size_t i);

#endif
