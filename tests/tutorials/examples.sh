#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The examples are built from an installed copy with what pkg-config says, and
# their answers are those of closed forms.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/stage.sh"

cp "$srcdir"/tutorials/examples/* "$scratch"
cd "$scratch" || exit 99

# build EXAMPLE: warnings are faults here.
build() {
  make CC="$CC" CFLAGS="$CFLAGS -std=c11 -Wall -Wextra -Wpedantic -Werror" \
    LDFLAGS="$LDFLAGS" "$1"
}

# answers EXAMPLE WORD VALUE TOLERANCE: the number after this word in what it
# prints, and so much of it may be off.
answers() {
  "./$1" >"$scratch/answer" || return
  awk -v word="$2" -v value="$3" -v tolerance="$4" '
    $1 == word { got = $2; seen = 1; print }
    END {
      off = got / value - 1
      printf "%g wanted, off by %.1e of it\n", value, off
      exit !(seen && off < tolerance && off > -tolerance)
    }' "$scratch/answer"
}

# The line that says whose it is does not count.
too_long() {
  grep -vc SPDX-FileCopyrightText -- *.c | awk -F: '$2 > 40'
}
silent 'no example has more than 40 lines' too_long
all=$(sed -n 's/^all: //p' Makefile)
for example in $all; do
  succeeds "$example is built" build "$example"
done
unlisted() {
  for file in *.c; do
    case " $all " in *" ${file%.c} "*) ;; *) echo "$file" ;; esac
  done
}
silent 'every example is in the Makefile' unlisted

# Swings of 0.01 rad make a period longer by some 1e-5.
period=$(awk 'BEGIN {
  print 8 * atan2(1, 1) / sqrt((3 - 6 / sqrt(7)) * 9.81)
}')
succeeds 'the double pendulum has its period' \
  answers double_pendulum period "$period" 3e-5

# The world is one of soft contacts, solved to some 1e-6 m/s a step.
speed=$(awk 'BEGIN { print 9.81 * (0.5 - 0.3 * sqrt(3) / 2) }')
if built_with ODE; then
  succeeds 'the box slides as fast as friction lets it' \
    answers sliding_box speed "$speed" 1e-4
else
  skip 'the box slides as fast as friction lets it' 'built without ODE'
fi

# Each contact of the stack bears the balls above it.
prints 'the stack rests' 'impulses 3.000000 2.000000 1.000000' ./lcp

# A catenary of parameter c: 3 m = 2 c sinh(1 / c); bars of 3 cm are a little
# off the curve.
sag=$(awk 'BEGIN {
  low = 0.1; high = 10
  for (k = 0; k < 99; k++) {
    c = (low + high) / 2
    if (c * (exp(1 / c) - exp(-1 / c)) > 3) { low = c } else { high = c }
  }
  print c * ((exp(1 / c) + exp(-1 / c)) / 2 - 1)
}')
succeeds 'the chain hangs like a catenary' answers chain sag "$sag" 2e-4

succeeds 'the matrix is solved, its middle' answers factor middle 1250 1e-9
succeeds 'and its last row' answers factor last 49.5 1e-9
prints 'without fill' 'fill 0 blocks' ./factor
prints "Rosenbrock's valley is searched to its end" 'at 1.00000 ... 1.00000' \
  ./rosenbrock

# The program of the README, from the top of the sources, as it stands there.
# shellcheck disable=SC2016  # no command, but a fence
sed -n '/^```c$/,/^```$/p' "$srcdir/README.md" | sed '/^```/d' >readme.c
succeeds 'the program of the README is built' build readme
back() { (cd "$srcdir" && "$scratch/readme"); }
prints 'and its pendulum comes back' 'x = -1.000000 m' back
# What the README shows is there, and the moving picture is small.
missing() {
  grep -oE '\]\([^)#:]+\)|src="[^"]+"' "$srcdir/README.md" |
    sed 's/^](//; s/)$//; s/^src="//; s/"$//' | while read -r file; do
    [ -e "$srcdir/$file" ] || echo "$file"
  done
}
silent 'all that the README points to is there' missing
small() { [ "$(wc -c <"$srcdir/tutorials/pictures/puppet.gif")" -le 1000000 ]; }
succeeds 'its moving picture has at most 1 MB' small

# The same on a wrong answer.
refused() { ! answers double_pendulum period 2.35 3e-5; }
succeeds 'a period that is off is seen' refused
finish
