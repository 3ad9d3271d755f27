/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#ifndef PANTIN_DYNAMICS_INVERSE_PRIVATE_H
#define PANTIN_DYNAMICS_INVERSE_PRIVATE_H

#include "pantin/dynamics/inverse.h"

/* Refuses a system that inverse dynamics would not do justice to, by the name
   of the joint. GSL_SUCCESS or GSL_EUNIMPL. */
int pni_inverse_check(const pn_system *system, pn_error *error);

#endif
