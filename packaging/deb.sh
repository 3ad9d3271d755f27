#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# deb.sh TARBALL FOLDER: builds the Debian packages from a release tarball into
# a new folder, and has them inspected by lintian. Needs the packages debhelper
# and lintian, and those that packaging/debian/control names.
set -eu
tarball=$(realpath "$1")
folder=$2
mkdir "$folder"
folder=$(realpath "$folder")
version=${tarball##*/pantin-}
version=${version%.tar.gz}

cp "$tarball" "$folder/pantin_$version.orig.tar.gz"
tar -xzf "$tarball" -C "$folder"
cd "$folder/pantin-$version"
cp -R packaging/debian debian
# Packages are built with the system's own tools, whatever else is installed.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
# The tests are left to make check.
DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-nocheck parallel=2}" \
  dpkg-buildpackage -us -uc
cd ..
ls ./*.deb
# With --show-overrides it would fail on what is overridden, too.
lintian --fail-on error,warning ./*.changes
