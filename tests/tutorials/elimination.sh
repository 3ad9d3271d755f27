#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests that the programs of the tutorial on elimination refuse words that they
# do not know, and name those that they do.
. "$srcdir/tests/tap.sh"

PATH=$builddir/tutorials/elimination:$PATH
export PATH

# refuses COMMAND...: ends with status 1 and prints one line.
refuses() {
  "$@" >"$scratch/said" 2>&1
  [ $? -eq 1 ] && [ "$(wc -l <"$scratch/said")" -eq 1 ] && cat "$scratch/said"
}

prints 'an unknown mechanism is refused' 'mechanisms: puppet, chain:N' \
  refuses pattern wheel:5
prints 'an unknown order is refused' 'orders: given, leaves' \
  refuses pattern puppet backwards
prints 'an order that lists cannot take is refused' 'orders: given, leaves' \
  refuses rows puppet bodies
prints 'an unknown table is refused' 'growth: orders, solvers, net' \
  refuses growth nonsense
finish
