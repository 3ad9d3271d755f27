#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Each installed header compiles alone as C11, has the guard that its path asks
# for and extern "C" for what it declares, and includes others of the library
# by their installed path.
. "$srcdir/tests/tap.sh"

# compiles_alone TREE HEADER: included twice, by a file with nothing else.
compiles_alone() {
  path=${2#src/}
  printf '#include "%s"\n#include "%s"\nextern int translation_unit;\n' \
    "$path" "$path" >"$scratch/alone.c"
  # shellcheck disable=SC2086  # a list of words
  $CC -std=c11 -pedantic -Wall -Werror -fsyntax-only -I"$1/src" $GSL_CFLAGS \
    "$scratch/alone.c"
}

# PANTIN_BASE_ALLOC_H for src/pantin/base/alloc.h
has_guard() {
  guard=$(echo "${2#src/}" | tr 'a-z/.-' 'A-Z___')
  awk -v guard="$guard" '
    /^#/ { line[++n] = $0 }
    END {
      good = line[1] == "#ifndef " guard && line[2] == "#define " guard &&
             line[n] ~ /^#endif/
      if (!good)
        print "the guard should be " guard
      exit !good
    }' "$1/$2"
}

# Functions and data need it, types alone do not.
speaks_c() {
  grep -q '^extern "C" {' "$1/$2" ||
    [ -z "$(awk -f "$srcdir/tests/house/uncomment.awk" "$1/$2" |
      awk -f "$srcdir/src/exports.awk")" ]
}

includes_by_path() {
  ! grep -n '^[ \t]*#[ \t]*include *"' "$1/$2" | grep -v '"pantin/[a-z]*/'
}

for header in $PANTIN_HEADERS; do
  succeeds "$header compiles alone" compiles_alone "$srcdir" "$header"
  succeeds "$header has its guard" has_guard "$srcdir" "$header"
  succeeds "$header is for C++ too" speaks_c "$srcdir" "$header"
  succeeds "$header includes by path" includes_by_path "$srcdir" "$header"
done

refuses() {
  ! "$@"
}
bad=src/pantin/base/bad.h
mkdir -p "$scratch/src/pantin/base"
printf '#ifndef BAD_H\n#define BAD_H\n#include "bad2.h"\n%s\n#endif\n' \
  'int pn_bad(size_t k);' >"$scratch/$bad"
: >"$scratch/src/pantin/base/bad2.h"
succeeds 'a header that leans on others is refused' \
  refuses compiles_alone "$scratch" "$bad"
succeeds 'a guard of another name is refused' \
  refuses has_guard "$scratch" "$bad"
succeeds 'a function without extern "C" is refused' \
  refuses speaks_c "$scratch" "$bad"
succeeds 'an #include by bare name is refused' \
  refuses includes_by_path "$scratch" "$bad"
finish
