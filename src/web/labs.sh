#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes the page of each laboratory, what is its own between the head and the
# scripts of all:
#   labs.sh SOURCE FOLDER
set -eu
from=$1/src/web/labs
mkdir -p "$2/labs"
for script in "$from"/*.js; do
  name=$(basename "$script" .js)
  title=$(sed -n 's|<h1>\(.*\)</h1>|\1|p' "$from/$name.html")
  sed -e "s/@TITLE@/$title/; s/@NAME@/$name/" \
    -e "/^@BODY@/{r $from/$name.html" -e 'd;}' "$1/src/web/lab.html" \
    >"$2/labs/$name.html"
  cp "$script" "$2/labs"
done
