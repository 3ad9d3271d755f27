#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# exercises.sh list | run TOPIC/NAME | hint TOPIC/NAME, called by make in the
# build's folder with $exercises (the names), $srcdir and $MAKE.
set -u

# The program of the reader's answer to $1.
program_of() {
  echo "tutorials/answers/${1%/*}/exercises/${1##*/}"
}

# Makes it; what the compiler has to say goes to stderr.
build() {
  $MAKE -s "$(program_of "$1")"
}

# Ends with a list unless $1 is an exercise.
must_exist() {
  case " $exercises " in
  *" $1 "*) [ -z "$1" ] || return 0 ;;
  esac
  [ -z "$1" ] || echo "there is no exercise '$1'"
  echo "say which one, EX=NAME, of:"
  # shellcheck disable=SC2086  # a list of words
  printf '  %s\n' $exercises
  exit 1
} >&2

# One line for each: done or pending, and what the driver says first.
list() {
  done_count=0
  count=0
  next=
  for name in $exercises; do
    count=$((count + 1))
    state=pending
    if ! build "$name" >/dev/null 2>&1; then
      said="$name: does not compile"
    elif said=$("./$(program_of "$name")" 2>&1); then
      state='done'
      done_count=$((done_count + 1))
    fi
    [ "$state" = 'done' ] || [ -n "$next" ] || next=$name
    said=$(echo "${said:-$name: crashed}" | sed -n '1s/^[^ ]*: //p')
    printf '%-7s  %-18s %s\n' "$state" "$name" "${said%%;*}"
  done
  echo "$done_count of $count done${next:+; next: make exercise EX=$next}"
}

run() {
  must_exist "$1"
  build "$1" || exit
  "./$(program_of "$1")"
  status=$?
  [ "$status" -le 1 ] || echo "$1 crashed, with status $status"
  exit "$status"
}

hint() {
  must_exist "$1"
  cat "$srcdir/tutorials/${1%/*}/hints/${1##*/}.txt"
}

"$@"
