#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# pantin-joints on shipped scenes against independent answers, its messages and
# exit statuses, its files, its manual page.
. "$srcdir/tests/tap.sh"

joints=$builddir/src/programs/pantin-joints

# The places in $scratch/json against one line of joints_cases.txt.
compare() {
  awk -v line="$1" '
    function value(text) {
      sub(/^[^:]*: */, "", text)
      gsub(/[",]/, "", text)
      return text
    }
    BEGIN {
      split(line, field, "|")
      allowed = field[3] + 0
      count = split(field[4], body, ";")
      for (i = 1; i <= count; i++) {
        split(body[i], word, " ")
        for (k = 1; k <= 3; k++)
          want[word[1], k] = word[k + 1]
      }
    }
    /"body"/ { name = value($0) }
    /"position"/ {
      gsub(/.*\[|\].*/, "")
      split($0, x, ",")
      far = 0
      for (k = 1; k <= 3; k++)
        far += (x[k] - want[name, k]) ^ 2
      if (!(sqrt(far) <= allowed))
        print name " is off by " sqrt(far) " m"
      seen++
    }
    END { if (seen != count) print seen " bodies, not " count }' "$scratch/json"
}

run_case() {
  # shellcheck disable=SC2086  # the options are a list of words
  "$joints" $1 $2 --json >"$scratch/json" || return
  compare "$line"
}

cases=$srcdir/tests/programs/joints_cases.txt
while read -r line; do
  case $line in '#'*) continue ;; esac
  name=$(echo "$line" | cut -d'|' -f1)
  options=$(echo "$line" | cut -d'|' -f2)
  silent "$name$options" run_case "$name" "$options"
done <"$cases"

# The comparison itself can fail.
line=$(sed -n '/^pendulum/p' "$cases" | head -n 1)
wrong() {
  "$joints" pendulum --dt 1/1000 --json | sed 's/\[-0\.2750/[-0.2751/' \
    >"$scratch/json"
  compare "$line"
}
prints 'a wrong place is seen' 'bob is off by' wrong

"$joints" puppet --dt 1/60 --time 10 --json >"$scratch/json"
silent 'the puppet for 10 s at 1/60: gap' below constraint_inf 1e-10
silent 'and energy' below energy_error 15.8e-5
silent 'and momentum' below momentum_error 1e-12
"$joints" bricard --json --time 2 >"$scratch/json"
prints 'Bricard has one redundant row' '"redundant": 1' cat "$scratch/json"
silent 'and keeps its energy' below energy_error 1e-9

# Islands, in threads.
cat >"$scratch/islands.cfg" <<'END'
gravity = (0, -9.81, 0);
generate = (
  { kind = "chain"; count = 30; name = "a"; mass = 1; shape = "box";
    size = (0.5, 0.1, 0.06); root = true; },
  { kind = "chain"; count = 20; name = "b"; mass = 1; shape = "box";
    size = (0.5, 0.1, 0.06); root = true; },
  { kind = "chain"; count = 25; name = "c"; mass = 1; shape = "box";
    size = (0.5, 0.1, 0.06); root = true; } );
END
islands() {
  for n in 1 2 3 7; do
    "$joints" "$scratch/islands.cfg" --time 0.2 --threads "$n" --quiet \
      --csv "$scratch/$n.csv" || return
    cmp "$scratch/1.csv" "$scratch/$n.csv" || return
  done
}
succeeds 'islands have the same bits in any number of threads' islands
prints 'they are counted' '3 islands moved by themselves' \
  "$joints" "$scratch/islands.cfg" --time 0.1 --threads 2
prints 'a chain is none' 'there are no islands' \
  "$joints" chain-10 --time 0.1 --threads 2
succeeds 'which --check does not use' ends 2 "$joints" arm --check --threads 2
for n in -1 0 257 1e9 1.5 two; do
  succeeds "$n threads are refused" \
    ends 2 "$joints" "$scratch/islands.cfg" --threads "$n"
done

# Where the energy goes.
"$joints" arm --json --time 1 >"$scratch/json"
silent 'friction is no error' below energy_error 1e-4
silent 'it is a work' below work_friction -100
prints 'which the table shows' '  friction         -110.' "$joints" arm --time 1
prints 'the CSV has the works by name' \
  'work_friction [J],work_motors [J],work_impacts [J],work_corrections [J],remainder [J]' \
  "$joints" arm --quiet --time 0.1 --csv -
"$joints" puppet-box --json --time 0.4 --impacts "$scratch/i.csv" >"$scratch/json"
silent 'impacts take what they take' below work_impacts -3
silent 'and leave little error' below energy_error 3e-2
prints 'each is listed' '"body": "right-foot"' cat "$scratch/json"
prints 'as columns too' \
  'time [s],body,impulse_x [N s],impulse_y [N s],impulse_z [N s],before [m/s],after [m/s],loss [J]' \
  head -n 1 "$scratch/i.csv"
# The losses of the list are the work of the impacts.
losses() {
  awk -F, 'NR > 1 { sum += $8 } END { print sum }' "$scratch/i.csv"
}
prints 'their losses are the work' \
  "$(awk '$1 == "\"work_impacts\":" { printf "%.6g", -$2 }' "$scratch/json")" losses
# An impulse of a limit is along the hinge's axis; the others are not -0.
cat >"$scratch/stop.cfg" <<'END'
gravity = (0, -9.81, 0);
bodies = ({ name = "arm"; mass = 1; shape = "rod"; size = 1; position = (-0.5, 0, 0); });
joints = ({ name = "hinge"; type = "revolute"; parent = "world"; child = "arm";
            point = (0, 0, 0); axis = (0, 0, 1); turn_limits = (-20, 50); });
END
prints 'a limit is hit by its axis alone' ',arm,0,0,-' \
  "$joints" "$scratch/stop.cfg" --time 1 --impacts -
same_impacts() {
  "$joints" puppet-box --time 0.4 --impacts - | cmp - "$scratch/i.csv"
}
succeeds '--impacts - prints the columns alone' same_impacts
prints 'beside a file of states' 'time [s],body,' \
  "$joints" puppet-box --time 0.1 --impacts - --csv "$scratch/states.csv"
for other in --json --csv=-; do
  succeeds "but not beside $other" ends 2 "$joints" puppet-box --impacts - $other
done
prints 'which are told apart' '--csv and --impacts cannot both stand' \
  "$joints" puppet-box --impacts - --csv -
prints 'a scene that is to be saved needs a name' \
  "--save needs the name of a file, not '-'" "$joints" puppet-box --save -
# Results that are asked for beside --save and --dump are written.
beside() {
  rm -rf "$scratch/beside" && mkdir "$scratch/beside" && (
    cd "$scratch/beside" &&
      "$joints" four-bar --time 0.05 --quiet --save s.cfg --json=s.json &&
      "$joints" four-bar --time 0.05 --quiet --save s.cfg --impacts s.csv &&
      "$joints" four-bar --time 0.05 --quiet --dump d --impacts d.csv &&
      ls && [ -s s.json ] && [ -s s.csv ] && [ -s d.csv ] && [ -s d-A.mtx ]
  )
}
succeeds 'JSON and impacts beside --save and --dump are written' beside
succeeds 'impacts are of a single run' ends 2 "$joints" puppet-box --compare \
  --impacts "$scratch/i.csv"
for solver in cg schur-cg; do
  prints "$solver does not count redundant rows" '"redundant": null' \
    "$joints" bricard --json --time 0.1 --solver $solver
done
cat >"$scratch/wheel.cfg" <<END
gravity = (0, 0, -9.81);
bodies = ( { name = "wheel"; mass = 5; shape = "cylinder"; size = (0.04, 0.1);
  position = (0.2, 0, 0); axis = (0, 0, 1); angle = 90; } );
joints = ( { type = "revolute"; parent = "world"; child = "wheel";
  point = (0.2, 0, 0); axis = (0, 1, 0); } );
END
prints 'rounding of what is at rest is not poor' 'Done: in 1 s' \
  "$joints" "$scratch/wheel.cfg" --time 1
prints 'an energy that is far off is' 'POOR: in 1 s' \
  "$joints" knee --integrator euler --dt 1/30 --time 1
# shellcheck disable=SC2016  # for the inner shell
prints 'the last line is the verdict' 'Done: in 0.1 s' \
  sh -c '"$1" puppet --time 0.1 | tail -n 1' sh "$joints"
wide() { "$joints" "$@" | awk 'length > 80 { print length ": " $0 }'; }
for scene in puppet puppet-box bricard; do
  silent "the table of $scene has 80 columns" wide $scene --time 0.5
done
silent 'so has the comparison' wide pendulum --compare --time 0.5

# Thirty windows of thin rods: 90 redundant rows, and entries of six decades.
awk 'function rod(name, x, y, u, v, more) {
    return "{ name = \"" name "\"; mass = 1; shape = \"rod\"; size = 1; ends = ((" \
      x ", " y ", 0), (" u ", " v ", 0)); " more " }"
  }
  function hinge(a, b, x, y) {
    return "{ type = \"revolute\"; parent = \"" a "\"; child = \"" b \
      "\"; point = (" x ", " y ", 0); axis = (0, 0, 1); }"
  }
  BEGIN {
    n = 30
    for (k = 0; k <= n; k++) {
      bodies = bodies rod("p" k, k, 0, k, 1, \
        "omega = (0, 0, -1); pivot = (" k ", 0, 0);") ","
      joints = joints hinge("world", "p" k, k, 0) ","
    }
    for (k = 0; k < n; k++) {
      bodies = bodies rod("c" k, k, 1, k + 1, 1, "velocity = (1, 0, 0);") \
        (k + 1 < n ? "," : "")
      joints = joints hinge("p" k, "c" k, k, 1) "," \
        hinge("c" k, "p" (k + 1), k + 1, 1) (k + 1 < n ? "," : "")
    }
    print "gravity = (0, -9.81, 0); bodies = (" bodies "); joints = (" joints ");"
  }' >"$scratch/windows.cfg"
