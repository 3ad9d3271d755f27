#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What "make install" puts down is enough to build and run a program with the
# flags that pkg-config gives, and does not point back into the build tree.
. "$srcdir/tests/tap.sh"

# This make stands alone, not below the one that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
stage=$scratch/stage

install_staged() {
  make -s -C "$builddir" install DESTDIR="$stage"
}

# The package file of a staged tree names the final folders: move them.
move_package_file() {
  found=$(find "$stage" -name pantin.pc)
  sed "s|=/|=$stage/|" "$found" >"$scratch/pantin.pc" &&
    library_folder=$(dirname "$(find "$stage" -name 'libpantin.so')") &&
    [ -n "$library_folder" ]
}

cat >"$scratch/use.c" <<'END'
#include "pantin/base/error.h"
#include "pantin/base/vec3.h"

#include <stdio.h>

int main(int argc, char **argv)
{
  const pn_vec3 bar = pn_vec3_make(0.3 * argc, 0, 0.4);
  pn_error error = {0};
  char text[PN_ERROR_MESSAGE];
  pn_error_set(&error, 4, *argv, 12, "length is %g m", pn_vec3_norm(bar));
  puts(pn_error_message(&error, text, sizeof text));
  return error.code != 4;
}
END

build_user() {
  flags=$(PKG_CONFIG_PATH="$scratch${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" \
    pkg-config --cflags --libs pantin) || return
  # shellcheck disable=SC2086  # lists of words
  $CC $CFLAGS -std=c11 -Wall -Werror -o "$scratch/use" "$scratch/use.c" \
    $LDFLAGS $flags
}

run_user() {
  LD_LIBRARY_PATH=$library_folder "$scratch/use"
}

programs_that_point_back() {
  find "$stage" -type f -path '*/bin/*' -exec readelf -d {} + |
    grep -E 'R(UN)?PATH' | grep -F "$builddir"
}

every_program_starts() {
  find "$stage" -type f -path '*/bin/*' >"$scratch/programs"
  while read -r program; do
    LD_LIBRARY_PATH=$library_folder "$program" --version </dev/null || return
  done <"$scratch/programs"
}

# The source's and the build's folders, in what is installed; debugging
# information has them by right, so it is taken out first.
paths_that_point_back() {
  rm -rf "$scratch/bare"
  cp -R "$stage" "$scratch/bare"
  find "$scratch/bare" -type f \( -path '*/bin/*' -o -name '*.so.*' \) \
    -exec strip -g {} +
  grep -rlF -e "$builddir" -e "$(cd "$srcdir" && pwd)" "$scratch/bare"
}

succeeds 'make install' install_staged
succeeds 'the library and its package file are there' move_package_file
succeeds 'a program builds with what pkg-config says' build_user
prints 'and runs' 'use:12: length is 0.5 m' run_user
succeeds 'every installed program starts' every_program_starts
if command -v readelf >/dev/null 2>&1; then
  silent 'no installed program points into the build tree' \
    programs_that_point_back
fi

if command -v strip >/dev/null 2>&1; then
  silent 'nothing installed knows where it was built' paths_that_point_back
  printf '%s' "$builddir" >"$stage/planted"
  prints 'a file that does is seen' "planted" paths_that_point_back
else
  skip 'nothing installed knows where it was built' 'strip is not installed'
fi

# A package file without the library is no help.
build_without_library() {
  sed 's/-lpantin//' "$scratch/pantin.pc" >"$scratch/try.pc" &&
    mv "$scratch/try.pc" "$scratch/pantin.pc" && ! build_user
}
succeeds 'a package file that forgets the library is noticed' \
  build_without_library
finish
