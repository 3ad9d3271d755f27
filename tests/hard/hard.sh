#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# hard.sh [STAGE]...: what `make check` has no time for; all stages if none is
# named. It takes about $HARD_SECONDS (default 6000), and ends with a table.
#
#   kills    each writer is killed at random instants: files are old or whole
#   disk     each writer on a full disk: status 1, and the old file stays
#   bits     the same bits from -O0, -O2, gcc, clang and 1 to 7 threads
#   threads  the programs that have threads, under the thread sanitizer
#   memory   the programs under valgrind
#   extremes every number of some scenes made extreme, in every program
#   fuzz     all targets of `make fuzz`
#
# With QUICK=1 it takes some two minutes: what builds nothing, that is kills, disk
# and threads of bits, with few kills. Called by make in the build's folder with
# $srcdir, $MAKE and $CC.
set -u
: "${QUICK:=}"
[ -z "$QUICK" ] || HARD_SECONDS=120
: "${HARD_SECONDS:=6000}" "${HARD_KILLS:=$((HARD_SECONDS / 6))}"
: "${srcdir:=.}" "${MAKE:=make}"
top=$PWD
case $srcdir in /*) ;; *) srcdir=$top/$srcdir ;; esac
PANTIN_DATA=$srcdir/data
export PANTIN_DATA srcdir
programs=$top/src/programs
scratch=$(mktemp -d) || exit 99
mounted=
clean_up() {
  [ -z "$mounted" ] || umount "$mounted"
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 99' HUP INT TERM

# report STAGE WHAT TRIED FAULTS: one line of the table.
report() {
  printf '%-8s %-44s %7s %7s\n' "$1" "$2" "$3" "$4" >>"$scratch/table"
}

# The programs that write files, each to the name in the second column; the
# words of a line are its command.
writers() {
  cat <<'END'
x.csv pantin-chain 2a --csv x.csv
x.json pantin-joints puppet --time 0.5 --json=x.json
x.svg pantin-chain 2a --plot x.svg
x.html pantin-joints puppet --time 0.5 --plot x.html
x.mtx pantin-contact balls-50 --time 0.3 --record x.mtx
x.csv pantin-tune tripods --frames 10:30:5 --method quick -o x.csv
x.h5 pantin-tune tripods --frames 10:30:5 --method quick --record x.h5
END
}

# Kills a writer HARD_KILLS times, each time after a random part of the time
# that it takes. Its file must then be the old one or a whole one, and a run
# that is left alone must succeed in the same folder.
kills() {
  writers | while read -r file program arguments; do
    mkdir -p "$scratch/kills" && cd "$scratch/kills" && rm -rf ./*
    # shellcheck disable=SC2086  # a list of words
    set -- "$programs/$program" $arguments --quiet
    begin=$(date +%s%N)
    "$@" >/dev/null 2>&1
    took=$((($(date +%s%N) - begin) / 1000))
    faults=0
    k=0
    while [ "$k" -lt "$HARD_KILLS" ]; do
      k=$((k + 1))
      echo old >"$file"
      # The k-th number of a sequence that repeats itself only after long.
      after=$(awk -v k="$k" -v most="$took" \
        'BEGIN { printf "%.6f", 1e-6 * most * ((k * 0.6180339887) % 1) }')
      timeout -s KILL "$after" "$@" >/dev/null 2>&1
      is_whole "$file" || faults=$((faults + 1))
    done
    rm -f "$file"
    "$@" >/dev/null 2>&1 && is_whole "$file" || faults=$((faults + 1))
    report kills "$program, $file" "$HARD_KILLS" "$faults"
    cd "$top" || exit 99
  done
}

# is_whole FILE: it is the old one, or has the end that its kind has.
is_whole() {
  [ "$(head -c 4 "$1" | tr -d '\0')" = old ] && return
  case $1 in
  *.csv) [ -z "$(tail -c 1 "$1")" ] && awk -F, 'NR == 1 { n = NF }
      NF != n { bad = 1 } END { exit bad }' "$1" ;;
  *.json) [ "$(tail -n 1 "$1")" = '}' ] ;;
  *.svg) tail -n 2 "$1" | grep -q '</svg>' ;;
  *.html) tail -n 1 "$1" | grep -q '</html>' ;;
  *.mtx) awk '/^%/ { next } !n { n = $3 + 1 } { rows++ }
      END { exit rows != n }' "$1" ;;
  *.h5) "$programs/pantin-lcp" "$PWD/$1" --quiet >/dev/null 2>"$scratch/said"
    [ $? -ne 1 ] || grep -q 'has no contacts' "$scratch/said" ||
      { cat "$scratch/said" && false; } ;;
  esac
}

# is_kept PROGRAM FILE: it is the old one; or, of pantin-tune, has the rows that
# it can go on from.
is_kept() {
  [ "$(cat "$2")" = old ] || { [ "$1" = pantin-tune ] && is_whole "$2"; }
}

# Lets each writer find the disk full, at several sizes, on a file system of its
# own; by the limit of a file's size where none can be mounted.
disk() {
  mkdir -p "$scratch/disk"
  if mount -t tmpfs -o size=256k tmpfs "$scratch/disk" 2>/dev/null; then
    mounted=$scratch/disk
  fi
  writers | while read -r file program arguments; do
    faults=0
    tried=0
    cd "$scratch/disk" || exit 99
    for blocks in 0 1 2 4 8 16 32 64; do
      rm -rf ./*
      echo old >"$file"
      [ -z "$mounted" ] || { head -c 300000 /dev/zero >filler; } 2>/dev/null
      [ -z "$mounted" ] || truncate -s "-${blocks}K" filler
      # shellcheck disable=SC2086  # a list of words
      (
        [ -n "$mounted" ] || { trap '' XFSZ; ulimit -f "$((blocks * 2))"; }
        exec "$programs/$program" $arguments --quiet
      ) >"$scratch/out" 2>&1
      status=$?
      tried=$((tried + 1))
      rm -f filler
      if [ "$status" -eq 0 ]; then
        is_whole "$file" || faults=$((faults + 1))
      elif [ "$status" -ne 1 ] || ! is_kept "$program" "$file"; then
        faults=$((faults + 1))
        cat "$scratch/out"
      fi
    done
    report disk "$program, $file" "$tried" "$faults"
    cd "$top" || exit 99
  done
  [ -z "$mounted" ] || umount "$mounted"
  mounted=
}

# make_with NAME WORD...: builds the programs in a folder of their own, from a
# copy of the sources, because those of a build in their own folder cannot be
# configured a second time.
make_with() {
  tree=$scratch/$1
  shift
  mkdir -p "$tree"
  [ -d "$scratch/source" ] || $MAKE -s distdir distdir="$scratch/source" ||
    return
  if ! (cd "$tree" && ../source/configure --quiet "$@" &&
    $MAKE -s -j2 all) >"$scratch/made" 2>&1; then
    tail -n 20 "$scratch/made"
    return 1
  fi
}

# Three chains that nothing connects, which threads may share.
islands() {
  {
    echo 'gravity = (0, -9.81, 0); generate = ('
    for chain in a b c; do
      [ "$chain" = a ] || echo ,
      echo "{ kind = \"chain\"; count = 25; name = \"$chain\"; mass = 1;
        shape = \"box\"; size = (0.5, 0.1, 0.06); root = true; }"
    done
    echo ');'
  } >"$scratch/islands.cfg"
}

# Numbers of every kind, to the last bit, of the programs of a tree.
numbers() {
  at=$1/src/programs
  islands
  "$at/pantin-chain" 2a --csv - && "$at/pantin-chain" 4a --csv - &&
    "$at/pantin-joints" puppet --time 0.2 --csv - &&
    "$at/pantin-joints" "$scratch/islands.cfg" --time 0.2 --csv - --quiet \
      --threads "${2:-1}" &&
    "$at/pantin-ik" puppet --csv - && "$at/pantin-inverse" arm --csv - &&
    "$at/pantin-contact" balls-50 --time 0.5 --csv - |
    sed 's/,[^,]*seconds[^,]*//' &&
    "$at/pantin-tune" tripods --frames 10:40:10 --no-seconds --csv - \
      --threads "${2:-1}" &&
    many_balls &&
    "$at/pantin-contact" "$scratch/balls.cfg" --time 0.2 --csv - \
      --threads "${2:-1}" | sed 's/,[^,]*seconds[^,]*//'
}

