#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Four readers of the source, each with a line of what it found: gcc's analyzer,
# clang-tidy, cppcheck, shellcheck. Ends with 1 if there is a finding. What is
# left out is named here and in the two files beside, each with its reason.
# Called by make in the build's folder with $srcdir, $CC and $PANTIN_LINT_FLAGS.
set -u
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
top=$PWD
cd "$srcdir" || exit 99
jobs=${JOBS:-2}
status=0

# conclude TOOL: shows what the tool found.
conclude() {
  sort -u "$scratch/found" | grep -v '^$' >"$scratch/sorted"
  cat "$scratch/sorted"
  echo "lint: $1: $(grep -c . "$scratch/sorted") findings"
  [ ! -s "$scratch/sorted" ] || status=1
}

has() {
  command -v "$1" >/dev/null || {
    echo "lint: $1 is not installed"
    return 1
  }
}

# The sources of the library and the programs that this build has.
sources=$(find src/pantin src/programs -name '*.c' ! -name '*_without.c' | sort)
flags="-std=c11 -DHAVE_CONFIG_H -I$top -Isrc $PANTIN_LINT_FLAGS"

# Left out of the analyzer of gcc 12: use-of-uninitialized-value, which does not
# see that a loop or a reader has filled an array; null-dereference and
# null-argument, which do not see that a table's end was looked for before.
if has gcc; then
  # shellcheck disable=SC2086  # lists of words
  echo "$sources" | xargs -P "$jobs" -n 1 gcc -fanalyzer -S -o /dev/null \
    -fdiagnostics-plain-output -Wno-analyzer-too-complex \
    -Wno-analyzer-use-of-uninitialized-value -Wno-analyzer-null-argument \
    -Wno-analyzer-null-dereference $flags 2>&1 |
    grep 'warning:' >"$scratch/found"
  conclude 'gcc -fanalyzer'
fi
if has clang-tidy; then
  # shellcheck disable=SC2016  # for the inner shell
  echo "$sources" | flags=$flags xargs -P "$jobs" -n 8 sh -c '
    clang-tidy --quiet --config-file=tests/lint/clang-tidy.yaml "$@" -- $flags
    ' sh 2>/dev/null | grep -E '(warning|error):' >"$scratch/found"
  conclude clang-tidy
fi
if has cppcheck; then
  # shellcheck disable=SC2086  # lists of words
  cppcheck --quiet -j "$jobs" --enable=warning,portability,performance \
    --std=c11 --inline-suppr --suppressions-list=tests/lint/cppcheck.txt \
    --library=posix -DHAVE_CONFIG_H -DHAVE_HDF5=1 -DHAVE_ODE=1 \
    '-DH5E_BEGIN_TRY={' '-DH5E_END_TRY=}' '-DPN_PRINTF(a,b)=' -Isrc \
    --template='{file}:{line}: {severity}: {id}: {message}' \
    src/pantin src/programs >"$scratch/found" 2>&1
  conclude cppcheck
fi
if has shellcheck; then
  { find . -name '*.sh' ! -path './pantin-*' ! -path './build-aux/*' &&
    echo bootstrap .ci/run; } |
    xargs shellcheck -f gcc >"$scratch/found" 2>&1
  conclude shellcheck
fi
exit "$status"
