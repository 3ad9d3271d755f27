# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The chain of rigid bars that hangs between two nails."""
from .library import (Error, GSL_CONTINUE, check, ffi, find, lib, new_error,
                      owned, reals, settings, view)


class Chain:
    """A chain in equilibrium; x, y [m] and tension [N] are arrays."""

    def __init__(self, solver, outcome):
        chain, point = solver.chain, solver.point
        self.x = view(None, point.x, chain.bars + 1).copy()
        self.y = view(None, point.y, chain.bars + 1).copy()
        length = view(None, chain.length, chain.bars)
        self.tension = 2 * view(None, getattr(point, "lambda"),
                                chain.bars) * length
        self.energy = solver.info.energy  #: [N m]
        self.iterations = solver.info.iteration
        self.outcome = ffi.string(
            lib.pn_chain_outcome_name(outcome)).decode()
        self.converged = outcome in (lib.PN_CHAIN_CONVERGED,
                                     lib.PN_CHAIN_TAUT)

    def __repr__(self):
        return (f"<Chain of {len(self.tension)} bars: {self.outcome}, "
                f"{self.iterations} iterations>")


def _text(lengths, end, floor, start):
    """Returns a case as a file would have it."""
    def row(values):
        return "(" + ", ".join(repr(float(v)) for v in values) + ")"
    text = f"lengths = {row(lengths)}; end = {row(end)};"
    if len(floor):
        text += "floor = (" + ", ".join(
            f"{{ height = {float(height)!r}; slope = {float(slope)!r}; }}"
            for height, slope in floor) + ");"
    if start is not None:
        text += "start = (" + ", ".join(row(node) for node in start) + ");"
    return text.encode()


def hang(lengths, end, floor=(), start=None, method="minimum", **options):
    """Hangs bars of these lengths [m] between (0, 0) and `end` [m], above a
    floor of facets (height, slope), y >= height + slope x. `start` gives the
    free nodes; without it they begin on a parabola. Options are iterations,
    tolerance_gradient, omega and so on, as of pantin-chain. Returns a Chain;
    raises Error for a chain that cannot hang."""
    reals(lengths, len(lengths)), reals(end, 2)
    text, error = _text(lengths, end, floor, start), new_error()
    case = owned(check(lib.pn_chain_case_read_string(b"chain", text, len(text),
                                                     error), error),
                 lib.pn_chain_case_free)
    solver = owned(check(lib.pn_chain_solver_alloc(
        find("chain_method", method), case.chain), error),
        lib.pn_chain_solver_free)
    check(lib.pn_chain_solver_set(solver, settings("chain", options),
                                  case.start, error), error)
    while lib.pn_chain_solver_test(solver) == GSL_CONTINUE:
        if lib.pn_chain_solver_iterate(solver):
            break
    return Chain(solver, lib.pn_chain_solver_finish(solver))
