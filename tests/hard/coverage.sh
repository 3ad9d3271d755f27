#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# coverage.sh [TEST...]: builds with gcov in the folder coverage/, runs make check
# there (or these tests), and prints for each floor, and for the programs, how
# many lines and branches were run. Called by make in the build's folder with
# $srcdir and $MAKE.
set -u
# A copy of the sources, because those of a build in their own folder cannot be
# configured a second time.
mkdir -p coverage || exit 99
$MAKE -s distdir distdir=coverage/source >/dev/null || exit
cd coverage || exit 99
# PNI_PLAIN compiles each function once: see lcp/sweep_private.h.
# A program that a signal ends, by _exit, is to tell what it has run, too. -u
# links this into programs without $(LIBS), such as the answers to exercises.
gcc -fPIC -c -o exit.o source/tests/hard/coverage_exit.c || exit
ar rc libexit.a exit.o || exit
[ -e Makefile ] || source/configure --quiet CC=gcc \
  CPPFLAGS=-DPNI_PLAIN CFLAGS='-g -O0 --coverage' \
  LDFLAGS="--coverage -Wl,--wrap=_exit,-u,__wrap__exit,$PWD/libexit.a" ||
  exit
# A test that is ended for its slowness, here without optimisation, tells
# nothing.
: "${CK_TIMEOUT_MULTIPLIER:=20}"
export CK_TIMEOUT_MULTIPLIER
# What does not build is no coverage; a test that fails tells what it has run.
$MAKE -s -j2 check TESTS= || exit
find . -name '*.gcda' -exec rm -f {} +
if [ $# -gt 0 ]; then
  $MAKE -s -j2 check TESTS="$*"
else
  $MAKE -s -j2 check
fi

# gcov prints, for each object, blocks as "File 'x.c'", "Lines executed:98.1% of
# 105", "Taken at least once:87.2% of 40", "Calls executed:90.0% of 20"; and last,
# without a file, how many lines of all, which do not count here.
find src -name '*.gcda' -exec gcov -n -b {} + 2>/dev/null | awk '
  /^(Calls executed|No calls)/ { ours = 0 }
  /^File / {
    file = $0
    gsub(/^File .*src\/(pantin\/)?|\x27$/, "", file)
    ours = /src\/(pantin|programs)\/.*\.c/ && !seen[file]++
    floor = file
    sub(/\/.*/, "", floor)
  }
  ours && /^(Lines executed|Taken at least once):/ {
    split($0, part, /[:%]| of /)
    kind = /^Lines/ ? "l" : "b"
    all[floor, kind] += part[4]
    run[floor, kind] += part[2] * part[4] / 100
    floors[floor] = 1
    whole = floor == "programs" ? "the programs" : "the library"
    all[whole, kind] += part[4]
    run[whole, kind] += part[2] * part[4] / 100
  }
  function line(name) {
    printf "%-14s %6d lines %6.1f %%  %6d branches %6.1f %%\n", name,
      all[name, "l"], 100 * run[name, "l"] / all[name, "l"], all[name, "b"],
      all[name, "b"] ? 100 * run[name, "b"] / all[name, "b"] : 100
  }
  END {
    for (floor in floors)
      line(floor)
    line("the library")
    line("the programs")
  }'
