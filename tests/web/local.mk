# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What is tested in a browser, which make check does without; counted as it
# counts its own.
check-web: $(bin_PROGRAMS)
	@srcdir='$(srcdir)' builddir='$(builddir)' \
	  PANTIN_DATA='$(abs_top_srcdir)/data' \
	  $(SHELL) $(srcdir)/tests/web/replay.sh | $(AWK) '{ print } \
	    /^ok / { pass++ } /^not ok / { fail++ } /^1\.\.0 # SKIP/ { skip++ } \
	    END { print "# TOTAL: " pass + fail + skip; \
	      print "# PASS: " pass + 0; print "# FAIL: " fail + 0; \
	      print "# SKIP: " skip + 0; exit fail > 0 || pass + skip == 0 }'
.PHONY: check-web
EXTRA_DIST += %D%/browser.py %D%/replay.py %D%/replay.sh
