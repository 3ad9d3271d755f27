/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line of pantin-chain asks for. */
#ifndef PROGRAMS_CHAIN_REQUEST_H
#define PROGRAMS_CHAIN_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/chain/case.h"
#include "pantin/chain/solver.h"

enum { CHAIN_OPTIONS = 11, CHAIN_NAMES_MAX = 16 };

typedef struct {
  pn_chain_settings settings;
  int method;         /* the k-th of pn_chain_method_get; -1: not given */
  int seek;           /* 0: --seek minimum; -1: not given */
  int start;          /* the k-th of pn_chain_start_get; -1: not given */
  size_t seed;        /* of a random start */
  const char *lambda; /* as given, or NULL */
  int all;            /* --all */

  pn_option options[CHAIN_OPTIONS + 1];     /* the table for program.h */
  const char *methods[CHAIN_NAMES_MAX + 1]; /* names, ended by NULL */
  const char *starts[CHAIN_NAMES_MAX + 1];
} chain_request;

/* The defaults, and the table of options that point into the request. */
void chain_request_init(chain_request *asked);

/* The case of that path with the start that was asked for, and its first
   multipliers in place; NULL and the error filled if there is none. */
pn_chain_case *chain_request_read(chain_request *asked, const char *path,
                                  pn_error *error);

/* The method that was asked for, that the case names, or that suits it. */
const pn_chain_method *chain_request_method(const chain_request *asked,
                                            const pn_chain_case *of);

#endif
