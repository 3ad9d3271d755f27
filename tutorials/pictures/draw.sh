#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the README, for `make readme-pictures`.
set -eu

# draw PICTURE PROGRAM OPTION...
draw() {
  picture=$1
  shift
  "$@" --quiet --plot "$picture" >/dev/null
}

draw puppet.gif pantin-joints puppet --time 6
draw chain.png pantin-chain 2a --all
draw joints.png pantin-joints bricard --time 1 --every 10
draw elimination.png pantin-eliminate puppet --order root
draw contact.png pantin-contact marbles --time 2
draw tuning.png pantin-tune tripods --frames 30 --figure landscape \
  --grid-alphas 160
