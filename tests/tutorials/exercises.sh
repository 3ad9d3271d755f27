#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests the exercises: each reference solution passes, each skeleton compiles
# without warnings and fails cleanly, each wrong answer is refused. The
# student's own answers are reported, too; one that is not right yet is expected
# to fail.
. "$srcdir/tests/tap.sh"

# A make that this test starts is none below the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# refuses PROGRAM: it says what is wrong, names the command for a hint and ends
# with status 1. A crash has another status.
refuses() {
  "$1" >"$scratch/said" 2>&1
  status=$?
  cat "$scratch/said"
  echo "status $status"
  [ "$status" -eq 1 ] && grep -q 'not yet' "$scratch/said" &&
    grep -q 'make hint EX=' "$scratch/said" &&
    ! grep -q 'Sanitizer' "$scratch/said"
}

# names_its_fault K FILE: the comment "WRONG K" says what wrong answer K does.
names_its_fault() {
  grep -E "^/\* WRONG $1: [a-z].*[^.] \*/\$" "$2"
}

# words_of FILE: the words of its code without WRONG and comments, one a line.
words_of() {
  # shellcheck disable=SC2086  # a command and its options
  grep -v '^#include' "$1" | $CC -E -P -x c - | tr -s '[:space:]' '\n'
}

# The lines outside of all `#if WRONG` are those of the solution.
is_the_solution_without_wrong() {
  words_of "$1" >"$scratch/solution" &&
    words_of "$2" | diff "$scratch/solution" -
}

compiles_cleanly() {
  # shellcheck disable=SC2086  # lists of words
  $CC $PANTIN_CFLAGS -Wno-unused -Werror -fsyntax-only -I"$srcdir/src" \
    -I"$srcdir/tutorials" $GSL_CFLAGS "$1"
}

# try_own: the program of the student's file passes. As long as there is no such
# file, the answer is the skeleton.
try_own() {
  if [ ! -e "$builddir/tutorials/$topic/exercises/$name.c" ]; then
    "$answers/skeletons/$name"
  else
    make -s -C "$builddir" "tutorials/answers/$topic/exercises/$name" &&
      "$answers/exercises/$name"
  fi
}

# Reports the student's answer: not ok, but TODO, as long as it is not right.
own_answer() {
  if try_own >"$scratch/.output" 2>&1; then
    tap_report ok "$exercise: your answer"
  else
    tap_count=$((tap_count + 1))
    echo "not ok $tap_count - $exercise: your answer" \
      "# TODO make hint EX=$exercise"
    sed 's/^/# /' "$scratch/.output"
  fi
}

for exercise in $PANTIN_EXERCISES; do
  topic=${exercise%/*}
  name=${exercise##*/}
  folder=$srcdir/tutorials/$topic
  answers=$builddir/tutorials/answers/$topic
  succeeds "$exercise: the solution is right" "$answers/solutions/$name"
  succeeds "$exercise: the skeleton compiles without warnings" \
    compiles_cleanly "$folder/skeletons/$name.c"
  succeeds "$exercise: the skeleton has a hole" \
    grep -q TODO "$folder/skeletons/$name.c"
  succeeds "$exercise: the skeleton fails cleanly" \
    refuses "$answers/skeletons/$name"
  succeeds "$exercise: the wrong answers differ only where they say so" \
    is_the_solution_without_wrong "$folder/solutions/$name.c" \
    "$folder/wrong/$name.c"
  for k in 1 2 3; do
    succeeds "$exercise: wrong answer $k says what is wrong" \
      names_its_fault "$k" "$folder/wrong/$name.c"
    succeeds "$exercise: wrong answer $k is refused" \
      refuses "$answers/wrong/$name-$k"
  done
  succeeds "$exercise: there is a hint" test -s "$folder/hints/$name.txt"
  own_answer
done

# The script below make, in a folder with planted files and programs: an answer
# that is right, a wrong one, one that crashes, one that does not compile (it
# has no program) and one that is not begun (it has no file).
own_files=$scratch/tutorials/chain/exercises
programs=$scratch/tutorials/answers/chain/exercises
mkdir -p "$own_files" "$programs"
script() {
  (cd "$scratch" && MAKE='sh ./make' \
    exercises='chain/kkt chain/armijo chain/crash chain/broken chain/hessian' \
    sh "$srcdir/tutorials/exercises.sh" "$@")
}
# shellcheck disable=SC2016  # for the planted make to expand
echo 'test -e "$2"' >"$scratch/make"
touch "$own_files/kkt.c" "$own_files/armijo.c" "$own_files/crash.c" \
  "$own_files/broken.c"
cp "$builddir/tutorials/answers/chain/solutions/kkt" "$programs/kkt"
cp "$builddir/tutorials/answers/chain/skeletons/armijo" "$programs/armijo"
cp "$builddir/tutorials/answers/chain/skeletons/hessian" "$programs/hessian"
printf '#!/bin/sh\nkill -SEGV $$\n' >"$programs/crash"
chmod +x "$programs/crash"
not() {
  ! "$@"
}
succeeds 'a right answer is not refused' not refuses "$programs/kkt"
succeeds 'a crash does not count as refused' not refuses "$programs/crash"
prints 'a right answer is done' 'done     chain/kkt ' script list
prints 'a wrong answer is pending' 'pending  chain/armijo ' script list
prints 'an answer that crashes is pending' \
  'pending  chain/crash        crashed' script list
prints 'an answer that does not compile is pending' \
  'pending  chain/broken       does not compile' script list
prints 'an answer without a file is not begun' \
  'pending  chain/hessian      not begun' script list
prints 'the next exercise is named' \
  '1 of 5 done; next: make exercise EX=chain/armijo' script list
prints 'a crash is called a crash' 'chain/crash crashed' script run chain/crash
prints 'an unknown name is refused' "there is no exercise 'chain/x'" \
  script run chain/x
prints 'a hint is shown' 'phi0 + omega alpha slope' script hint chain/armijo

# The student's file: created once, never overwritten, and kept by a reset.
skeleton=$srcdir/tutorials/chain/skeletons/hessian.c
own=$own_files/hessian.c
succeeds 'the list creates no file' test ! -e "$own"
prints 'the first use creates the file' \
  'created tutorials/chain/exercises/hessian.c' script run chain/hessian
succeeds 'the new file is the skeleton' cmp "$skeleton" "$own"
echo 'work' >"$own"
prints 'the next use tries the file' 'chain/hessian: not yet' \
  script run chain/hessian
prints 'the next use keeps the file' work cat "$own"
prints 'a reset names the old file' 'hessian.c~' script reset chain/hessian
succeeds 'a reset brings the skeleton back' cmp "$skeleton" "$own"
prints 'a reset keeps the old file' work cat "$own~"
succeeds 'another reset works' script reset chain/hessian
prints 'another reset still keeps the work' work cat "$own~"
finish
