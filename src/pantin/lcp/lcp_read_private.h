/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The readers of single formats, from which lcp_read.c chooses. Each returns
   the error's code and fills a problem that has no rows yet. */
#ifndef PANTIN_LCP_LCP_READ_PRIVATE_H
#define PANTIN_LCP_LCP_READ_PRIVATE_H

#include "pantin/lcp/triplets_private.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/base/tokens_private.h"

/* Reads MatrixMarket after its first token. `beside` is the path of the file
   with b, NULL for zeros. The caller clears the entries, whose lines serve for
   messages. */
int pni_lcp_read_market(pni_tokens *tokens, const char *beside, pn_lcp *lcp,
                        pni_triplets *entries);

/* Gives the problem, whose size is set, a matrix of these entries. */
int pni_lcp_read_matrix(pni_tokens *tokens, pn_lcp *lcp,
                        const pni_triplets *entries);

#endif
