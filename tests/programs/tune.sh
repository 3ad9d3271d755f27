#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-tune: frames recorded and tuned, threads and resumed runs that change
# nothing, messages, exit statuses, manual page; the frames as
# another program sees them.
. "$srcdir/tests/tap.sh"
needs HDF5 ODE

tune=$builddir/src/programs/pantin-tune
frames=$scratch/tripods.h5
csv=$scratch/tripods.csv

# without_times FILE: the columns but the seconds, which no two runs share.
without_times() { cut -d, -f1-19,21-23 "$1"; }

succeeds 'a scene is simulated, recorded and tuned' ends 0 "$tune" tripods \
  --frames 24:40:4 --record "$frames" -o "$csv"
rows() { tail -n +2 "$csv" | wc -l; }
prints 'a row for each frame that was asked for' '5' rows
better() {
  awk -F, 'NR > 1 && !($8 <= $9) { print "frame " $1 ": " $8 " of " $9 }' "$csv"
}
silent 'no frame is worse than before' better
no_kappa() { awk -F, 'NR > 1 && $7 != 0' "$csv"; }
silent 'a scan has no kappa' no_kappa

# tuned ARGUMENTS...: the recorded frames give the same columns.
same() {
  "$tune" "$frames" --frames 24:40:4 --csv "$scratch/again.csv" --quiet "$@" &&
    without_times "$csv" >"$scratch/a" &&
    without_times "$scratch/again.csv" >"$scratch/b" &&
    cmp "$scratch/a" "$scratch/b"
}
succeeds 'recorded frames give the same' same
listed() {
  "$tune" "$frames" --frames 24,28,32:40:4 --csv - --no-condition |
    cut -d , -f 1 | paste -s -d ' ' -
}
prints 'a list may have ranges and numbers' '24 28 32 36 40' listed
prints 'a figure needs a picture' '--figure has no effect without --plot' \
  "$tune" "$frames" --figure alpha
status_of() { "$@"; echo "status $?"; }
prints 'and is refused' 'status 2' status_of "$tune" "$frames" --figure alpha
succeeds 'whatever the number of threads' same --threads 3
# One frame for several threads: its points go side by side.
alone() {
  for threads in 1 3; do
    "$tune" "$frames" --frames 30 --method cmaes --evaluations 48 --quiet \
      --threads "$threads" --csv "$scratch/alone$threads.csv" &&
      without_times "$scratch/alone$threads.csv" >"$scratch/alone$threads"
  done
  cmp "$scratch/alone1" "$scratch/alone3"
}
succeeds 'of which one frame takes all' alone
resumed() {
  head -n 3 "$csv" >"$scratch/half.csv"
  "$tune" "$frames" --frames 24:40:4 -o "$scratch/half.csv" --resume --quiet &&
    without_times "$csv" >"$scratch/a" &&
    without_times "$scratch/half.csv" >"$scratch/b" &&
    cmp "$scratch/a" "$scratch/b"
}
succeeds 'and a run that was resumed' resumed
piped() {
  "$tune" "$frames" --frames 24:40:4 -o /dev/fd/3 --quiet 3>&1 |
    cat >"$scratch/piped.csv" &&
    without_times "$csv" >"$scratch/a" &&
    without_times "$scratch/piped.csv" >"$scratch/b" &&
    cmp "$scratch/a" "$scratch/b"
}
succeeds 'a pipe gets the results once' piped
prints 'results of another method are not mixed in' 'another method or seed' \
  "$tune" "$frames" -o "$csv" --resume --method cmaes
prints 'nor are those of other options' 'other options' "$tune" "$frames" \
  -o "$csv" --resume --coupled
# Condition numbers of a part of the frames would make the report one of them.
lean() {
  "$tune" "$frames" --frames 24:28:4 -o "$scratch/lean.csv" --quiet \
    --no-condition && "$tune" "$frames" --frames 24:40:4 \
    -o "$scratch/lean.csv" --resume --quiet "$@"
}
prints 'nor rows without condition numbers' \
  'lean.csv:2: this frame was tuned with --no-condition' lean
silent 'except into others without' lean --no-condition
prints 'nor rows with them into others without' 'without --no-condition' \
  "$tune" "$frames" -o "$csv" --resume --no-condition
