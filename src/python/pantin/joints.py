# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Jointed rigid bodies in motion."""
import os

from .library import (WORLD, Error, check, ffi, find, lib, new_error, owned,
                      pointer, quat, reals, settings, vec3, view)


class System:
    """Rigid bodies, the joints between them, and gravity.

    >>> system = System()
    >>> rod = system.body("rod", 1.0, mass=1, position=(0.5, 0, 0))
    >>> system.join("revolute", None, rod, point=(0, 0, 0), axis=(0, 1, 0))
    """

    def __init__(self, gravity=(0, 0, -9.81)):
        self._keep = None
        self._c = owned(check(lib.pn_system_alloc(), new_error()),
                        lib.pn_system_free)
        self._c.gravity = vec3(gravity)

    @classmethod
    def read(cls, path):
        """Reads the bodies and joints of a scene file."""
        error = new_error()
        scene = check(lib.pn_system_scene_read(os.fsencode(path), 0, error),
                      error)
        self = cls.__new__(cls)
        self._keep = owned(scene, lib.pn_system_scene_free)
        self._c = scene.system
        return self

    def body(self, shape, size, mass, position=(0, 0, 0), turned=(1, 0, 0, 0),
             velocity=(0, 0, 0), omega=(0, 0, 0), name=""):
        """Adds a body of a shape ("box", "sphere", "cylinder", "capsule",
        "rod", "point") with its sizes [m] and mass [kg]; its centre of mass is
        at `position` [m], turned by a quaternion (w, x, y, z). Returns its
        number."""
        kind = find("shape", shape)
        try:
            size = list(size)
        except TypeError:
            size = [size]
        sizes = reals(size, kind.sizes)
        body = ffi.new("pn_body *", lib.pn_body_make(kind, pointer(sizes)
                                                     if kind.sizes else
                                                     ffi.NULL, mass))
        body.pose = {"x": vec3(position), "q": quat(turned)}
        body.v, body.omega = vec3(velocity), vec3(omega)
        body.name = name.encode()[:63]
        check(lib.pn_system_add_body(self._c, body), new_error())
        return self._c.bodies - 1

    def join(self, type, parent, child, point=(0, 0, 0), axis=(0, 0, 1),
             second=(0, 0, 0), child_point=None, friction=0.0):
        """Adds a joint between two bodies by their numbers (None: the world),
        at a point of the world as the bodies are now [m]; what the type does
        not have is not read. `friction` is viscous, against turning [N m s].
        """
        parent, child = (WORLD if b is None else b for b in (parent, child))
        for body in (parent, child):
            if body != WORLD and not 0 <= body < self._c.bodies:
                raise Error(f"there is no body {body}")
        place = ffi.new("pn_joint_place *", {
            "point": vec3(point),
            "child_point": vec3(point if child_point is None else child_point),
            "axis": vec3(axis),
            "second": vec3(second),
        })
        joint = check(lib.pn_system_join(self._c, find("joint_type", type),
                                         parent, child, place), new_error())
        joint.friction_turn = friction

    @property
    def names(self):
        """The names of the bodies."""
        return [ffi.string(self._c.body[k].name).decode()
                for k in range(self._c.bodies)]


class Simulation:
    """A system in motion, from its start.

    `positions` (bodies, 7: x, y, z, quaternion w, x, y, z), `velocities`
    (bodies, 6: v, omega) and `multipliers` are views of the library's own
    memory: they follow each step, may be written between steps, and stay
    valid as long as they are used, even when the simulation is not.
    """

    FAMILIES = {"integrator": "integrator", "solver": "multiplier_type",
                "correction": "correction"}

    def __init__(self, system, **options):
        """Prepares a run; options are dt [s], integrator, solver, correction,
        tolerance and baumgarte_time, as of pantin-joints."""
        self.system = system
        self._settings = settings("simulation", options, self.FAMILIES)
        error = new_error()
        self._c = owned(check(lib.pn_simulation_alloc(
            system._c, self._settings, error), error), lib.pn_simulation_free)
        bodies, rows = system._c.bodies, lib.pn_system_rows(system._c)
        keep = (self._c, system)
        self.positions = view(keep, self._c.y, bodies, 7)
        self.velocities = view(keep, self._c.y + 7 * bodies, bodies, 6)
        self.multipliers = view(keep, getattr(self._c.dynamics, "lambda"),
                                rows)

    @property
    def time(self):
        """The time [s]."""
        return self._c.t

    def step(self, count=1):
        """Makes steps of dt. Raises Error where there is no next state; the
        last good one stays."""
        error = new_error()
        for _ in range(count):
            check(lib.pn_simulation_step(self._c, error), error)

    def measure(self):
        """Sets `multipliers` for the state as it is now, and returns kinetic,
        potential and energy [J], the joints' gap constraint_inf [m] and its
        rate velocity_inf [m/s]."""
        measure = ffi.new("pn_measure *")
        if lib.pn_simulation_measure(self._c, measure):
            raise Error("there are no accelerations at this state")
        return {name: getattr(measure, name) for name in
                ("kinetic", "potential", "energy", "constraint_inf",
                 "velocity_inf")}