# A scene with more than the 10000 contacts that threads share.
many_balls() {
  echo 'container = "box"; size = (1.1, 1.1, 0.55); balls = 4400;
    radius = 0.05; mass = 1; step = 0.01; solver = "pgs";' >"$scratch/balls.cfg"
}

bits() {
  numbers "$top" >"$scratch/usual" 2>&1
  for of in 'O0 gcc -g -O0' 'O2 gcc -g -O2' 'clang clang -g -O2'; do
    # shellcheck disable=SC2086  # a list of words
    set -- $of
    name=$1
    compiler=$2
    shift 2
    [ -z "$QUICK" ] || continue
    command -v "$compiler" >/dev/null || continue
    faults=1
    make_with "$name" CC="$compiler" CFLAGS="$*" &&
      numbers "$scratch/$name" >"$scratch/$name.numbers" 2>&1 &&
      cmp "$scratch/usual" "$scratch/$name.numbers" && faults=0
    report bits "$compiler $*" 1 "$faults"
    rm -rf "${scratch:?}/$name"
  done
  for threads in 2 3 4 5 6 7; do
    numbers "$top" "$threads" >"$scratch/threads" 2>&1
    cmp "$scratch/usual" "$scratch/threads"
    report bits "$threads threads" 1 "$?"
  done
}