# The same scene with another friction has the same text, and other problems.
stale() {
  head -n 2 "$csv" >"$scratch/stale.csv"
  "$builddir/src/programs/pantin-contact" tripods --time 0.7 --friction 0.5 \
    --record "$scratch/slippery.h5" --quiet >/dev/null
  "$tune" "$scratch/slippery.h5" --frames 24:28:4 -o "$scratch/stale.csv" \
    --resume --quiet
}
prints 'nor are those of another recording of the scene' \
  'stale.csv:2: this frame is of another recording' stale
earlier() {
  awk -F, -v OFS=, 'NR == 2 { $23 = 2385 } NR < 3' "$csv" >"$scratch/old.csv"
  "$tune" "$frames" -o "$scratch/old.csv" --resume --quiet
}
prints 'nor those of a version that did not tell problems apart' \
  'old.csv:2: this row is of an earlier version' earlier
cp "$srcdir/NEWS" "$scratch/news"
chmod u+w "$scratch/news"
prints 'nor is what is no result' 'no results of pantin-tune' \
  "$tune" "$frames" -o "$scratch/news" --resume

# damaged COLUMN VALUE: the first row, with this value in that column.
damaged() {
  awk -F, -v OFS=, -v column="$1" -v value="$2" \
    'NR == 2 { $column = value } NR < 3' "$csv" >"$scratch/damaged.csv"
  "$tune" "$frames" -o "$scratch/damaged.csv" --resume --quiet
}
for kind in '6 nan' '8 1e9999' '12 -1' '10 2.5' '19 1000' '25 1e9'; do
  # shellcheck disable=SC2086  # two words
  prints "nor is a row that cannot be, column and value $kind" \
    'damaged.csv:2: this row is damaged' damaged $kind
done

prints 'CMA-ES says why it stopped' '"reason": "evaluations"' "$tune" \
  "$frames" --frames 30 --method cmaes --evaluations 48 --json
seeds() {
  for seed in 3 3 4; do
    "$tune" "$frames" --frames 30 --method cmaes --evaluations 48 \
      --seed "$seed" --json | grep '"alpha"'
  done | uniq | wc -l
}
prints 'equal seeds, equal answers; others, others' '2' seeds
prints 'the report has the values of the source' '22.07' "$tune" "$frames" \
  --frames 24:40:4 --report
prints 'and their extremes' '5.67e-05       0.19' "$tune" "$frames" \
  --frames 24:40:4 --report

# What is printed of many frames: 20 lines and a verdict, in 80 columns.
"$tune" "$frames" >"$scratch/summary"
short() { wc -l <"$scratch/summary"; }
prints 'a summary, not a line for each frame' 29 short
wide() { tail -n +2 "$scratch/summary" | grep '.\{81\}'; }
silent 'in 80 columns' wide
prints 'which ends with a verdict' 'Tuning saves' tail -n 1 "$scratch/summary"
prints 'the frames that say nothing are counted' 'without contacts' \
  cat "$scratch/summary"
each() { "$tune" "$frames" --each | grep -c '^ *[0-9]* *[0-9]* .*e[-+]'; }
prints 'each frame on request' 40 each

# The norm of the error; frames at rest are one state.
least_error() {
  "$tune" "$frames" --frames 30 --csv - --no-condition "$@" |
    awk -F, 'NR > 1 { print $13 }'
}
ordered() {
  echo "$(least_error --norm 1) $(least_error) $(least_error --norm 2)" \
    "$(least_error --norm inf)" | awk '$1 != $2 || !($1 > $3 && $3 > $4)'
}
silent 'three norms, of which 1 is the default and the largest' ordered
states() {
  "$tune" tripods --frames 200:230:10 --no-condition --csv - |
    awk -F, 'NR > 1 { print $17 }' | sort -u
}
prints 'a scene at rest is one state' 200 states
prints 'which counts once' 'Means are of 1 of 4 frames' "$tune" tripods \
  --frames 200:230:10 --no-condition
# The chain is in free fall at first: the default is the answer.
flat() {
  "$tune" falling-chain --frames 1:3 --no-condition --csv - |
    awk -F, 'NR > 1 && ($6 != 1 || $16 != 1)'
}
silent 'flat frames are marked, and their alpha is 1' flat
prints 'and left out of the means' 'There is nothing to tune' "$tune" \
  falling-chain --frames 1:3 --no-condition
prints 'one frame has no line' 'hardly varies' "$tune" "$frames" --frames 30 \
  --report

