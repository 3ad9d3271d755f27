# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# For tests of what is installed: `stage_install` does "make install" into
# $stage, and pkg-config finds it there. The library is in $library_folder.
# shellcheck shell=sh

# This make stands alone, not below the one that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
stage=$scratch/stage

stage_install() {
  make -s -C "$builddir" install DESTDIR="$stage"
}

# The package file of a staged tree names the final folders: move them.
stage_package_file() {
  found=$(find "$stage" -name pantin.pc)
  sed "s|=/|=$stage/|" "$found" >"$scratch/pantin.pc" &&
    library_folder=$(dirname "$(find "$stage" -name 'libpantin.so')") &&
    [ -n "$library_folder" ]
}

PKG_CONFIG_PATH=$scratch${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
export PKG_CONFIG_PATH

succeeds 'make install' stage_install
succeeds 'the library and its package file are there' stage_package_file
LD_LIBRARY_PATH=$library_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
