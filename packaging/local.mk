# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Debian packages from the release tarball, into the folder deb.
deb: dist
	rm -rf deb && $(SHELL) $(srcdir)/packaging/deb.sh $(distdir).tar.gz deb
.PHONY: deb

EXTRA_DIST += %D%/deb.sh %D%/try.sh $(debian:%=packaging/debian/%)
debian = changelog control copyright libpantin-dev.install \
  libpantin-dev.lintian-overrides libpantin0.install \
  libpantin0.lintian-overrides not-installed pantin-doc.docs \
  pantin-doc.examples pantin-doc.install \
  pantin-doc.lintian-overrides pantin.docs pantin.install \
  pantin.lintian-overrides python3-pantin.lintian-overrides \
  rules source/format
