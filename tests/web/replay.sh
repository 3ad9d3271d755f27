#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests replays in headless Chromium.
. "$srcdir/tests/tap.sh"

. "$srcdir/tests/web/chromium.sh"
in_browser replay "$builddir/src/programs"
