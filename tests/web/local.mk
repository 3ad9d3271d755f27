# SPDX-License-Identifier: GPL-3.0-or-later
# Replays in headless Chromium; needs the packages chromium, chromium-driver and
# python3-selenium, so it is not part of make check.
check-web: src/programs/pantin-joints
	@scratch=`mktemp -d` && PANTIN_DATA='$(abs_top_srcdir)/data' \
	  /usr/bin/python3 $(srcdir)/tests/web/replay.py '$(abs_builddir)/src/programs' \
	  "$$scratch"; status=$$?; rm -rf "$$scratch"; exit $$status
.PHONY: check-web
EXTRA_DIST += %D%/replay.py
