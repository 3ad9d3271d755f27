#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The notebooks run from their first cell to their last with the library of this
# tree.
. "$srcdir/tests/tap.sh"

needed='import cffi, matplotlib, nbclient, ipykernel, numpy'
python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c "$needed" 2>/dev/null; then
    python=$candidate
    break
  fi
done
[ -n "$python" ] ||
  skip_all 'cffi, matplotlib, nbclient, ipykernel or numpy is missing'
sanitized && skip_all 'Python itself is built without sanitizers'
library=$(cd "$builddir" && pwd)/src/.libs/libpantin.so.0
[ -e "$library" ] || skip_all 'the library is not shared'

source=$(cd "$srcdir" && pwd)
PANTIN_LIBRARY=$library PANTIN_INCLUDE=$source/src PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$source/src/python HOME=$scratch PYDEVD_DISABLE_FILE_VALIDATION=1
export PANTIN_LIBRARY PANTIN_INCLUDE PYTHONDONTWRITEBYTECODE PYTHONPATH HOME \
  PYDEVD_DISABLE_FILE_VALIDATION
for topic in chain joints elimination contact tuning; do
  case $topic in
  contact | tuning)
    if ! built_with ODE; then
      skip "the notebook of $topic runs" 'built without ODE'
      continue
    fi
    ;;
  esac
  prints "the notebook of $topic runs" 'pictures in' \
    "$python" "$source/tests/python/notebooks.py" \
    "$source/src/python/notebooks/$topic.ipynb"
done
finish
