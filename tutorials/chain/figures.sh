#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Draws the pictures of the text in this folder, for `make figures`.
set -eu

# draw PICTURE OPTION...: a run may end without convergence, status 3.
draw() {
  picture=$1
  shift
  pantin-chain "$@" --quiet --plot "$picture" >/dev/null || [ $? -eq 3 ]
}

draw 2a.svg 2a --method unit --lambda zeros
draw 2d-unit.svg 2d --method unit --lambda zeros
draw 2d.svg 2d
draw phi.svg 2d --at 0
draw 4c.svg 4c
draw lantern.svg lantern
draw stationary.svg 2a --all
