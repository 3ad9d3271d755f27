#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What all programs share, tried on a small one: help, scenes by name, error
# messages, exit statuses.
. "$srcdir/tests/tap.sh"

sample=$builddir/tests/programs/sample
PANTIN_DATA=$scratch/data
export PANTIN_DATA
mkdir -p "$PANTIN_DATA/chain"
echo 'bars = 2;' >"$PANTIN_DATA/chain/two.cfg"
printf '\nbars = 0;\n' >"$PANTIN_DATA/chain/none.cfg"

# quietly COMMAND...: only what it writes to stderr.
quietly() { { "$@" >/dev/null; } 2>&1; }

succeeds 'the default scene is solved' ends 0 "$sample"
prints 'the result is on stdout' '2 bars' "$sample"
silent 'and nothing on stderr' quietly "$sample"
succeeds 'a scene by name' ends 0 "$sample" two
succeeds 'a scene by path' ends 0 "$sample" "$PANTIN_DATA/chain/two.cfg"
prints 'JSON instead' '"bars": 2' "$sample" --json
prints 'a shipped case, found in the tree' "there is no scene '2z' (did you" \
  "$sample" 2z

# Without $PANTIN_DATA, from another folder.
in_tree() {
  (unset PANTIN_DATA && cd "$scratch" &&
    "$builddir/src/programs/pantin-chain" --list)
}
prints 'a program of the build tree finds its scenes' 'necklace' in_tree

succeeds 'help ends well' ends 0 "$sample" --help
prints 'help names the program' 'Usage: sample [OPTION]... [SCENE]' \
  "$sample" -h
prints 'help shows own options' '--lines N' "$sample" --help
prints 'help shows common options' '--plot FILE' "$sample" --help
prints 'help shows examples' 'sample --lines 3 two' "$sample" --help
too_wide() { "$sample" --help | awk 'length > 79'; }
silent 'help fits 80 columns' too_wide
prints 'the version' 'sample (Pantin) ' "$sample" --version
parts_are() {
  "$sample" --version | sed -n 2p >"$scratch/parts"
  cat "$scratch/parts"
  for part in HDF5 ODE MPI; do
    if built_with "$part"; then
      grep -q "^built with [^;]*$part" "$scratch/parts" || return
    else
      grep -q "without .*$part" "$scratch/parts" || return
    fi
  done
}
succeeds 'and what is built in' parts_are
prints 'and whose it is' 'Copyright 2026 The Pantin authors' "$sample" --version
prints 'the list names scenes' 'two' "$sample" --list

succeeds 'bad input ends with 1' ends 1 "$sample" none
prints 'and says where' \
  "sample: $PANTIN_DATA/chain/none.cfg:2: bars must be between 1 and 1000" \
  "$sample" none
succeeds 'a missing file ends with 1' ends 1 "$sample" ./gone
prints 'and is named' 'sample: ./gone: cannot be opened: No such file' \
  "$sample" ./gone

# Nothing that a terminal would obey is printed as it came.
escape=$(printf 'a\033[31mb')
succeeds 'a control character in a name ends with 2' ends 2 "$sample" "$escape"
prints 'and is named by its number' 'holds a control character (0x1b)' \
  "$sample" --csv "$escape"

succeeds 'an unknown option ends with 2' ends 2 "$sample" --linse
prints 'and suggests the near one' 'did you mean --lines?' "$sample" --linse
prints 'and points to the help' "Try 'sample --help'." "$sample" --linse
succeeds 'a bad value ends with 2' ends 2 "$sample" --lines 0
succeeds 'two scenes end with 2' ends 2 "$sample" two none
succeeds 'not converged ends with 3' ends 3 "$sample" --stall
prints 'and still prints' '2 bars' "$sample" --stall
succeeds 'an interrupt ends with 130' ends 130 "$sample" --signal 2
succeeds 'an alarm that others set is one' ends 142 "$sample" --signal 14

