#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# try.sh FOLDER: unpacks the Debian packages of a folder, and does with them what
# a user would: runs a program, reads the reference, links, imports.
. "$srcdir/tests/tap.sh"

root=$scratch/root
usr=$root/usr
unpack() {
  for package in "$1"/*.deb; do
    dpkg-deb -x "$package" "$root" || return 1
  done
}
succeeds 'the packages unpack' unpack "$1"
library=$(find "$usr/lib" -name 'libpantin.so.0')
folder=$(dirname "$library")
LD_LIBRARY_PATH=$folder
PANTIN_DATA=$usr/share/pantin
export LD_LIBRARY_PATH PANTIN_DATA

prints 'a chain hangs' 'Converged in' "$usr/bin/pantin-chain" 2a
prints 'a robot is moved' '6 bodies' "$usr/bin/pantin-joints" \
  "$PANTIN_DATA/robots/arm.urdf" --time 0.1
prints 'man 3 has the functions' 'Places the solver at the start' \
  gzip -dc "$usr/share/man/man3/pn_lcp_solver_set.3.gz"
prints 'the reference is there in HTML' 'pn_simulation_step' \
  cat "$usr/share/doc/pantin/reference/simulation_8h.html"
succeeds 'a program links with the library' \
  cc "$srcdir/tutorials/examples/rosenbrock.c" -I"$usr/include" -L"$folder" \
  -lpantin -lm -o "$scratch/rosenbrock"
succeeds 'and runs' "$scratch/rosenbrock"
prints 'the module asks for cffi' 'python3-cffi,' \
  dpkg-deb -f "$1"/python3-pantin_*.deb Depends
hang='import pantin; print(pantin.hang([1, 1, 1], (2, 0)))'
prints 'the module needs neither headers nor a compiler' 'converged' \
  env PANTIN_LIBRARY="$library" PANTIN_INCLUDE=/none \
  PYTHONPATH="$usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 -c "$hang"
finish
