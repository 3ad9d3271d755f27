# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
check_scripts += %D%/module.sh %D%/notebooks.sh
EXTRA_DIST += %D%/notebooks.py
