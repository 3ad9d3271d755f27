#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what `make web` has written, in headless Chromium.
. "$srcdir/tests/tap.sh"

[ -e "$builddir/web/pantin.js" ] || skip_all 'no pages: make web writes them'
. "$srcdir/tests/web/chromium.sh"
in_browser "$1" "$builddir/src/programs" "$builddir/web"
