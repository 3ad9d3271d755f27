#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Completion, as the shells themselves find it, for every program.
. "$srcdir/tests/tap.sh"

made=$builddir/src/programs/completion
PATH=$builddir/src/programs:$srcdir/src/programs:$PATH
PANTIN_DATA=$srcdir/data
export PATH PANTIN_DATA

# in_bash WORD...: what bash offers for the last word.
in_bash() {
  bash -c '
    . "$1"
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    function_of=$(complete -p "$1")
    function_of=${function_of##*-F }
    ${function_of%% *} "$1" "${COMP_WORDS[COMP_CWORD]}"
    [ ${#COMPREPLY[@]} -eq 0 ] || printf "%s\n" "${COMPREPLY[@]}"' bash "$made/bash/$1" "$@"
}
in_fish() {
  fish -c "source '$made/fish/$1.fish'; complete -C '$*'" | cut -f 1
}
options() { "$1" --list-options | sed 's/\([^	]*\).*/--\1/'; }

# The same questions to each shell that can be asked.
ask() {
  shell=$1
  prints "$shell: the names of a choice" zigzag \
    "in_$shell" pantin-chain --start zi
  prints "$shell: a scene" catenary "in_$shell" pantin-chain cat
  prints "$shell: a scene behind options" puppet \
    "in_$shell" pantin-joints --quiet pup
  prints "$shell: a program" contact "in_$shell" pantin con
  prints "$shell: an option behind it" --coupled "in_$shell" pantin contact --co
  prints "$shell: a program to be helped with" eliminate \
    "in_$shell" pantin help el
  silent "$shell: no name that begins otherwise" \
    eval "in_$shell pantin-chain --start zi | grep -v zigzag"
  for page in "$srcdir"/src/programs/pantin-*.1; do
    program=$(basename "$page" .1)
    options "$program" | sort >"$scratch/want"
    "in_$shell" "$program" -- | grep '^--' | sort >"$scratch/got"
    silent "$shell: all options of $program" \
      diff "$scratch/want" "$scratch/got"
  done
}
if command -v bash >/dev/null; then
  ask bash
  prints 'bash: names behind an equals sign' zigzag \
    in_bash pantin-chain --start = zi
  silent 'bash: a number has none' in_bash pantin-chain --seed ''
else
  skip 'completion in bash' 'no bash'
fi
if command -v fish >/dev/null; then
  ask fish
else
  skip 'completion in fish' 'no fish'
fi
if command -v zsh >/dev/null; then
  for file in "$made"/zsh/_*; do
    succeeds "zsh reads $(basename "$file")" zsh -n "$file"
  done
  offers() {
    zsh -f -c "fpath=($made/zsh \$fpath); autoload -Uz compinit
      compinit -u -d '$scratch/dump'; echo \$_comps[$1]"
  }
  prints 'zsh finds the completion of a program' _pantin-chain \
    offers pantin-chain
else
  skip 'completion in zsh' 'no zsh'
fi
finish
