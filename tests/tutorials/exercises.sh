#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests the exercises: each reference solution passes, each skeleton compiles
# without warnings and fails cleanly, each wrong answer is refused. The
# student's own answers are reported, too; one that is not right yet is expected
# to fail.
. "$srcdir/tests/tap.sh"
[ "${PANTIN_SOLUTIONS-}" != no ] || skip_all 'this tree has no solutions'

# A make that this test starts is none below the make that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# What comes out of each wrong answer, for a lecturer to read.
table=$builddir/tests/tutorials/mistakes.txt
: >"$table"

# judge PROGRAM [WRONG SENTENCE]...: judges an answer to the exercise at hand.
judge() {
  "$builddir/tutorials/judge" "$answers/solutions/$name" "$@"
}

# refuses PROGRAM [WRONG SENTENCE]...: the judge says what is wrong, names the command for a hint and
# ends with status 1. A crash has another status.
refuses() {
  judge "$@" >"$scratch/said" 2>&1
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

# sentence_of K FILE: what wrong answer K does.
sentence_of() {
  sed -n "s/^.. WRONG $1: \(.*\) .*/\1/p" "$2"
}

# is_recognised K FILE: wrong answer K is refused, and its message names the
# mistake, asks nothing beside, and shows the first number that is wrong. A line
# goes to the table.
is_recognised() {
  program=$answers/wrong/$name-$1
  mistake=$(sentence_of "$1" "$2")
  refuses "$program" "$program" "$mistake" || return
  sed -n 's/^The first that is wrong: //p; s/^A closer look: /  /p' \
    "$scratch/said" >"$scratch/message"
  { echo "$topic/$name $mistake"; sed 's/^/  /' "$scratch/message"; } >>"$table"
  grep -qF "The same comes out of an answer that $mistake." "$scratch/said" &&
    [ -s "$scratch/message" ] && ! grep '^A closer look.*[?]$' "$scratch/said"
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

# has_hints FILE: one to three steps, none of them empty.
has_hints() {
  awk '$0 == "---" { steps++; next } NF && !seen[steps + 0]++ { filled++ }
       END { exit !(filled == steps + 1 && filled <= 3) }' "$1"
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
    judge "$answers/skeletons/$name"
  else
    make -s -C "$builddir" "tutorials/answers/$topic/exercises/$name" &&
      judge "$answers/exercises/$name"
  fi
}

# foreign_calls FILE: what an answer calls but may not.
foreign_calls() {
  (
    cd "$builddir" || exit
    compile="$CC $PANTIN_CFLAGS -w -O0 -I$srcdir/src -I$srcdir/tutorials $GSL_CFLAGS"
    nm='nm'
    export compile nm
    skeleton=$srcdir/tutorials/$topic/skeletons/$name.c
    $compile -c "$1" -o "$scratch/own.o" &&
      sh "$srcdir/tutorials/calls.sh" known "$skeleton" \
        "tutorials/answers/$topic/drivers/$name.o" "$scratch/known" &&
      sh "$srcdir/tutorials/calls.sh" foreign "$scratch/known" \
        "$scratch/own.o" "$skeleton"
  )
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

# in_order_of TOPIC EXERCISES: the topic's text presents the exercises in this
# order; what is in its other parts comes after its README.
in_order_of() {
  for exercise in $2; do
    echo "${exercise##*/}"
  done >"$scratch/listed"
  for text in "$srcdir/tutorials/$1/README.md" "$srcdir/tutorials/$1"/*.md; do
    cat "$text" # the README comes twice, but counts once
  done | grep -o 'skeletons/[a-z0-9]*\.c' | awk '!seen[$0]++' |
    sed 's|.*/||; s|\.c||' | diff "$scratch/listed" -
}
for topic in chain joints elimination contact tuning; do
  # shellcheck disable=SC2086  # a list of words
  silent "$topic: the exercises are listed in the order of the text" \
    in_order_of "$topic" \
    "$(printf '%s\n' $PANTIN_EXERCISES | grep "^$topic/")"
done

rewarded=
for exercise in $PANTIN_EXERCISES; do
  topic=${exercise%/*}
  name=${exercise##*/}
  folder=$srcdir/tutorials/$topic
  answers=$builddir/tutorials/answers/$topic
  succeeds "$exercise: the solution is right" judge "$answers/solutions/$name"
  succeeds "$exercise: the skeleton compiles without warnings" \
    compiles_cleanly "$folder/skeletons/$name.c"
  succeeds "$exercise: the skeleton has a hole" \
    grep -q TODO "$folder/skeletons/$name.c"
  succeeds "$exercise: the skeleton fails cleanly" \
    refuses "$answers/skeletons/$name"
  succeeds "$exercise: the wrong answers differ only where they say so" \
    is_the_solution_without_wrong "$folder/solutions/$name.c" \
    "$folder/wrong/$name.c"
  faults=$(sed -n 's/^.. WRONG \([0-9]\):.*/\1/p' "$folder/wrong/$name.c")
  succeeds "$exercise: there are three wrong answers" \
    test "$(echo "$faults" | wc -l)" -ge 3
  for k in $faults; do
    succeeds "$exercise: wrong answer $k says what is wrong" \
      names_its_fault "$k" "$folder/wrong/$name.c"
    succeeds "$exercise: wrong answer $k is refused and recognised" \
      is_recognised "$k" "$folder/wrong/$name.c"
  done
  succeeds "$exercise: there are one to three hints" \
    has_hints "$folder/hints/$name.txt"
  if grep -q exercise_reward "$folder/drivers/$name.c"; then
    prints "$exercise: a right answer is shown at work" ' ' \
      env PANTIN_EXERCISE_REWARD=1 "$answers/solutions/$name"
    rewarded="$rewarded $topic"
  fi
  silent "$exercise: the solution calls only what its skeleton names" \
    foreign_calls "$folder/solutions/$name.c"
  succeeds "$exercise: without a solution, too, it is right" \
    "$builddir/tutorials/judge" --own "$answers/skeletons/$name" \
    "$answers/solutions/$name"
  own_answer
done
for topic in chain joints elimination contact tuning; do
  prints "$topic: an answer is shown at work" "$topic" echo "$rewarded"
done


succeeds 'a hundred mistakes are in the table' \
  test "$(grep -c '^[a-z]' "$table")" -ge 100

# Mistakes that are recognised by their numbers alone.
mistakes=$builddir/tests/tutorials/mistakes
spoiled() {
  ln -sf "$mistakes" "$scratch/mistakes-$1"
  "$builddir/tutorials/judge" "$mistakes" "$scratch/mistakes-$1"
}
looks() {
  prints "the judge sees: $1" "A closer look: $2" spoiled "$1"
}
looks negative 'A(i, j) is -1 times'
looks half 'A(i, j) is half of'
looks twice 'A(i, j) is twice'
looks in_degrees 'A(i, j) is 180/pi times'
looks transposed 'A(i, j) is the transpose'
looks column 'A(i, j) has every entry one column too far to the right'
looks row 'A(i, j) has every entry one place too early'
looks interleaved 'A(i, j) has the columns in the order x1, y1'
looks late 'b[i] has every entry one place too late'
looks backwards 'b[i] has its entries in the opposite order'
looks term 'A(i, j) is off by 0.125 in every entry'
looks signs 'A(i, j) is right but for the signs'
looks hole 'A(i, j) is 0: is the hole still open?'
looks diagonal 'A(i, j) is wrong on the diagonal alone'
looks many 'the count is one too many'
looks unset 'A(i, j) is not a number (nan) in places: arrays come unset'
reads_nothing_into() {
  spoiled "$1" >"$scratch/said"
  grep -q 'not yet' "$scratch/said" && ! grep 'A closer look' "$scratch/said"
}
succeeds 'a count that is doubled is no factor 2' reads_nothing_into doubled
prints 'what is wrong is marked' '0.7      7*     0' spoiled diagonal
prints 'the numbers given are shown' 'b       =     0.25' spoiled diagonal
prints 'rounding is shown as 0' \
  'the sum                                     0*             1' spoiled rounding
prints 'kinds have names' 'MAXIMUM*        SADDLE' spoiled kind
prints 'a 0 in its place does not count' 'not yet, 3 of 19' spoiled hole
prints 'a crash says what was at work' 'It was at work on: a case worked' \
  spoiled crash
prints 'no mistake is right' 'chain/mistakes: right' spoiled none

# Ways to be called right without being it.
answers=$builddir/tutorials/answers/chain
name=gradient
for way in exit exit_at_once constructor harness inputs output loop leaver; do
  succeeds "no answer gets by with: $way" \
    ends 1 judge "$builddir/tests/tutorials/hostile-$way"
done
# Under Landlock no answer becomes the solution.
case $("$builddir/tutorials/judge" --sandbox) in
*'by Landlock'*)
  becomes() {
    (cd "$builddir" && judge tests/tutorials/hostile-becomes)
  }
  succeeds 'no answer gets by with: becomes' ends 1 becomes ;;
*) skip 'no answer gets by with: becomes' 'there is no Landlock here' ;;
esac

# Where there is no solution, too, an answer must come through all inputs.
own() {
  "$builddir/tutorials/judge" --own "$answers/skeletons/$name" "$1"
}
succeeds 'without a solution: a right answer' own "$answers/solutions/$name"
succeeds 'without a solution: the skeleton' ends 1 own "$answers/skeletons/$name"
for way in exit constructor harness records; do
  succeeds "without a solution: no answer gets by with: $way" \
    ends 1 own "$builddir/tests/tutorials/hostile-$way"
done
prints 'it is said that it ended' 'ended before all was asked' \
  own "$builddir/tests/tutorials/hostile-records"

prints 'an endless loop is called one' 'is there an endless loop in it' \
  judge "$builddir/tests/tutorials/hostile-leaver"
prints 'endless output too' 'it prints without end' \
  judge "$builddir/tests/tutorials/hostile-output"

# A library's function is no answer, nor is GSL's where it is not offered.
topic=chain
name=gradient
{ echo '#define HOSTILE_library'; cat "$srcdir/tests/tutorials/hostile.c"; } \
  >"$scratch/library.c"
prints 'a call of the library is seen' pn_chain_gradient \
  foreign_calls "$scratch/library.c"
printf '#include <gsl/gsl_%s.h>\nvoid *%s = (void *)gsl_%s;\n' \
  multimin a multimin_fminimizer_alloc linalg b linalg_LU_solve math c hypot \
  >"$scratch/gsl.c"
prints 'a function of GSL is seen' gsl_multimin_fminimizer_alloc \
  foreign_calls "$scratch/gsl.c"
prints 'another is not in this exercise' gsl_linalg_LU_solve \
  foreign_calls "$scratch/gsl.c"
foreign_calls "$scratch/gsl.c" >"$scratch/said"
succeeds 'a third is' test "$(wc -l <"$scratch/said")" -eq 2
name=kkt
foreign_calls "$scratch/gsl.c" >"$scratch/said"
succeeds 'and the other is in kkt' test "$(wc -l <"$scratch/said")" -eq 1

# The script below make, in a folder with planted files and programs: an answer
# that is right, a wrong one, one that crashes, one that does not compile (it
# has no program) and one that is not begun (it has no file).
own_files=$scratch/tutorials/chain/exercises
programs=$scratch/tutorials/answers/chain/exercises
mkdir -p "$own_files" "$programs" "$scratch/tutorials/answers/chain/solutions" \
  "$scratch/tutorials/answers/chain/skeletons"
ln -s "$builddir/tutorials/judge" "$scratch/tutorials/judge"
for name in kkt armijo hessian gradient; do
  ln -s "$builddir/tutorials/answers/chain/solutions/$name" \
    "$scratch/tutorials/answers/chain/solutions/$name"
  ln -s "$builddir/tutorials/answers/chain/skeletons/$name" \
    "$scratch/tutorials/answers/chain/skeletons/$name"
done
script() {
  (cd "$scratch" && MAKE='sh ./make' solutions=${solutions-yes} \
    exercises='chain/kkt chain/armijo chain/gradient chain/broken chain/hessian' \
    sh "$srcdir/tutorials/exercises.sh" "$@")
}
# shellcheck disable=SC2016  # for the planted make to expand
echo 'for last; do :; done; test -e "$last"' >"$scratch/make"
touch "$own_files/kkt.c" "$own_files/armijo.c" "$own_files/gradient.c" \
  "$own_files/broken.c"
cp "$builddir/tutorials/answers/chain/solutions/kkt" "$programs/kkt"
cp "$builddir/tutorials/answers/chain/skeletons/armijo" "$programs/armijo"
cp "$builddir/tutorials/answers/chain/skeletons/hessian" "$programs/hessian"
printf '#!/bin/sh\nkill -SEGV $$\n' >"$programs/gradient"
chmod +x "$programs/gradient"
not() {
  ! "$@"
}
name=kkt
succeeds 'a right answer is not refused' not refuses "$programs/kkt"
name=gradient
succeeds 'a crash does not count as refused' not refuses "$programs/gradient"
prints 'a right answer is done' 'done     chain/kkt ' script list
prints 'a wrong answer is pending' 'pending  chain/armijo ' script list
prints 'an answer that crashes is pending' \
  'pending  chain/gradient     crashed' script list
prints 'an answer that does not compile is pending' \
  'pending  chain/broken       does not compile' script list
prints 'an answer without a file is not begun' \
  'pending  chain/hessian      not begun' script list
prints 'the next exercise is named' \
  '1 of 5 done; next: make exercise EX=chain/armijo' script list
prints 'a right answer is shown at work' 'Your steps hang the chain' \
  script run chain/kkt
prints 'then the next exercise is named' 'Next: make exercise EX=chain/armijo' \
  script run chain/kkt
prints 'then the solution is named' 'solutions/kkt.c' script run chain/kkt
for_students() {
  (solutions=no && export solutions && script run chain/kkt)
}
prints 'students are told that it is right' 'chain/kkt: right' for_students
prints 'students see it at work' 'Your steps hang' for_students
for_students >"$scratch/said"
succeeds 'students are not told of a solution' \
  not grep -q solutions "$scratch/said"
prints 'a crash is called a crash' 'chain/gradient: crashed' script run chain/gradient
prints 'an unknown name is refused' "there is no exercise 'chain/x'" \
  script run chain/x

# Hints in steps; a reset begins anew.
mkdir -p "$scratch/hints/tutorials/chain/hints" "$scratch/hints/tutorials/chain/skeletons"
printf 'Look.\n---\nThink.\nTwice.\n---\nWrite.\n' \
  >"$scratch/hints/tutorials/chain/hints/kkt.txt"
echo TODO >"$scratch/hints/tutorials/chain/skeletons/kkt.c"
exercises_sh=$srcdir/tutorials/exercises.sh
hints() {
  (cd "$scratch" && srcdir=$scratch/hints exercises=chain/kkt solutions=yes \
    sh "$exercises_sh" "$@")
}
prints 'the first hint is shown' 'Look.' hints hint chain/kkt
prints 'then the second' 'Twice.' hints hint chain/kkt
prints 'the third is numbered' 'hint 3 of 3' hints hint chain/kkt
prints 'the last is shown again' 'Write.' hints hint chain/kkt
succeeds 'a reset works' hints reset chain/kkt
prints 'after a reset the first is shown' 'hint 1 of 3' hints hint chain/kkt
prints 'and the next one is named' 'make hint EX=chain/kkt' hints hint chain/kkt
cp "$scratch/hints/tutorials/chain/hints/kkt.txt" "$scratch/hint"
succeeds 'three hints are right' has_hints "$scratch/hint"
printf -- '---\nA fourth.\n' >>"$scratch/hint"
succeeds 'a fourth is refused' not has_hints "$scratch/hint"
printf 'One.\n---\n' >"$scratch/hint"
succeeds 'an empty one is refused' not has_hints "$scratch/hint"

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
