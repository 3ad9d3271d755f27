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
  records:wrong include:refused bomb:wrong escapes:wrong source:refused
  library:refused asm:refused asm_macro:refused asm_inside:refused
  section:refused label:refused lto:refused'
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
mkdir -p "$class/elsewhere"
ln -s "$class/anna/chain" "$class/elsewhere/chain"

# Files that a compiler would read, and quote in what it has to say.
echo 'the lecturer knows' >"$scratch/secret"
mkdir -p "$class/quoter/chain" "$class/reader/chain"
printf '#include "chain/exercises.h"\n#line 1 "%s"\nint f(void) { return none; }\n' \
  "$scratch/secret" >"$class/quoter/chain/gradient.c"
printf '#include "%s"\n' "$scratch/secret" >"$class/reader/chain/gradient.c"

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
prints 'nor what is behind one' missing verdict_of elsewhere chain/gradient
prints 'a file that is included is refused' refused \
  verdict_of reader chain/gradient
prints 'a function of the library is named' pn_chain_gradient \
  cat "$scratch/grades/library.txt"
prints 'and it is said what may be called' 'what its skeleton names' \
  cat "$scratch/grades/library.txt"
silent 'no text has what the lecturer keeps' grep -r 'lecturer knows' \
  "$scratch/grades"
prints 'no text has what a terminal obeys' '?[2Jcleared?31m' \
  cat "$scratch/grades/escapes.txt"
prints 'a text says why it is wrong' 'chain/armijo: not yet' \
  cat "$scratch/grades/cleo.txt"
prints 'a text names the line that does not compile' 'gradient.c:' \
  cat "$scratch/grades/ben.txt"
prints 'the page has the class' 'title="chain/armijo: wrong"' \
  cat "$scratch/grades/index.html"
prints 'the table counts by topic' '2 of' grep '^anna' "$scratch/table"
succeeds 'no file was left' test ! -e "$builddir/grades-100GB"

# Without Landlock what the compiler reads is looked at.
unboxed() {
  (PANTIN_GRADE_BOX=no && export PANTIN_GRADE_BOX && grade "$scratch/few")
}
mkdir "$scratch/few"
cp -r "$class/anna" "$class/quoter" "$class/reader" "$class/include" \
  "$class/asm" "$scratch/few"
prints 'a compiler that is not shut in is named' 'what it reads is checked' \
  unboxed
prints 'then too a right answer is right' right verdict_of anna chain/gradient
for way in reader include asm; do
  prints "then too refused is: $way" refused verdict_of "$way" chain/gradient
done
silent 'then too no text has what the lecturer keeps' \
  grep -r 'lecturer knows' "$scratch/grades"

# Names that a file system allows; all answers are right.
names=$scratch/names
mkdir "$names"
each_name() {
  # shellcheck disable=SC2016  # no variable is meant
  printf '%s\n' 'Anna M\303\274ller' 'a#b' 'dollar$HOME' 'back\\slash' \
    'two\\\\of' 'no\\new' \
    'semi;touch x' 'bo|b' '  lead' 'trail ' 'comma, "x"' '<i>&amp' 'Jos\351' \
    'star*' "quote'q" '-rf' '100%%' 'a(b)' 'table' 'grades' 'x=y' '?'
}
each_name | while IFS= read -r name; do
  # shellcheck disable=SC2059  # octal escapes
  folder=$names/$(printf -- "$name.")
  folder=${folder%.}
  mkdir -p "$folder/chain"
  cp "$solutions/gradient.c" "$folder/chain"
done
count=$(each_name | wc -l)
succeeds 'all names are graded' env LC_ALL=C.UTF-8 make -s -C "$builddir" \
  V=0 grade GRADES="$scratch/grades" STUDENTS="$names"
succeeds 'the table has no line or column beside' \
  test "$(wc -l <"$scratch/grades/table") $(head -n 2 "$scratch/grades/table" |
    awk '{ print gsub(/ of /, "") }' | xargs)" = "$((count + 1)) 0 5"
succeeds 'the CSV has all' \
  test "$(LC_ALL=C grep -a -c 'right.*,1$' "$csv")" -eq "$count"
succeeds 'the table has all' \
  test "$(LC_ALL=C grep -a -c ' 1$' "$scratch/grades/table")" -eq "$count"
succeeds 'each has a text' test "$(LC_ALL=C grep -r -l --include='*.txt' \
  'gradient: right' "$scratch/grades" | wc -l)" -eq "$count"
prints 'the CSV quotes a comma' '"comma, ""x""",right' cat "$csv"
prints 'the page quotes markup' '&lt;i&gt;&amp;amp' \
  cat "$scratch/grades/index.html"
prints 'a link finds its file' 'href="./a%23b.txt"' \
  cat "$scratch/grades/index.html"

# What is no student is named, and the others are graded.
odd=$scratch/odd
mkdir -p "$odd/z
../chain"
cp -r "$class/anna" "$odd"
cp "$solutions/gradient.c" "$odd/z
../chain"
ln -s "$class/anna" "$odd/link"
grade "$odd" >"$scratch/said" 2>&1
status=$?
succeeds 'a name of two lines gives a status' test "$status" -ne 0
prints 'it is named' '"z?.." is not graded' cat "$scratch/said"
prints 'so is a link' '"link" is not graded' cat "$scratch/said"
prints 'the others are graded' right verdict_of anna chain/gradient

prints 'a folder that is not named is asked for' 'make grade STUDENTS=FOLDER' \
  grade ''
prints 'a folder that is none is refused' "is no folder" \
  grade "$scratch/nowhere"
mkdir "$scratch/empty"
prints 'so is a class without students' "no student's folder" \
  grade "$scratch/empty"
finish
