# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make book: a folder of pages, book/, with the reference in it if there is
# doxygen, and book/pantin.pdf if there is Chromium; install-book installs it.
# It needs pandoc, mandoc and python3.
EXTRA_DIST += %D%/book.css %D%/book.py %D%/page.html %D%/preface.md \
  %D%/search.js
book:
	@if command -v doxygen >/dev/null 2>&1; then \
	  $(MAKE) reference/html/index.html; fi
	$(AM_V_GEN)reference=; \
	test ! -e reference/pantin.tag || reference=reference; \
	python3 $(srcdir)/src/book/book.py $(srcdir) book $$reference
install-book: book
	$(MKDIR_P) '$(DESTDIR)$(docdir)/book'
	cp -R book/. '$(DESTDIR)$(docdir)/book'
uninstall-local: uninstall-book
uninstall-book:
	rm -rf '$(DESTDIR)$(docdir)/book'
clean-local: clean-local-book
clean-local-book:
	rm -rf book
.PHONY: book install-book uninstall-book clean-local-book
