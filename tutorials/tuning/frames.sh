#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tunes frames of the four scenes, 10 s of each, with frozen and with coupled
# friction bounds, by CMA-ES and by a scan; prints them all as one table. It
# takes twenty minutes:
#     tutorials/tuning/frames.sh >tutorials/tuning/frames.csv
set -eu

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# tune SCENE FRAMES BOUNDS METHOD [NAME]
tune() {
  coupled=--coupled
  [ "$3" = coupled ] || coupled=
  pantin-tune "$1" --frames "$2" --method "$4" $coupled --quiet \
    --csv "$scratch/frames.csv"
  sed "1s/^/scene,bounds,name,/; 2,\$s/^/$1,$3,${5:-$4},/" "$scratch/frames.csv"
}

{
  for bounds in frozen coupled; do
    tune wall 60:600:60 $bounds cmaes
    tune tripods 10:600:10 $bounds cmaes
    tune marbles 20:600:20 $bounds cmaes
    tune falling-chain 20:600:20 $bounds cmaes
  done
  tune wall 60:600:60 frozen scan
  tune tripods 10:600:10 frozen scan
  tune marbles 20:600:20 frozen scan
  tune falling-chain 20:600:20 frozen scan
  tune marbles 5:150:5 frozen scan fall
  tune falling-chain 5:150:5 frozen scan fall
} | awk 'NR == 1 || !/^scene/'
