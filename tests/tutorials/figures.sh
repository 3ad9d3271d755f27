#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests that `make figures` still works: each script of the tutorials, run in a
# folder of its own, ends well without a word and draws the pictures there are.
. "$srcdir/tests/tap.sh"

sanitized && skip_all 'slow under sanitizers, and each program has tests'
command -v gnuplot >/dev/null 2>&1 || skip_all 'no gnuplot'
needs HDF5 ODE

PANTIN_DATA=$srcdir/data
PATH=$builddir/src/programs:$PATH
LC_ALL=C.UTF-8 # for degree signs
export PANTIN_DATA LC_ALL

# draw FOLDER: runs its script in a folder that has its text files alone.
draw() {
  mkdir -p "$scratch/$1" &&
    find "$srcdir/tutorials/$1" -maxdepth 1 -type f ! -name '*.svg' \
      ! -perm -u+x -exec cp {} "$scratch/$1" \; &&
    chmod -R u+w "$scratch/$1" && # not all of a tarball is
    (cd "$scratch/$1" && PATH=$builddir/tutorials/$1:$PATH sh ./figures.sh)
}

# undrawn FOLDER: the pictures of this tree that were not drawn.
undrawn() {
  for picture in "$srcdir/tutorials/$1"/*.svg; do
    [ -s "$scratch/$1/$(basename "$picture")" ] || echo "$picture"
  done
}

for script in "$srcdir"/tutorials/*/figures.sh; do
  folder=$(basename "$(dirname "$script")")
  silent "the pictures of $folder are drawn" draw "$folder"
  silent 'all of them' undrawn "$folder"
done
finish
