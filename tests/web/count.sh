#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests that check-once and its like see each way in which a test can fail.
. "$srcdir/tests/tap.sh"

# counts LINE...: what is said of a test with these lines.
counts() {
  printf '%s\n' "$@" | awk -f "$srcdir/tests/web/count.awk"
}
succeeds 'a test that passes' counts 'ok 1 - a' '1..1' '# x ended with 0'
succeeds 'one that is skipped' counts '1..0 # SKIP b' '# x ended with 0'
prints 'and is counted' '# SKIP: 1' counts '1..0 # SKIP b' '# x ended with 0'

# fails NAME LINE...: these lines are a failure, and one only.
fails() {
  failure=$1
  shift
  succeeds "$failure" ends 1 counts "$@"
  prints "$failure, once" '# FAIL: 1' counts "$@"
}
fails 'a line that is not ok' 'ok 1 - a' 'not ok 2 - b' '1..2' \
  '# x ended with 1'
fails 'an end after the first line' 'ok 1 - a' '# x ended with 1'
fails 'an end before any line' '# x ended with 99' \
  'ok 1 - a' '1..1' '# y ended with 0'
fails 'a plan that is not kept' 'ok 1 - a' '1..2' '# x ended with 0'
fails 'a status that is not 0' 'ok 1 - a' '1..1' '# x ended with 1'
fails 'a test without an end' 'ok 1 - a' '1..1' '# x ended with 0' 'ok 1 - b'
succeeds 'no line at all fails' ends 1 counts
finish
