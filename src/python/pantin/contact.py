# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Contact: complementarity problems, and worlds of rigid bodies."""
import numpy as np

from .joints import System, joint_forces
from .library import (Error, change, check, encoded, ffi, find, lib, message,
                      new_error, numbers, owned, pointer, reals, settings, view,
                      warn)


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
    A = reals(A, *np.shape(A))
    if A.ndim != 2:
        raise Error("A must be a matrix")
    rows, columns = np.nonzero(A)
    begin = np.concatenate(([0], np.cumsum(np.bincount(
        rows, minlength=len(A)))))
    return A.shape, begin, columns, A[rows, columns]


def _indices(values, least, most, what):
    """Returns row pointers or columns as C takes them; raises Error unless
    they are whole numbers from `least` to `most`."""
    values = np.asarray(values)
    if values.ndim != 1 or values.dtype.kind not in "iu" or (
            len(values) and not (least <= values.min()
                                 and values.max() <= most)):
        raise Error(f"{what} must be a list of whole numbers from {least} to "
                    f"{most}")
    return np.ascontiguousarray(values, dtype=np.int32)


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
    most = min(len(column), np.iinfo(np.int32).max)
    begin = _indices(begin, 0, most, "the row pointers of A")
    column = _indices(column, 0, n - 1, "the columns of A")
    if len(begin) != n + 1:
        raise Error(f"A must have {n + 1} row pointers, not {len(begin)}")
    value, b = reals(value, len(column)), reals(b, n)
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
    """Rigid bodies with joints, contacts and friction.

    `positions` and `velocities` are views, as of Simulation.

    >>> system = System()
    >>> system.ground()
    >>> ball = system.body("sphere", 0.1, mass=1, position=(0, 0, 0.1))
    >>> world = World(system, friction=0.5)
    >>> world.step(100)
    """

    #: What the library keeps of a contact; what is shown of it, and its impulse.
    FOUND = np.dtype([("solids", np.uintp, 2), ("bodies", np.uintp, 2),
                      ("point", float, 3), ("normal", float, 3),
                      ("gap", float), ("share", float)])
    CONTACT = np.dtype(FOUND.descr[1:-1] + [("impulse", float, 3)])

    def __init__(self, source, **options):
        """Prepares a run of a System, or of a file: a scene, or a robot in
        URDF or MJCF. Options, which replace the settings of a file, are step
        [s], friction, the solver's `method`, iterations, and so on."""
        if isinstance(source, System):
            settings_ = settings("world", options, self.FAMILIES)
            solids = source.all_solids()
            count, self._keep = len(solids), (source, solids, settings_)
            system = source.use()
        else:
            scene = self._read(source)
            solids, count = scene.geom, scene.geoms
            system, self._keep = scene.system, scene
            settings_ = change(ffi.addressof(scene, "settings"), "world",
                               options, self.FAMILIES)
        error = new_error()
        self._c = owned(check(lib.pn_world_alloc(system, solids, count,
                                                 settings_, error), error),
                        lib.pn_world_free)
        bodies, keep = system.bodies, (self._c, self._keep)
        self.positions = view(keep, self._c.y, bodies, 7)
        self.velocities = view(keep, self._c.y + 7 * bodies, bodies, 6)

    FAMILIES = {"method": "lcp_method"}

    @staticmethod
    def _read(path):
        error = new_error()
        scene = owned(check(lib.pn_world_scene_read(encoded(path), error),
                            error), lib.pn_world_scene_free)
        warn(scene.remarks)
        return scene

    @property
    def time(self):
        """The time [s]."""
        return self._c.info.time

    def step(self, count=1):
        """Makes steps. Raises Error where one cannot be made."""
        error = new_error()
        for _ in range(count):
            check(lib.pn_world_advance(self._c, error), error)

    def measure(self):
        """Returns what is known of the last step: energy and kinetic [J],
        penetration and joint_gap [m], the solver's iterations, and its
        residual [m/s]."""
        info = self._c.info
        found = {name: getattr(info, name) for name in
                 ("energy", "kinetic", "penetration", "joint_gap",
                  "iterations")}
        return {**found, "residual": info.residual.scaled.inf}

    def contacts(self):
        """Returns a copy of the last step's contacts, an array of records:
        their bodies, point and normal (from the first body to the second),
        gap [m], and the impulse on the second body [N s], all in the world's
        frame. The number of the world, as a body, is pantin.WORLD."""
        world, count = self._c, self._c.info.contacts
        result = np.zeros(count, self.CONTACT)
        if count:
            found = np.frombuffer(ffi.buffer(
                world.collision.contact, count * self.FOUND.itemsize),
                self.FOUND)
            for name in self.FOUND.names[1:-1]:
                result[name] = found[name]
        for k in range(count):
            result["impulse"][k] = numbers(lib.pn_world_contact_impulse(world,
                                                                        k))
        return result

    def forces(self):
        """Returns what each joint has exerted on its child in the last step,
        on average, an array of records: bodies, point [m], force [N], torque
        [N m]."""
        world, rows = self._c, lib.pn_world_joint_rows(self._c)
        impulses = np.zeros(rows)
        if world.solver:
            impulses = view(None, getattr(world.solver, "lambda"), rows)
        return joint_forces(world.assembly, impulses / world.settings.step)

    def problem(self):
        """Returns copies of the last step's problem: A, b, low, high, as
        solve_lcp takes them; friction has the bounds that were found."""
        lcp = self._c.lcp
        n, kind = lcp.size, lcp.A.type
        A, unit = np.zeros((n, n)), np.eye(n)
        scratch = np.zeros(kind.scratch(lcp.A) + 1)
        for k in range(n):
            kind.multiply(lcp.A, pointer(unit[k]), pointer(A[k]),
                          pointer(scratch))
        return A, *(view(None, v, n).copy() for v in (lcp.b, lcp.lo, lcp.hi))
