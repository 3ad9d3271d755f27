#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The Python module on an installed library: its own tests, then an installation
# by pip, without a network, into an environment that sees the system's packages.
. "$srcdir/tests/tap.sh"

python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import cffi, numpy, pytest' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo '1..0 # SKIP python3-cffi, python3-numpy or python3-pytest is missing'
  exit 0
fi
case $CFLAGS in
*-fsanitize=*)
  echo '1..0 # SKIP Python itself is built without sanitizers'
  exit 0
  ;;
esac

. "$srcdir/tests/stage.sh"
if [ ! -e "$library_folder/libpantin.so.0" ]; then
  skip 'the module' 'the library is not shared'
  finish
fi
PANTIN_LIBRARY=$library_folder/libpantin.so.0
PYTHONDONTWRITEBYTECODE=1
export PANTIN_LIBRARY PYTHONDONTWRITEBYTECODE
cp -R "$srcdir/src/python" "$scratch/python"
chmod -R u+w "$scratch/python"
cd "$scratch/python" || exit 99

own_tests() {
  PYTHONPATH=. "$python" -m pytest -q -rs -p no:cacheprovider tests
}
succeeds 'the tests of the module pass' own_tests
skipped=$(sed -n 's/^SKIPPED //p' "$scratch/.output" | paste -s -d ';' -)
[ -z "$skipped" ] || skip 'all tests of the module run' "$skipped"

hang='import pantin, sys; print(pantin.__file__); '
hang=$hang'sys.exit(not pantin.hang([1, 1, 1], (2, 0)).converged)'
if "$python" -c 'import ensurepip, setuptools' 2>/dev/null; then
  succeeds 'an environment is made' \
    "$python" -m venv --system-site-packages "$scratch/venv"
  succeeds 'pip installs the module' "$scratch/venv/bin/pip" install --quiet \
    --no-index --no-build-isolation --no-deps "$scratch/python"
  cd / || exit 99
  prints 'the installed module has its declarations' "$scratch/venv" \
    env -u PKG_CONFIG_PATH "$scratch/venv/bin/python" -c "$hang"
else
  skip 'pip installs the module' 'python3-venv or setuptools is missing'
fi
finish
