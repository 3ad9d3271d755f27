# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make book: a folder of pages, book/, with the reference in it if there is
# doxygen, and book/pantin.pdf if there is Chromium; install-book installs it.
# It needs pandoc, mandoc and python3. make web makes the same pages, alive.
EXTRA_DIST += %D%/alive.md %D%/book.css %D%/book.py %D%/page.html %D%/preface.md \
  %D%/search.js
book-reference:
	@if command -v doxygen >/dev/null 2>&1; then \
	  $(MAKE) reference/html/index.html; fi
make_book = reference=; \
	test ! -e reference/pantin.tag || reference=reference; \
	python3 $(srcdir)/src/book/book.py $(srcdir) $$reference --folder
book: book-reference
	$(AM_V_GEN)$(make_book) book
install-book: book
	$(MKDIR_P) '$(DESTDIR)$(docdir)/book'
	cp -R book/. '$(DESTDIR)$(docdir)/book'
uninstall-local: uninstall-book
uninstall-book:
	rm -rf '$(DESTDIR)$(docdir)/book'
clean-local: clean-local-book
clean-local-book:
	rm -rf book
.PHONY: book book-reference install-book uninstall-book clean-local-book
