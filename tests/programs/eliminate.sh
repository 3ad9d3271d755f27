#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-eliminate: patterns, fill and operations against counts by hand and
# against an elimination of names and pairs; residuals; its messages and exit
# statuses, its files, its manual page. No times.
. "$srcdir/tests/tap.sh"

eliminate=$builddir/src/programs/pantin-eliminate
json=$scratch/json

# value KEY: that number of $json.
value() { sed -n "s/^ *\"$1\": \([^,]*\),*\$/\1/p" "$json" | head -n 1; }

# is KEY VALUE: what $json has is this.
is() { [ "$(value "$1")" = "$2" ] || echo "$1 is $(value "$1"), not $2"; }

# counts WHAT BLOCKS STORED FILL OPTION...: these counts.
counts() {
  what=$1 blocks=$2 stored=$3 fill=$4
  shift 4
  "$eliminate" "$@" --json >"$json"
  silent "$what: block rows" is blocks "$blocks"
  silent "$what: blocks" is stored "$stored"
  silent "$what: fill" is fill "$fill"
}

# Two joints share a block for each body that both hold. The puppet: of pelvis
# 3 pairs, of chest 6, of eight limbs one each.
counts 'the puppet' 14 31 0 puppet
counts 'a chain' 1000 1999 0 chain-1000
# Each plank has four joints: 6 pairs, but those 7 between two planks are the
# same for both.
counts 'the bridge' 18 59 0 bridge
# n joints in a circle, with a triangle for each fill: always n - 3.
for order in leaves degree given root random; do
  counts "a ring of 6, $order" 6 12 3 ring-6 --order "$order"
  counts "a ring of 10, $order" 10 20 7 ring-10 --order "$order"
done
# All 31 joints share the hub: 31 * 32 / 2 blocks; with bodies kept, 62 on the
# diagonal, and one for each end of a joint that is on a body.
counts 'a star' 31 496 0 star --order leaves
counts 'a star, bodies kept' 62 123 0 star --solver kkt
# auto keeps the hub alone: a row and a column of 31 blocks.
counts 'a star, its hub kept' 32 63 0 star
silent 'auto is the default' is solver '"auto"'
cat >"$scratch/grid.cfg" <<'END'
generate = ( { kind = "grid"; count = 9; mass = 1; shape = "box";
               size = (0.5, 0.4, 0.1); } );
END
# 12 joints; of four corners 1 pair each, of four sides 3, of the middle 6.
counts 'a grid' 12 34 "$("$eliminate" "$scratch/grid.cfg" --json |
  sed -n 's/^ *"fill": \(.*\),/\1/p')" "$scratch/grid.cfg"
silent 'a grid has no redundant rows' is redundant 0

# Multiply-adds of the clique of m = 31 blocks of order 3: in column j, with c =
# m - 1 - j blocks below it, 27 to invert, 27 c to scale; to subtract, 18 for
# each of c diagonal blocks, of which one triangle will do, and 27 for another.
"$eliminate" star --order leaves --json >"$json"
silent 'a star: operations' is factor_operations "$(awk 'BEGIN {
  for (c = 0; c < 31; c++) sum += 27 * (1 + c + c * (c - 1) / 2) + 18 * c
  print sum }')"
# A chain from the world: all but the last block have one below. To make the
# matrix, 6 for each pair of rows of a body: 3 rows at the last body, 6 at the
# nine others. To solve, 9 for a diagonal block, 18 for another.
"$eliminate" chain-10 --json >"$json"
silent 'a chain: operations' is factor_operations $((10 * 27 + 9 * 45))
silent 'a chain: all operations' is operations \
  $((10 * 27 + 9 * 45 + 6 * (6 + 9 * 21) + 10 * 9 + 9 * 18))