"$joints" "$scratch/windows.cfg" --dt 0.0025 --time 0.5 --json >"$scratch/json"
silent 'thirty windows of thin rods keep their energy' below energy_error 1e-5
prints 'which of the rows are redundant is seen' '"redundant": 90' cat "$scratch/json"
prints 'how it is done is said' 'thin rods close loops' \
  "$joints" "$scratch/windows.cfg" --dt 0.0025 --time 0.01
succeeds 'sparse stops' ends 3 "$joints" "$scratch/windows.cfg" --dt 0.0025 \
  --time 0.5 --solver sparse --quiet
prints 'and says why' 'there are thin rods; solver auto' \
  "$joints" "$scratch/windows.cfg" --dt 0.0025 --time 0.5 --solver sparse --quiet
succeeds 'schur refuses so many loops' ends 1 \
  "$joints" "$scratch/windows.cfg" --solver schur --quiet
prints 'and says why' \
  'schur takes up to 100 constraint rows of the joints that close loops' \
  "$joints" "$scratch/windows.cfg" --solver schur --quiet

# A spring that is too stiff for the step.
cat >"$scratch/spring.cfg" <<'END'
bodies = ( { name = "mass"; mass = 1; shape = "point"; position = (1, 0, 0);
             velocity = (0.1, 0, 0); } );
