#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
#
# Compiles all programs, unchanged, to one module of WebAssembly by Emscripten:
#   build.sh FOLDER [fetch]
# FOLDER/fresh is the tree of `make distdir`, from which FOLDER/source is brought
# up to date; all that is built stays in FOLDER, and at the end FOLDER/pantin.js
# and FOLDER/pantin.wasm are the module. GSL,
# libconfig and ODE are compiled from the distribution's source packages, found
# by a list made for this run; the user's own lists stay as they are. With
# `fetch` those sources are fetched, and that is all.
set -eu
cd "$1"
folder=$PWD
say() { printf 'make web: %s\n' "$*"; }
stop() {
  printf 'make web: %s\n' "$@" >&2
  exit 1
}
for tool in emcc emconfigure apt-get dpkg-source; do
  command -v $tool >/dev/null || stop "there is no $tool" \
    'please install emscripten and dpkg-dev, or run ./bootstrap --web'
done
# A Node.js that is not Debian's finds Debian's modules only when told.
export NODE_PATH=/usr/share/nodejs

# fetch PACKAGE: unpacks the distribution's source of it, once.
fetch() {
  [ -z "$(find . -maxdepth 1 -type d -name "$1-[0-9]*")" ] || return 0
  say "fetching the source of $1"
  mkdir -p lists/partial parts
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" \
      >"parts/$(basename "$list")"
  done
  for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" \
      >"parts/$(basename "$list")"
  done
  for action in update "source $1"; do
    # shellcheck disable=SC2086  # a verb and its object
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null \
      -o Dir::Etc::sourceparts="$PWD/parts" -o Dir::State::lists="$PWD/lists" \
      -o APT::Sandbox::User="$(id -un)" $action >fetch.log 2>&1 ||
      stop "apt-get $action failed: see $PWD/fetch.log"
  done
}

# configure SCRIPT [OPTION]...: configures the present folder, once. Older
# config.sub do not know Emscripten; any host that is not this one will do.
configure() {
  [ ! -e Makefile ] || return 0
  say "configuring $(basename "$PWD")"
  emconfigure "$@" --host=wasm32-unknown-none --disable-shared CFLAGS=-O0 \
    CXXFLAGS=-O0 \
    >configure.log 2>&1 || stop "see $PWD/configure.log"
}

# build TARGET...: makes it in the present folder.
build() {
  emmake make -s -j2 V=0 CFLAGS=-O2 CXXFLAGS=-O2 "$@" >>make.log 2>&1 ||
    stop "see $PWD/make.log"
}

# The parts of GSL that Pantin uses, and those that they stand on.
gsl_parts='block blas bspline bst cblas complex eigen err fit interpolation
  linalg matrix multifit ode-initval2 permutation poly randist rng roots sort
  spblas spmatrix statistics sys utils vector'
make_gsl() {
  mkdir -p gsl
  cd gsl
  configure ../gsl-*/configure
  say 'compiling GSL'
  build -C gsl
  for part in $gsl_parts; do
    build -C "$part"
  done
  rm -f libgsl.a
  # shellcheck disable=SC2046,SC2086  # lists of words
  emar qc libgsl.a $(printf '%s/*.o ' $gsl_parts)
  emranlib libgsl.a
  cd ..
}

make_libconfig() {
  mkdir -p libconfig
  cd libconfig
  configure ../libconfig-*/configure --disable-cxx --disable-examples
  say 'compiling libconfig'
  build -C lib libconfig.la
  cd ..
}

# Its options are those of the distribution, so that contacts are the same.
make_ode() {
  mkdir -p ode
  cd ode
  configure ../ode-*/configure --enable-double-precision --enable-libccd \
    --with-libccd=internal --disable-demos --with-drawstuff=none
  say 'compiling ODE'
  build
  cd ..
}

# Brings source up to date. An object may be newer than a source that was changed
# since it was made, for `make distdir` keeps the times of files: so what differs
# counts as changed now, but for what the build system is made from.
update_source() {
  [ -d source ] || mv fresh source
  [ -d fresh ] || return 0
  (cd fresh && find . -type f) | while read -r file; do
    ! cmp -s "fresh/$file" "source/$file" || continue
    mkdir -p "source/$(dirname "$file")"
    cp -fp "fresh/$file" "source/$file"
    case $file in
    *.ac | *.am | *.in | *.m4 | *.mk | ./configure) ;;
    *) touch "source/$file" ;;
    esac
  done
  chmod -R u+w fresh
  rm -rf fresh
}

# Prints the value of a variable of the Makefile.
value() {
  # shellcheck disable=SC2016  # make expands it
  printf 'include Makefile\nprint-it:;@echo $(%s)\n' "$1" |
    make -s -f - print-it
}

# Compiles every program, its main renamed, and lists them in programs.inc.
make_programs() {
  mkdir -p pantin
  cd pantin
  configure ../source/configure --without-hdf5 --without-muparser \
    --without-libxml2 --without-check --with-ode \
    GNUPLOT=gnuplot GSL_CFLAGS=-I"$folder/gsl" GSL_LIBS=-lgsl \
    LIBCONFIG_CFLAGS="-I$(echo "$folder"/libconfig-*/lib)" \
    LIBCONFIG_LIBS=-lconfig ODE_LIBS=-lode \
    ODE_CFLAGS="-I$(echo "$folder"/ode-*/include) -I$folder/ode/include"
  say 'compiling Pantin'
  # Paths in programs are those of the folders in the page.
  set -- abs_top_srcdir=/pantin pkgdatadir=/pantin/data
  build "$@" src/libpantin_all.la src/programs/libprogram.la
  mains=
  : >programs.new
  for program in $(value bin_PROGRAMS) $(value noinst_PROGRAMS); do
    name=$(basename "$program")
    main=main_$(echo "$name" | tr - _)
    objects=$(value "$(echo "$program" | tr /- __)_OBJECTS")
    # shellcheck disable=SC2086  # a list of words
    build "$@" CPPFLAGS=-Dmain="$main" $objects
    words=WITH_WORDS
    ! grep -q '^int main(void)' "../source/$program.c" || words=WITHOUT_WORDS
    echo "$words(\"$name\", $main)" >>programs.new
    mains="$mains $objects"
  done
  mv programs.new programs.inc
  # In an archive, so that files that several programs share come in once.
  rm -f programs.a
  # shellcheck disable=SC2086  # a list of words
  emar qc programs.a $mains
  emranlib programs.a
  cd ..
}

link_module() {
  say 'linking'
  emcc -O2 -I pantin source/src/web/module.c pantin/programs.a \
    pantin/src/programs/.libs/libprogram.a pantin/src/.libs/libpantin_all.a \
    gsl/libgsl.a libconfig/lib/.libs/libconfig.a ode/ode/src/.libs/libode.a \
    ode/libccd/src/.libs/libccd.a ode/ou/src/ou/.libs/libou.a -o pantin.js \
    -s MODULARIZE=1 -s EXPORT_NAME=pantinModule -s ENVIRONMENT=worker,node \
    -s ALLOW_MEMORY_GROWTH=1 -s EXIT_RUNTIME=1 -s INVOKE_RUN=0 \
    -s EXPORTED_RUNTIME_METHODS=FS,callMain,ENV || stop 'linking failed'
}

for package in gsl libconfig ode; do
  fetch $package
done
[ "${2-}" != fetch ] || exit 0
update_source
make_gsl
make_libconfig
make_ode
make_programs
link_module