# game: eliminates block row after block row of the pairs "before" in $json,
# joining all neighbours with each other, and compares with "after" and "fill".
game() {
  awk '
    /"before": \[/ { into = "before"; next }
    /"after": \[/ { into = "after"; next }
    /"fill":/ { fill = $2 + 0 }
    /"blocks":/ { n = $2 + 0 }
    into && /^ *\[/ {
      gsub(/[^0-9,]/, "")
      split($0, at, ",")
      if (into == "before") edge[at[1], at[2]] = edge[at[2], at[1]] = 1
      else after[at[1], at[2]] = 1
    }
    END {
      for (k = 0; k < n; k++)
        for (i = k + 1; i < n; i++)
          for (j = k + 1; j < i; j++)
            if (((k, i) in edge) && ((k, j) in edge) && !((i, j) in edge)) {
              edge[i, j] = edge[j, i] = 1
              added++
            }
      if (added + 0 != fill) print "fill is " fill ", not " added + 0
      for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
          if (((i, j) in edge) != ((i, j) in after))
            print "block " i ", " j " differs"
    }' "$json"
}
agrees() {
  "$eliminate" "$@" --json >"$json" || echo "exit status $?"
  game
  is factor_counted "$(value factor_operations)"
  awk -v r="$(value residual)" 'BEGIN { if (!(r < 1e-10)) print "residual " r }'
}
for scene in puppet arm bridge bricard four-bar tree ring-10 star \
  cosine-wire "$scratch/grid.cfg"; do
  for order in leaves degree given root random; do
    silent "${scene##*/}, $order: pattern, count, residual" \
      agrees "$scene" --order "$order"
  done
  for solver in auto kkt; do
    silent "${scene##*/}, $solver: pattern, count, residual" \
      agrees "$scene" --solver "$solver"
  done
done
# The game can fail.
wrong() {
  "$eliminate" ring-6 --json | sed 's/"fill": 3/"fill": 2/' >"$json"
  game
}
prints 'a wrong fill is seen' 'fill is 2, not 3' wrong

# Trees have no fill from the leaves; from the root they have.
for scene in puppet tree chain-10 arm star; do
  "$eliminate" "$scene" --order leaves --json >"$json"
  silent "$scene has no fill from the leaves" is fill 0
done
"$eliminate" puppet --order root --json >"$json"
silent 'the puppet has, from its root' is fill 30

# All other solvers solve as well.
solves() {
  "$eliminate" puppet --solver "$1" --json >"$json" || echo "exit status $?"
  is solved true
  is fill null
}
for solver in dense aba schur schur-cg cg gauss-seidel sor; do
  silent "$solver solves" solves "$solver"
done
# What a solver does not count is null: bricard has one redundant row.
counted() {
  for solver in sparse dense schur cg schur-cg gauss-seidel sor; do
    "$eliminate" bricard --solver "$solver" --json >"$json"
    echo "$solver $(value redundant) $(value factor_operations)" \
      "$(value factor_counted)"
  done | tr '\n' ,
}
prints 'what is not counted is null' "sparse 1 1750 1750,dense 1 null null,\
schur 1 null null,cg null null null,schur-cg null null null,\
gauss-seidel null null null,sor null null null," counted
prints 'redundant rows are told' '12 of the rows depend on the others' \
  "$eliminate" bridge

# The table.
prints 'rows' '15 bodies, 14 joints, 42 rows' "$eliminate"
prints 'the pattern with letters' '3 bead-3-bead-4 3  x + x + x .' \
  "$eliminate" ring-6 --order leaves
prints 'too large for letters' 'too large for letters' "$eliminate" chain-1000
prints 'orders' 'root    sparse      10      20       7' \
  "$eliminate" ring-10 --orders
fewest_first() {
  "$eliminate" ring-10 --orders --csv - | tail -n +2 | cut -d , -f 6 |
    sort -n -c && "$eliminate" ring-10 --orders | tail -n 2
}
prints 'begin with the fewest operations' 'takes the fewest operations' \
  fewest_first
too_wide() {
  for words in '--orders' puppet four-bar '--grow 3:3000 --solver aba'; do
    # shellcheck disable=SC2086  # words of a command line
    "$eliminate" $words | awk 'length > 80'
  done
}
silent 'tables have 80 columns' too_wide
prints 'orders in JSON' '"orders": [' "$eliminate" ring-10 --orders --json

# Growth, the small sizes only.
# shellcheck disable=SC2120  # tap.sh hands it more words
grow() { "$eliminate" --grow 10:32 --solver sparse "$@"; }
"$eliminate" --grow 10:32 --json >"$json"
silent 'a chain of 10 that is free: operations' is operations 1908
# points TOPOLOGY: solvers with both sizes.
points() { grep -A 2 "\"topology\": \"$1\"" "$json" | grep -c '"bodies": 32'; }
for topology in chain tree star; do
  prints "all ten solvers on a $topology" 10 points "$topology"
done
for topology in ring grid; do
  prints "all but one on a $topology" 9 points "$topology"
done
prints 'as a table' 'sparse       1.91e+03' grow
# shellcheck disable=SC2119  # no more words here
first_are_exponents() { grow | grep -m 1 -e 'Exponents' -e 'time \[us\]'; }
prints 'growth begins with its exponents' 'Exponents p' first_are_exponents
prints 'and ends with the fastest' 'grid of 32 bodies: sparse is the fastest' \
  grow
succeeds 'the exponent needs three sizes' test "$(value exponent)" = null
"$eliminate" --grow 100:1000 --solver sparse --json >"$json"
# A chain takes 225 n - 342 of them.
exponent() {
  awk -v e="$(value operations_exponent)" \
    'BEGIN { if (!(e > 1.005 && e < 1.007)) print "exponent " e }'
}
silent 'operations grow in proportion' exponent

# Ends and messages.
cat >"$scratch/heavy.cfg" <<'END'
bodies = ( { name = "light"; mass = 1; shape = "box"; size = (1, 1, 1);
             position = (1, 0, 0); },
           { name = "heavy"; mass = 1e7; shape = "box"; size = (1, 1, 1);
             position = (3, 0, 0); } );
joints = ( { type = "ball"; parent = "world"; child = "light";
             point = (0, 0, 0); },
           { type = "ball"; parent = "light"; child = "heavy";
             point = (2, 0, 0); } );
END
succeeds 'an iteration that gets nowhere ends with 3' \
  ends 3 "$eliminate" "$scratch/heavy.cfg" --solver gauss-seidel
prints 'and says so' 'NOT SOLVED' \
  "$eliminate" "$scratch/heavy.cfg" --solver gauss-seidel
prints 'the signs of the pivots are told' \
  'inertia     93 positive, 186 negative, 0 zero pivots' \
  "$eliminate" star --solver kkt
prints 'zero ones are redundant rows' '42 positive, 0 negative, 12 zero' \
  "$eliminate" bridge
succeeds 'no joints' ends 1 "$eliminate" tumbling
prints 'are said' 'the scene has no joints' "$eliminate" tumbling
succeeds 'dense has a limit' ends 1 "$eliminate" chain-1000 --solver dense
prints 'which is said' 'takes up to 600 constraint rows, and here are 3000' \
  "$eliminate" chain-1000 --solver dense
succeeds 'aba takes no loops' ends 1 "$eliminate" ring-6 --solver aba
succeeds 'an order for kkt' ends 2 "$eliminate" --solver kkt --order leaves
succeeds 'a scene to grow' ends 2 "$eliminate" puppet --grow 10:100
succeeds 'sizes that are none' ends 2 "$eliminate" --grow 10:x
succeeds 'sizes that shrink' ends 2 "$eliminate" --grow 100:10
succeeds 'sizes that are not there' ends 2 "$eliminate" --grow 10
succeeds 'an order that is none' ends 2 "$eliminate" --order leafs
succeeds 'a scene that is none' ends 1 "$eliminate" pupet
prints 'scenes are listed' 'ring-6' "$eliminate" --list
silent 'quiet is quiet' "$eliminate" --quiet

# Ctrl-C keeps what was done. A second one would kill, so the next is sent only
# to a program that seems not to have seen the first: what a shell has started
# in the background ignores the signal until it watches for it.
interrupt() {
  "$eliminate" --grow 10:1000000 >"$scratch/kept" 2>&1 &
  pid=$!
  tenths=0
  sleep 1
  while kill -0 "$pid" 2>/dev/null; do
    [ $((tenths % 300)) -eq 0 ] && kill -INT "$pid"
    tenths=$((tenths + 1))
    sleep 0.1
  done
  wait "$pid"
}
succeeds 'an interrupt ends with 130' ends 130 interrupt
prints 'and the table is there' 'chain: time [us]' cat "$scratch/kept"

# Files. Of the ring of 6: 12 blocks and 3 of fill.
succeeds 'CSV is written' "$eliminate" ring-6 -q --csv "$scratch/r.csv"
prints 'with a header' 'row,column,row_order,column_order,fill' \
  head -n 1 "$scratch/r.csv"
prints 'and 15 blocks' 16 wc -l "$scratch/r.csv"
prints 'of which 3 are fill' 3 grep -c ',1$' "$scratch/r.csv"
succeeds 'CSV of the orders' "$eliminate" -q --orders --csv "$scratch/o.csv"
prints 'with six lines' 7 wc -l "$scratch/o.csv"
succeeds 'CSV of the growth' grow -q --csv "$scratch/g.csv"
prints 'with a time' 'microseconds [us]' head -n 1 "$scratch/g.csv"
for ending in gp svg gif; do
  succeeds "a picture .$ending" "$eliminate" ring-6 -q \
    --plot "$scratch/ring.$ending"
  succeeds 'which is there' test -s "$scratch/ring.$ending"
done
succeeds 'a picture of one block' "$eliminate" pendulum -q \
  --plot "$scratch/p.svg"
succeeds 'of bodies that are kept' "$eliminate" star --solver kkt -q \
  --plot "$scratch/p.svg"
succeeds 'of a hub that is kept alone' "$eliminate" star -q \
  --plot "$scratch/p.svg"
silent 'the other bodies have no number' grep -i nan "$scratch/p.svg"
succeeds 'of a solver that does not eliminate' "$eliminate" four-bar \
  --solver cg -q --plot "$scratch/p.svg"
succeeds 'of many bodies' "$eliminate" chain-1000 -q --plot "$scratch/p.svg"
succeeds 'of the orders' "$eliminate" --orders -q --plot "$scratch/p.svg"
succeeds 'of the growth' grow -q --plot "$scratch/p.svg"

# The keys of JSON stand in the manual page.
keys() {
  { "$eliminate" ring-6 --json && "$eliminate" --orders --json && cat "$json"
  } | sed -n 's/^ *"\([a-z_]*\)":.*/\1/p' | sort -u
}
untold() {
  for key in $(keys); do
    grep -q -e "^.It Va.* $key" -e "^.Va .*$key" \
      "$srcdir/src/programs/pantin-eliminate.1" ||
      echo "$key is not in the manual page"
  done
}
silent 'every key of JSON is in the manual page' untold
finish