# Signals: a loop ends by itself, a step without an end is ended; what was
# written is kept, and of other files nothing is left.
signalled() {
  wanted=$1
  shift
  rm -rf "$scratch/signalled"
  mkdir "$scratch/signalled"
  (cd "$scratch/signalled" && ends "$wanted" timeout 300 "$@") || return
  cat "$scratch/signalled"/*
  [ "$(ls "$scratch/signalled")" = rows.csv ] &&
    [ "$(tr '\n' ' ' <"$scratch/signalled/rows.csv")" = 'bars 2 2 ' ]
}
for kind in '2 130' '15 143' '1 129' '10 138' '24 152' '40 168'; do
  number=${kind% *}
  status=${kind#* }
  for how in '' --endless --twice '--twice --endless'; do
    # shellcheck disable=SC2086  # none, one or two words
    succeeds "signal $number keeps what was written ($how)" signalled \
      "$status" "$sample" --csv rows.csv --signal "$number" $how
  done
done
# The others that ask for an end from outside, and those that write a core.
for number in 12 14 16 26 27 29 30 34 64; do
  succeeds "signal $number is one of them" signalled \
    "$((128 + number))" "$sample" --csv rows.csv --signal "$number"
done
# shellcheck disable=SC3045  # dash has it, too
cored() { (ulimit -c 0 && "$@"); }
for number in 3 6; do
  succeeds "signal $number leaves no temporary file" cored signalled \
    "$((128 + number))" sh -c '"$@"; exit "$?"' - \
    "$sample" --csv rows.csv --signal "$number"
done
succeeds 'columns for a pipe end the same way' \
  ends 130 "$sample" --csv - --signal 2 --endless
prints 'a step that is cut short is spoken of' 'ended in the middle of a step' \
  "$sample" --signal 2 --endless
ignoring() { (trap '' HUP && "$@"); }
succeeds 'nohup is heeded' ends 0 ignoring "$sample" --signal 1

# Colour: on a terminal alone, and not for those who refuse it.
escape=$(printf '\033')
in_terminal() { TERM=xterm script -qec "$*" "$scratch/typescript"; }
coloured() { "$@" | grep -o "$escape\[[0-9;]*m" | tr -d "$escape"; }
if command -v script >/dev/null; then
  unset NO_COLOR
  prints 'a verdict is green on a terminal' '[32m' \
    coloured in_terminal "$sample"
  prints 'and red where it is bad' '[1;31m' \
    coloured in_terminal "$sample" --stall
  silent 'not with NO_COLOR' coloured in_terminal NO_COLOR=1 "$sample"
  silent 'nor on a dumb terminal' coloured in_terminal TERM=dumb "$sample"
  # It takes long enough for a bar, at 0.1 s and more.
  prints 'a bar names the solver at work' ' left: pgs-block ' in_terminal \
    "$builddir/src/programs/pantin-lcp" art-350 --solver pgs-block \
    --tolerance 1e-300 --iterations 30000
else
  skip 'colour on a terminal' 'no script (bsdutils)'
fi
silent 'nor in a pipe' coloured env TERM=xterm "$sample"

# '-' is standard input for a scene and standard output for results.
chain=$builddir/src/programs/pantin-chain
from_input() { "$sample" - <"$PANTIN_DATA/chain/$1.cfg"; }
prints 'a scene from standard input' '2 bars' from_input two
prints 'whose faults have their lines' \
  'sample: standard input:2: bars must be between' from_input none
succeeds 'and end with 1' ends 1 from_input none

# A pipe is read once, and as far as anything that ends.
contact=$builddir/src/programs/pantin-contact
lcp=$builddir/src/programs/pantin-lcp
from_pipe() {
  mkfifo "$scratch/pipe"
  cat "$srcdir/data/contact/$1.cfg" >"$scratch/pipe" &
  timeout 60 "$contact" "$scratch/pipe" --time 0.1
}
prints 'a scene from a pipe, as <(...) makes it' '5 balls' from_pipe stack-5
endless() { yes "$1" | timeout 60 "$lcp" -; }
prints 'a problem that does not end is refused' \
  'standard input: does not end after 256 MiB' endless '1 2 3'
prints 'so is a device' '/dev/zero: does not end' timeout 60 "$lcp" /dev/zero

in_folder() { (cd "$scratch" && unset PANTIN_DATA && "$@"); }
same_columns() {
  in_folder "$chain" --csv - >"$scratch/printed.csv" &&
    in_folder "$chain" --csv written.csv --quiet &&
    [ -s "$scratch/printed.csv" ] &&
    cmp "$scratch/printed.csv" "$scratch/written.csv" && [ ! -e "$scratch/-" ]
}
same_object() {
  in_folder "$chain" --json >"$scratch/printed.json" &&
    in_folder "$chain" --json=written.json >"$scratch/table" &&
    in_folder "$chain" --json=- | cmp - "$scratch/printed.json" &&
    cmp "$scratch/printed.json" "$scratch/written.json"
}
both_to_pipe() {
  in_folder "$chain" --csv - --json=written.json | head -n 1
}
succeeds '--csv - prints the columns alone' same_columns
succeeds '--json=FILE writes what --json prints' same_object
prints 'and the table stays' 'five bars' cat "$scratch/table"
prints 'columns and a file of JSON go together' 'iteration,' both_to_pipe
succeeds 'two things on standard output end with 2' \
  ends 2 in_folder "$chain" --csv - --json
succeeds 'a picture there ends with 2' ends 2 in_folder "$chain" --plot -
prints 'and is refused with a sentence' 'draws no picture on standard output' \
  in_folder "$chain" --plot -
prints 'so are files of other options' "--fclib needs the name of a file" \
  in_folder "$builddir/src/programs/pantin-lcp" --fclib -
gone_early() { in_folder "$chain" 2a --csv - | :; }
silent 'a closed pipe needs no message here either' gone_early

# A pipe is written by any name that the shell has for it.
same_in_pipe() { # OPTION
  in_folder "$builddir/src/programs/pantin-joints" knee --time 1 --quiet \
    "--$1=written" &&
    in_folder "$builddir/src/programs/pantin-joints" knee --time 1 --quiet \
      "--$1=/dev/stdout" | cmp - "$scratch/written"
}
for option in csv impacts save; do
  succeeds "--$option writes to a pipe by its name" same_in_pipe $option
done
json_in_pipe() {
  in_folder "$chain" --json=/dev/stderr 2>&1 >"$scratch/table" | cat
}
prints 'and so does --json' '"bars": 5' json_in_pipe

# A file that the shell has opened is written where it is: it is not replaced.
kept_by_shell() { # NAME
  { echo before && "$chain" --quiet "--json=$1" && echo after; } \
    >"$scratch/kept" 3>&1
  sed -n '1p; /"bars"/p; $p' "$scratch/kept" | tr -d '\n'
}
for name in /dev/stdout /dev/fd/3; do
  prints "what is in a file of the shell stays, by $name" \
    'before  "bars": 5,after' kept_by_shell "$name"
done

# Names are tried before the work: a scene that is not there is not missed.
for option in --csv --plot --json; do
  prints "a folder that is not there is refused early by $option" \
    "gone/x.gp: cannot be written: No such file" \
    in_folder "$chain" "$option=gone/x.gp" no-such-case
done
prints 'and so is a folder itself' 'cannot be written: Is a directory' \
  in_folder "$chain" "--csv=$scratch" no-such-case

# A run that writes while it goes on.
joints=$builddir/src/programs/pantin-joints
long_run() {
  rm -rf "$scratch/long" && mkdir "$scratch/long" && cd "$scratch/long" || return
  PANTIN_DATA='' "$joints" puppet --time 1e5 --csv rows.csv >table &
  pid=$!
  until [ "$(cat rows.csv.tmp* 2>/dev/null | wc -l)" -gt 20 ] ||
    ! kill -0 "$pid" 2>/dev/null; do
    sleep 0.1
  done
  kill -s "$1" "$pid"
  ends "$2" wait "$pid"
}
long_is_whole() {
  (long_run "$@") || return
  ls "$scratch/long"
  [ "$(ls "$scratch/long")" = "$(printf 'rows.csv\ntable')" ] &&
    awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { exit NR < 20 }' \
      "$scratch/long/rows.csv"
}
for kind in 'INT 130' 'TERM 143'; do
  # shellcheck disable=SC2086  # two words
  succeeds "a long run ends by SIG${kind% *}, its rows whole" \
    long_is_whole $kind
done
prints 'with a table of what was done' 'INTERRUPTED' cat "$scratch/long/table"
below_limit() {
  (cd "$scratch/long" && rm -f ./* && ulimit -f 8 &&
    PANTIN_DATA='' ends 1 "$joints" puppet --csv rows.csv && ls)
}
prints 'a limit of size is an error' 'cannot be written: File too large' \
  below_limit
silent 'which leaves no file' ls "$scratch/long"
# Files that belong together are written together, or none of them.
limited() {
  (cd "$scratch/long" && ulimit -f "$1" && shift && PANTIN_DATA='' ends 1 "$@")
}
prints 'so it is for the equations of a chain' '.mtx: cannot be written: File' \
  limited 8 "$chain" necklace --dump m
prints 'and for those of joints' '.mtx: cannot be written: File' \
  limited 1 "$joints" chain-10 --dump m
silent 'of which no file is left either' ls "$scratch/long"
read_some() {
  PANTIN_DATA='' timeout 300 "$joints" puppet --time 1e5 --csv - | head -n 3 |
    cut -d , -f 1
}
prints 'a run whose reader has left ends' '0.00416' read_some
silent 'without a word' eval 'read_some 2>&1 >/dev/null'

# No result replaces the scene or another result, under whatever name.
cp "$PANTIN_DATA/chain/two.cfg" "$scratch/own.cfg"
ln "$scratch/own.cfg" "$scratch/hard"
ln -s own.cfg "$scratch/soft"
for name in own.cfg ./own.cfg soft hard; do
  succeeds "the scene is not replaced, $name" \
    ends 2 in_folder "$sample" own.cfg --csv "$name"
done
prints 'which is said' "--json would replace the scene, 'soft'" \
  in_folder "$sample" own.cfg --json=soft
succeeds 'the scene is as it was' \
  cmp "$PANTIN_DATA/chain/two.cfg" "$scratch/own.cfg"
prints 'nor is another result' "--csv and --plot have one file, './new.gp'" \
  in_folder "$sample" own.cfg --csv new.gp --plot ./new.gp
# Standard input is a file like any other, if it is one.
for name in '--csv own.cfg' '--json=hard' '--csv ./soft'; do
  # shellcheck disable=SC2086  # one or two words
  succeeds "nor is a scene from standard input, $name" \
    ends 2 eval "in_folder '$sample' - $name <'$scratch/own.cfg'"
done
prints 'which is said, too' "--csv would replace the scene, 'own.cfg'" \
  eval "in_folder '$sample' - --csv own.cfg <'$scratch/own.cfg'"
succeeds 'nor by equations, whose names are made' ends 2 \
  eval "cp '$PANTIN_DATA/chain/two.cfg' '$scratch/in.txt' &&
    in_folder '$chain' - --dump in <'$scratch/in.txt'"
succeeds 'what comes by a pipe has no name' ends 0 \
  eval "cat '$scratch/own.cfg' | in_folder '$sample' - --csv in.csv -q"
succeeds 'and the scene is still as it was' \
  cmp "$PANTIN_DATA/chain/two.cfg" "$scratch/own.cfg"
tune=$builddir/src/programs/pantin-tune
prints 'so with options of one program' "--output would replace the scene" \
  in_folder "$tune" own.cfg -o soft
# Nor does one replace what the scene or an option makes the program read.
cp "$srcdir/data/lcp/stack-5.cfg" "$srcdir/data/lcp/stack-5.lcp" "$scratch"
chmod u+w "$scratch"/stack-5.*
prints 'nor is the problem of a scene' "--csv would replace 'stack-5.lcp'" \
  in_folder "$builddir/src/programs/pantin-lcp" stack-5.cfg --csv ./stack-5.lcp
echo 'lambda = (1, 1, 1, 1, 1);' >"$scratch/lambda"
prints 'nor a start' "--json would replace 'lambda'" \
  in_folder "$chain" 2a --lambda lambda --json=lambda
# Several files whose names an option makes are results as well.
cp "$srcdir/data/chain/2a.cfg" "$scratch/case.txt"
chmod u+w "$scratch/case.txt"
prints 'nor do dumped equations replace the scene' \
  "--dump would replace the scene, './case.txt'" \
  in_folder "$chain" ./case.txt --dump case
cp "$scratch/lambda" "$scratch/start.txt"
prints 'nor a start' "--dump would replace 'start.txt'" \
  in_folder "$chain" 2a --lambda start.txt --dump start
prints 'nor another result' "--csv and --dump have one file, './to-A.mtx'" \
  in_folder "$chain" 2a --dump to --csv ./to-A.mtx
for link in -s ''; do
  rm -f "$scratch/links-A.mtx"
  # shellcheck disable=SC2086  # none or one word
  ln $link "$scratch/case.txt" "$scratch/links-A.mtx"
  prints "nor does a dump whose name is a link${link:+, $link}" \
    "--dump would replace the scene, './case.txt'" \
    in_folder "$chain" ./case.txt --dump links
done
succeeds 'the scene is as it was, too' \
  cmp "$srcdir/data/chain/2a.cfg" "$scratch/case.txt"
# Words that are empty, as those of variables that are not set.
for option in --csv --plot --dump; do
  succeeds "the empty name ends with 2, $option" \
    ends 2 in_folder "$chain" 2a "$option" ''
done
succeeds 'and so does --json=' ends 2 in_folder "$chain" 2a --json=
prints 'which is said' '--dump needs PREFIX, and was given an empty word' \
  in_folder "$chain" 2a --dump ''
succeeds 'what is called alike is another file' ends 0 \
  in_folder "$chain" 2a --dump to --csv to-A.csv --json=to --quiet
contact=$builddir/src/programs/pantin-contact
prints 'nor does what is recorded beside a matrix' \
  "--csv and --record have one file, 'wall_b.mtx'" \
  in_folder "$contact" --record wall.mtx --csv wall_b.mtx
prints 'nor one of several problems' \
  "--json and --record have one file, 'p-3.lcp'" \
  in_folder "$contact" --record p.lcp --frames 2:4 --json=p-3.lcp
in_folder "$contact" --time 0.1 --record pile.mtx --quiet
cp "$scratch/pile_b.mtx" "$scratch/before"
prints 'nor what is read beside a matrix' "--output would replace" \
  in_folder "$tune" pile.mtx -o pile_b.mtx
prints 'nor what rules learn from beside one' "--json would replace" \
  in_folder "$tune" --rule --fit pile.mtx --json=./pile_b.mtx
succeeds 'it stays' cmp "$scratch/pile_b.mtx" "$scratch/before"
cat >"$scratch/ball.cfg" <<'END'
container = "box"; size = (1, 1, 1); balls = 4; radius = 0.2; mass = 1;
END
for time in first second; do
  succeeds "a scene may have the name of its recording, the $time time" \
    in_folder "$contact" ball.cfg --time 0.1 --record ball.mtx --quiet
done
if built_with HDF5; then
  in_folder "$contact" --time 0.05 --record fit.h5 --quiet
  prints 'nor what rules learn from' "--json would replace './fit.h5'" \
    in_folder "$tune" --rule --fit ./fit.h5 --json=fit.h5
fi
printf 'time [s],door.motor_torque [N m]\n0,1\n1,1\n' >"$scratch/torque.csv"
cat >"$scratch/door.cfg" <<'DOOR'
bodies = ( { name = "leaf"; mass = 1; shape = "box"; size = (1, 2, 0.1);
             position = (0.5, 0, 0); } );
joints = ( { name = "door"; type = "revolute"; parent = "world"; child = "leaf";
             point = (0, 0, 0); axis = (0, 1, 0); } );
motors = ( { joint = "door"; file = "torque.csv"; } );
DOOR
for name in joints inverse eliminate; do
  prints "nor the torques of a motor, pantin-$name" \
    "--csv would replace 'torque.csv'" in_folder \
    "$builddir/src/programs/pantin-$name" door.cfg --csv torque.csv
done
succeeds 'but a device may stand twice' ends 0 \
  in_folder "$chain" 2a --csv /dev/null --json=/dev/null

if [ -w /dev/full ]; then
  full() { "$@" >/dev/full; }
  succeeds 'a full disk ends with 1' ends 1 full "$sample"
  prints 'and is named' 'the results cannot be written: No space left' \
    full "$sample"
  succeeds 'also when noticed early' ends 1 full "$sample" --lines 100000
  succeeds 'also for help' ends 1 full "$sample" --help
fi

# The reader of a pipe may leave: no message, no signal.
leave_early() { { "$sample" --lines 100000; echo "status $?" >&2; } | :; }
prints 'a closed pipe ends with 1' 'status 1' leave_early
complaints() { leave_early 2>&1 | grep -v '^status'; }
silent 'and needs no message' complaints
finish
