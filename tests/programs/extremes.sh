#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# No input leads to a number that is none: each number of a scene in turn becomes
# very small, very large, zero or negative. The program refuses it, says that it
# did not converge, or gives finite numbers in table, JSON and CSV. With
# EXTREMES=all each number becomes all four in turn, as in `make hard`.
. "$srcdir/tests/tap.sh"

cd "$scratch" || exit 99
extremes='1e-300 1e300 0 -1'

# plant K VALUE FILE: the file with its K-th number replaced, but none of its
# comments, names and texts; fails if it has fewer.
plant() {
  awk -v wanted="$1" -v value="$2" '
    {
      rest = $0
      line = ""
      while (match(rest, /"[^"]*"|#.*|[A-Za-z_][A-Za-z_0-9.-]*|[-+]?[0-9.]+(e[-+]?[0-9]+)?/)) {
        word = substr(rest, RSTART, RLENGTH)
        if (word ~ /^[-+0-9.]/ && ++count == wanted)
          word = value
        line = line substr(rest, 1, RSTART - 1) word
        rest = substr(rest, RSTART + RLENGTH)
      }
      print line rest
    }
    END { exit count < wanted }' "$3"
}

# What may be missing in a result, as the manual pages say: keys that are null,
# columns that are nan.
may_be_missing='advice kind momentum_error angular_momentum_error redundant
  inertia fill operations failed_block energy_order position_order refusal
  condition condition_range microseconds_per_iteration complementarity
  dead_point'

# is_sound: table, x.json and x.csv hold finite numbers only.
is_sound() {
  awk -v missing="$may_be_missing" '
    BEGIN {
      count = split(missing, names)
      for (k = 1; k <= count; k++)
        allowed[names[k]] = 1
    }
    FILENAME == "x.json" && /: null/ {
      key = $1
      gsub(/[":]/, "", key)
      if (!(key in allowed)) { print FILENAME ": " $0; bad = 1 }
    }
    FILENAME == "x.csv" && FNR == 1 { split($0, head, ",") }
    FILENAME == "x.csv" && /(nan|inf)/ {
      n = split($0, field, ",")
      for (k = 1; k <= n; k++) {
        name = head[k]
        sub(/[_ ].*/, "", name)
        if (field[k] ~ /^-?(nan|inf)$/ && !(name in allowed) &&
            !(head[k] in allowed)) {
          print FILENAME ": " head[k] " is " field[k]
          bad = 1
        }
      }
    }
    FILENAME == "table" && /(^|[^a-z])-?(nan|inf)($|[^a-z])/ { print; bad = 1 }
    END { exit bad }' table x.json x.csv
}

# withstands PROGRAM FILE OPTION...: tries all numbers of the file.
withstands() {
  program=$builddir/src/programs/pantin-$1
  file=$2
  shift 2
  name=x.${file##*.}
  k=0
  bad=0
  while k=$((k + 1)) && plant "$k" 1 "$file" >/dev/null; do
    # Of each eight numbers in a row the first four get one value each.
    turn=$((k % 8))
    for value in $extremes; do
      turn=$((turn - 1))
      [ "${EXTREMES-}" = all ] || [ "$turn" -eq 0 ] || continue
      plant "$k" "$value" "$file" >"$name"
      rm -f x.json x.csv
      touch x.json x.csv
      timeout 300 "$program" "$name" "$@" --json=x.json --csv x.csv >table 2>said
      status=$?
      case $status in
      0) [ -s x.json ] && [ -s x.csv ] && is_sound ;;
      1 | 2) [ -s said ] ;;
      3) [ -s said ] || [ -s table ] ;;
      *) false ;;
      esac && continue
      echo "number $k as $value: status $status"
      cat said
      bad=1
    done
  done
  [ "$k" -gt 4 ] && return "$bad"
}

while read -r program scene options; do
  case $program in
  tune) built_with HDF5 || continue ;;
  esac
  case $scene in
  tuning/*) built_with ODE || continue ;;
  esac
  # shellcheck disable=SC2086  # a list of words
  succeeds "pantin-$program $scene $options" \
    withstands "$program" "$PANTIN_DATA/$scene" $options
done <<'END'
chain chain/2a.cfg --iterations 30
chain chain/4b.cfg --iterations 30
joints joints/pendulum.cfg --time 0.03
joints joints/four-bar.cfg --time 0.03
joints joints/double-pendulum.cfg --time 0.03 --integrator rkf45
joints joints/slider-crank.cfg --time 0.03 --correction penalty
ik joints/arm-line.cfg --iterations 20
inverse joints/arm.cfg --time 0.1 --dt 0.05
eliminate joints/four-bar.cfg
contact contact/stack-5.cfg --time 0.03
contact contact/balls-50.cfg --time 0.03
contact tuning/falling-chain.cfg --time 0.03
lcp lcp/stack-5.lcp --iterations 50
tune tuning/tripods.cfg --frames 1 --method quick --sweeps 20
END
finish
