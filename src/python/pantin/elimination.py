# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The sparse elimination of a symmetric matrix of blocks, before any number."""
import numpy as np

from .library import Error, check, ffi, lib, new_error, owned


class Elimination:
    """What eliminating the blocks in some order costs."""

    def __init__(self, factor, blocks):
        self.order = np.array(list(factor.order[0:blocks]))  #: k-th eliminated
        self.fill = factor.fill  #: blocks of L that A does not have
        self.operations = factor.operations  #: multiply-adds of a factorisation
        self.pattern = np.zeros((blocks, blocks), dtype=bool)  #: of L
        L = factor.L
        for j in range(blocks):
            rows = list(L.row[L.column[j]:L.column[j + 1]])
            self.pattern[rows, j] = True


def eliminate(sizes, pairs, order=None):
    """Analyses a symmetric matrix whose diagonal blocks have these sizes, 1 to
    6, and whose other blocks stand at the pairs (i, j), for elimination in an
    order: of the library's choice, unless it is given. `pattern` of the
    Elimination is that of L, lower triangular, in that order."""
    n = len(sizes)
    pairs = np.asarray(pairs if len(pairs) else np.empty((0, 2), int))
    if pairs.dtype.kind not in "iu" or pairs.shape != (len(pairs), 2):
        raise Error("pairs must be of two whole numbers each, as (0, 1)")
    if n == 0 or not all(1 <= size <= 6 for size in sizes):
        raise Error("there must be blocks, each of a size from 1 to 6")
    if len(pairs) and (pairs.min() < 0 or pairs.max() >= n or (pairs[:, 0] == pairs[:, 1]).any()):
        raise Error(f"pairs must be of two different blocks below {n}")
    if order is not None and sorted(order) != list(range(n)):
        raise Error(f"an order must hold each of 0 .. {n - 1} once")
    matrix = owned(check(lib.pn_block_matrix_alloc(
        n, ffi.new("size_t[]", list(sizes)), len(pairs),
        ffi.new("size_t[][2]", pairs.tolist())), new_error()),
        lib.pn_block_matrix_free)
    given = ffi.NULL if order is None else ffi.new("size_t[]", list(order))
    factor = owned(check(lib.pn_block_factor_alloc(matrix, given),
                         new_error()), lib.pn_block_factor_free)
    return Elimination(factor, n)
