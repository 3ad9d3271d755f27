/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of CMA-ES share. */
#ifndef PANTIN_TUNING_CMAES_PRIVATE_H
#define PANTIN_TUNING_CMAES_PRIVATE_H

#include "pantin/tuning/cmaes.h"

#include <gsl/gsl_eigen.h>

/* The memory for decomposing C. */
typedef struct {
  gsl_eigen_symmv_workspace *workspace;
  gsl_matrix *C, *B;
  gsl_vector *values;
} pni_cmaes_eigen;

/* How many recent generations are checked for equal values: one bit each, in a
   number that a file can hold. */
enum { PNI_CMAES_BITS = 52 };

/* Makes a run with its arrays and constants, but without a start. NULL:
   GSL_ENOMEM, or GSL_EINVAL for its settings. */
pn_cmaes *pni_cmaes_make(size_t n, const pn_cmaes_settings *settings,
                         pn_error *error);

/* Finds B and D of C. Returns GSL_EFAILED if C is not finite. */
int pni_cmaes_decompose(pn_cmaes *es);

/* Brings the samples within the bounds, into es->points. */
void pni_cmaes_clamp(pn_cmaes *es);

/* Adds to es->value what the samples out of bounds pay, and adapts the
   price. */
void pni_cmaes_penalise(pn_cmaes *es);

/* Appends the generation to the history; es->value must be set. */
void pni_cmaes_record(pn_cmaes *es);

/* Returns in how many generations stagnation is sought after `told` of them. */
size_t pni_cmaes_window(const pn_cmaes *es, size_t told);

/* Returns how many recent generations are compared for their spread. */
size_t pni_cmaes_recent(const pn_cmaes *es);

void pni_sort(double *values, size_t count);

#endif
