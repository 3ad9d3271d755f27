#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes a page of each text of the tutorials, whose commands run in it:
#   texts.sh SOURCE FOLDER
set -eu
command -v pandoc >/dev/null || {
  echo 'make web: there is no pandoc; ./bootstrap --wasm installs it' >&2
  exit 1
}
scripts=$(mktemp)
trap 'rm -f "$scripts"' EXIT
for text in "$1"/tutorials/*.md "$1"/tutorials/*/*.md; do
  folder=$(dirname "${text#"$1"/}")
  [ "$folder" != tutorials/lecturers ] || continue
  up=$(echo "$folder" | sed 's|[^/][^/]*|..|g')
  for script in pantin machine compare shell run; do
    echo "<script src=\"$up/$script.js\"></script>"
  done >"$scripts"
  mkdir -p "$2/$folder"
  cp "$1/$folder"/*.svg "$2/$folder" 2>/dev/null || true
  # Links to other texts lead to their pages; those into the tree lead nowhere.
  pandoc -s --mathml --no-highlight -M document-css=false \
    -M "pagetitle=Pantin: $(basename "$folder")" -c "$up/web.css" -A "$scripts" \
    "$text" | sed -e 's|\(href="[^":]*\)\.md\([#"]\)|\1.html\2|g' \
    -e '/\/tutorials\//!s|<a href="\.\./\.\./[^"]*">|<a>|g' \
    -e 's|<a href="[^":#]*\.\([ch]\|sh\|csv\)">|<a>|g' \
    >"$2/$folder/$(basename "$text" .md).html"
done
