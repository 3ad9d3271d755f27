#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-chain on the shipped cases against independent answers, its messages
# and exit statuses, its files, its manual page.
. "$srcdir/tests/tap.sh"

chain=$builddir/src/programs/pantin-chain

# The answer in $scratch/json against one line of chain_cases.txt: energy to
# 1e-9 N m and nodes to 1e-7 m, which is what the tolerance promises.
compare() {
  awk -v line="$1" '
    function words(text, into) { return split(text, into, " ") }
    function list(text, into) {
      gsub(/.*\[|\].*/, "", text)
      gsub(/,/, " ", text)
      return words(text, into)
    }
    function far(a, b, allowed) {
      return !(a - b <= allowed && b - a <= allowed)
    }
    function value(text) {
      sub(/^[^:]*: */, "", text)
      gsub(/[",]/, "", text)
      return text
    }
    function nodes(name, text, want,   n, i, a, b) {
      n = words(want, a)
      if (list(text, b) != n)
        print name " has not " n " entries"
      for (i = 1; i <= n; i++)
        if (far(b[i], a[i], 1e-7))
          print name "_" i " is " b[i] ", not " a[i]
    }
    BEGIN { split(line, field, "|"); words(field[3], steps) }
    /^  "iterations"/ {
      if (value($0) + 0 < steps[1] || value($0) + 0 > steps[2])
        print value($0) " steps, not " field[3]
    }
    /^  "kind"/ {
      gsub(/ /, "", field[4])
      if (value($0) != field[4])
        print "kind is " value($0) ", not " field[4]
    }
    /^  "energy"/ {
      if (far(value($0), field[5], 1e-9))
        print "energy is " value($0) ", not " field[5]
    }
    /^  "x"/ { nodes("x", $0, field[6]) }
    /^  "y"/ { nodes("y", $0, field[7]); seen = 1 }
    END { if (!seen) print "no answer" }' "$scratch/json"
}

run_case() {
  # shellcheck disable=SC2086  # the options are a list of words
  "$chain" $1 $2 --json >"$scratch/json" || return
  compare "$line"
}

cases=$srcdir/tests/programs/chain_cases.txt
while read -r line; do
  case $line in '#'*) continue ;; esac
  name=$(echo "$line" | cut -d'|' -f1)
  options=$(echo "$line" | cut -d'|' -f2)
  silent "$name$options" run_case "$name" "$options"
done <"$cases"

# The comparison itself can fail.
line=$(sed -n '/^2a/p' "$cases" | head -n 1)
wrong() {
  "$chain" 2a --json | sed "$1" >"$scratch/json"
  compare "$line"
}
prints 'a wrong energy is seen' 'energy is' wrong '/"energy": -1.9/s/-1.96/-1.97/'
prints 'a wrong kind is seen' 'kind is' wrong 's/minimum/maximum/'
prints 'a wrong node is seen' 'x_1 is' wrong '/^  "x"/s/0\.13/0.14/'

succeeds 'not converged ends with 3' \
  ends 3 "$chain" 2d --method unit --lambda zeros
prints 'and is marked' 'NOT CONVERGED after 100 steps' \
  "$chain" 2d --method unit --lambda zeros
prints 'and told what would have helped' \
  'With --method minimum a minimum is reached in 11 steps' "$chain" 2d \
  --method unit --lambda zeros
prints 'more iterations may' 'With --method minimum --iterations 1000 a' \
  "$chain" 2d --seek minimum --iterations 4
prints 'or nothing does' 'No other method or start' "$chain" 5b
prints 'in JSON too' '"advice": "--method minimum"' "$chain" 2d --lambda zeros \
  --json

# own KEYS OPTION...: runs a case of one's own.
own() {
  echo "$1" >"$scratch/own.cfg"
  shift
  "$chain" "$scratch/own.cfg" "$@"
}
equal='bars = 7; length = 7/4; end = (1, -1/5);'
all_reach() {
  for seed in $(seq 40); do
    own "$equal" --start random --seed "$seed" | grep -q 'to the minimum' ||
      echo "seed $seed"
  done
}
silent 'a chain of one''s own is hung up from any start' all_reach
prints 'its start may be left out' 'Converged' own "$equal"
# The middle node has two places, at x = 0.270 and 0.254, which are 0.05 and 0.10
# below the floor.
no_room='lengths = (0.2722, 0.0666); end = (0.2059, -0.0523);
  floor = ({ height = -0.3233; slope = 1.2616; });'
prints 'a floor may leave no room' 'perhaps no shape of the chain fits above' \
  own "$no_room"

# Two bars, nearly taut: 1125 N by the triangle's closed form, not 2165 N.
tension_of() { # METHOD
  own 'lengths = (0.9, 0.1); end = (0.99999992, 0); load = (1);' \
    --method "$1" | awk '/^Converged/ { ok = 1 } NF == 1 && $1 > 1 { t = $1 }
      END { if (ok) printf "%.2f\n", t }'
}
prints 'a chain nearly taut has its tensions' '1125.00' tension_of minimum
silent 'or does not converge' tension_of armijo
prints 'one that rounding rules says so' 'rounding leaves tensions uncertain' \
  own 'lengths = (0.5, 0.5); end = (0.9999999999999, 0);'
prints 'a light string has no weight' 'to the minimum' \
  own 'lengths = (1, 1, 1); end = (2.5, 0); weight = (0, 0, 0); load = (10, 20);'
prints 'but not everything' 'neither bars nor nodes weigh' \
  own 'lengths = (1, 1, 1); end = (2.5, 0); weight = (0, 0, 0);'
prints 'a floor far below does not hide what is global' '"global": true' \
  own "$equal floor = ({ height = -9; slope = 0; });" --json

# Folded chains whose ends meet, or nearly: what is printed is finite and right.
# It was NaN, and a place 1 N out of balance, both called exact.
folded() {
  for lengths in '(1, 1)' '(2, 1, 1)' '(0.3, 1, 0.2, 0.5)'; do
    for end in '(0, 0)' '(1e-15, 0)' '(0, 1e-15)' '(-1e-6, 0)' '(1e-4, 0)'; do
      for option in '' '--method unit' '--method armijo' '--method dual' \
        '--start zigzag' '--start random' '--start line' '--lambda zeros'; do
        # shellcheck disable=SC2086  # the option is two words
        own "lengths = $lengths; end = $end;" $option --json="$scratch/json" \
          --csv "$scratch/csv" >"$scratch/table" 2>"$scratch/message" ||
          continue
        { grep -iE '(^|[^a-z_])(nan|inf)([^a-z]|$)' "$scratch/table" \
          "$scratch/csv" || grep -E '"(energy|[xy]|lambda|g.*|c.*)".*null' \
          "$scratch/json" || awk '/^  "gradient_inf"/ {
            if ($2 + 0 > 1e-5) print "not in balance:", $2 }' \
          "$scratch/json"; } | sed "s/^/$lengths to $end $option: /"
      done
    done
  done
}
silent 'folded chains hang in balance, without NaN' folded
# Every table is 80 columns wide at most, and its last line is the verdict.
verdicts() {
  for case in $("$chain" --list | awk '{ print $1 }') '2d --method unit' \
    '2a --all' '2b 2d'; do
    # shellcheck disable=SC2086  # a case and options
    "$chain" $case >"$scratch/table"
    awk -v name="$case" '
      length > 80 { print name ": " $0 }
      { last = $0 }
      END {
        if (last !~ /^(Converged|NOT CONV|it|There are no)|runs converged/)
          print name " ends: " last
      }' "$scratch/table"
  done
}
silent 'tables fit 80 columns and end with the verdict' verdicts
succeeds 'a chain too short ends with 1' ends 1 "$chain" /dev/null

echo 'lambda = (1, 1, 1, 1, 1);' >"$scratch/ones"
prints 'multipliers from a file' 'Converged in 13 steps' \
  "$chain" 2d --method armijo --lambda "$scratch/ones"
echo 'lambda = (1, 1);' >"$scratch/two"
prints 'too few of them' "$scratch/two:1: lambda" \
  "$chain" 2d --lambda "$scratch/two"
prints 'another start' 'Converged' "$chain" necklace --start line --seek minimum
prints 'one that is unknown' 'line' "$chain" 2a --start lime

# columns FILE: the number of columns of each row, once.
columns() { awk -F, '{ print NF }' "$1" | sort -u; }
succeeds 'CSV is written' "$chain" 2a --quiet --csv "$scratch/2a.csv"
prints 'with a header' 'iteration,phi,gradient_inf [N]' head -n 1 "$scratch/2a.csv"
prints 'history, nodes and multipliers' 21 columns "$scratch/2a.csv"
# The last iterate is the answer, to the tolerance; F changes by what is told.
csv_faults() {
  "$chain" 4c --json="$scratch/4c.json" --csv "$scratch/4c.csv" -q
  awk -F, -v json="$scratch/4c.json" '
    function list(key, into,   line, found) {
      while ((getline line <json) > 0)
        if (index(line, "  \"" key "\": [") == 1) {
          gsub(/.*\[|\].*/, "", line)
          found = split(line, into, ",")
        }
      close(json)
      return found
    }
    function far(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
    NR == 1 { for (i = 1; i <= NF; i++) { sub(/ .*/, "", $i); column[$i] = i } }
    END {
      n = list("x", x); list("y", y); list("lambda", lambda)
      if (n != 9) print n " nodes"
      for (i = 1; i <= n; i++)
        if (far(x[i], $column["x" i]) || far(y[i], $column["y" i]))
          print "node " i
      for (i = 1; i <= n + 1; i++)
        if (far(lambda[i], $column["lambda" i])) print "lambda " i
      if (far($column["facet2.mu5"], 0.4)) print "mu " $column["facet2.mu5"]
      if (!($column["change"] > 0)) print "change"
    }' "$scratch/4c.csv"
}
silent 'the last row is the answer' csv_faults

# --dump: K (d, dlambda) = -F gives the step to the next iterate, as Octave or
# this elimination solves it.
dump_faults() {
  "$chain" 2a --dump "$scratch/eq" --at 2 --csv "$scratch/2a.csv" --quiet
  cat "$scratch"/eq-K.mtx "$scratch"/eq-gradient.mtx "$scratch"/eq-c.mtx |
    awk -v csv="$scratch/2a.csv" '
    /^%%/ { part++; sizes = 0; next }
    /^%/ { next }
    !sizes { sizes = 1; next }
    part == 1 { K[$1, $2] = $3; next }
    { K[++n, 14] = -$1 }
    END {
      if (n != 13) print n " rows"
      for (j = 1; j <= n; j++) {
        p = j
        for (i = j; i <= n; i++)
          if (K[i, j] ^ 2 > K[p, j] ^ 2) p = i
        for (k = 1; k <= n + 1; k++) {
          t = K[j, k]; K[j, k] = K[p, k]; K[p, k] = t
        }
        for (i = 1; i <= n; i++)
          if (i != j && K[i, j] != 0) {
            f = K[i, j] / K[j, j]
            for (k = j; k <= n + 1; k++) K[i, k] -= f * K[j, k]
          }
      }
      while ((getline line <csv) > 0) { rows++; row[rows - 2] = line }
      split(row[2], now, ","); split(row[3], next_, ",")
      for (j = 1; j <= n; j++) {
        step = K[j, 14] / K[j, j]
        got = next_[8 + j] - now[8 + j]
        if (step - got > 1e-9 || got - step > 1e-9)
          print "unknown " j ": " step " and " got
      }
    }'
}
silent 'what --dump writes gives the step' dump_faults
prints 'and can be read' 'gradient of l [N]' cat "$scratch/eq.txt"
long_dump() {
  (cd "$scratch" && "$chain" catenary --dump long --csv long.csv --quiet)
}
prints 'a chain too long for it is refused' 'of at most 300 bars' long_dump
silent 'before it is computed' find "$scratch" -name 'long*'

# The directions of each iterate in JSON, by the pivots of the K that --dump
# writes: of its negative eigenvalues one belongs to each bar.
index_faults() {
  for k in 1 2 3 4 5 6 7 8; do
    "$chain" 2d --method unit --lambda zeros --iterations 8 --at "$k" -q \
      --dump "$scratch/eq" --json="$scratch/2d.json"
    grep -v '^%' "$scratch/eq-K.mtx" | awk -v json="$scratch/2d.json" -v k="$k" '
      NR == 1 { n = $1; next }
      { K[$1, $2] = $3 }
      END {
        for (p = 1; p <= n; p++) {
          negative += K[p, p] < 0
          for (i = p + 1; i <= n; i++)
            for (j = n; j > p; j--)
              K[i, j] -= K[i, p] / K[p, p] * K[p, j]
        }
        while ((getline line <json) > 0)
          if (line ~ /"iteration":/) at = line ~ "\"iteration\": " k ","
          else if (at && line ~ /"(index|nullity|dof)":/) {
            gsub(/[^0-9]/, "", line)
            told = told " " line
          }
        if (told != " " negative - 5 " 0 3")
          print "iterate " k ":" told ", by pivots " negative - 5
      }'
  done
}
silent 'directions down are counted at each iterate' index_faults
zeros() { "$chain" 2d --lambda zeros --json | grep -A2 '"index"' | head -n 3; }
prints 'without multipliers all are flat' '"nullity": 3' zeros
prints 'an iterate that is not there' 'its last one is 6' "$chain" 2a --at 7 \
  --dump "$scratch/eq"
succeeds '--at alone ends with 2' ends 2 "$chain" 2a --at 1
succeeds 'and of a method without phi' ends 2 "$chain" 2a --at 1 \
  --seek minimum --plot "$scratch/phi.svg"
succeeds 'phi along a step' "$chain" 2d --at 0 --plot "$scratch/phi.gp" -q
prints 'with the step that is taken' 'step 1: alpha = 0.03125' \
  cat "$scratch/phi.gp"

# The course's table: steps and kinds are those of the runs alone.
table() {
  "$chain" 2a 2b 2c 2d --method unit,armijo --lambda zeros,ones,leastsquares
}
prints 'several runs' '20 of 24 runs converged, 6 to a minimum' table
alone() {
  table | awk '/^2[a-d]/ { print $1, $2, $3, $4, $5 }' |
    while read -r case method lambda steps kind; do
      "$chain" "$case" --method "$method" --lambda "$lambda" --json |
        awk -v steps="$steps" -v kind="$kind" -v name="$case $method $lambda" '
          /^  "iterations"/ && $2 + 0 != steps { print name ": " $2 }
          /^  "kind"/ { gsub(/[",]/, "", $2); sub(/null/, "none", $2)
            if ($2 != kind) print name ": " $2 }'
    done
}
silent 'each as alone' alone
wide() { table | awk 'length($0) > 80'; }
silent 'in 80 columns' wide
prints 'in JSON' '"lambda": "ones"' "$chain" 2a 2b --lambda ones --json
prints 'a method that is none' 'must be one of unit, armijo' \
  "$chain" 2a --method unit,newton
succeeds 'none of them converged' ends 3 "$chain" 2c 2d --lambda ones \
  --iterations 3
# What a method does not take leaves the other runs as they are, in any order.
for words in '2a 3b --method dual' '3b 2a --method dual' \
  '4b --method unit,minimum' '4b --method minimum,unit'; do
  # shellcheck disable=SC2086  # several words
  {
    succeeds "a run is refused among others, $words" ends 0 "$chain" $words
    prints 'those are done' '1 of 2 runs converged, 1 to a minimum' \
      "$chain" $words
    prints 'and why it was not is said' ': method ' "$chain" $words
  }
done
prints 'with its name' 'Left out: 3b, dual: method dual needs a chain with' \
  "$chain" 3b 2a --method dual
prints 'also in JSON' '"refusal": "method unit does not know floors' \
  "$chain" 4b --method unit,minimum --json
prints 'and in CSV' '4b,unit,leastsquares,nan,refused,nan,' \
  "$chain" 4b --method unit,minimum --csv -
unsolved() { "$chain" "$@" --method dual --iterations 1; }
succeeds 'none of the others converged' ends 3 unsolved 2a 3b
succeeds 'in either order' ends 3 unsolved 3b 2a
succeeds 'all are refused' ends 1 "$chain" 3b 4b --method dual
prints 'which is said of the first' 'pantin-chain: method dual needs a chain' \
  "$chain" 3b 4b --method dual
succeeds 'a case that cannot be read ends with 1' ends 1 unsolved 2a 2x
succeeds 'no picture of several' ends 2 "$chain" 2a 2b --plot "$scratch/x.svg"
succeeds '--all takes one case' ends 2 "$chain" 2a 2b --all
prints 'a case that is not there' "no scene '2x'" "$chain" 2a 2x
for ending in gp svg gif; do
  succeeds "a picture .$ending" "$chain" 4c --quiet --plot "$scratch/4c.$ending"
  succeeds "which is there" test -s "$scratch/4c.$ending"
done
prints 'all stationary points' 'There are no others' "$chain" 2a --all
prints 'but not of a chain that can lie folded' 'folded on the line of its ends' \
  own 'lengths = (1, 1, 1); end = (1, 0);' --all
succeeds 'and their picture' "$chain" 2a --all --quiet \
  --plot "$scratch/all.svg" --csv "$scratch/all.csv"
prints 'with each kind' 'maximum' cat "$scratch/all.svg"
prints 'and their table' '-1.8187865274' cat "$scratch/all.csv"
prints 'an ending that is none' '.svg' "$chain" 2a --plot "$scratch/2a.doc"
full_disk() { "$chain" 2a >/dev/full; }
if [ -w /dev/full ]; then
  succeeds 'a full disk is noticed' ends 1 full_disk
  drawn_full() { "$chain" 2a --plot "$scratch/2a.gp" >/dev/full; }
  prints 'and why, also before a picture' 'No space left' drawn_full
fi

# Forces that the data do not determine, or hardly.
cat >"$scratch/touching.cfg" <<'CASE'
lengths = (5, 4, 5);
end = (10, 0);
floor = ({ height = -4; slope = 0; });
CASE
prints 'tensions that are not unique' 'Tensions are not unique' \
  "$chain" "$scratch/touching.cfg"
prints 'which are the least' ' 5.625000000' "$chain" "$scratch/touching.cfg"
prints 'and in JSON' '"tension_error": null' \
  "$chain" "$scratch/touching.cfg" --json
echo 'bars = 2; length = 1; end = (0, 0);' >"$scratch/folded.cfg"
prints 'also without a floor, where a chain hangs folded' \
  'Tensions are not unique' "$chain" "$scratch/folded.cfg"
echo 'bars = 6; length = 1; end = (0, 0);' >"$scratch/loop.cfg"
for option in '' '--method armijo' '--start random' '--start line'; do
  # shellcheck disable=SC2086  # the option is two words
  prints "of six bars, too${option:+, by $option}" '"tension_error": null' \
    "$chain" "$scratch/loop.cfg" $option --json
done
prints 'where both sides hang alike' ' 0.083333333' "$chain" "$scratch/loop.cfg"
echo 'lengths = (1, 0.1, 1); end = (1e-7, -0.1);' >"$scratch/off.cfg"
prints 'not where its ends are off' ' 0.152472054' "$chain" "$scratch/off.cfg"
prints 'by less than lengths tell' 'Folded within rounding' \
  "$chain" "$scratch/off.cfg"
prints 'for which method dual is not made' 'within rounding of the lengths' \
  "$chain" "$scratch/off.cfg" --method dual
echo 'lengths = (1, 1, 1, 0.1); end = (2e-6, 1.1);' >"$scratch/nearly.cfg"
prints 'and nearly folded, tensions are uncertain' 'Nearly folded: rounding' \
  "$chain" "$scratch/nearly.cfg"
unique() { "$chain" "$1" | grep 'not unique'; }
silent 'but not where it hangs open' unique catenary
# Case 3b is taut without multipliers: |grad l| is what no multipliers balance.
gradients() {
  "$chain" 3b --json | grep '"gradient_inf"' | head -n 1
  "$chain" 3b 3c --json | grep '"gradient_inf"' | head -n 1
}
same_gradients() { gradients | tr -d ' ' | uniq | wc -l; }
prints 'a taut chain is the same among others' 1 same_gradients
prints 'with what its table shows' '"gradient_inf": 1.25,' gradients
cat >"$scratch/light.cfg" <<'CASE'
bars = 6;
length = 6;
end = (1, -0.3);
weight = (1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4);
load = (100, 0, 0, 0, 0);
CASE
for method in minimum dual; do
  prints "light nodes are put in place by $method" -100.00097364448 \
    "$chain" "$scratch/light.cfg" --method $method
done
cat >"$scratch/lighter.cfg" <<'CASE'
bars = 8;
length = 8;
end = (5.3, 0.1);
weight = (1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7, 1e-7);
load = (100, 0, 0, 0, 0, 0, 0);
CASE
prints 'light nodes out of place' 'or --method dual' \
  "$chain" "$scratch/lighter.cfg"

prints 'the old --omega' '--omega is now called --armijo' \
  "$chain" 2a --omega 1e-3
finish