# Problems alone, of whatever file pantin-lcp takes, and frames of balls.
contact=$builddir/src/programs/pantin-contact
lcp=$builddir/src/programs/pantin-lcp
"$contact" tripods --time 0.5 --quiet --record "$scratch/one.mtx"
# alpha_alone FILE [OPTION]...: of its frame alone.
alpha_alone() { "$tune" "$@" --csv - --no-condition | awk -F, 'END { print $6 }'; }
of_kinds() {
  alpha_alone "$scratch/one.mtx"
  alpha_alone "$frames" --frames 30
}
equal_of_kinds() { of_kinds | uniq | wc -l; }
prints 'MatrixMarket gives what its frame gives' 1 equal_of_kinds
"$lcp" "$frames" --frames 30 --solver bpp --quiet --fclib "$scratch/one.hdf5"
prints 'FCLIB can be tuned' 'Means are of 1 of 1' "$tune" "$scratch/one.hdf5"
contacts_of() {
  contacts=
  for file; do
    contacts="$contacts $("$tune" "$file" --csv - --no-condition |
      awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "contacts") at = k }
               END { print $at }')"
  done
  echo "contacts:$contacts"
}
prints 'the contacts of problems are counted' 'contacts: 31 31 100' \
  contacts_of "$scratch/one.hdf5" "$scratch/one.mtx" \
  "$srcdir/data/lcp/art-50.lcp"
prints 'so can text' 'Means are of 1 of 1' "$tune" \
  "$srcdir/data/lcp/art-50.lcp"
prints 'friction that a file does not hold is not coupled' \
  'for problems with friction, and this one has none' \
  "$tune" "$scratch/one.mtx" --coupled
# Without friction rows, `normals` is the order of the record (seed 5 finds it).
order_of() {
  "$tune" "$scratch/one.mtx" --tune alpha,order --seed 5 --evaluations 300 \
    --csv - --no-condition |
    awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "row_order") at = k }
             END { print "order " $at }'
}
prints 'nor are its rows told apart' 'order 0' order_of
prints 'a problem has one frame' 'its frames are 1 to 1' "$tune" \
  "$scratch/one.mtx" --frames 3
balls() {
  "$contact" balls-50 --time 0.3 --quiet --record "$scratch/balls.h5" \
    --frames 6,12,18 && "$tune" "$scratch/balls.h5"
}
prints 'frames of balls' 'by scan' balls

# The options of CMA-ES change what it does.
evaluated() {
  "$tune" "$frames" --frames 30 --method cmaes --csv - --no-condition "$@" |
    awk -F, 'NR > 1 { print $6, $18, $19 }'
}
options() {
  for option in '--start-alpha 1.9' '--start-order -2' '--sigma-alpha 0.1' \
    '--sigma-order 1' '--parents 4' '--tol-x 1e-2' '--tol-fun 1e-2' \
    '--tol-hist-fun 1e-3'; do
    # shellcheck disable=SC2086  # an option and its value
    [ "$(evaluated)" != "$(evaluated $option)" ] || echo "$option is ignored"
  done
}
silent 'CMA-ES has its options' options
# alpha and kappa over whatever is known of a frame.
over() {
  for x in frame rows b sweeps cond range; do
    for figure in alpha kappa; do
      "$tune" "$frames" --frames 24:40:4 --figure "$figure" --x "$x" --quiet \
        --plot "$scratch/$figure-$x.gp"
      grep '^plot .*using' "$scratch/$figure-$x.gp" | sed 's/.*FRAMES using//'
    done
  done | sort -u | wc -l
}
prints 'figures over six things' 12 over
figures() {
  for figure in overview alpha kappa sweeps error condition history \
    landscape cmaes; do
    "$tune" "$frames" --frames 24:40:4 --figure "$figure" --quiet \
      --plot "$scratch/$figure.gp" --grid-alphas 6 --grid-orders 3 &&
      grep -q '^plot ' "$scratch/$figure.gp" || echo "$figure is not drawn"
  done
}
silent 'every figure is drawn' figures
# The map has 6 x 2 points, and those with kappa = 0 are the slice.
landscape_points() {
  for block in MAP SLICE; do
    sed -n "/^.$block << EOD/,/^EOD/p" "$scratch/landscape.gp" | grep -c '^[0-9]'
  done | paste -s
}
prints 'the landscape has all points' '12	6' landscape_points
prints 'no frames, nothing to do' 'its frames are 1 to 40' "$tune" "$frames" \
  --frames 999
for figure in 'condition' 'alpha --x cond' 'kappa --x range'; do
  # shellcheck disable=SC2086  # several words
  misuses "no figure of condition numbers without them: $figure" \
    'leave --no-condition out' "$tune" "$frames" --no-condition \
    --figure $figure --plot "$scratch/none.gp" --quiet
