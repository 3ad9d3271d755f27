/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the KKT matrix share; not installed. */
#ifndef PANTIN_CHAIN_KKT_PRIVATE_H
#define PANTIN_CHAIN_KKT_PRIVATE_H

#include "pantin/chain/kkt.h"

/* Entries of a symmetric 3x3 block over (x, y, lambda). */
enum { XX, XY, YY, XL, YL, LL };

#endif
