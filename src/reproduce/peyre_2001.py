# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The results of Peyré (2001).

*Les contraintes* has no table and no figure. Its formulas and claims are in [the
sources](../tutorials/sources.md#peyré-2001-constraints).
"""
PROGRAMS = []
SECTIONS = []
LONG = {}
