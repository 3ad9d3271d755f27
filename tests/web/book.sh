#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what `make book` has written, in headless Chromium where that is.
. "$srcdir/tests/tap.sh"

[ -e "$builddir/book/index.js" ] || skip_all 'no book: make book writes it'
for tool in /usr/bin/chromium /usr/bin/chromedriver; do
  [ -x "$tool" ] || skip_all "no $tool: ./bootstrap --web installs it"
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null ||
  skip_all 'no selenium for /usr/bin/python3: ./bootstrap --web installs it'
/usr/bin/python3 "$srcdir/tests/web/book.py" "$srcdir" "$builddir/book" \
  "$scratch"
