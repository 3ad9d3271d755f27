#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The studies of pantin-joints (--check, --convergence, --compare) and the
# equations that --dump writes.
. "$srcdir/tests/tap.sh"

joints=$builddir/src/programs/pantin-joints

prints 'the round trip on the arm' 'The round trip closes' \
  "$joints" arm --check --time 0.5
# Bodies that fall freely: the joint passes rounding of their weights.
cat >"$scratch/falling.cfg" <<'END'
gravity = (0, 0, -9.81);
bodies = ( { name = "a"; mass = 1.1; shape = "box"; size = (0.3, 0.2, 0.1);
             axis = (1, 2, 3); angle = 74; },
           { name = "b"; mass = 1.9; shape = "sphere"; size = 0.1;
             position = (-0.5, 0.5, -0.2); } );
joints = ( { type = "prismatic"; parent = "a"; child = "b";
             point = (0.8, 0.5, -0.7); axis = (1, 2, 2); } );
END
prints 'and on bodies that fall' 'The round trip closes' \
  "$joints" "$scratch/falling.cfg" --check
prints 'needs a tree' 'loops are closed by 1 of its 6 joints' "$joints" bricard --check
succeeds 'it draws nothing' ends 2 "$joints" arm --check --plot "$scratch/x.svg"
succeeds 'one study at a time' ends 2 "$joints" arm --check --compare
succeeds 'convergence has its own steps' ends 2 "$joints" --convergence --dt 1
succeeds 'a comparison has all integrators' ends 2 "$joints" --compare \
  --integrator rk4
prints 'convergence shows orders' 'order ' "$joints" puppet --convergence \
  --time 0.5
# orders: the orders in JSON are those of the errors in CSV, and of theory.
orders() {
  "$joints" pendulum --convergence --time 0.5 --quiet --csv "$scratch/c.csv" \
    --json="$scratch/c.json" || return
  awk -F, 'NR > 1 { before = last; last = $4 }
    $2 == 640 { printf "%s %.12g\n", $1, log(before / last) / log(2) }' \
    "$scratch/c.csv" >"$scratch/csv"
  awk -F'[:,"]+' '$2 == "integrator" { name = $4 }
    $2 == "position_order" { print name, $3 }' "$scratch/c.json" >"$scratch/orders"
  paste -d ' ' "$scratch/csv" "$scratch/orders" | awk '
    BEGIN { split("4 2 1 4 2 1", theory) }
    { print
      off = $2 - $4; far = $4 - theory[NR]
      bad += $1 != $3 || off * off > 1e-12 || far * far > 0.05 }
    END { print NR, bad ? "differ" : "agree" }'
}
prints 'which are those of the errors' '6 agree' orders
prints 'impacts have none' 'no order is higher than 1' \
  "$joints" puppet-box --convergence --time 0.5
prints 'comparison runs them all' 'leapfrog' "$joints" pendulum --compare \
  --time 0.5
prints 'some may diverge' 'diverged' "$joints" puppet --compare --dt 0.1 \
  --time 3
succeeds 'which is no failure' ends 0 "$joints" puppet --quiet --compare \
  --dt 0.1 --time 3
succeeds 'unless all do' ends 3 "$joints" puppet --quiet --compare --dt 1 \
  --time 30
succeeds 'equations are written' "$joints" puppet --quiet --dump "$scratch/p"
prints 'J' '42 90 ' sed -n 3p "$scratch/p-J.mtx"
prints 'A' 'coordinate real symmetric' head -n 1 "$scratch/p-A.mtx"
prints 'Jdot u' '42 1' sed -n 3p "$scratch/p-bias.mtx"
prints 'their JSON names them' 'p-lambda.mtx"' \
  "$joints" puppet --json --dump "$scratch/p"
prints 'beside another study its JSON is printed' '"solved": true' \
  "$joints" arm --json --check --dump "$scratch/p"

# A lambda + J W F + Jdot u = 0, for the pendulum: one row, W F is the gravity.
residual() {
  "$joints" pendulum --quiet --dump "$scratch/q" --time 0.5 --dt 1/1000 &&
    cat "$scratch/q-A.mtx" "$scratch/q-lambda.mtx" "$scratch/q-bias.mtx" \
      "$scratch/q-J.mtx" | awk '
      /^%%/ { file++; lines = 0; next }
      /^%/ { next }
      { lines++ }
      lines == 1 { next }
      file == 1 { A = $3 }
      file == 2 { lambda = $1 }
      file == 3 { bias = $1 }
      file == 4 && $2 == 2 { Jy = $3 }
      END {
        r = A * lambda + bias + Jy * -9.81
        if (!(r < 1e-12 && r > -1e-12)) print "A lambda + J W F + Jdot u = " r
      }'
}
silent 'they are satisfied' residual

# The same for all rows of the puppet, from J, W, F, A, lambda and bias as they
# are written; and J u = 0, C = 0.
redo() {
  "$joints" puppet-box --quiet --dump "$scratch/r" --time 0.2 || return
  cd "$scratch" || return
  awk '
    FNR == 1 { name = FILENAME; sub(/^r-/, "", name); sub(/[.]mtx$/, "", name)
               lines = 0 }
    /^%/ { next }
    ++lines == 1 { next }
    name == "J" { J[$1, $2] = $3; if ($1 > m) m = $1; if ($2 > n) n = $2 }
    name == "W" { W[$1, $2] = W[$2, $1] = $3 }
    name == "A" { A[$1, $2] = A[$2, $1] = $3 }
    name == "F" || name == "u" || name == "C" || name == "bias" ||
      name == "lambda" { x[name, lines - 1] = $1 }
    function off(what, value) {
      if (!(value < 1e-9 && value > -1e-9)) print what " is off by " value
    }
    END {
      for (i = 1; i <= n; i++) {
        WF[i] = 0
        for (j = 6 * int((i - 1) / 6) + 1; j <= 6 * int((i - 1) / 6) + 6; j++)
          WF[i] += W[i, j] * x["F", j]
      }
      for (i = 1; i <= m; i++) {
        r = x["bias", i]; Ju = 0
        for (j = 1; j <= n; j++) { r += J[i, j] * WF[j]; Ju += J[i, j] * x["u", j] }
        for (j = 1; j <= m; j++) r += A[i, j] * x["lambda", j]
        off("row " i, r); off("J u in row " i, Ju); off("C " i, x["C", i])
      }
      if (m != 42 || n != 90) print m " rows, " n " velocities"
    }' r-J.mtx r-W.mtx r-A.mtx r-F.mtx r-u.mtx r-C.mtx r-bias.mtx r-lambda.mtx
}
silent 'they can be redone from the files' redo

finish
