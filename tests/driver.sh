#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Runs a test by Automake's driver for TAP, whose arguments are the same, and
# prints one line for it, below those of whatever did not pass. With V=1 all
# lines of the driver are printed. The logs and the summary do not change.
here=$(dirname "$0")
tap_driver=$here/../build-aux/tap-driver.sh
[ "${V:-0}" != 1 ] || exec "${SHELL:-/bin/sh}" "$tap_driver" "$@"

# The name of the test, for the line, and the file that has its results.
name=
results=
previous=
for argument; do
  case $previous in
  --test-name) name=$argument ;;
  --trs-file) results=$argument ;;
  esac
  [ "$argument" != -- ] || break
  previous=$argument
done

printed=$("${SHELL:-/bin/sh}" "$tap_driver" "$@")
status=$?
# The words may be wrapped in the terminal's colours.
escape=$(printf '\033')
printf '%s\n' "$printed" |
  grep -vE "^($escape\\[[0-9;]*m)?(PASS|XFAIL)($escape\\[m)?:|^\$"
[ "$status" -eq 0 ] || exit "$status"

awk -v name="$name" '
  $1 == ":test-result:" { count[$2]++; all++ }
  END {
    bad = count["FAIL"] + count["XPASS"] + count["ERROR"]
    if (all == count["SKIP"] && all > 0)
      exit # its line has been printed
    printf "%s: %s (%d of %d passed", bad ? "FAIL" : "PASS", name,
      count["PASS"], all
    if (count["XFAIL"])
      printf ", %d open", count["XFAIL"]
    if (count["SKIP"])
      printf ", %d skipped", count["SKIP"]
    print ")"
  }' "$results"
