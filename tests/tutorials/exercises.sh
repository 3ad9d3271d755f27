#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The exercises: each reference solution passes, each skeleton compiles without
# warnings and fails cleanly, each wrong answer is refused. The reader's own
# answers are reported too; one that is not right yet is expected to fail.
. "$srcdir/tests/tap.sh"

# This make stands alone, not below the one that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# refuses PROGRAM: it says what is wrong, gives the hint's command and ends with
# status 1. A crash has another status.
refuses() {
  "$1" >"$scratch/said" 2>&1
  status=$?
  cat "$scratch/said"
  echo "status $status"
  [ "$status" -eq 1 ] && grep -q 'not yet' "$scratch/said" &&
    grep -q 'make hint EX=' "$scratch/said" &&
    ! grep -q 'Sanitizer' "$scratch/said"
}

names_its_fault() {
  head -n 1 "$1" | grep -E '^/\* Wrong, (sign|factor 2|off by one): .*\. \*/$'
}

compiles_cleanly() {
  # shellcheck disable=SC2086  # lists of words
  $CC $PANTIN_CFLAGS -Wno-unused -Werror -fsyntax-only -I"$srcdir/src" \
    -I"$srcdir/tutorials" $GSL_CFLAGS "$1"
}

try_own() {
  make -s -C "$builddir" "tutorials/answers/$topic/exercises/$name" &&
    "$answers/exercises/$name"
}

# The reader's answer: not ok, but TODO, as long as it is not right.
own_answer() {
  if try_own >"$scratch/.output" 2>&1; then
    tap_report ok "$topic/$name, your answer"
  else
    tap_count=$((tap_count + 1))
    echo "not ok $tap_count - $topic/$name, your answer" \
      "# TODO make hint EX=$topic/$name"
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
  for k in 1 2 3; do
    succeeds "$exercise: wrong answer $k says what is wrong" \
      names_its_fault "$folder/wrong/$name-$k.c"
    succeeds "$exercise: wrong answer $k is refused" \
      refuses "$answers/wrong/$name-$k"
  done
  succeeds "$exercise: there is a hint" test -s "$folder/hints/$name.txt"
  own_answer
done

# The list, with answers planted: one right, one wrong, one that crashes, one
# that does not compile (there is no program).
planted=$scratch/tutorials/answers/chain/exercises
mkdir -p "$planted"
list() {
  (cd "$scratch" && MAKE='sh ./make' \
    exercises='chain/kkt chain/armijo chain/crash chain/missing' \
    sh "$srcdir/tutorials/exercises.sh" "$@")
}
# shellcheck disable=SC2016  # for the planted make to expand
echo 'test -e "$2"' >"$scratch/make"
cp "$builddir/tutorials/answers/chain/solutions/kkt" "$planted/kkt"
cp "$builddir/tutorials/answers/chain/skeletons/armijo" "$planted/armijo"
printf '#!/bin/sh\nkill -SEGV $$\n' >"$planted/crash"
chmod +x "$planted/crash"
not() {
  ! "$@"
}
succeeds 'a right answer is not refused' not refuses "$planted/kkt"
succeeds 'nor is a crash' not refuses "$planted/crash"
prints 'a right answer is done' 'done     chain/kkt ' list list
prints 'a wrong one is pending' 'pending  chain/armijo ' list list
prints 'so is one that crashes' 'crashed' list list
prints 'and one that does not compile' 'does not compile' list list
prints 'the next one is named' '1 of 4 done; next: make exercise EX=chain/armijo' \
  list list
prints 'a crash is called a crash' 'chain/crash crashed' list run chain/crash
prints 'an unknown name is refused' "there is no exercise 'chain/x'" \
  list run chain/x
prints 'a hint is shown' 'phi0 + omega alpha slope' list hint chain/armijo
finish
