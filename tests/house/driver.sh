#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# "make check" prints one line for each test program and whatever did not pass;
# with V=1, each of their tests. The results that are counted are the same.
. "$srcdir/tests/tap.sh"

cat >"$scratch/good" <<'END_OF_TEST'
echo '1..4'
echo 'ok 1 - first'
echo 'ok 2 - second'
echo 'not ok 3 - open # TODO an exercise'
echo 'ok 4 - third # SKIP no library'
END_OF_TEST
cat >"$scratch/bad" <<'END_OF_TEST'
echo '1..3'
echo 'ok 1 - first'
echo 'not ok 2 - second'
echo 'ok 3 - third'
exit 1
END_OF_TEST
echo 'echo "1..0 # SKIP no library"' >"$scratch/skipped"
echo 'echo "1..2"; echo "ok 1"; kill -9 $$' >"$scratch/killed"

# drive V TEST COLOUR: what is printed of this test, without colours.
drive() {
  V=$1 sh "$srcdir/tests/driver.sh" --test-name "tests/$2" \
    --log-file "$scratch/$2.log" --trs-file "$scratch/$2.trs" \
    --color-tests "${3:-no}" --enable-hard-errors yes --expect-failure no -- \
    sh "$scratch/$2" | sed "s/$(printf '\033')\\[[0-9;]*m//g"
}
lines() { drive "$@" | grep -c .; }

prints 'a good program has one line' \
  'PASS: tests/good (2 of 4 passed, 1 open, 1 skipped)' drive 0 good
prints 'and one for what is skipped' 'SKIP: tests/good 4 - third' drive 0 good
prints 'and no others' 2 lines 0 good
prints 'V=1 prints all of them' 'PASS: tests/good 2 - second' drive 1 good
prints 'and nothing else' 4 lines 1 good
prints 'colours are no obstacle' 2 lines 0 good yes
prints 'what failed is named' 'FAIL: tests/bad 2 - second' drive 0 bad
prints 'and counted' 'FAIL: tests/bad (2 of 4 passed)' drive 0 bad
prints 'a program that is skipped says why' \
  'SKIP: tests/skipped - no library' drive 0 skipped
prints 'in one line' 1 lines 0 skipped
prints 'a program that dies is an error' 'ERROR: tests/killed' drive 0 killed
prints 'and a failure' 'FAIL: tests/killed (1 of 3 passed)' drive 0 killed

# The results that the summary counts, and the log.
both_ways() {
  drive 0 bad >"$scratch/short" && cp "$scratch/bad.trs" "$scratch/first.trs" &&
    cp "$scratch/bad.log" "$scratch/first.log" &&
    drive 1 bad >"$scratch/long" && cmp "$scratch/first.trs" \
    "$scratch/bad.trs" && cmp "$scratch/first.log" "$scratch/bad.log"
}
succeeds 'results and logs are the same with V=1' both_ways
finish