done
prints 'no figure of a frame without contacts' 'no frame to draw' "$tune" \
  "$frames" --frames 1 --figure history --plot "$scratch/none.gp" --quiet
succeeds 'wrong usage ends with 2' ends 2 "$tune" "$frames" --frames 34:30

without_condition() {
  "$tune" "$frames" --frames 24:40:8 --no-condition --quiet \
    --plot "$scratch/bare.gp" && grep 'not known' "$scratch/bare.gp"
}
succeeds 'a picture without condition numbers' without_condition
alpha_of() { "$tune" "$frames" --frames "$1" --report | grep '^3.2'; }
same_alpha() { [ "$(alpha_of 1:40:39)" = "$(alpha_of 40)" ]; }
succeeds 'a frame without contacts has no part in the means' same_alpha

# Methods side by side: all of them, none named twice or wrongly, and the same
# whatever the threads.
compared() {
  "$tune" "$frames" --frames 24:40:8 --compare all --no-seconds \
    --evaluations 48 --grid-alphas 8 --grid-orders 3 "$@"
}
compared >"$scratch/a"
lines() { awk '$4 ~ "/3$" { print $1 }' "$scratch/a" | paste -s -d ' '; }
prints 'the methods are compared' '381-scan cmaes scan grid quick' lines
of_three() { awk '/^(scan|quick)/ { print $4 }' "$scratch/a" | sort -u; }
prints 'scan and quick are good' '3/3' of_three
same_compared() {
  compared --threads 2 >"$scratch/b" && cmp "$scratch/a" "$scratch/b"
}
succeeds 'whatever the number of threads' same_compared
prints 'as JSON' '"mean_gap": ' "$tune" "$frames" --frames 24 \
  --compare scan --json
prints 'no picture of a study' 'leave --csv' "$tune" "$frames" \
  --compare scan --plot "$scratch/study.gp"
prints 'a method that is none' 'methods such as' "$tune" "$frames" \
  --compare scan,guess

# Rules: learnt on one half, tried on the other; the optimum of each frame is
# the bound of all constants.
for two in '--compare scan --rule' '--rule --report' '--compare scan --report'; do
  # shellcheck disable=SC2086  # a list of words
  succeeds "one study at a time, not $two" \
    ends 2 "$tune" "$frames" --frames 24 $two
done
rules() { "$tune" "$frames" --frames 24:40:2 --rule "$@"; }
rules >"$scratch/a"
prints 'half of the frames are learnt from' 'from 5 frames of the first half' \
  cat "$scratch/a"
bounded() {
  awk '/^(1.0|1.2|1.4|learnt|previous|optimum) / { ratio[$1] = $4 }
    END { if (!("optimum" in ratio)) print "no optimum"
          for (r in ratio)
            if (ratio[r] < ratio["optimum"] - 0.05) print r ": " ratio[r] }' \
    "$scratch/a"
}
silent 'no constant is better than the optimum' bounded
silent 'a line has 80 columns at most' awk 'length > 80' "$scratch/a"
same_rules() { rules --threads 3 >"$scratch/b" && cmp "$scratch/a" "$scratch/b"; }
succeeds 'whatever the number of threads' same_rules
prints 'learnt from other files' 'from 4 frames of' "$tune" "$frames" \
  --frames 30 --rule --fit "$frames,$frames" --fit-stride 20
prints 'files that are not there' 'cannot be opened' "$tune" "$frames" \
  --rule --fit ./gone.h5
prints 'one frame has no second half' 'there must be two or more' "$tune" \
  "$frames" --frames 30 --rule
prints 'as JSON' '"after_50": {' rules --json

# The rules back in the simulation: a line without slope is a number, and a
# guarded 1.4 is as good as its trial.
simulated() {
  "$contact" tripods --time 0.6 --solver psor --iterations 50 --csv - \
    --omega "$1"
}
like_number() {
  simulated 1.3 >"$scratch/a" && simulated line:0,1.3 >"$scratch/b" &&
    cmp "$scratch/a" "$scratch/b"
}
succeeds 'a line without slope is a number' like_number
differ() {
  for rule in 1 1.3 guarded golden cond:0.05,1.05; do
    simulated "$rule" | cksum
  done | sort -u | wc -l
}
prints 'rules choose other numbers' 5 differ
prints 'a rule that is none' 'guarded, radius, golden' simulated guess
prints 'nor without its numbers' 'guarded, radius, golden' simulated line
prints 'rules are for rigid bodies' 'is for rigid bodies' "$contact" balls-50 \
  --time 0.1 --omega guarded

