#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Every source, header, script, manual page and part of the build names its
# licence and its copyright in the first three lines.
. "$srcdir/tests/tap.sh"

# written_files TREE: what people write, without what a build leaves there.
written_files() {
  for name in configure.ac Makefile.am bootstrap .ci/run CITATION.cff; do
    [ ! -e "$1/$name" ] || echo "$1/$name"
  done
  for folder in src tests tutorials data bench; do
    [ ! -d "$1/$folder" ] || find "$1/$folder" -type f \( -name '*.[ch]' \
      -o -name '*.cpp' -o -name '*.sh' -o -name '*.mk' -o -name '*.awk' \
      -o -name '*.py' -o -name '*.js' -o -name '*.css' -o -name '*.[17]' \)
  done
}

# lacks WORDS TREE: the files without these words in their first three lines.
lacks() {
  written_files "$2" | while read -r file; do
    head -n 3 "$file" | grep -q "$1" ||
      echo "$file lacks '$1' in its first three lines"
  done
}
unlicensed() { lacks 'SPDX-License-Identifier: GPL-3\.0-or-later' "$1"; }
unowned() { lacks 'SPDX-FileCopyrightText: 2026 The Pantin authors' "$1"; }

silent 'every file names its licence' unlicensed "$srcdir"
silent 'every file names its copyright' unowned "$srcdir"
succeeds 'the text of the licence is there' \
  grep -q 'GNU GENERAL PUBLIC LICENSE' "$srcdir/COPYING"
prints 'the README says whose Pantin is' '2026 The Pantin authors' \
  cat "$srcdir/README.md"
version=$(sed -n 's/^AC_INIT(\[Pantin\], \[\([^]]*\)\].*/\1/p' \
  "$srcdir/configure.ac")
succeeds 'the citation is of this version' \
  grep -qx "version: $version" "$srcdir/CITATION.cff"

mkdir -p "$scratch/src/pantin/base" "$scratch/tests/base"
printf '/* vectors */\n' >"$scratch/src/pantin/base/bare.h"
printf '#!/bin/sh\n#\n#\n# SPDX-License-Identifier: GPL-3.0-or-later\n' \
  >"$scratch/tests/base/late.sh"
printf '/* SPDX-License-Identifier: MIT */\n' >"$scratch/tests/base/other.c"
printf '/* SPDX-License-Identifier: GPL-3.0-or-later */\n' \
  >"$scratch/tests/base/good.c"
for file in bare.h late.sh other.c; do
  prints "$file, planted without it, is seen" "/$file lacks 'SPDX-License" \
    unlicensed "$scratch"
done
others() { unlicensed "$scratch" | grep 'good\.c'; }
silent 'and the good file is not' others
prints 'which names no owner' "/good.c lacks 'SPDX-File" unowned "$scratch"
printf '/* SPDX-FileCopyrightText: 2026 The Pantin authors */\n' \
  >>"$scratch/tests/base/good.c"
owned() { unowned "$scratch" | grep 'good\.c'; }
silent 'until it does' owned
finish
