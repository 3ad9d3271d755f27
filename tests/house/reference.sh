#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The reference of the public headers: every public name has a comment, and a
# page of its own in man 3.
. "$srcdir/tests/tap.sh"

for tool in doxygen python3; do
  command -v $tool >/dev/null 2>&1 || {
    echo "1..0 # SKIP $tool is not installed"
    exit 0
  }
done

# reference SOURCES HEADER...
reference() {
  sources=$1
  shift
  sh "$srcdir/src/reference/reference.sh" "$sources" "$scratch/reference" 9.9 \
    "$@"
}
headers=$(for header in $PANTIN_HEADERS; do echo "${header#*src/}"; done)

# shellcheck disable=SC2086  # a list of words
succeeds 'every public name has a comment' reference "$srcdir/src" $headers
pages=$scratch/reference/man3
prints 'the page of a function is that of its header' \
  '.so man3/pantin_chain_solver.h.3' cat "$pages/pn_chain_solver_set.3"
prints 'which tells two of one name apart' '.so man3/pantin_lcp_solver.h.3' \
  cat "$pages/pn_lcp_solver_set.3"
prints 'and says what it does' 'Places the solver at the start' \
  cat "$pages/pantin_lcp_solver.h.3"
prints 'members have their units' '[N s/m]' cat "$pages/pn_spring.3"
strangers() { (cd "$pages" && ls) | grep -vE '^(pn_|PN_|pantin)'; }
silent 'no page has a name of anybody' strangers
prints 'there is HTML' 'pn_simulation_step' \
  cat "$scratch/reference/html/simulation_8h.html"

# header COMMENT: a header with one function.
mkdir -p "$scratch/src/pantin"
header() {
  printf '/* A test. */\n#ifndef A_H\n#define A_H\n\n%s\nint pn_a(void);\n\n%s' \
    "$1" '#endif' >"$scratch/src/pantin/a.h"
}
header ''
naked() { ! reference "$scratch/src" pantin/a.h; }
prints 'a name without a comment is refused' 'pn_a' naked
header '/* "solved" is a word with which a line may begin. */'
reference "$scratch/src" pantin/a.h >/dev/null 2>&1
prints 'a line may begin with a quote' "\\&'solved' is" cat "$pages/pantin_a.h.3"
finish
