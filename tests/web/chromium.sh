# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What tests in a browser need, read by them after tests/tap.sh: Chromium, and
# Debian's Python, which alone knows Debian's modules. All is skipped elsewhere.
# shellcheck shell=sh
for tool in /usr/bin/chromium /usr/bin/chromedriver; do
  [ -x "$tool" ] || skip_all "no $tool: ./bootstrap --web installs it"
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null ||
  skip_all 'no selenium for /usr/bin/python3: ./bootstrap --web installs it'

# in_browser NAME ARGUMENT...: becomes the test tests/web/NAME.py.
in_browser() {
  browser_test=$srcdir/tests/web/$1.py
  shift
  PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$browser_test" "$@" "$scratch"
}
