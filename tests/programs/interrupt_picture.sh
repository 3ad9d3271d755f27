#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Ctrl-C while gnuplot draws: what is printed is whole, the picture is spoken
# of, and gnuplot ends. It draws for as long as it takes: its list of fonts is a
# pipe, from which it reads until the test closes it.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99
# shellcheck disable=SC3045  # not POSIX; without it, a core is left here
ulimit -c 0
PATH=$builddir/src/programs:$PATH

# draws COMMAND...: starts it, and returns when gnuplot waits for its fonts.
# What has a command that ends early, or does not ask for fonts, is an error.
draws() {
  rm -f fonts asked
  mkfifo fonts
  # timeout hands a signal on as a terminal does, to the whole group.
  FONTCONFIG_FILE=$scratch/fonts timeout -k 9 120 "$@" >printed 2>said &
  pid=$!
  { : >asked && exec sleep 120; } >fonts &
  writer=$!
  until [ -e asked ]; do
    sleep 0.05
    if ! kill -0 "$pid" 2>/dev/null; then
      kill "$writer"
      return 1
    fi
  done
  exec 3>fonts
  kill "$writer"
}

# Tells whether gnuplot ends: nobody reads what is written then. One that its
# program has not waited for may take a moment.
is_gone() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    (echo '<!-- -->' >&3) 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

# signalled SIGNAL STATUS COMMAND...: sends it while gnuplot draws; the command
# ends with that status, and so does gnuplot.
signalled() {
  signal=$1
  wanted=$2
  shift 2
  draws "$@" || {
    echo 'gnuplot did not wait'
    cat said
    return 1
  }
  kill -s "$signal" "$pid"
  wait "$pid"
  status=$?
  cat said
  echo "exit status $status"
  gone=yes
  is_gone || gone=no
  exec 3>&-
  echo "gnuplot is gone: $gone"
  [ "$status" -eq "$wanted" ] && [ "$gone" = yes ]
}

if ! draws gnuplot -e 'set terminal pngcairo; plot x'; then
  skip 'Ctrl-C while gnuplot draws' 'no gnuplot that looks for fonts'
  finish
fi
exec 3>&-
wait "$pid"

# texts FILE: its lines, without numbers, as some are times.
texts() { sed 's/[0-9].*//' "$1"; }
same_texts() { [ -s wanted ] && [ "$(texts wanted)" = "$(texts printed)" ]; }

# whole NAME COMMAND...: what it prints is whole in spite of Ctrl-C.
whole() {
  name=$1
  shift
  "$@" >wanted 2>&1
  succeeds "$name ends" signalled INT 130 "$@" --plot picture.png
  succeeds "and has printed all" same_texts
  succeeds 'in one line' test "$(cat said)" = \
    "$1: interrupted: picture.png was not drawn"
  succeeds 'and left no picture' test ! -e picture.png
}
whole 'the table of a chain' pantin-chain necklace
whole 'its object of JSON' pantin-chain necklace --json
whole 'the table of joints' pantin-joints puppet --time 0.1
whole 'inverse kinematics' pantin-ik --json
whole 'elimination' pantin-eliminate puppet

succeeds 'SIGTERM does the same' \
  signalled TERM 143 pantin-chain necklace --plot picture.png
prints 'and is spoken of' 'picture.png was not drawn' cat said
succeeds 'SIGHUP as well' signalled HUP 129 pantin-chain 2a --plot picture.png
succeeds 'SIGQUIT ends gnuplot too' \
  signalled QUIT 131 pantin-chain 2a --plot picture.png

# On a terminal a verdict is green, which must not wait for the picture to end.
green_ends() {
  draws env TERM=xterm script -qefc 'pantin-chain 2a --plot picture.png' typescript
  ended=1
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q "$(printf '\033')\[0m" printed && ended=0 && break
    sleep 0.1
  done
  exec 3>&-
  wait "$pid"
  cat printed
  return "$ended"
}
if command -v script >/dev/null; then
  unset NO_COLOR
  succeeds 'the colour of a terminal ends before the picture begins' green_ends
else
  skip 'colour on a terminal' 'no script (bsdutils)'
fi
finish
