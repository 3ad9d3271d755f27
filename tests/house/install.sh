#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What "make install" puts down is enough to build and run programs in C and
# C++ with the flags that pkg-config gives, and does not point back into the
# build tree.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/stage.sh"

# In both languages: an inline function, functions and data of the library.
cat >"$scratch/use.c" <<'END'
#include <pantin/pantin.h>
#include <stdio.h>

int main(int argc, char **argv)
{
  const pn_vec3 bar = pn_vec3_make(0.3 * argc, 0, 0.4);
  const double sides[] = {0.1, 0.2, 0.3};
  const pn_body box = pn_body_make(pn_shape_box, sides, 2.385);
  pn_error error;
  char text[PN_ERROR_MESSAGE];
  error.code = 0;
  if (pn_body_check(&box, NULL, 0, &error))
    return 1;
  pn_error_set(&error, 4, *argv, 12, "length is %g m", pn_vec3_norm(bar));
  puts(pn_error_message(&error, text, sizeof text));
  return error.code != 4;
}
END

strict='-Wall -Wextra -pedantic-errors -Werror'

# build_user COMPILER...: makes $scratch/use.
build_user() {
  flags=$(pkg-config --cflags --libs pantin) || return
  # shellcheck disable=SC2086  # lists of words
  "$@" $CFLAGS $strict -o "$scratch/use" "$scratch/use.c" $LDFLAGS $flags -lm
}
in_c() {
  # shellcheck disable=SC2086  # a list of words
  build_user $CC -std=c11
}
in_cplusplus() {
  # shellcheck disable=SC2086
  build_user $CXX -std=c++17 -x c++
}

# with_each_alone COMPILER...: each installed header in a file of its own.
with_each_alone() {
  flags=$(pkg-config --cflags pantin) || return
  (cd "$stage" && find . -path '*/include/*' -name '*.h') |
    sed 's|.*/include/||' >"$scratch/headers"
  while read -r header; do
    printf '#include <%s>\nextern int translation_unit;\n' "$header" \
      >"$scratch/alone.c"
    # shellcheck disable=SC2086
    "$@" $strict -fsyntax-only $flags "$scratch/alone.c" || echo "$header"
  done <"$scratch/headers"
}

run_user() {
  "$scratch/use"
}

programs_that_point_back() {
  # The script `pantin` is no ELF file, and points nowhere.
  find "$stage" -type f -path '*/bin/pantin-*' -exec readelf -d {} + |
    grep -E 'R(UN)?PATH' | grep -F "$builddir"
}

every_program_starts() {
  find "$stage" -type f -path '*/bin/*' >"$scratch/programs"
  while read -r program; do
    "$program" --version </dev/null || return
  done <"$scratch/programs"
}

# Lists what is installed and contains the build's folder, or a folder of the
# sources; the place of installation may itself lie below the sources.
paths_that_point_back() {
  source=$(cd "$srcdir" && pwd)
  grep -rlF -e "$builddir" -e "$source/src" -e "$source/data" \
    -e "$source/tests" "$stage"
}

succeeds 'a program in C builds with what pkg-config says' in_c
prints 'and runs' 'use:12: length is 0.5 m' run_user
# shellcheck disable=SC2086
silent 'each header compiles alone as C11' with_each_alone $CC -std=c11
if $CXX --version >/dev/null 2>&1; then
  succeeds 'a program in C++ builds too' in_cplusplus
  prints 'and runs' 'use:12: length is 0.5 m' run_user
  # shellcheck disable=SC2086
  silent 'each header compiles alone as C++17' with_each_alone $CXX \
    -std=c++17 -x c++
else
  skip 'a program in C++ builds too' 'there is no C++ compiler'
fi
succeeds 'every installed program starts' every_program_starts
for page in AUTHORS CITATION.cff NEWS README.md; do
  prints "$page is installed" "/doc/pantin/$page" find "$stage" -name "$page"
done
if command -v readelf >/dev/null 2>&1; then
  silent 'no installed program points into the build tree' \
    programs_that_point_back
fi
case $PANTIN_CFLAGS in
*-ffile-prefix-map*)
  silent 'nothing installed knows where it was built' paths_that_point_back
  ;;
*)
  skip 'nothing installed knows where it was built' \
    'the compiler does not know -ffile-prefix-map'
  ;;
esac
printf '%s' "$builddir" >"$stage/planted"
prints 'a file that does is seen' 'planted' paths_that_point_back

# A header that is no C++, and a package file without the library.
found=$(find "$stage" -name vec3.h)
echo 'static inline pn_vec3 pn_bad(void) { return (pn_vec3){.x = 2}; }' \
  >>"$found"
if $CXX --version >/dev/null 2>&1; then
  # shellcheck disable=SC2086
  prints 'a compound literal is seen' 'base/vec3.h' with_each_alone $CXX \
    -std=c++17 -x c++
fi
build_without_library() {
  sed 's/-lpantin//' "$scratch/pantin.pc" >"$scratch/try.pc" &&
    mv "$scratch/try.pc" "$scratch/pantin.pc" && ! in_c
}
succeeds 'a package file that forgets the library is noticed' \
  build_without_library
finish
