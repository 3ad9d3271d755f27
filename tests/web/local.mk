# SPDX-License-Identifier: GPL-3.0-or-later
# What is tested in a browser, which make check does without.
check-web: $(bin_PROGRAMS)
	@$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS=tests/web/replay.sh
.PHONY: check-web
EXTRA_DIST += %D%/replay.py %D%/replay.sh
