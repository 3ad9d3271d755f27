#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The names that the shared library exports are those that the installed
# headers declare, and all start with pn_.
. "$srcdir/tests/tap.sh"

library=$builddir/src/.libs/libpantin.so
command -v nm >/dev/null 2>&1 || skip_all 'nm is not installed'
[ -e "$library" ] || skip_all 'no shared library was built'

# exported LIBRARY: the names of its functions and data, sorted.
exported() {
  nm -D --defined-only "$1" | awk '{ print $NF }' | sort -u
}

# declared HEADER...: the functions and extern data that they declare, sorted.
declared() {
  awk -f "$srcdir/tests/house/uncomment.awk" "$@" |
    awk -f "$srcdir/src/exports.awk" | sort -u
}

# differences LIBRARY HEADER...: names on one side only.
differences() {
  exported "$1" >"$scratch/exported"
  shift
  declared "$@" >"$scratch/declared"
  comm -13 "$scratch/exported" "$scratch/declared" |
    sed 's/$/ is declared but not exported/'
  comm -23 "$scratch/exported" "$scratch/declared" |
    sed 's/$/ is exported but in no installed header/'
}

foreign_names() {
  exported "$1" | grep -v '^pn_'
}

headers=
for header in $PANTIN_HEADERS; do
  headers="$headers $srcdir/$header"
done

# What is public stays small.
headers_most=40
names_most=320
too_many() {
  # shellcheck disable=SC2086  # a list of words
  set -- $PANTIN_HEADERS
  [ $# -le "$headers_most" ] || echo "$# headers, more than $headers_most"
  names=$(exported "$library" | wc -l)
  [ "$names" -le "$names_most" ] || echo "$names names, more than $names_most"
}
silent 'the installed headers and names are few' too_many

# not_in_all HEADER...: those that pantin/pantin.h does not include.
not_in_all() {
  for header; do
    case $header in */pantin.h) continue ;; esac
    grep -qF "#include \"${header#src/}\"" "$srcdir/src/pantin/pantin.h" ||
      echo "$header is not in pantin.h"
  done
}
# shellcheck disable=SC2086  # a list of words
silent 'pantin.h includes them all' not_in_all $PANTIN_HEADERS
prints 'one that it does not is seen' 'planted.h is not in' not_in_all \
  src/pantin/base/planted.h

silent 'only names in pn_ are exported' foreign_names "$library"
# shellcheck disable=SC2086  # a list of words
silent 'what is exported is declared, and the reverse' \
  differences "$library" $headers

# The same questions to a library that has every fault.
cat >"$scratch/planted.c" <<'END'
int stray(void);
int stray(void) { return 2; }
int pn_hidden(void);
int pn_hidden(void) { return 3; }
const double pn_table[2] = {2.385, -0.7};
int pn_good(int k, double x);
int pn_good(int k, double x) { return k + (int)x; }
END
cat >"$scratch/planted.h" <<'END'
/* int pn_in_a_comment(void); */
#define PN_MACRO(x) pn_macro(x)
typedef struct { int (*pn_member)(int); } pn_type;
typedef int (*pn_callback)(int);
static inline int pn_inline(int k) { return pn_good(k, 2.385); }
#ifdef __cplusplus
extern "C" {
#endif
extern const double pn_table[2];
int pn_good(int k,
            double x); double pn_missing(pn_type a) __attribute__((pure));
#ifdef __cplusplus
}
#endif
END
# shellcheck disable=SC2086  # a list of words
if $CC $CFLAGS -w -fPIC -shared -o "$scratch/planted.so" "$scratch/planted.c" \
  >"$scratch/.output" 2>&1; then
  prints 'a foreign name is seen' stray foreign_names "$scratch/planted.so"
  faults() {
    differences "$scratch/planted.so" "$scratch/planted.h" | grep '^pn_'
  }
  prints 'a missing export is seen' 'pn_missing is declared but' faults
  prints 'a hidden function is seen' 'pn_hidden is exported but' faults
  others() { faults | grep -vE 'pn_(missing|hidden)'; }
  silent 'and nothing else' others
else
  tap_report 'not ok' 'a library to try the checks on'
fi
finish
