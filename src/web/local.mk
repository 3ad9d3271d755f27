# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The book with its commands alive, and laboratories: pages in which the programs
# themselves run, compiled to WebAssembly. The folder wasm/ keeps what that takes,
# web/ is what a reader needs.
web_scripts = %D%/build.sh %D%/labs.sh %D%/module.c %D%/pack.js \
  %D%/worker.js
web_pages = %D%/compare.js %D%/lab.js %D%/machine.js %D%/run.css \
  %D%/run.js %D%/shell.js %D%/web.css
web_labs = %D%/lab.html %D%/labs/chain.html %D%/labs/chain.js \
  %D%/labs/elimination.html %D%/labs/elimination.js %D%/labs/heap.html \
  %D%/labs/heap.js %D%/labs/puppet.html %D%/labs/puppet.js \
  %D%/labs/tuning.html %D%/labs/tuning.js
EXTRA_DIST += $(web_scripts) $(web_pages) $(web_labs)
web: $(BUILT_SOURCES) book-reference
	@$(MKDIR_P) wasm
	$(AM_V_at)$(MAKE) -s distdir distdir=wasm/fresh
	$(AM_V_at)$(SHELL) $(srcdir)/%D%/build.sh wasm
	$(AM_V_GEN)$(make_book) web --alive
	$(AM_V_at)node $(srcdir)/%D%/pack.js wasm $(srcdir) >web/pantin.js
	$(AM_V_at)cp $(web_pages:%=$(srcdir)/%) web
	$(AM_V_at)$(SHELL) $(srcdir)/%D%/labs.sh $(srcdir) web
clean-local-web:
	rm -rf web
clean-local: clean-local-web
distclean-local-web:
	rm -rf wasm
distclean-local: distclean-local-web
.PHONY: web clean-local-web distclean-local-web
