#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# grade.sh all FOLDER: grades a class, in which each student has a folder with
# the files TOPIC/NAME.c, TOPIC/exercises/NAME.c or, as in a build's tree,
# tutorials/TOPIC/exercises/NAME.c. Writes into $grades: `table`, grades.csv,
# index.html, and STUDENT.txt with what went wrong.
#
# `make grade` calls it in the build's folder with $srcdir, $MAKE, $grades (the
# folder of the results), $jobs, $solutions, $exercises (the names), $headers
# (what an answer may include: files and folders), and the commands $nm,
# $compile, which is followed by options and a file, and $link, in which
# DRIVER.o, ANSWER.o and PROGRAM stand for files. PANTIN_GRADE_BOX=no in the
# environment leaves the compiler without its sandbox.
#
# Each file is copied, compiled and run by itself in a folder $scratch/K, where K
# is the student's number; so the names of folders never meet a compiler. The
# compiler runs in a sandbox (`judge --compile`), the program within limits in
# another (`judge --graded`). The verdict is the judge's exit status: nothing
# that an answer prints, writes or leaves behind is read. The words for it:
#   right  wrong  crashed  broken (does not compile)  refused  missing
set -u

# Names are bytes, in any encoding, and messages the same for everybody.
LC_ALL=C
export LC_ALL

# Finds the file of an answer: file_of STUDENT TOPIC/NAME. A link on the way
# there leads to somebody else's.
file_of() {
  for file in "$class/$1/$2.c" "$class/$1/${2%/*}/exercises/${2##*/}.c" \
    "$class/$1/tutorials/${2%/*}/exercises/${2##*/}.c"; do
    [ -f "$file" ] && [ "$(realpath -- "$file")" = "$file" ] &&
      printf '%s\n' "$file" && return
  done
}

# Passes a text on without what a terminal obeys.
harmless() {
  tr '\000-\010\013-\037\177' '[?*]' |
    sed "s/$(printf '\302')[$(printf '\200')-$(printf '\237')]/?/g"
}

# Prints the name of student K.
name_of() {
  sed -n "$1p" "$scratch/students"
}

# Runs a compiler in a folder of its own: boxed FOLDER COMMAND...
boxed() {
  box_folder=$1
  shift
  if [ "$shut" = yes ]; then
    # shellcheck disable=SC2086  # a list of words
    set -- tutorials/judge --compile "$box_folder" $headers -- "$@"
  fi
  TMPDIR=$box_folder timeout 40 "$@"
}

# Prints what a file includes but may not: foreign FILE MESSAGES, from the list
# FILE.d and what the compiler names in MESSAGES with -H, where it also says what
# the sandbox denied it.
foreign() {
  {
    sed -n 's/^\.\{1,\} //p' "$2"
    [ ! -e "$1.d" ] || tr -s ' \134' '\n' <"$1.d" | grep -v -e '^$' -e ':$'
  } | grep -vxF -e "$1.c" | sort -u | tr '\n' '\0' |
    xargs -0 -r realpath -m -- |
    while read -r path; do
      for header in $headers; do
        case $path in
        "$header" | "$header"/*) continue 2 ;;
        esac
      done
      echo "$path"
    done
  sed -n 's/.* \(.*\): Permission denied$/\1/p' "$2"
}

# Compiles $1.c to the program $1, beside it; $2 is the exercise. Ends with 3 if
# the answer is refused.
compile() (
  folder=${1%/*}
  answers=tutorials/answers/${2%/*}
  # shellcheck disable=SC3045  # every shell on Linux knows these
  ulimit -t 20 && ulimit -v 4000000 && ulimit -f 200000 || exit
  # What it includes; nothing else is said of it yet, for a message quotes the
  # file.
  # shellcheck disable=SC2086  # a command and its options
  boxed "$folder" $compile -E -H -MD -MF "$1.d" -o "$1.i" "$1.c" \
    >"$1.included" 2>&1
  no=$(foreign "$1" "$1.included")
  if [ -n "$no" ]; then
    echo "includes what is not for answers: $no"
    exit 3
  fi
  # To assembly language, which must be the compiler's own: in an asm statement
  # the assembler would read any file.
  # shellcheck disable=SC2086
  boxed "$folder" $compile $plain -S "$1.c" -o "$1.s" || exit
  no=$(tr '\0' '\1' <"$1.s" |
    awk -f "$srcdir/tutorials/assembly.awk" | head -n 5)
  if [ -n "$no" ]; then
    echo "has asm, or names that act like it, which an answer may not:" "$no"
    exit 3
  fi
  # shellcheck disable=SC2086
  boxed "$folder" $compile -g0 -c -x assembler "$1.s" -o "$1.o" || exit
  no=$(sh "$srcdir/tutorials/calls.sh" foreign "$scratch/known/$2" "$1.o" \
    "$srcdir/tutorials/${2%/*}/skeletons/${2##*/}.c" \
    "$srcdir/tutorials/${2%/*}/solutions/${2##*/}.c")
  if [ -n "$no" ]; then
    # shellcheck disable=SC2086  # names
    echo "calls what this answer may not:" $no
    sh "$srcdir/tutorials/calls.sh" rule
    exit 3
  fi
  # shellcheck disable=SC2086  # a list of words
  set -- "$1" "$answers/drivers/${2##*/}-graded.o" $link
  program=$1
  driver=$2
  shift 2
  for word; do
    case $word in
    DRIVER.o) word=$driver ;;
    ANSWER.o) word=$program.o ;;
    PROGRAM) word=$program ;;
    esac
    set -- "$@" "$word"
    shift
  done
  timeout 40 "$@"
)

