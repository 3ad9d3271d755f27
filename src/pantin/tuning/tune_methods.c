/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The family of methods. Their order is that of the numbers in result files. */
#include "pantin/tuning/tune.h"

static const pn_tune_method *const *const family[] = {
    &pn_tune_cmaes, &pn_tune_scan, &pn_tune_grid, &pn_tune_quick};

const pn_tune_method *pn_tune_method_get(size_t k)
{
  return k < sizeof family / sizeof family[0] ? *family[k] : NULL;
}
