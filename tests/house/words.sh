#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The looks of the files, and the words that have no place in them.
. "$srcdir/tests/tap.sh"

# search PATTERN TREE FOLDERS NAMES: file:line: of each match, by extended
# regular expression, in the files of these names (NAMES is for find).
search() {
  for folder in $3; do
    [ -d "$2/$folder" ] || continue
    # shellcheck disable=SC2086  # a list of words
    find "$2/$folder" -type f \( $4 \) -exec grep -nE -e "$1" /dev/null {} +
  done
}

everywhere='src tests tutorials data bench .ci'
set -f # the stars below are for find
c_files='-name *.c -o -name *.h'
own_files="$c_files -o -name *.sh -o -name *.mk -o -name *.awk -o -name run"
all_files="$own_files -o -name *.md -o -name *.cfg -o -name *.1 -o -name *.svg
  -o -name *.html -o -name *.json -o -name *.csv -o -name *.gp"
tab=$(printf '\t')

tabs() { search "$tab" "$1" "$everywhere" "$c_files"; }
blanks_at_the_end() {
  search "[ $tab]\$" "$1" "$everywhere" "$own_files"
}
long_lines() { search '.{81}' "$1" "$everywhere" "$c_files"; }
private_paths() {
  search '(^|[^A-Za-z0-9._~-])/(home|root|work|Users)/' "$1" "$everywhere" \
    "$all_files"
}

# The library gives back what it has to say: it neither prints nor ends the
# program, and leaves GSL's error handler to the program.
forbidden_calls() {
  # shellcheck disable=SC2086
  find "$1/src/pantin" -type f \( $c_files \) -exec \
    awk -v place=1 -f "$srcdir/tests/house/uncomment.awk" {} + |
    grep -E "$(printf '%s|%s|%s' \
      '[^A-Za-z0-9_>.](_?exit|abort|v?printf|puts|putchar|perror) *\(' \
      'f(printf|puts|putc|write) *\(.*std(out|err)' \
      'gsl_set_error_handler')" |
    grep -v 'base/hdf5_safe\.c:.* _exit(0);' # the end of its own child
}

silent 'no tabs in C' tabs "$srcdir"
silent 'no blanks at the end of a line' blanks_at_the_end "$srcdir"
silent 'no line of C over 80 columns' long_lines "$srcdir"
silent "no path of somebody's own folder" private_paths "$srcdir"
silent 'the library neither prints nor exits' forbidden_calls "$srcdir"

# The same checks on files with every fault.
mkdir -p "$scratch/src/pantin/base" "$scratch/data/chain"
bad=src/pantin/base/bad.c
plant() {
  printf '%s\n' "$1" >"$scratch/$bad"
}
plant "${tab}int k;"
prints 'a tab is seen' 'bad.c:1:' tabs "$scratch"
plant 'int k; '
prints 'a blank at the end is seen' 'bad.c:1:' blanks_at_the_end "$scratch"
plant "$(printf '/* %075d */' 0)"
prints 'a long line is seen' 'bad.c:1:' long_lines "$scratch"
plant "$(printf '/* %074d */' 0)"
silent '80 columns are allowed' long_lines "$scratch"
for folder in home root work Users; do
  printf '# from /%s/me/chain\n' "$folder" >"$scratch/data/chain/bad.cfg"
  prints "/$folder is seen" 'bad.cfg:1:' private_paths "$scratch"
done
for call in 'abort();' 'exit(1);' 'printf("x");' 'fprintf(stderr, "x");' \
  'fputs("x", stdout);' 'puts("x");' 'perror(0);' \
  'gsl_set_error_handler_off();'; do
  plant "void pn_bad(void) { $call }"
  prints "$call is seen" 'bad.c:1:' forbidden_calls "$scratch"
done
for good in '/* abort() */' 'a->exit(1);' 'snprintf(text, 3, "x");' \
  'fprintf(file, "x");' 'pn_csv_printf(1);' 'const char *p = "/*"; f();'; do
  plant " $good"
  silent "$good is allowed" forbidden_calls "$scratch"
done
finish
