#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# reference.sh SOURCES FOLDER VERSION HEADER...: makes the reference of these
# headers of SOURCES (pantin/FLOOR/NAME.h) in FOLDER: FOLDER/html, and FOLDER/man3
# with a page for each header, struct, function and constant. Fails where a
# public name has no comment.
set -eu
for tool in doxygen python3; do
  command -v $tool >/dev/null 2>&1 || {
    echo "make html: $tool is not installed" >&2
    exit 1
  }
done
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2/man3" "$2/flat"
folder=$(cd "$2" && pwd)
version=$3
cd "$1"
shift 3
python3 "$here/comments.py" "$folder/tree" "$@"

# document SETTING...: runs Doxygen with these settings besides those of all.
document() {
  {
    cat "$here/Doxyfile"
    printf '%s\n' "PROJECT_NUMBER = $version" "OUTPUT_DIRECTORY = \"$folder\"" \
      "$@"
  } | doxygen -
}

cd "$folder/tree"
document "INPUT = \"$here/index.dox\" $*" 'STRIP_FROM_PATH = .' \
  "STRIP_FROM_INC_PATH = \"$PWD\"" \
  "GENERATE_TAGFILE = \"$folder/pantin.tag\""

# Some headers of two floors have one name, so each is called by its whole path.
# Members get pages, too, whose names are anybody's: those are left out. A line
# of text that begins with a quote would be a request of roff.
for header; do
  cp "$header" "$folder/flat/$(echo "$header" | tr / _)"
done
cd "$folder/flat"
document 'GENERATE_HTML = NO' 'GENERATE_MAN = YES' 'WARNINGS = NO' \
  'WARN_AS_ERROR = NO'
cd "$folder/man/man3"
for page in *.h.3 [Pp][Nn]_*.3; do
  [ ! -e "$page" ] ||
    sed -e '/#include/s|<pantin_\([a-z]*\)_|<pantin/\1/|' -e "s/^'/\\\\\&'/" \
      "$page" \
      >"$folder/man3/$page"
done
rm -r "$folder/man" "$folder/tree" "$folder/flat"
