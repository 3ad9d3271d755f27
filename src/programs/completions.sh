#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes the completions of all programs for bash, zsh and fish:
#   completions.sh FOLDER_OF_SOURCES FOLDER_OF_PROGRAMS FOLDER
set -eu
maker=$1/completion.awk pantin=$1/pantin programs=$2 to=$3

# make SHELL PROGRAM FILE: from the lines on standard input.
make() {
  {
    [ "$1" = zsh ] || echo "# Made from the options of $2; for $1."
    "${AWK:-awk}" -f "$maker" -v shell="$1" -v program="$2"
  } >"$3"
}

for shell in bash zsh fish; do
  mkdir -p "$to/$shell"
done
names=$("$pantin" --list | cut -d ' ' -f 1)
for name in $names; do
  program=pantin-$name
  "$programs/$program" --list-options >"$to/options"
  make bash "$program" "$to/bash/$program" <"$to/options"
  make zsh "$program" "$to/zsh/_$program" <"$to/options"
  make fish "$program" "$to/fish/$program.fish" <"$to/options"
  make fish "pantin $name" "$to/fish/$name" <"$to/options"
done
rm -f "$to/options"

# The command in front completes what they do; bash and fish read one file for
# it.
"$pantin" --list | make zsh pantin "$to/zsh/_pantin"
"$pantin" --list | make fish pantin "$to/fish/pantin.fish"
"$pantin" --list | make bash pantin "$to/bash/pantin"
for name in $names; do
  sed '1d; /^complete /d' "$to/bash/pantin-$name" >>"$to/bash/pantin"
  sed 1d "$to/fish/$name" >>"$to/fish/pantin.fish"
  rm "$to/fish/$name"
done
