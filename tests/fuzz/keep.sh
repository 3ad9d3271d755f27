#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# keep.sh TARGET CORPUS FOUND [ROOM]: chooses the inputs of a corpus anew, from
# itself and from the folder FOUND, for a target linked with libFuzzer: keep.awk
# says which, at most ROOM (25). Those not chosen are removed from CORPUS.
set -e
target=$1 corpus=$2 found=$3 room=${4-25}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/merged"
mkdir -p "$found"

# What each input reaches is in the control file.
"$target" -set_cover_merge=1 -merge_control_file="$work/control" \
  -timeout=20 "$work/merged" "$corpus" "$found" >"$work/log" 2>&1 || {
  cat "$work/log" >&2
  exit 1
}
awk -v room="$room" -f "$here/keep.awk" "$work/control" >"$work/kept"

for file in "$corpus"/*; do
  grep -qxF "$file" "$work/kept" || rm -f "$file"
done
while read -r file; do
  test -f "$corpus/${file##*/}" || cp "$file" "$corpus"
done <"$work/kept"
