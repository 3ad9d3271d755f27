# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What is tested in a browser, which make check does without; counted as it
# counts its own. check-web looks at replays, check-pages at what `make web` has
# written, check-book at the book.
web_test = srcdir='$(srcdir)' builddir='$(builddir)' \
  PANTIN_DATA='$(abs_top_srcdir)/data' $(SHELL) $(srcdir)/tests/web
web_count = $(AWK) '{ print } \
  /^ok .*\# SKIP/ { skip++; next } /^ok / { pass++ } /^not ok / { fail++ } /^1\.\.0 \# SKIP/ { skip++ } \
  END { print "\# TOTAL: " pass + fail + skip; \
    print "\# PASS: " pass + 0; print "\# FAIL: " fail + 0; \
    print "\# SKIP: " skip + 0; exit fail > 0 || pass + skip == 0 }'
check-web: $(bin_PROGRAMS)
	@$(web_test)/replay.sh | $(web_count)
check-pages: $(bin_PROGRAMS)
	@for page in module texts labs; do \
	  $(web_test)/pages.sh $$page; done | $(web_count)
check-book: book
	@$(web_test)/book.sh | $(web_count)
.PHONY: check-web check-pages check-book

# What CI tests once: it takes long, or needs much that make check does without.
check-once: $(bin_PROGRAMS)
	@{ $(web_test)/replay.sh; $(AM_TESTS_ENVIRONMENT) \
	  for test in house/reference python/module python/notebooks; do \
	    $(SHELL) $(srcdir)/tests/$$test.sh; done; \
	  $(MAKE) -s book >&2; $(web_test)/book.sh; \
	  if $(MAKE) deb >deb.log 2>&1; then \
	    echo 'ok 1 - Debian packages are built, and lintian is content'; \
	    $(SHELL) $(srcdir)/packaging/try.sh deb; \
	  else tail -n 60 deb.log; \
	    echo 'not ok 1 - Debian packages are built'; fi; } | $(web_count)
.PHONY: check-once
CLEANFILES += deb.log
EXTRA_DIST += %D%/book.py %D%/book.sh %D%/browser.py %D%/labs.py \
  %D%/module.py %D%/pages.sh %D%/replay.py %D%/replay.sh %D%/texts.py
