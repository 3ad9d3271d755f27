#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Grades a class of an honest student, one who makes mistakes, and many who would
# rather be called right than be it: none of these gains a point, and the run
# ends.
. "$srcdir/tests/tap.sh"
[ "${PANTIN_SOLUTIONS-}" != no ] || skip_all 'this tree has no solutions'
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

if grep -q __asan_init "$builddir/tutorials/judge" ||
  grep -q __asan_init "$builddir/tutorials/.libs/judge" 2>/dev/null; then
  skip_all 'programs with sanitizers do not fit into the sandbox'
fi

class=$scratch/class
solutions=$srcdir/tutorials/chain/solutions
mkdir -p "$class/anna/chain" "$class/ben/chain/exercises" \
  "$class/cleo/tutorials/chain/exercises" "$class/dora"
cp "$solutions/gradient.c" "$solutions/armijo.c" "$class/anna/chain"
cp "$solutions/gradient.c" "$class/ben/chain/exercises"
echo 'int more' >>"$class/ben/chain/exercises/gradient.c"
sed 's/alpha \/= 2/alpha \/= 4/' "$solutions/armijo.c" \
  >"$class/cleo/tutorials/chain/exercises/armijo.c"
# Each way to be called right, and the verdict on it.
hostile='exit:wrong exit_at_once:wrong constructor:wrong harness:wrong
  forger:wrong inputs:wrong output:wrong loop:wrong leaver:wrong crash:crashed
  records:wrong include:refused bomb:wrong'
forbidden='solution:crashed killer:wrong file:wrong verdict:wrong'
case $("$builddir/tutorials/judge" --sandbox) in
*'by seccomp'*) hostile="$hostile $forbidden" ;;
*)
  for each in $forbidden; do
    skip "no point is gained with: ${each%:*}" 'there is no seccomp here'
  done
  ;;
esac
for each in $hostile; do
  way=${each%:*}
  mkdir -p "$class/$way/chain"
  { echo "#define HOSTILE_$way"; cat "$srcdir/tests/tutorials/hostile.c"; } \
    >"$class/$way/chain/gradient.c"
done
mkdir -p "$class/linked/chain"
ln -s "$(realpath "$solutions/gradient.c")" "$class/linked/chain/gradient.c"

# Graded in a folder of its own, so that grades/ of this build stays.
grade() {
  make -s -C "$builddir" V=0 grade GRADES="$scratch/grades" STUDENTS="$1"
}
prints 'what the sandbox can do is said' 'Answers cannot' grade "$class"
cp "$scratch/.output" "$scratch/table"
csv=$scratch/grades/grades.csv
# verdict_of STUDENT EXERCISE
verdict_of() {
  awk -F, -v who="$1" -v what="$2" 'NR == 1 { for (k = 1;
    k <= NF; k++) if ($k == what) column = k } $1 == who { print $column }' \
    "$csv"
}
prints 'a right answer is right' right verdict_of anna chain/gradient
prints 'so is another' right verdict_of anna chain/armijo
prints 'the others are missing' missing verdict_of anna chain/kkt
prints 'what does not compile is broken' broken verdict_of ben chain/gradient
prints 'a wrong answer is wrong' wrong verdict_of cleo chain/armijo
prints 'who has no file has none' missing verdict_of dora chain/gradient
for each in $hostile; do
  prints "no point is gained with: ${each%:*}" "${each#*:}" \
    verdict_of "${each%:*}" chain/gradient
done
prints 'a link is no answer' missing verdict_of linked chain/gradient
prints 'a text says why it is wrong' 'chain/armijo: not yet' \
  cat "$scratch/grades/cleo.txt"
prints 'a text names the line that does not compile' 'gradient.c:' \
  cat "$scratch/grades/ben.txt"
prints 'the page has the class' 'title="chain/armijo: wrong"' \
  cat "$scratch/grades/index.html"
prints 'the table counts by topic' '2 of' grep '^anna' "$scratch/table"
succeeds 'no file was left' test ! -e "$builddir/grades-100GB"
prints 'a folder that is none is refused' "is no folder" \
  grade "$scratch/nowhere"
mkdir "$scratch/empty"
prints 'so is a class without students' "no student's folder" \
  grade "$scratch/empty"
finish
