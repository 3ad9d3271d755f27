#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what `make book` has written, in headless Chromium where that is.
. "$srcdir/tests/tap.sh"

[ -e "$builddir/book/index.js" ] || skip_all 'no book: make book writes it'
. "$srcdir/tests/web/chromium.sh"
in_browser book "$srcdir" "$builddir/book"
