# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# The Python module is installed by pip, not by make: see README.md here.
EXTRA_DIST += %D%/README.md %D%/pyproject.toml %D%/setup.py \
  %D%/pantin/__init__.py %D%/pantin/chain.py %D%/pantin/cmaes.py \
  %D%/pantin/contact.py %D%/pantin/declarations.py \
  %D%/pantin/elimination.py %D%/pantin/joints.py \
  %D%/notebooks/chain.ipynb %D%/notebooks/contact.ipynb \
  %D%/notebooks/elimination.ipynb %D%/notebooks/joints.ipynb \
  %D%/notebooks/tuning.ipynb %D%/pantin/library.py %D%/tests/test_pantin.py
