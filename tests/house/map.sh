#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests the map of the library, src/pantin/README.md: each file that it names
# exists and contains the function named beside it.
. "$srcdir/tests/tap.sh"

# entries MAP: "file function" of each row of the table.
entries() {
  # shellcheck disable=SC2016  # backquotes of the text
  sed -n 's/^| .* | `\([^`]*\)` | `\([^`]*\)` |$/\1 \2/p' "$1"
}

# wrong_entries MAP FOLDER: rows whose file lacks the function's definition.
wrong_entries() {
  entries "$1" | while read -r file name; do
    [ -e "$2/$file" ] || echo "$file does not exist"
    grep -qE "^[A-Za-z_].*[ *]$name\(" "$2/$file" 2>/dev/null ||
      echo "$file does not define $name"
  done
}

map=$srcdir/src/pantin/README.md
has_twenty() { [ "$(entries "$map" | wc -l)" -ge 20 ]; }
succeeds 'the map answers twenty questions' has_twenty
silent 'each file contains the function named' \
  wrong_entries "$map" "$srcdir/src/pantin"

cat >"$scratch/map.md" <<'END'
| a file that is gone | `attic/x.c` | `pn_x` |
| a function that is elsewhere | `base/error.c` | `pn_alloc` |
| a function that is only called | `base/data.c` | `pn_error_set` |
END
faults() { wrong_entries "$scratch/map.md" "$srcdir/src/pantin"; }
prints 'a missing file is seen' 'attic/x.c does not exist' faults
prints 'a missing function is seen' 'base/error.c does not define pn_alloc' \
  faults
prints 'a call is no definition' 'does not define pn_error_set' faults
finish
