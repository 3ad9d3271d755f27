#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Records the four scenes, tunes frames of them while they fall and after they
# have come to rest, with frozen and with coupled friction bounds, by a scan and
# by CMA-ES, and prints them all as one table. It takes an hour:
#     tutorials/tuning/frames.sh >tutorials/tuning/frames.csv
# With the name of a scene its table has the frames of that scene alone.
# RECORDED=FOLDER takes SCENE.h5 from there.
set -eu

only=${1:-}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
recorded=${RECORDED:-$scratch}

# wanted SCENE
wanted() {
  [ -z "$only" ] || [ "$1" = "$only" ]
}

# record SCENE LAST
record() {
  wanted "$1" || return 0
  [ -e "$recorded/$1.h5" ] || pantin-tune "$1" --frames "$2" --quiet \
    --no-condition --record "$recorded/$1.h5"
}

# tune SCENE PHASE FRAMES BOUNDS METHOD
tune() {
  wanted "$1" || return 0
  # The condition numbers are needed once.
  coupled=
  [ "$4" = frozen ] || coupled=--coupled
  [ "$4,$5" = frozen,scan ] || coupled="$coupled --no-condition"
  # shellcheck disable=SC2086  # a list of words
  pantin-tune "$recorded/$1.h5" --frames "$3" --method "$5" $coupled --quiet \
    --csv "$scratch/frames.csv"
  sed "1s/^/scene,phase,bounds,name,/; 2,\$s/^/$1,$2,$4,$5,/" \
    "$scratch/frames.csv"
}

{
  record wall 200
  record tripods 600
  record marbles 600
  record falling-chain 600
  for bounds in frozen coupled; do
    tune wall rest 20:200:20 $bounds scan
    tune tripods fall 1:60 $bounds scan
    tune tripods rest 70:600:10 $bounds scan
    tune marbles fall 1:60 $bounds scan
    tune marbles rest 80:600:20 $bounds scan
    tune falling-chain fall 1:150 $bounds scan
    tune falling-chain rest 160:600:20 $bounds scan
  done
  tune wall rest 20:200:60 frozen cmaes
  tune tripods fall 1:60 frozen cmaes
  tune tripods rest 70:600:10 frozen cmaes
  tune marbles fall 5:60:5 frozen cmaes
  tune marbles rest 100:600:100 frozen cmaes
  tune falling-chain fall 10:150:10 frozen cmaes
  tune falling-chain rest 200:600:100 frozen cmaes
} | awk 'NR == 1 || !/^scene/'
