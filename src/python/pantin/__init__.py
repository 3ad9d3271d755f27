# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Pantin from Python: jointed bodies, contact, hanging chains, CMA-ES.

Arrays that are called views are the library's own memory, without a copy, and
stay valid as long as they are used.
"""
from .chain import Chain, hang
from .cmaes import CMAES, minimise
from .contact import Solution, World, solve_lcp
from .elimination import Elimination, eliminate
from .joints import Simulation, System
from .library import WORLD, Error, names

__all__ = ["CMAES", "Chain", "Elimination", "Error", "Simulation", "Solution",
           "System", "WORLD", "World", "eliminate", "hang", "minimise", "names",
           "solve_lcp"]
