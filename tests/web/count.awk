# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Counts the TAP of tests that follow each other, as make check counts its own.
# Each has its plan at its end, then a line "# TEST ended with STATUS"; a test
# whose plan is not the number of its lines, or whose status no line explains,
# has failed.
{ print }
/^ok .*# SKIP/ { lines++; skip++; next }
/^ok / { lines++; pass++; next }
/^not ok / { lines++; fail++; bad++; next }
/^1\.\.0 # SKIP/ { skip++; planned = 1; next }
/^1\.\./ { planned = substr($0, 4) == lines; next }
/^# .* ended with [0-9]+$/ {
  if (!planned || ($NF > 0 && !bad)) {
    fail++
    print "not ok - " substr($0, 3) ", its plan " \
      (planned ? "kept" : "missing or broken")
  }
  ended = NR
  lines = bad = planned = 0
}
END {
  if (ended < NR) {
    fail++
    print "not ok - the last test did not end"
  }
  print "# TOTAL: " pass + fail + skip
  print "# PASS: " pass + 0
  print "# FAIL: " fail + 0
  print "# SKIP: " skip + 0
  exit fail > 0 || pass + skip == 0
}
