#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# mutants.sh N SEED: changes one operator, comparison or constant of the library
# at a time, N times, and tells which changes no test notices: the nearest tests
# first, then all test programs of the floor, then the floor's programs. A test
# that fails without any change would notice all of them, so those that noticed
# one are run on the unchanged library at the end. A loop that goes one place too
# far may survive here, and not under the sanitizers. It works on a copy of the
# build's folder. Called by make with $srcdir and $MAKE.
set -u
n=${1:-200}
seed=${2:-1}
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
trap 'exit 99' HUP INT TERM
[ "$(cd "$srcdir" && pwd)" = "$PWD" ] || {
  echo 'mutants: configure in the source folder itself' >&2
  exit 1
}
cp -a . "$scratch/tree" && cd "$scratch/tree" || exit 99
srcdir=$PWD
builddir=$PWD
PANTIN_DATA=$PWD/data
LC_ALL=C
CK_FORK=yes
export srcdir builddir PANTIN_DATA LC_ALL CK_FORK

# All changes: FILE LINE COLUMN OLD NEW, one a line. Comments, strings and lines
# of the preprocessor are left alone.
changes() {
  awk '
    function offer(old, new,    at, from) {
      from = 1
      while ((at = index(substr(code, from), old)) > 0) {
        from += at
        print FILENAME "\t" FNR "\t" from - 1 "\t" old "\t" new
      }
    }
    FNR == 1 { comment = 0 }
    {
      code = $0
      gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
      if (length(code) != length($0)) next
      if (comment) { if (code ~ /\*\//) comment = 0; next }
      if (code ~ /^[ \t]*(#|\/\*|\/\/)/ || code ~ /\/\*/) {
        if (code ~ /\/\*/ && code !~ /\*\//) comment = 1
        next
      }
      offer(" < ", " <= "); offer(" <= ", " < ")
      offer(" > ", " >= "); offer(" >= ", " > ")
      offer(" == ", " != "); offer(" != ", " == ")
      offer(" + ", " - "); offer(" - ", " + ")
      offer(" * ", " / "); offer(" / ", " * ")
      offer(" && ", " || "); offer(" || ", " && ")
      offer(" += ", " -= "); offer(" -= ", " += ")
      offer(" 0;", " 1;"); offer(" 1;", " 2;")
      offer("[0]", "[1]"); offer(" 2 ", " 3 ")
    }' src/pantin/*/*.c
}

# Applies a change to a file.
apply() {
  awk -v line="$2" -v column="$3" -v old="$4" -v new="$5" '
    NR == line { $0 = substr($0, 1, column - 1) new \
                 substr($0, column + length(old)) }
    { print }' "$1" >"$scratch/changed" && cat "$scratch/changed" >"$1"
}

# Runs a test, which is a Check program or a script.
passes() {
  case $1 in
  *.sh) timeout 300 sh "$1" ;;
  *) $MAKE -s V=0 "$1" && timeout 120 "./$1" ;;
  esac </dev/null >"$scratch/out" 2>&1
}

# Tells whether one of the tests fails, and notes which.
is_noticed() {
  for test; do
    case $test in
    *.sh) ;;
    *) [ -e "$test.c" ] || continue ;;
    esac
    passes "$test" || {
      echo "$test" >>"$scratch/noticed"
      return 0
    }
  done
  return 1
}

tests_of() {
  floor=$(basename "$(dirname "$1")")
  echo "tests/$floor/check_$(basename "$1" .c)"
  for test in tests/"$floor"/check_*.c; do
    echo "${test%.c}"
  done
  case $floor in
  chain) echo tests/programs/chain.sh ;;
  lcp) echo tests/programs/lcp.sh ;;
  contact) echo tests/programs/contact.sh ;;
  tuning) echo tests/programs/tune.sh ;;
  body | dynamics | multipliers) echo tests/programs/joints.sh ;;
  linear) echo tests/programs/eliminate.sh ;;
  base) echo tests/programs/shell.sh ;;
  esac
}

changes | awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' |
  sort -n | cut -f 2- | head -n "$n" >"$scratch/chosen"
tried=0
survived=0
tab=$(printf '\t')
while IFS=$tab read -r file line column old new; do
  cp "$file" "$scratch/before"
  apply "$file" "$line" "$column" "$old" "$new"
  tried=$((tried + 1))
  # A change that does not compile is none.
  if ! $MAKE -s V=0 all >"$scratch/out" 2>&1; then
    tried=$((tried - 1))
  else
    # shellcheck disable=SC2046  # a list of words
    if ! is_noticed $(tests_of "$file"); then
      survived=$((survived + 1))
      echo "$file:$line: '$old' became '$new', and no test noticed"
      sed -n "${line}p" "$scratch/before"
    fi
  fi
  cp "$scratch/before" "$file"
done <"$scratch/chosen"
$MAKE -s V=0 all >"$scratch/out" 2>&1
sort -u "$scratch/noticed" | while read -r test; do
  passes "$test" || echo "$test fails without any change"
done
echo "$survived of $tried changes survived"
