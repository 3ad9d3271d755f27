#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The command in front of the programs: it passes on words, input and exit
# status, and knows every program.
. "$srcdir/tests/tap.sh"

PATH=$builddir/src/programs:$PATH
pantin=$srcdir/src/programs/pantin
unset PANTIN_DATA

status() {
  "$@"
  echo "exit status $?"
}
# same PROGRAM WORD...: pantin prints what the program itself prints.
same() {
  name=$1
  shift
  "$builddir/src/programs/pantin-$name" "$@" >"$scratch/want" 2>&1
  echo "exit status $?" >>"$scratch/want"
  status "$pantin" "$name" "$@" >"$scratch/got" 2>&1
  diff "$scratch/want" "$scratch/got"
}
from_input() { "$pantin" chain - --json <"$srcdir/data/chain/2a.cfg"; }

succeeds 'a program is run with its scene' same chain 2a
succeeds 'and its options' same chain catenary --json
succeeds 'words are passed on whole' same ik arm --target 'a b:0,0,0=1,2,3'
succeeds 'and so is the exit status' same chain --linse
prints 'and standard input' '"bars": 5' from_input
prints 'the full name is understood' 'five bars' "$pantin" pantin-chain 2a
prints 'help is that of the program' 'Usage: pantin-chain [OPTION]' \
  "$pantin" help chain
prints 'and help alone its own' 'Usage: pantin PROGRAM' "$pantin" help
# A reader may leave before the end, and a disk be full.
unread() { "$pantin" help | :; }
silent 'nothing is said about a reader that leaves' eval 'unread 2>&1'
if [ -w /dev/full ]; then
  full() { "$pantin" "$@" >/dev/full; }
  for words in help --help --list; do
    prints "a full disk ends with 1, $words" 'exit status 1' status full $words
    prints 'and is the only trouble' 'No space left' full $words
  done
fi
if [ -w /dev/full ]; then
  prints 'so is the version on a full disk' 'exit status 1' status full --version
fi
for words in --help -h; do
  prints "help $words is that of pantin" 'Usage: pantin PROGRAM' \
    "$pantin" help $words
done
# It runs the programs beside it without any other command.
alone() { PATH=/nonexistent "$builddir/src/programs/pantin" "$@"; }
if [ -x "$builddir/src/programs/pantin" ]; then
  prints 'nothing else is needed' 'five bars' alone chain 2a
  prints 'nor for an unknown program' 'exit status 2' status alone chian
fi
prints 'nor is a line of the list' 'exit status 2' status "$pantin" \
  'chain      equilibrium of'
prints 'an unknown program ends with 2' 'exit status 2' status "$pantin" chian
prints 'and is named' "pantin: there is no program 'chian'" "$pantin" chian
prints 'and the near one' "(did you mean 'chain'?)" "$pantin" chian
prints 'with nothing that a terminal obeys' "'a?[31m'" \
  "$pantin" "$(printf 'a\033[31m')"
prints 'no pattern is a program' 'exit status 2' status "$pantin" '.*'
prints 'an unknown option ends with 2' 'exit status 2' status "$pantin" --lits
prints 'nothing to run ends with 2' 'exit status 2' status "$pantin"
prints 'the version' 'pantin (Pantin) ' "$pantin" --version
prints 'and what is built in' 'built with' "$pantin" --version
prints 'and whose it is' 'Copyright 2026 The Pantin authors' "$pantin" --version

# A link elsewhere still finds the programs.
ln -s "$pantin" "$scratch/pantin"
prints 'a link to it works' 'five bars' "$scratch/pantin" chain 2a

# The list has every program that has a manual page, with its words.
from_manuals() {
  for page in "$srcdir"/src/programs/pantin-*.1; do
    name=${page##*/pantin-}
    printf '%-10s %s\n' "${name%.1}" "$(sed -n 's/^\.Nd //p' "$page")"
  done
}
list_is_whole() {
  from_manuals >"$scratch/want"
  "$pantin" --list | diff "$scratch/want" -
}
succeeds 'the list is that of the manual pages' list_is_whole
finish
