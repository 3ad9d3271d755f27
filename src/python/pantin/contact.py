# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Contact: complementarity problems, and worlds of rigid bodies."""
import os

import numpy as np

from .library import (Error, change, check, ffi, find, lib, message, new_error,
                      owned, pointer, reals, settings, view)


class Solution:
    """What a solver of complementarity problems found."""

    def __init__(self, impulses, info):
        self.impulses = impulses  #: lambda [N s]
        self.iterations = info.iterations
        self.residual = info.residual.scaled.inf  #: [m/s]
        self.reason = ffi.string(
            lib.pn_lcp_reason_name(info.reason)).decode()
        self.solved = info.reason == lib.PN_LCP_SOLVED

    def __repr__(self):
        return (f"<Solution: {self.reason}, {self.iterations} iterations, "
                f"residual {self.residual:.1e} m/s>")


def _compressed(A):
    """Returns row pointers, columns and values of a matrix of SciPy, or of an
    array."""
    if hasattr(A, "tocsr"):
        A = A.tocsr()
        return A.shape, A.indptr, A.indices, A.data
    A = np.asarray(A, dtype=float)
    if A.ndim != 2:
        raise Error("A must be a matrix")
    rows, columns = np.nonzero(A)
    begin = np.concatenate(([0], np.cumsum(np.bincount(
        rows, minlength=len(A)))))
    return A.shape, begin, columns, A[rows, columns]


def solve_lcp(A, b, low=None, high=None, method="psor", **options):
    """Solves low <= x <= high, w = A x + b complementary to it, for a
    symmetric positive semidefinite A: a matrix of scipy.sparse or an array.
    The bounds are 0 and infinity unless given. Options are tolerance,
    iterations, omega and damping, as of pantin-lcp. Returns a Solution; raises
    Error for a problem that is none."""
    shape, begin, column, value = _compressed(A)
    n = len(b)
    if shape != (n, n):
        raise Error(f"A has the shape {shape}, but b has {n} entries")
    begin, column = (np.ascontiguousarray(v, dtype=np.int32)
                     for v in (begin, column))
    value, b = reals(value, len(value)), reals(b, n)
    error = new_error()
    lcp = owned(check(lib.pn_lcp_from_csr(n, pointer(begin), pointer(column),
                                          pointer(value), pointer(b), error),
                      error), lib.pn_lcp_free)
    low, high = (None if v is None else reals(np.broadcast_to(v, n), n)
                 for v in (low, high))
    check(lib.pn_lcp_set_bounds(
        lcp, *(ffi.NULL if v is None else pointer(v) for v in (low, high)),
        error), error)
    x = np.zeros(n)
    info = ffi.new("pn_lcp_info *")
    lib.pn_lcp_solve(lcp, find("lcp_method", method),
                     settings("lcp", options), pointer(x), info, error)
    if info.reason == lib.PN_LCP_REFUSED:
        raise Error(message(error))
    return Solution(x, info)


class World:
    """Rigid bodies with contacts and friction, read from a scene file.

    `positions` and `velocities` are views, as of Simulation."""

    CONTACT = np.dtype([("bodies", np.uintp, 2), ("point", float, 3),
                        ("normal", float, 3), ("gap", float),
                        ("impulse", float, 3)])

    def __init__(self, path, **options):
        """Reads a scene; options replace its settings: step [s], friction,
        solver's `method`, iterations, and so on."""
        error = new_error()
        self._scene = owned(check(lib.pn_world_scene_read(os.fsencode(path),
                                                          error), error),
                            lib.pn_world_scene_free)
        change(self._scene.settings, "world", options,
               {"method": "lcp_method"})
        scene = self._scene
        self._c = owned(check(lib.pn_world_alloc(
            scene.system, scene.geom, scene.geoms,
            ffi.addressof(scene, "settings"), error), error),
            lib.pn_world_free)
        bodies, keep = scene.system.bodies, (self._c, scene)
        self.positions = view(keep, self._c.y, bodies, 7)
        self.velocities = view(keep, self._c.y + 7 * bodies, bodies, 6)

    @property
    def time(self):
        """The time [s]."""
        return self._c.info.time

    def step(self, count=1):
        """Makes steps. Raises Error where one cannot be made."""
        error = new_error()
        for _ in range(count):
            check(lib.pn_world_advance(self._c, error), error)

    def contacts(self):
        """Returns a copy of the last step's contacts, an array of records:
        their bodies, point and normal (from the first body to the second),
        gap [m], and impulse along the normal and two tangents [N s]."""
        world = self._c
        count = world.collision.contacts
        rows = lib.pn_world_contact_rows(world)
        first = lib.pn_world_joint_rows(world)
        result = np.zeros(count, self.CONTACT)
        for k in range(count):
            contact = world.collision.contact[k]
            result[k]["bodies"] = list(contact.body)
            for name in ("point", "normal"):
                v = getattr(contact, name)
                result[k][name] = v.x, v.y, v.z
            result[k]["gap"] = contact.gap
        if count:
            found = view(self, getattr(world.solver, "lambda"),
                         first + rows * count)[first:].reshape(count, rows)
            result["impulse"][:, :rows] = found
        return result