# Runs a program of the tree tsan once and counts the run: in `runs`, and in
# `faults` if it does not end with 0. The thread sanitizer ends it with 66 where
# it finds something.
raced() {
  what=$1
  shift
  runs=$((runs + 1))
  "$scratch/tsan/src/programs/$what" "$@" >"$scratch/tsan.log" 2>&1 && return
  faults=$((faults + 1))
  tail -n 30 "$scratch/tsan.log"
}

threads() {
  runs=0
  faults=0
  if ! make_with tsan CC="${CC:-gcc}" CFLAGS='-g -O1 -fsanitize=thread'; then
    report threads 'the build' 1 1
    return
  fi
  for method in scan quick cmaes grid; do
    raced pantin-tune tripods --frames 10:40:10 --method "$method" \
      --evaluations 2000 --threads 4
  done
  report threads 'pantin-tune --threads 4, all methods' "$runs" "$faults"
  islands
  runs=0
  faults=0
  for integrator in rk4 ab4 rkf45; do
    raced pantin-joints "$scratch/islands.cfg" --time 0.2 --threads 4 \
      --integrator "$integrator" --every 4
  done
  report threads 'pantin-joints --threads 4, islands' "$runs" "$faults"
  many_balls
  runs=0
  faults=0
  for order in forward colours; do
    raced pantin-contact "$scratch/balls.cfg" --time 0.1 --threads 4 \
      --order "$order"
  done
  report threads 'pantin-contact --threads 4, colours' "$runs" "$faults"
  rm -rf "$scratch/tsan"
}

memory() {
  command -v valgrind >/dev/null || return
  writers | while read -r file program arguments; do
    cd "$scratch" || exit 99
    # shellcheck disable=SC2086  # a list of words
    "$top/libtool" --mode=execute valgrind --quiet --error-exitcode=9 \
      "$programs/$program" $arguments --quiet >"$scratch/out" 2>&1
    [ $? -ne 9 ] || cat "$scratch/out"
    report memory "valgrind $program, $file" 1 \
      "$(grep -c '^==.*\(Invalid\|uninit\)' "$scratch/out")"
    cd "$top" || exit 99
  done
}

extremes() {
  EXTREMES=all builddir=$top LC_ALL=C sh "$srcdir/tests/programs/extremes.sh" \
    >"$scratch/numbers" 2>&1
  grep -A 30 '^not ok' "$scratch/numbers"
  failures=$(grep -c '^not ok' "$scratch/numbers")
  grep -q '^1\.\.[1-9]' "$scratch/numbers" || failures=$((failures + 1))
  report extremes 'extreme numbers in scenes' \
    "$(grep -cE '^(not )?ok' "$scratch/numbers")" "$failures"
}

fuzz() {
  command -v clang >/dev/null || return
  topics='chain joints balls lcp world frames fclib robots'
  each=$((HARD_SECONDS / 12))
  for topic in $topics; do
    $MAKE fuzz-one FUZZ_TOPIC="$topic" FUZZ_SECONDS="$each" \
      fuzz_flags='-max_len=65536 -timeout=20 -rss_limit_mb=1024' \
      >"$scratch/fuzz" 2>&1
    faults=$?
    [ "$faults" -eq 0 ] || tail -n 30 "$scratch/fuzz"
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/fuzz")
    report fuzz "$topic, $each s" "${runs:-0}" "$faults"
  done
}

[ $# -gt 0 ] || [ -z "$QUICK" ] || set -- kills disk bits
[ $# -gt 0 ] || set -- kills disk bits threads memory extremes fuzz
: >"$scratch/table"
for stage; do
  $stage
done
printf '%-8s %-44s %7s %7s\n' stage what tried faults
cat "$scratch/table"
awk '$NF != 0 { bad = 1 } END { exit bad }' "$scratch/table"
