#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The floors of the library: an #include goes to the same floor or to one that
# it stands on, and nothing leads out of the library. Within a floor, and within
# the programs, no circle: neither of headers that include each other nor of
# files that call each other's functions.
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

# circles: reads pairs "from to"; prints those that lie on a circle, or between
# two. Names that nothing leads to, or that lead nowhere, are dropped until
# none is left to drop.
circles() {
  sort -u | awk '
    $1 != $2 { from[NR] = $1; to[NR] = $2 }
    END {
      do {
        split("", leaves); split("", enters)
        for (i in from) { leaves[from[i]] = 1; enters[to[i]] = 1 }
        dropped = 0
        for (i in from)
          if (!(from[i] in enters) || !(to[i] in leaves)) {
            delete from[i]
            dropped = 1
          }
      } while (dropped)
      for (i in from)
        print from[i] " -> " to[i]
    }' | sort
}

# header_circles TREE: the circles of headers.
header_circles() {
  (cd "$1/src" && find pantin programs -name '*.h' -exec awk '
    /^[ \t]*#[ \t]*include[ \t]*"/ {
      split($0, quoted, "\"")
      print FILENAME, quoted[2]
    }' {} +) | circles
}

# symbols TREE SOURCES: "file kind name" for each function that an object of
# the built tree defines (T) or asks for (U), unless its source is gone; of the
# library, the position-independent objects.
symbols() {
  (cd "$1/src" && find pantin programs \( -path 'pantin/*/.libs/*.o' \
    -o -path 'programs/*.o' ! -path '*/.libs/*' \) -exec nm -A {} + |
    awk -v sources="$2/src" '{
      file = $1
      sub(/:.*/, "", file)
      sub(/\.libs\//, "", file)
      sub(/[a-z_]*-/, "", file)
      sub(/\.o$/, ".c", file)
      if (!(file in is_there))
        is_there[file] = (getline line <(sources "/" file)) >= 0
      if (is_there[file])
        print file, $(NF - 1), $NF
    }')
}

# call_circles TREE SOURCES: the circles of files that call each other.
call_circles() {
  symbols "$1" "$2" | awk '
    $2 == "T" || $2 == "i" { home[$3] = $1 }
    $2 == "U" { file[NR] = $1; name[NR] = $3 }
    END {
      for (i in file)
        if (name[i] in home)
          print file[i], home[name[i]]
    }' | circles
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

silent 'no headers include each other in a circle' header_circles "$srcdir"
mkdir -p "$scratch/headers/src/pantin/lcp" "$scratch/headers/src/programs"
for pair in a:b b:c c:b c:d; do
  echo "#include \"pantin/lcp/${pair#*:}.h\"" \
    >>"$scratch/headers/src/pantin/lcp/${pair%:*}.h"
done
prints 'a circle of headers is seen' 'lcp/c.h -> pantin/lcp/b.h' \
  header_circles "$scratch/headers"
beside() { header_circles "$scratch/headers" | grep -E '[ad]\.h'; }
silent 'and what leads to it or from it is not blamed' beside

if command -v nm >/dev/null 2>&1 &&
  [ "$(symbols "$builddir" "$srcdir" | grep -c ' T ')" -gt 100 ]; then
  silent 'no files call each other in a circle' call_circles "$builddir" "$srcdir"
  planted=$scratch/calls
  here=$planted/src/pantin/lcp
  mkdir -p "$here/.libs" "$planted/src/programs"
  echo 'int b(void); int a(void); int a(void) { return b(); }' >"$here/a.c"
  echo 'int c(void); int b(void); int b(void) { return c(); }' >"$here/b.c"
  echo 'int b(void); int d(void); int c(void);' \
    'int c(void) { return b() + d(); }' >"$here/c.c"
  echo 'int d(void); int d(void) { return 2; }' >"$here/d.c"
  for name in a b c d; do
    $CC -c -o "$here/.libs/$name.o" "$here/$name.c"
  done
  prints 'a circle of calls is seen' 'lcp/c.c -> pantin/lcp/b.c' \
    call_circles "$planted" "$planted"
  beside() { call_circles "$planted" "$planted" | grep -E '[ad]\.c'; }
  silent 'and what leads to it or from it is not blamed' beside
else
  tap_report 'ok' 'no files call each other in a circle # SKIP no nm'
fi
finish
