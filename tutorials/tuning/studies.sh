#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes the tables of the text that no other command there prints, of frames of
# three scenes while they fall: what rules for alpha are worth, learnt from two
# scenes and tried on the third, or at work in the simulation itself; and what
# CMA-ES gains where it tunes more than alpha and kappa. It takes some minutes:
#     tutorials/tuning/studies.sh rules >tutorials/tuning/rules.txt
#     tutorials/tuning/studies.sh simulation >tutorials/tuning/simulation.txt
#     tutorials/tuning/studies.sh parameters >tutorials/tuning/parameters.txt
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# try SCENE FRAMES OTHERS: the ratio after 50 sweeps, and how often it is worse.
try() {
  pantin-tune "$scratch/$1.h5" --frames "$2" --rule --fit "$3" --fit-stride 7 \
    --no-seconds | awk -v scene="$1" '
    /: [0-9]+ frames/ { frames = $2 }
    /^rule / { on = 1; next }
    on && NF { print scene, frames, $1, $4, $5 }'
}

rules() {
  t=$scratch/tripods.h5 m=$scratch/marbles.h5 c=$scratch/falling-chain.h5
  pantin-tune tripods --frames 60 --record "$t" --no-condition --quiet
  pantin-tune marbles --frames 60 --record "$m" --no-condition --quiet
  pantin-tune falling-chain --frames 150 --record "$c" --no-condition --quiet
  {
    try tripods 8:60:2 "$m,$c"
    try marbles 15:60:3 "$t,$c"
    try falling-chain 8:150:7 "$t,$m"
  } | awk '
    !($1 in frames) { scene[++scenes] = $1; frames[$1] = $2 }
    !($3 in seen) { rule[++rules] = $3; seen[$3] = 1 }
    { cell[$1, $3] = sprintf("%8.2f (%2d)", $4, $5) }
    END {
      printf "%-9s", "rule"
      for (s = 1; s <= scenes; s++)
        printf " %20s", scene[s] ", " frames[scene[s]]
      print ""
      for (r = 1; r <= rules; r++) {
        printf "%-9s", rule[r]
        for (s = 1; s <= scenes; s++)
          printf " %20s", cell[scene[s], rule[r]]
        print ""
      }
    }'
}

# simulate SCENE TIME: the mean over all steps of the error that a rule leaves.
simulate() {
  for rule in 1 1.2 1.4 guarded radius line:0.79,0.78 cond:0.05,1.05; do
    pantin-contact "$1" --time "$2" --solver psor --omega "$rule" \
      --iterations 50 --tolerance 1e-12 --quiet --csv - |
      awk -F, -v scene="$1" -v rule="$rule" '
        NR == 1 { while ($k != "residual_1 [m/s]") k++; next }
        { sum += $k }
        END { print scene, rule, sum / (NR - 1) }'
  done
}

simulation() {
  {
    simulate tripods 1
    simulate marbles 1
    simulate falling-chain 2.5
  } | awk '
    !($2 in seen) { rule[++rules] = $2; seen[$2] = 1 }
    { error[$1, $2] = $3 }
    END {
      printf "%-15s %9s %9s %14s\n", "rule", "tripods", "marbles", "falling-chain"
      for (r = 1; r <= rules; r++) {
        printf "%-15s %9.1e %9.1e %14.1e\n", rule[r], error["tripods", rule[r]],
          error["marbles", rule[r]], error["falling-chain", rule[r]]
      }
    }'
}

# tune SCENE FRAMES
tune() {
  for what in alpha alpha,kappa alpha,warm alpha,kappa,warm,order \
    alpha,kappa,warm,order,sweeps; do
    pantin-tune "$1" --frames "$2" --tune $what --method cmaes \
      --no-condition --no-seconds | awk -v scene="$1" -v what="$what" '
      /^alpha / { alpha = $2 }
      /^start / { warm = $2 }
      /^fitness / { before = $2; after = $4 + 0 }
      /^least error/ {
        printf "%-13s %-29s %5.2f %5s %7.2f %8.1e %7.1f\n", scene, what, alpha,
          warm ? warm : "-", after, $5, $10
      }'
  done
}

parameters() {
  printf '%-13s %-29s %5s %5s %7s %8s %7s\n' scene tuned alpha start fitness \
    error sweeps
  tune tripods 10:60:4
  tune marbles 20:60:8
}

"$@"
