#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The floors of the library: an #include goes to the same floor or to one that
# it stands on, and nothing leads out of the library.
. "$srcdir/tests/tap.sh"

# upward_arrows TREE: each #include that no floor may have, as file:line.
upward_arrows() {
  find "$1"/src/pantin/*/ -name '*.[ch]' -exec awk '
    BEGIN {
      below["base"] = ""
      below["linear"] = " base "
      below["lcp"] = " base linear "
      below["tuning"] = " base linear lcp "
      below["chain"] = " base linear "
      below["body"] = " base "
      below["multipliers"] = " base linear body "
      below["dynamics"] = " base linear lcp body multipliers "
      below["contact"] = " base linear lcp body multipliers dynamics "
    }
    FNR == 1 {
      n = split(FILENAME, part, "/")
      from = part[n - 1]
    }
    function fault(why) { print FILENAME ":" FNR ": " why ": " $0 }
    function may_use(from, to) {
      return to == from || index(below[from], " " to " ")
    }
    /^[ \t]*#[ \t]*include[ \t]*"/ {
      split($0, quoted, "\"")
      depth = split(quoted[2], part, "/")
      if (quoted[2] == "config.h")
        next
      if (part[1] != "pantin" || depth != 3)
        fault("not a header of the library")
      else if (!(part[2] in below))
        fault("no such floor")
      else if (!(from in below))
        fault("this folder is not a floor")
      else if (!may_use(from, part[2]))
        fault("not a floor below " from)
    }' {} +
}

# plant FLOOR INCLUDE: a tree with one file of that floor.
plant() {
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree/src/pantin/$1"
  printf '#include <math.h>\n#include "%s"\n' "$2" \
    >"$scratch/tree/src/pantin/$1/planted.c"
}

silent 'every #include goes downwards' upward_arrows "$srcdir"

for arrow in base:linear linear:lcp lcp:tuning lcp:body body:linear \
  body:multipliers multipliers:lcp multipliers:dynamics dynamics:contact \
  contact:tuning tuning:contact tuning:body base:chain tuning:chain \
  chain:lcp; do
  plant "${arrow%:*}" "pantin/${arrow#*:}/x.h"
  prints "${arrow%:*} may not use ${arrow#*:}" \
    "planted.c:2: not a floor below ${arrow%:*}" upward_arrows "$scratch/tree"
done
for arrow in base:base tuning:base tuning:lcp multipliers:linear \
  dynamics:lcp contact:dynamics contact:lcp chain:linear chain:chain; do
  plant "${arrow%:*}" "pantin/${arrow#*:}/x.h"
  silent "${arrow%:*} may use ${arrow#*:}" upward_arrows "$scratch/tree"
done
plant base test.h
prints 'the library uses no header of the tests' 'not a header of' \
  upward_arrows "$scratch/tree"
plant base pantin/attic/x.h
prints 'every floor is known' 'no such floor' upward_arrows "$scratch/tree"
plant attic pantin/base/x.h
prints 'every folder is a floor' 'is not a floor' upward_arrows "$scratch/tree"
finish
