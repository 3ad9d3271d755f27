#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what `make web` has written in headless Chromium, by Debian's Python,
# which alone knows Debian's modules.
. "$srcdir/tests/tap.sh"

[ -e "$builddir/web/pantin.js" ] || skip_all 'no pages: make web writes them'
for tool in /usr/bin/chromium /usr/bin/chromedriver; do
  [ -x "$tool" ] || skip_all "no $tool: ./bootstrap --web installs it"
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null ||
  skip_all 'no selenium for /usr/bin/python3: ./bootstrap --web installs it'
/usr/bin/python3 "$srcdir/tests/web/$1.py" "$builddir/src/programs" \
  "$builddir/web" "$scratch"