# Grades one answer, student K's: the verdict goes to
# $scratch/K/TOPIC/NAME.verdict, and what there is to say to NAME.text. The
# compiler and the answer have a folder of their own, $scratch/K/TOPIC/NAME.
one() {
  exercise=$2
  folder=$scratch/$1/$exercise
  box=$folder/${2##*/}
  file=$(file_of "$(name_of "$1")" "$exercise")
  mkdir -p "$folder"
  if [ -z "$file" ]; then
    echo missing >"$folder.verdict"
    return
  fi
  head -c 200000 "$file" >"$box.c"
  compile "$box" "$exercise" >"$folder.said" 2>&1
  case $? in
  0)
    timeout -s KILL 300 tutorials/judge --graded \
      "tutorials/answers/${2%/*}/solutions/${2##*/}" "$box" \
      </dev/null >"$folder.judged" 2>&1
    case $? in
    0) verdict=right ;;
    1) verdict=wrong ;;
    *) verdict=crashed ;;
    esac
    cat "$folder.judged" >>"$folder.said"
    ;;
  3) verdict=refused ;;
  *) verdict=broken ;;
  esac
  rm -rf "$folder"
  sed "s|$folder/|${2%/*}/|g" "$folder.said" | harmless >"$folder.text"
  echo "$verdict" >"$folder.verdict"
}

# Prints "student<tab>exercise<tab>verdict" for the whole class.
verdicts() {
  k=0
  while IFS= read -r student; do
    k=$((k + 1))
    for exercise in $exercises; do
      printf '%s\t%s\t%s\n' "$student" "$exercise" \
        "$(cat "$scratch/$k/$exercise.verdict")"
    done
  done <"$scratch/students"
}

# Writes what went wrong in the answers of student K.
write_text() {
  for exercise in $exercises; do
    verdict=$(cat "$scratch/$1/$exercise.verdict")
    [ "$verdict" != missing ] || continue
    echo "== $exercise: $verdict"
    [ "$verdict" = right ] || cat "$scratch/$1/$exercise.text"
    echo
  done
}

# Lists the students, one a line, in $scratch/students. Names the folders that
# are none, and fails if there is one.
list_students() {
  (cd "$class" && find . -mindepth 1 -maxdepth 1 -type d \
    ! -name '.*' ! -name '*[[:cntrl:]]*') |
    sed 's|^\./||' | sort >"$scratch/students"
  (cd "$class" && find . -mindepth 1 -maxdepth 1 ! -name '.*' \
    \( -type d -name '*[[:cntrl:]]*' -o -type l -xtype d \) -print0) |
    tr '\000-\037' '\n[?*]' | harmless |
    sed 's|^\./\(.*\)|"\1" is not graded: a link, or a name of several lines|' \
      >"$scratch/left"
  cat "$scratch/left" >&2
  [ ! -s "$scratch/left" ]
}