springs = ( { name = "coil"; parent = "world"; child = "mass";
              point = (0, 0, 0); child_point = (1, 0, 0);
              stiffness = 1e5; damping = 100; } );
END
for integrator in euler leapfrog rk2 rk4 ab4; do
  succeeds "an explosion of $integrator is no success" ends 3 \
    "$joints" "$scratch/spring.cfg" --dt 0.01 --integrator $integrator --quiet
  prints 'its reason is named' \
    "dt = 10 ms is above the stability limit of $integrator for spring coil" \
    "$joints" "$scratch/spring.cfg" --dt 0.01 --integrator $integrator --quiet
done
succeeds 'a shorter step is none' \
  "$joints" "$scratch/spring.cfg" --dt 0.009 --quiet

# Ends and messages.
succeeds 'a run that diverges ends with 3' \
  ends 3 "$joints" puppet --integrator euler --dt 1/20
prints 'and says why' 'a step of 0.05 s is probably too long for euler' \
  "$joints" puppet --integrator euler --dt 1/20 --quiet
prints 'or the solver' 'solver sor does not converge in' \
  "$joints" bricard --solver sor --time 0.1 --quiet
prints 'and keeps what it had' 'STOPPED' \
  "$joints" puppet --integrator euler --dt 1/20
cat >"$scratch/open.cfg" <<'END'
bodies = ( { name = "rod"; mass = 1; shape = "rod"; size = 1;
             position = (0.5, 0, 0); } );
