#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What an answer may call beside the C library: what its skeleton or solution
# names, and of GSL what the headers declare that the skeleton includes. Called
# in the build's folder with the commands $compile and $nm:
#   calls.sh known SKELETON DRIVER.o FILE   writes to FILE all that the library,
#     the exercises and the driver define, and to FILE.gsl what GSL's headers say
#   calls.sh foreign FILE ANSWER.o SOURCE...   prints the functions that ANSWER.o
#     calls but may not; SOURCE are the skeleton and, if it is there, the solution
#   calls.sh rule   says what it may call
set -u

known() {
  # shellcheck disable=SC2086  # a command and its options
  $nm -P -g src/.libs/libpantin_all.a tutorials/.libs/libexercise.a "$2" |
    awk '$2 ~ /^[A-TV-Z]$/ { print $1 }' | sort -u >"$3" || return
  # shellcheck disable=SC2086
  $compile -M "$1" | tr -s ' \134' '\n' | grep '/gsl_[a-z0-9_]*\.h$' |
    xargs cat >"$3.gsl"
}

foreign() {
  list=$1
  object=$2
  shift 2
  # shellcheck disable=SC2086
  $nm -P -g "$object" | awk '$2 ~ /^[Uwv]$/ { print $1 }' |
    while read -r name; do
      case $name in
      gsl_* | cblas_*) grep -qw -e "$name" "$list.gsl" ;;
      *) ! grep -qx -e "$name" "$list" ;;
      esac || grep -qw -e "$name" "$@" || echo "$name"
    done
}

rule() {
  echo "It may call what its skeleton names, the C library, and of GSL what the" \
    "headers declare that the skeleton includes."
}

"$@"
