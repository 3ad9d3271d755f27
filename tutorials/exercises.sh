#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# exercises.sh list | run TOPIC/NAME | reset TOPIC/NAME | hint TOPIC/NAME,
# called by make in the build's folder with $exercises (the names), $srcdir,
# $MAKE, $solutions, which is "no" in a tree for students, and the commands
# $compile and $nm.
set -u

# path_of FOLDER TOPIC/NAME: a path below tutorials/, without its ending.
path_of() {
  echo "tutorials/${2%/*}/$1/${2##*/}"
}

# Print the names of the programs made from the solution, the skeleton, and the
# student's file.
solution_of() {
  echo "tutorials/answers/${1%/*}/solutions/${1##*/}"
}
skeleton_of() {
  echo "tutorials/answers/${1%/*}/skeletons/${1##*/}"
}
program_of() {
  echo "tutorials/answers/${1%/*}/exercises/${1##*/}"
}

# Makes that program, and those that judge it; what the compiler has to say goes
# to stderr.
build() {
  $MAKE -s tutorials/judge "$(program_of "$1")" || return
  if [ "$solutions" = no ]; then
    $MAKE -s "$(skeleton_of "$1")"
  else
    $MAKE -s "$(solution_of "$1")"
  fi
}

# Prints the functions that the answer calls but may not.
foreign_calls() {
  driver=tutorials/answers/${1%/*}/drivers/${1##*/}.o
  set -- "$(program_of "$1")" "$srcdir/$(path_of skeletons "$1").c" \
    "$srcdir/$(path_of solutions "$1").c"
  [ -e "$3" ] || set -- "$1" "$2"
  $MAKE -s "$1.o" "$driver" >/dev/null 2>&1 || return
  sh "$srcdir/tutorials/calls.sh" known "$2" "$driver" "$1.calls" || return
  object=$1.o
  known=$1.calls
  shift
  sh "$srcdir/tutorials/calls.sh" foreign "$known" "$object" "$@"
  rm -f "$known" "$known.gsl"
}

# Judges the answer, unless it calls what would be the answer. An endless loop in
# it ends.
judge() {
  foreign=$(foreign_calls "$1")
  if [ -n "$foreign" ]; then
    # shellcheck disable=SC2086  # names
    echo "$1: not yet: write it yourself, without" $foreign
    sh "$srcdir/tutorials/calls.sh" rule
    return 1
  fi
  if [ "$solutions" = no ]; then
    tutorials/judge --own "$(skeleton_of "$1")" "$(program_of "$1")"
  else
    tutorials/judge "$(solution_of "$1")" "$(program_of "$1")"
  fi
}

# Judges the answer, and compares one that is wrong with the known wrong answers,
# which are made only then.
explain() {
  said=$(judge "$1")
  status=$?
  wrong=$srcdir/$(path_of wrong "$1").c
  program=tutorials/answers/${1%/*}/wrong/${1##*/}
  case $said in
  *'not yet, '*)
    if [ "$solutions" != no ] && $MAKE -s "$program-1" >/dev/null 2>&1; then
      set -- "$(solution_of "$1")" "$(program_of "$1")"
      # shellcheck disable=SC2013,SC2046  # numbers
      for k in $(sed -n 's/^.. WRONG \([0-9]\):.*/\1/p' "$wrong"); do
        set -- "$@" "$program-$k" \
          "$(sed -n "s/^.. WRONG $k: \(.*\) .*/\1/p" "$wrong")"
      done
      said=$(tutorials/judge "$@")
      status=$?
    fi
    ;;
  esac
  echo "$said"
  return "$status"
}

# Copies the skeleton to the student's file. The copy can be written to even
# where the source tree cannot.
copy_skeleton() {
  copy=$(path_of exercises "$1").c
  mkdir -p "${copy%/*}" && cat "$srcdir/$(path_of skeletons "$1").c" >"$copy" &&
    echo "created $copy, a copy of the skeleton"
}

# Ends with a list of all names unless $1 is an exercise.
must_exist() {
  case " $exercises " in
  *" $1 "*) [ -z "$1" ] || return 0 ;;
  esac
  [ -z "$1" ] || echo "there is no exercise '$1'"
  echo "name one with EX=NAME:"
  # shellcheck disable=SC2086  # a list of words
  printf '  %s\n' $exercises
  exit 1
} >&2

# Prints a line for each exercise: done or pending, and the first thing that its
# driver says. Exercises without a student's file are not tried.
list() {
  done_count=0
  count=0
  next=
  for name in $exercises; do
    count=$((count + 1))
    state=pending
    if [ ! -e "$(path_of exercises "$name").c" ]; then
      said="$name: not begun"
    elif ! build "$name" >/dev/null 2>&1; then
      said="$name: does not compile"
    elif said=$(judge "$name" 2>&1); then
      state='done'
      done_count=$((done_count + 1))
    fi
    [ "$state" = 'done' ] || [ -n "$next" ] || next=$name
    said=$(echo "$said" | sed -n "s|^$name: ||p")
    printf '%-7s  %-18s %s\n' "$state" "$name" "${said%%;*}"
  done
  echo "$done_count of $count done${next:+; next: make exercise EX=$next}"
}

# Tries the student's file, which it creates at the first use.
run() {
  must_exist "$1"
  [ -e "$(path_of exercises "$1").c" ] || copy_skeleton "$1" || exit
  build "$1" || exit
  explain "$1" || return
  reward "$1"
}

# After a right answer: shows what it can do, and names the next exercise.
reward() {
  PANTIN_EXERCISE_REWARD=1 timeout 60 "$(program_of "$1")" 2>&1
  solution=$(path_of solutions "$1").c
  [ "$solutions" = no ] || echo "Compare your answer with $solution."
  next=${exercises#*"$1 "}
  [ "$next" != "$exercises" ] || next=
  # shellcheck disable=SC2086  # a list of words
  set -- $next
  [ $# -eq 0 ] || echo "Next: make exercise EX=$1"
}

# Starts anew from the skeleton, and from the first hint. The old file becomes
# NAME.c~, unless there is no work in it.
reset() {
  must_exist "$1"
  rm -f "$(path_of exercises "$1").hint"
  file=$(path_of exercises "$1").c
  if [ -e "$file" ] && ! cmp -s "$file" "$srcdir/$(path_of skeletons "$1").c"; then
    mv -f "$file" "$file~" || exit
    echo "kept your old file as $file~"
  fi
  copy_skeleton "$1"
}

# Prints the next step of the hint. Which one was last is kept beside the
# student's file.
hint() {
  must_exist "$1"
  text=$srcdir/$(path_of hints "$1").txt
  kept=$(path_of exercises "$1").hint
  steps=$(($(grep -cx -e --- "$text") + 1))
  step=$(($(cat "$kept" 2>/dev/null || echo 0) + 1))
  [ "$step" -le "$steps" ] || step=$steps
  mkdir -p "${kept%/*}" && echo "$step" >"$kept"
  echo "$1, hint $step of $steps:"
  awk -v step="$step" '$0 == "---" { at++; next } at + 1 == step' "$text"
  [ "$step" -eq "$steps" ] || echo "(for the next: make hint EX=$1)"
}

"$@"