# An interrupted run keeps what it has.
interrupted() {
  "$tune" "$frames" --method grid -o "$scratch/cut.csv" --quiet &
  pid=$!
  until [ -s "$scratch/cut.csv" ] || ! kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
  done
  kill -INT "$pid"
  wait "$pid"
  status=$?
  echo "exit status $status"
  { [ "$status" -eq 130 ] || [ "$status" -eq 0 ]; } && [ -s "$scratch/cut.csv" ]
}
succeeds 'Ctrl-C keeps the finished frames' interrupted

prints 'frames that are not there' 'cannot be opened' "$tune" ./gone.h5
echo 'no frames' >"$scratch/text.h5"
prints 'a text is no HDF5' 'this is no HDF5 file' "$tune" "$scratch/text.h5"
head -c 5000 "$frames" >"$scratch/cut.h5"
prints 'a file cut short' 'damaged or cut short' "$tune" "$scratch/cut.h5"
succeeds 'ends with 1' ends 1 "$tune" "$scratch/cut.h5"
prints 'frames that cannot be counted' 'such as 5,10:300:10' "$tune" \
  "$frames" --frames ten
prints 'bounds that leave alpha = 1 out' 'between 0.001 and 1' "$tune" \
  "$frames" --alpha-low 1.2

# The same frame by Octave: the numbers of rows, and A symmetric with the
# diagonal that D has.
octave_reads() {
  octave-cli --no-gui --norc --quiet --eval "
    s = load('$frames'); f = s.frame000030; n = numel(f.b);
    r = repelem((1:n)', diff(double(f.A.p(:))));
    A = sparse(r, double(f.A.i(:)) + 1, f.A.x(:), n, n);
    G = f.factors.G'; u = double(f.factors.pair') + 1;
    m = max(u(:)); J = sparse(n, 6 * m);
    for k = 1:6
      J = J + sparse((1:n)', 6 * (u(:, 1) - 1) + k, G(:, k), n, 6 * m);
      J = J + sparse((1:n)', 6 * (u(:, 2) - 1) + k, G(:, 6 + k), n, 6 * m);
    end
    error_of = norm(A - J * J' - diag(sparse(f.factors.C(:))), 1) / norm(A, 1);
    printf('%d rows, factors agree: %d\n', n, error_of < 1e-12);"
}
if command -v octave-cli >/dev/null 2>&1; then
  prints 'Octave reads the frames' 'factors agree: 1' octave_reads
else
  skip 'Octave reads the frames' 'octave-cli is not installed'
fi
# Before the work: a folder cannot be written, and the usual start of CMA-ES
# moves between one's own bounds; another one is refused.
prints 'a folder is no place for results' 'Is a directory' \
  "$tune" tripods --frames 1:300 --output "$scratch"
prints 'CMA-ES starts between the bounds' 'least error' "$tune" tripods \
  --frames 10 --method cmaes --order-low -5 --no-condition
prints 'unless it is told to start elsewhere' 'must begin within' "$tune" \
  tripods --frames 10 --method cmaes --order-low -5 --start-order -6
prints 'and alpha is always tuned' 'alpha must be among' "$tune" tripods \
  --frames 10 --tune kappa
# More parameters: warm starts need a scene; CMA-ES is the method.
more() { "$tune" tripods --frames 34:38:4 --no-condition --no-seconds "$@"; }
prints 'start, order and sweeps are tuned' 'of the last impulses' \
  more --tune alpha,kappa,warm,order,sweeps
prints 'by CMA-ES' 'frames by cmaes' more --tune alpha,order
starts() {
  more --tune "$1" | awk '/^fitness/ { print ($4 + 0 < 0.3) }'
}
prints 'a warm start lowers the fitness' 1 starts alpha,warm
prints 'and alpha alone does not' 0 starts alpha
prints 'a recording has no step before' '--tune warm starts from' \
  "$tune" "$frames" --tune alpha,warm
prints 'a scan tunes alpha and kappa' 'is for --method cmaes' \
  "$tune" tripods --method scan --tune alpha,order
prints 'and figures of one frame draw them' 'leave --tune out' \
  more --tune alpha --figure cmaes --plot "$scratch/more.gp"
prints 'alpha is always tuned' 'alpha must be among' \
  "$tune" tripods --tune warm
finish
