# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# TAP for the tests in shell, read by them with `. "$srcdir/tests/tap.sh"`.
# Gives them $scratch, a folder of their own, and four ways to ask; what a
# command printed is shown when the answer is wrong. They end with `finish`.
# shellcheck shell=sh
tap_count=0
tap_status=0
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM

# tap_report VERDICT NAME: one line of TAP, with the output if not ok.
tap_report() {
  tap_count=$((tap_count + 1))
  echo "$1 $tap_count - $2"
  [ "$1" = ok ] && return
  tap_status=1
  sed 's/^/# /' "$scratch/.output"
}

# succeeds NAME COMMAND...: the command ends with status 0.
succeeds() {
  tap_name=$1
  shift
  if "$@" >"$scratch/.output" 2>&1; then
    tap_report ok "$tap_name"
  else
    tap_report 'not ok' "$tap_name"
  fi
}

# ends STATUS COMMAND...: the command ends with this exit status.
ends() {
  wanted=$1
  shift
  "$@"
  got=$?
  echo "exit status $got"
  [ "$got" -eq "$wanted" ]
}

# silent NAME COMMAND...: the command finds no fault, so it prints nothing.
silent() {
  tap_name=$1
  shift
  "$@" >"$scratch/.output" 2>&1
  if [ -s "$scratch/.output" ]; then
    tap_report 'not ok' "$tap_name"
  else
    tap_report ok "$tap_name"
  fi
}

# prints NAME TEXT COMMAND...: the command prints a line that contains TEXT.
prints() {
  tap_name=$1
  tap_text=$2
  shift 2
  "$@" >"$scratch/.output" 2>&1
  if grep -qF -e "$tap_text" "$scratch/.output"; then
    tap_report ok "$tap_name"
  else
    echo "(no line contains '$tap_text')" >>"$scratch/.output"
    tap_report 'not ok' "$tap_name"
  fi
}

# below KEY LIMIT: a number of $scratch/json is below a limit; prints
# nothing then.
below() {
  awk -v key="\"$1\":" -v limit="$2" '$1 == key {
    seen = 1
    x = $2 + 0
    if (!(x < limit)) print key " " x " is not below " limit
  }
  END { if (!seen) print key " is missing" }' "$scratch/json"
}

# skip NAME REASON: one line for what cannot be tested here.
skip() {
  tap_report ok "$1 # SKIP $2"
}

# sanitized: whether this build has sanitizers, which are slow.
sanitized() {
  case $CFLAGS in
  *-fsanitize=*) ;;
  *) false ;;
  esac
}

# built_with NAME: whether this build uses that library (HDF5, ODE, MPI).
built_with() {
  grep -q "^#define HAVE_$1 " "$builddir/config.h"
}

# needs NAME...: skips all where Pantin was built without one of these.
needs() {
  for tap_name; do
    built_with "$tap_name" || skip_all "built without $tap_name"
  done
}

# skip_all REASON: nothing can be tested here.
skip_all() {
  echo "1..0 # SKIP $1"
  exit 0
}

finish() {
  echo "1..$tap_count"
  exit "$tap_status"
}