joints = ( { type = "ball"; parent = "world"; child = "rod";
             point = (0, 0, 0); child_point = (0.03, 0.04, 0); } );
END
succeeds 'an open joint ends with 1' ends 1 "$joints" "$scratch/open.cfg"
prints 'with its line and distance' \
  "open.cfg:3: joint 'world-rod' is open by 0.05 m" "$joints" "$scratch/open.cfg"
succeeds 'assembled it runs' "$joints" "$scratch/open.cfg" --assemble --time 0.1
cat >"$scratch/short.cfg" <<'END'
bodies = ( { name = "rod"; mass = 1; shape = "rod"; size = 1; } );
joints = ( { type = "ball"; parent = "world"; child = "rod";
             point = (-1, 0, 0); child_point = (-0.5, 0, 0); },
           { type = "ball"; parent = "world"; child = "rod";
             point = (1, 0, 0); child_point = (0.5, 0, 0); } );
END
prints 'a joint that cannot be closed is named' \
  "joint 'world-rod' cannot be closed: after 50 Newton steps" \
  "$joints" "$scratch/short.cfg" --assemble
succeeds 'ends with 1' ends 1 "$joints" "$scratch/short.cfg" --assemble
echo 'integrator = "rk5";' >>"$scratch/open.cfg"
prints 'an integrator that is none' "open.cfg:5: there is no integrator 'rk5'" \
  "$joints" "$scratch/open.cfg" --assemble
succeeds 'a step of 0 is wrong usage' ends 2 "$joints" puppet --dt 0
succeeds 'a step that is no number too' ends 2 "$joints" puppet --dt nan
succeeds 'so is a picture of an ending that is none' \
  ends 2 "$joints" puppet --time 1e6 --plot "$scratch/x.bmp"
succeeds 'dense has a limit' ends 1 "$joints" chain-1000 --solver dense

# columns FILE: the number of columns of each row, once.
columns() { awk -F, '{ print NF }' "$1" | sort -u; }
succeeds 'CSV is written' "$joints" double-pendulum --quiet --time 0.5 \
  --csv "$scratch/d.csv"
prints 'with a header' 'upper.position_x [m],upper.position_y [m]' head -n 1 "$scratch/d.csv"
prints 'forces in N' 'world-upper.lambda3 [N],world-upper.lambda4 [N m]' \
  head -n 1 "$scratch/d.csv"
prints 'and columns' "$((17 + 2 * 13 + 10))" columns "$scratch/d.csv"
for ending in gp svg gif; do
  succeeds "a picture .$ending" "$joints" arm --quiet --time 0.5 --every 10 \
    --plot "$scratch/arm.$ending"
  succeeds "which is there" test -s "$scratch/arm.$ending"
done
succeeds 'a picture of many bodies' "$joints" chain-1000 --quiet --time 0.05 \
  --plot "$scratch/chain.svg"
succeeds 'a picture of the convergence' "$joints" pendulum --convergence \
  --time 0.5 --quiet --plot "$scratch/c.svg"
succeeds 'a picture of the comparison' "$joints" pendulum --compare \
  --time 0.5 --quiet --plot "$scratch/c.svg"

# An option's old name is taken, and said to be one.
old() { "$joints" pendulum --time 0.1 --correct=none "$@"; }
prints 'the old --correct' 'pantin-joints: --correct is now called --correction' \
  old
prints 'which does the same' 'correction none' old
silent 'the new one needs no message' \
  "$joints" pendulum --time 0.1 --correction none --quiet
