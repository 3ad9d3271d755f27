#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# What this build does without: its test programs are skipped, and the programs
# say what is missing, in one sentence and with status 1.
. "$srcdir/tests/tap.sh"

programs=$builddir/src/programs

# says_once TEXT COMMAND...: nothing but one line with this text, on stderr.
says_once() {
  wanted=$1
  shift
  "$@" >"$scratch/out" 2>"$scratch/err"
  status=$?
  cat "$scratch/out" "$scratch/err"
  echo "status $status"
  [ "$status" -eq 1 ] && [ ! -s "$scratch/out" ] &&
    [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q "$wanted" "$scratch/err"
}

for each in $PANTIN_LEFT_OUT; do
  skip "${each%:*}" "built without ${each##*:}"
done

# Recorded frames, begun like any HDF5 file.
printf '\211HDF\r\n\032\n' >"$scratch/wall.h5"
if built_with HDF5; then
  succeeds 'HDF5 is not missed' says_once 'damaged or cut short' \
    "$programs/pantin-lcp" "$scratch/wall.h5"
else
  for program in lcp tune; do
    succeeds "pantin-$program misses HDF5" says_once 'built without HDF5' \
      "$programs/pantin-$program" "$scratch/wall.h5"
  done
  succeeds 'so does a problem for FCLIB' says_once 'built without HDF5' \
    "$programs/pantin-lcp" stack-5 --quiet --fclib "$scratch/none.hdf5"
fi

if built_with ODE; then
  succeeds 'ODE is not missed' "$programs/pantin-contact" wall --time 0 --quiet
else
  for program in contact tune; do
    succeeds "pantin-$program misses ODE" says_once 'built without ODE' \
      "$programs/pantin-$program" tripods
  done
  succeeds 'balls need none' "$programs/pantin-contact" stack-5 --time 0.1 \
    --quiet
fi

robot=$srcdir/data/robots/arm.urdf
if built_with LIBXML2; then
  succeeds 'libxml2 is not missed' "$programs/pantin-joints" "$robot" --quiet
else
  succeeds 'pantin-joints misses libxml2' says_once 'built without libxml2' \
    "$programs/pantin-joints" "$robot"
fi

if ! built_with MPI; then
  succeeds 'pantin-tune misses MPI' says_once 'built without MPI' \
    env OMPI_COMM_WORLD_SIZE=3 "$programs/pantin-tune" tripods
fi
finish
