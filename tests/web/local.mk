# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What is tested in a browser, which make check does without; counted as it
# counts its own. check-web looks at replays, check-pages at what `make web` has
# written, check-book at the book.
check_scripts += %D%/count.sh
web_run = $(AM_TESTS_ENVIRONMENT) run() { \
    "$$@"; code=$$?; echo "\# $$* ended with $$code"; return $$code; }; \
  run_test() { test=$$1; shift; run $(SHELL) "$$srcdir/$$test.sh" "$$@"; }
web_count = $(AWK) -f $(srcdir)/tests/web/count.awk
check-web: $(bin_PROGRAMS)
	@{ $(web_run); run_test tests/web/replay; } | $(web_count)
check-pages: $(bin_PROGRAMS)
	@{ $(web_run); for page in module texts labs; do \
	  run_test tests/web/pages $$page; done; } | $(web_count)
check-book: book
	@{ $(web_run); run_test tests/web/book; } | $(web_count)
.PHONY: check-web check-pages check-book

# What CI tests once: it takes long, or needs much that make check does without.
# `make check-once once=tests/house/reference` runs one of these tests alone.
once = tests/web/replay tests/house/reference tests/python/module \
  tests/python/notebooks tests/web/book packaging/try
check-once: $(bin_PROGRAMS)
	@{ $(web_run); \
	  makes() { \
	    if $(MAKE) $$1 >$$1.log 2>&1; then echo "ok 1 - make $$1"; \
	    else tail -n 60 $$1.log; echo "not ok 1 - make $$1"; false; fi; \
	    code=$$?; echo 1..1; return $$code; }; \
	  for test in $(once); do case $$test in \
	    */book) run makes book && run_test $$test ;; \
	    */try) run makes deb && run_test $$test deb ;; \
	    *) run_test $$test ;; esac; done; } | $(web_count)
.PHONY: check-once
CLEANFILES += book.log deb.log
EXTRA_DIST += %D%/book.py %D%/book.sh %D%/browser.py %D%/chromium.sh \
  %D%/count.awk %D%/labs.py %D%/module.py %D%/pages.sh %D%/replay.py \
  %D%/replay.sh %D%/texts.py
