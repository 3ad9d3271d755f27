# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# awk -f keep.awk CONTROL: prints which inputs are worth keeping, at most `room`
# of them (25), read from the control file of libFuzzer's -set_cover_merge=1.
# Inputs named fault-... once found a fault and come first, whatever they reach.
# The others are chosen greedily: next is the input that reaches most branches
# not reached so far; among equals, the one that passes most branches a number
# of times not seen so far; among those, the shortest.
#
# The control file: the number of inputs, a line not needed here, the inputs'
# paths, and for input k, from 0, the lines `STARTED k BYTES` and
# `FT k FEATURE...`. Features 8 i to 8 i + 7 belong to branch i, one for each
# range of how often it was passed: once, twice, 3 times, 4 to 7 times, ..
BEGIN { room = room ? room : 25 }
NR == 1 { inputs = $1 }
NR > 2 && NR <= inputs + 2 { path[NR - 3] = $0; next }
$1 == "STARTED" { bytes[$2] = $3 }
$1 == "FT" {
  k = $2
  sub(/^FT [0-9]+ ?/, "")
  features[k] = $0
}

# Counts the branches and the features that input k would add.
function count(k,    n, f, i, b, here) {
  new_branches = new_features = 0
  n = split(features[k], f, " ")
  for (i = 1; i <= n; i++)
    if (!(f[i] in seen)) {
      new_features++
      b = int(f[i] / 8)
      if (!(b in reached) && !(b in here)) {
        new_branches++
        here[b]
      }
    }
}

function keep(k,    n, f, i) {
  n = split(features[k], f, " ")
  for (i = 1; i <= n; i++) {
    seen[f[i]]
    reached[int(f[i] / 8)]
  }
  delete features[k]
  print path[k]
  kept++
}

END {
  for (k = 0; k < inputs; k++)
    if (path[k] ~ /(^|\/)fault-[^\/]*$/)
      keep(k)
  while (kept < room) {
    best = -1
    for (k in features) {
      # What an input adds only falls: where it was too little, do not count.
      if ((k in bound) && best >= 0 && bound[k] < branches)
        continue
      count(k)
      bound[k] = new_branches
      if (new_features > 0 && (best < 0 || new_branches > branches ||
          (new_branches == branches && (new_features > extra ||
          (new_features == extra && (bytes[k] < bytes[best] ||
          (bytes[k] == bytes[best] && path[k] < path[best]))))))) {
        best = k
        branches = new_branches
        extra = new_features
      }
    }
    if (best < 0)
      break
    keep(best)
  }
}
