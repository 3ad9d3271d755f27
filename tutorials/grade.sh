#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# grade.sh all FOLDER: grades a class, in which each student has a folder with
# the files TOPIC/NAME.c, TOPIC/exercises/NAME.c or, as in a build's tree,
# tutorials/TOPIC/exercises/NAME.c. Writes into $grades: grades.txt (a table),
# grades.csv, index.html, and STUDENT.txt with what went wrong.
#
# `make grade` calls it in the build's folder with $srcdir, $MAKE, $grades (the
# folder of the results), $jobs, $solutions, $exercises (the names), $headers (what an answer may include: beginnings of paths), and
# the commands $compile, which is followed by options and a file, and $link, in
# which DRIVER.o, ANSWER.o and PROGRAM stand for files.
#
# Each file is compiled and run by itself, within limits, by `judge --graded`.
# The verdict is the judge's exit status: nothing that an answer prints, writes
# or leaves behind is read. The words for it:
#   right  wrong  crashed  broken (does not compile)  refused  missing
set -u

# Finds the file of an answer: file_of STUDENT TOPIC/NAME.
file_of() {
  for file in "$class/$1/$2.c" "$class/$1/${2%/*}/exercises/${2##*/}.c" \
    "$class/$1/tutorials/${2%/*}/exercises/${2##*/}.c"; do
    [ -f "$file" ] && [ ! -L "$file" ] && echo "$file" && return
  done
}

# Prints what a file includes but may not, from the compiler's list of it.
foreign() {
  tr -s ' \134' '\n' <"$1" | grep -v -e '^$' -e ':$' | grep -vxF "$2" |
    xargs realpath -m -- | while read -r path; do
    for header in $headers; do
      case $path in
      "$header"*) continue 2 ;;
      esac
    done
    echo "$path"
  done
}

# Compiles $1.c to the program $1, beside it; the driver is $2.
compile() (
  # shellcheck disable=SC3045  # every shell on Linux knows these
  ulimit -t 20 && ulimit -v 4000000 && ulimit -f 200000 || exit
  # shellcheck disable=SC2086  # a command and its options
  timeout 40 $compile -MD -MF "$1.d" -c "$1.c" -o "$1.o" || exit
  no=$(foreign "$1.d" "$1.c")
  if [ -n "$no" ]; then
    echo "includes what is not for answers: $no"
    exit 3
  fi
  command=$(echo "$link" |
    sed "s|DRIVER\.o|$2|; s|ANSWER\.o|$1.o|; s|PROGRAM|$1|")
  # shellcheck disable=SC2086  # a command and its options
  timeout 40 $command
)

# Grades one answer: the verdict goes to $scratch/STUDENT/TOPIC/NAME.verdict,
# and what there is to say to NAME.said.
one() {
  student=$1
  exercise=$2
  box=$scratch/$1/$2
  answers=tutorials/answers/${2%/*}
  file=$(file_of "$1" "$2")
  mkdir -p "${box%/*}"
  if [ -z "$file" ]; then
    echo missing >"$box.verdict"
    return
  fi
  head -c 200000 "$file" >"$box.c"
  compile "$box" "$answers/drivers/${2##*/}-graded.o" >"$box.said" 2>&1
  case $? in
  0)
    timeout -s KILL 300 tutorials/judge --graded \
      "$answers/solutions/${2##*/}" "$box" \
      </dev/null >"$box.judged" 2>&1
    case $? in
    0) verdict=right ;;
    1) verdict=wrong ;;
    *) verdict=crashed ;;
    esac
    cat "$box.judged" >>"$box.said"
    ;;
  3) verdict=refused ;;
  *) verdict=broken ;;
  esac
  rm -f "$box" "$box.o" "$box.d" "$box.judged"
  sed "s|$scratch/$student/||g" "$box.said" >"$box.text"
  echo "$verdict" >"$box.verdict"
}

# Prints "student,exercise,verdict" for the whole class.
verdicts() {
  while read -r student; do
    for exercise in $exercises; do
      echo "$student,$exercise,$(cat "$scratch/$student/$exercise.verdict")"
    done
  done <"$scratch/students"
}

# Writes what went wrong in the answers of a student.
write_text() {
  for exercise in $exercises; do
    verdict=$(cat "$scratch/$1/$exercise.verdict")
    [ "$verdict" != missing ] || continue
    echo "== $exercise: $verdict"
    [ "$verdict" = right ] || cat "$scratch/$1/$exercise.text"
    echo
  done
}

# Grades all answers and writes the results.
all() {
  if [ "$solutions" = no ]; then
    echo "make grade needs the solutions, which this tree does not have" >&2
    exit 1
  fi
  # shellcheck disable=SC2086  # a list of words
  headers=$(realpath -m -- $headers)
  class=$(realpath "$1") || exit
  [ -d "$class" ] || {
    echo "'$1' is no folder; make grade STUDENTS=FOLDER, with a folder for" \
      "each student" >&2
    exit 1
  }
  scratch=$(mktemp -d) || exit
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 130' HUP INT TERM
  export class scratch headers compile link
  (cd "$class" && find . -mindepth 1 -maxdepth 1 -type d ! -name '.*') |
    sed 's|^\./||' | grep -v '[,"<>&]' | sort >"$scratch/students"
  if [ ! -s "$scratch/students" ]; then
    echo "there is no student's folder in '$1'" >&2
    exit 1
  fi
  tutorials/judge --sandbox

  # What belongs to the exercises that somebody has answered.
  begun=
  for exercise in $exercises; do
    while read -r student; do
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
  done | xargs "$MAKE" -s -j "$jobs" || exit

  while read -r student; do
    for exercise in $exercises; do
      printf '%s\0%s\0' "$student" "$exercise"
    done
  done <"$scratch/students" |
    xargs -0 -n 2 -P "$jobs" sh "$srcdir/tutorials/grade.sh" one

  rm -rf "$grades" && mkdir "$grades" || exit
  verdicts >"$scratch/verdicts"
  while read -r student; do
    write_text "$student" >"$grades/$student.txt"
  done <"$scratch/students"
  for form in txt csv html; do
    awk -F, -v form=$form -f "$srcdir/tutorials/grades.awk" \
      "$scratch/verdicts" >"$grades/grades.$form"
  done
  mv "$grades/grades.html" "$grades/index.html"
  cat "$grades/grades.txt"
  echo "see index.html, grades.csv and STUDENT.txt in $grades"
}

"$@"