# A spring is a zigzag of 17 points in each of the two frames of a short script,
# and a bar of its own kind in a replay.
# shellcheck disable=SC2016  # gnuplot's $SPRINGS
drawn_springs() {
  "$joints" slider-crank --time 0.1 --quiet --plot "$scratch/s.gp" &&
    sed -n '/^\$SPRINGS/,/^EOD/p' "$scratch/s.gp" | grep -c '^[-0-9]'
}
prints 'springs are drawn' 34 drawn_springs
replayed_springs() {
  "$joints" slider-crank --time 0.1 --quiet --plot "$scratch/s.html" &&
    sed -n '/"bars": \[/,/^  \]/p' "$scratch/s.html" | tr -d ' \n'
}
prints 'and replayed' '[1,' replayed_springs
# A mechanism of 100 m that cannot move: rounding changes its potential energy,
# some 1e4 J, by more than any motion does.
cat >"$scratch/still.cfg" <<'END'
gravity = (0, -981, 0);
bodies = (
  { name = "a"; mass = 0.22; inertia = (110, 120, 120); angle = 30;
    position = (97, -110, -100); axis = (-0.13, -0.99, 0.062); },
  { name = "b"; mass = 0.18; inertia = (100, 92, 140); angle = 30;
    position = (99, -110, -58); axis = (1, 0.0013, -0.022); },
  { name = "c"; mass = 0.49; inertia = (490, 450, 300); angle = 30;
    position = (-14, -41, 90); axis = (-0.1, -0.37, -0.92); } );
joints = (
  { type = "fixed"; parent = "world"; child = "a"; point = (140, -130, -140); },
  { type = "cylindrical"; parent = "a"; child = "b"; point = (83, -95, -58);
    axis = (0.16, 0.99, -0.056); },
  { type = "ball"; parent = "world"; child = "c"; point = (-20, -25, 120); },
  { type = "revolute"; parent = "c"; child = "b"; point = (42, -77, 16);
    axis = (0.51, -0.85, 0.079); } );
END
succeeds 'what stands still does not diverge' ends 0 \
  "$joints" "$scratch/still.cfg" --dt 1/500 --time 2 --quiet
# An option without effect says so, whether command line or scene decides.
prints 'springs without a penalty' \
  '--stiffness has no effect without --correction penalty' \
  "$joints" pendulum --time 0.1 --quiet --stiffness 3
prints 'dampers with another correction' \
  '--damping has no effect without --correction penalty' \
  "$joints" pendulum --time 0.1 --quiet --damping 3 --correction newton
prints 'coefficients of another correction' \
  '--kd has no effect without --correction baumgarte' \
  "$joints" pendulum --time 0.1 --quiet --ks 2 --kd 3
prints 'a tolerance of fixed steps' \
  '--tolerance has no effect without --integrator rkf45, rkck, rk8pd' \
  "$joints" pendulum --time 0.1 --quiet --tolerance 1e-6
{
  cat "$srcdir/data/joints/pendulum.cfg"
  echo 'correction = "penalty"; integrator = "rk8pd";'
} >"$scratch/penalty.cfg"
silent 'nor is it said where the scene asks for it' "$joints" \
  "$scratch/penalty.cfg" --time 0.01 --quiet --stiffness 1e5 --damping 3 \
  --tolerance 1e-6

# A screw of 1 mm at 20000 turns a minute, 8.73 rad in a step of 1/240 s.
fast() {
  "$joints" - --time 0.1 "$@" <<'END'
gravity = (0, 0, 0);
bodies = ( { name = "nut"; mass = 1; shape = "cylinder"; size = (0.1, 0.1);
             omega = (20000*2*pi/60, 0, 0); velocity = (1/3, 0, 0); } );
joints = ( { type = "screw"; parent = "world"; child = "nut"; point = (0, 0, 0);
             axis = (1, 0, 0); pitch = 0.001; } );
END
}
prints 'turns that cannot be followed are said' \
  'Bodies turn by up to 8.73 rad in a step' fast
hides() { ! fast "$@" | grep -q 'Bodies turn'; }
succeeds 'but not of an adaptive integrator' hides --integrator rkf45
succeeds 'nor of small steps' hides --dt 0.0004
prints 'and in JSON' '"turn_max": 8.726' fast --json

finish