# Tells whether the compiler takes an option.
takes() {
  # shellcheck disable=SC2086  # a command and its options
  boxed "$scratch/probe" $compile "$1" -S "$scratch/probe/probe.c" \
    -o "$scratch/probe/probe.s" >/dev/null 2>&1
}

# Finds out how the compiler can be kept from reading files, and says so.
prepare_compiler() {
  mkdir "$scratch/probe"
  echo 'int main(void) { return 0; }' >"$scratch/probe/probe.c"
  plain='-fno-lto -g0 -fno-verbose-asm'
  shut=${PANTIN_GRADE_BOX:-yes}
  if [ "$shut" = yes ] && takes -g0; then
    echo 'The compiler cannot read files either: yes, by Landlock'
  else
    shut=no
    echo 'The compiler cannot read files either: no; what it reads is checked'
    # It would quote any file that a #line names.
    ! takes -fno-diagnostics-show-caret ||
      plain="$plain -fno-diagnostics-show-caret"
  fi
  # Without this, clang carries asm statements out itself.
  ! takes -fno-integrated-as || plain="$plain -fno-integrated-as"
  export shut plain
}

# Makes what belongs to the exercises that somebody has answered.
prepare_exercises() {
  begun=
  for exercise in $exercises; do
    while IFS= read -r student; do
      [ -z "$(file_of "$student" "$exercise")" ] || {
        begun="$begun $exercise"
        break
      }
    done <"$scratch/students"
  done
  for exercise in $begun; do
    answers=tutorials/answers/${exercise%/*}
    echo "$answers/solutions/${exercise##*/}"
    echo "$answers/drivers/${exercise##*/}-graded.o"
  done | xargs "$MAKE" -s -j "$jobs" || return
  for exercise in $begun; do
    mkdir -p "$scratch/known/${exercise%/*}"
    sh "$srcdir/tutorials/calls.sh" known \
      "$srcdir/tutorials/${exercise%/*}/skeletons/${exercise##*/}.c" \
      "tutorials/answers/${exercise%/*}/drivers/${exercise##*/}-graded.o" \
      "$scratch/known/$exercise" || return
  done
}

# Grades all answers and writes the results.
all() {
  if [ "$solutions" = no ]; then
    echo "make grade needs the solutions, which this tree does not have" >&2
    exit 1
  fi
  if [ -z "$1" ]; then
    echo "name the folder that has a folder for each student:" \
      "make grade STUDENTS=FOLDER" >&2
    exit 1
  fi
  if [ ! -d "$1" ]; then
    echo "'$1' is no folder; make grade STUDENTS=FOLDER, with a folder for" \
      "each student" >&2
    exit 1
  fi
  class=$(realpath -- "$1") || exit
  scratch=$(mktemp -d) || exit
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 130' HUP INT TERM
  # shellcheck disable=SC2086  # a list of words
  headers=$(realpath -m -- $headers &&
    realpath -- "$srcdir"/src/pantin/*.h "$srcdir"/src/pantin/*/*.h) || exit
  export class scratch headers compile link nm
  failed=0
  list_students || failed=1
  if [ ! -s "$scratch/students" ]; then
    echo "there is no student's folder in '$1'" >&2
    exit 1
  fi
  tutorials/judge --sandbox
  prepare_compiler
  prepare_exercises || exit

  count=$(wc -l <"$scratch/students")
  k=0
  while [ "$k" -lt "$count" ]; do
    k=$((k + 1))
    for exercise in $exercises; do
      printf '%s\0%s\0' "$k" "$exercise"
    done
  done | xargs -0 -n 2 -P "$jobs" sh "$srcdir/tutorials/grade.sh" one

  rm -rf "$grades" && mkdir "$grades" || exit
  verdicts >"$scratch/verdicts"
  k=0
  while IFS= read -r student; do
    k=$((k + 1))
    write_text "$k" >"$grades/$student.txt" || failed=1
  done <"$scratch/students"
  for form in table csv html; do
    awk -F '\t' -v form=$form -f "$srcdir/tutorials/grades.awk" \
      "$scratch/verdicts" >"$scratch/$form" || failed=1
  done
  harmless <"$scratch/table" >"$grades/table"
  mv "$scratch/csv" "$grades/grades.csv"
  mv "$scratch/html" "$grades/index.html"
  cat "$grades/table"
  echo "see index.html, grades.csv and STUDENT.txt in $grades"
  exit "$failed"
}

"$@"
