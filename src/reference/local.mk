# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# make html: the reference of the public headers, in reference/html, and pages
# for man in reference/man3. It needs doxygen and python3, as nothing else does.
reference_parts = src/reference/Doxyfile src/reference/comments.py \
  src/reference/index.dox src/reference/reference.sh
reference/html/index.html: $(HEADERS) $(reference_parts)
	$(AM_V_GEN)$(SHELL) $(srcdir)/src/reference/reference.sh $(srcdir)/src \
	  reference '$(VERSION)' $(HEADERS:src/%=%)
html-local: reference/html/index.html
install-html-local: html-local
	$(MKDIR_P) '$(DESTDIR)$(htmldir)/reference' '$(DESTDIR)$(mandir)/man3'
	cp -R reference/html/. '$(DESTDIR)$(htmldir)/reference'
	cp reference/man3/* '$(DESTDIR)$(mandir)/man3'
uninstall-local:
	rm -rf '$(DESTDIR)$(htmldir)/reference'
	rm -f '$(DESTDIR)$(mandir)/man3'/pn_*.3 '$(DESTDIR)$(mandir)/man3'/PN_*.3 \
	  '$(DESTDIR)$(mandir)/man3'/pantin*.h.3
clean-local: clean-local-reference
clean-local-reference:
	rm -rf reference
.PHONY: clean-local-reference
EXTRA_DIST += $(reference_parts)
