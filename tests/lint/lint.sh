#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# lint.sh: five readers of the source, each with a line of what it found: gcc's
# analyzer, clang, clang-tidy, cppcheck, shellcheck, or those that $LINT names.
# Ends with 1 if there is a finding.
# What is left out is named here and in the two files beside, each with its
# reason. Called by make in the build's folder with $srcdir and
# $PANTIN_LINT_FLAGS; $JOBS files are read at a time.
#
# lint.sh TOOL FILE: has one file read by gcc, clang or clang-tidy. What was said
# of it is kept in the folder lint/ of the build until the file, a header or the
# configuration changes, so that a run that was stopped goes on from there.
set -u

# Left out of the analyzer of gcc 12: use-of-uninitialized-value, which does not
# see that a loop or a reader has filled an array; null-dereference and
# null-argument, which do not see that a table's end was looked for before.
read_file() {
  case $1 in
  gcc)
    # shellcheck disable=SC2086  # a list of words
    gcc -fanalyzer -S -o /dev/null -fdiagnostics-plain-output \
      -Wno-analyzer-too-complex -Wno-analyzer-use-of-uninitialized-value \
      -Wno-analyzer-null-argument -Wno-analyzer-null-dereference $flags "$2"
    ;;
  clang) # as in the build: it refuses some vectors only when it writes code
    # shellcheck disable=SC2086  # a list of words
    clang -O2 -S -o /dev/null -Wall -Wextra $flags "$2"
    ;;
  clang-tidy)
    # shellcheck disable=SC2086  # a list of words
    clang-tidy --quiet --config-file=tests/lint/clang-tidy.yaml "$2" -- $flags
    ;;
  esac
}

if [ $# -gt 0 ]; then
  said=$kept/$1/$(echo "$2" | tr / +)
  if [ ! -e "$said" ] || [ -n "$(find "$2" "$newest" -newer "$said")" ]; then
    read_file "$1" "$2" >"$said.new" 2>&1 ||
      echo "$2:1: error: $1 ended with status $?" >>"$said.new"
    mv "$said.new" "$said"
  fi
  exit
fi

top=$PWD
kept=$top/lint
jobs=${JOBS:-2}
status=0
for tool in gcc clang clang-tidy cppcheck; do
  mkdir -p "$kept/$tool" || exit 99
done
cd "$srcdir" || exit 99

# The sources that this build has; and of what all of them depend on the newest.
sources=$(find src/pantin src/programs -name '*.c' ! -name '*_without.c' | sort)
newest=$(find src tests/lint "$top/config.h" \
  \( -name '*.h' -o -path 'tests/lint/*' \) -exec ls -t {} + | sed -n 1p)
# The folder of installed scenes may be any text.
flags="-std=c11 -DHAVE_CONFIG_H -DPROGRAM_DATA_INSTALLED=__FILE__ -I$top -Isrc
  $PANTIN_LINT_FLAGS"
export kept newest flags

# has TOOL: it is asked for, and installed.
has() {
  case " ${LINT:-gcc clang clang-tidy cppcheck shellcheck} " in
  *" $1 "*) ;;
  *) return 1 ;;
  esac
  command -v "$1" >/dev/null || {
    echo "lint: $1 is not installed"
    return 1
  }
}

# each TOOL: has the tool read each source, and repeats what was said of them.
each() {
  echo "$sources" | xargs -P "$jobs" -n 1 sh tests/lint/lint.sh "$1"
  echo "$sources" | tr / + | (cd "$kept/$1" && xargs cat)
}

# conclude TOOL: shows what the tool found, the lines on stdin, once each.
conclude() {
  sort -u | grep . >"$kept/found"
  cat "$kept/found"
  echo "lint: $1: $(grep -c . "$kept/found") findings"
  [ ! -s "$kept/found" ] || status=1
}

if has gcc; then
  each gcc | grep -E '(warning|error):' >"$kept/said"
  conclude 'gcc -fanalyzer' <"$kept/said"
fi
if has clang; then
  each clang | grep -E '(warning|error):' >"$kept/said"
  conclude clang <"$kept/said"
fi
if has clang-tidy; then
  each clang-tidy | grep -E '(warning|error):' >"$kept/said"
  conclude clang-tidy <"$kept/said"
fi
if has cppcheck; then
  # shellcheck disable=SC2086  # a list of words
  cppcheck --quiet -j "$jobs" --enable=warning,portability,performance \
    --cppcheck-build-dir="$kept/cppcheck" \
    --std=c11 --inline-suppr --suppressions-list=tests/lint/cppcheck.txt \
    --library=posix -DHAVE_CONFIG_H -DHAVE_HDF5=1 -DHAVE_ODE=1 \
    '-DH5E_BEGIN_TRY={' '-DH5E_END_TRY=}' '-DPN_PRINTF(a,b)=' -Isrc \
    --template='{file}:{line}: {severity}: {id}: {message}' \
    src/pantin src/programs >"$kept/said" 2>&1
  conclude cppcheck <"$kept/said"
fi
if has shellcheck; then
  { find src data tutorials tests bench packaging -name '*.sh' &&
    echo bootstrap .ci/run; } |
    xargs shellcheck -f gcc >"$kept/said" 2>&1
  conclude shellcheck <"$kept/said"
fi
exit "$status"
