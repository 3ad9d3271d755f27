/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chooses among the multipliers of redundant constraints: of all lambda that
   exert the same forces J^T lambda, the one of least norm. */
#ifndef PANTIN_MULTIPLIERS_LEAST_NORM_H
#define PANTIN_MULTIPLIERS_LEAST_NORM_H

#include "pantin/body/assembly.h"
#include "pantin/linear/cg.h"

typedef struct pn_least_norm {
  const pn_assembly *assembly; /* borrowed */
  pn_cg *cg;                   /* owned */
  double *force;               /* J^T x, (n), owned work */
  double *right, *lambda;      /* (m), owned work */
} pn_least_norm;

/* Allocates the work for an assembly; NULL when memory is short. */
pn_least_norm *pn_least_norm_alloc(const pn_assembly *assembly);

void pn_least_norm_free(pn_least_norm *least);

/* Replaces lambda, (m), by the least one with its forces, for J at the
   assembly's state. GSL_SUCCESS; or GSL_EFAILED if the iteration fails, and
   lambda stays as it was. */
int pn_least_norm_apply(pn_least_norm *least, double *lambda);

#endif
