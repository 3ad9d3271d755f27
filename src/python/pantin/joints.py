# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Jointed rigid bodies in motion."""
import numpy as np

from .library import (WORLD, Error, check, encoded, ffi, find, lib, new_error,
                      numbers, owned, pointer, quat, reals, settings, text_of,
                      vec3, view, warn)

SLIDE = 3  # the axis of a bound that is of a slide
JOINT = np.dtype([("parent", np.uintp), ("child", np.uintp), ("rows", int)])
FORCE = np.dtype([("bodies", np.uintp, 2), ("point", float, 3),
                  ("force", float, 3), ("torque", float, 3)])


def joint_forces(assembly, multipliers):
    """Returns what each joint exerts on its child, an array of records: its
    bodies, parent and child, its point on the child [m], the force [N], and
    the torque about that point [N m], all in the world's frame. The parent
    gets the opposite."""
    system = assembly.system
    result = np.zeros(system.joints, FORCE)
    for j in range(system.joints):
        joint = system.joint[j]
        first, end = assembly.first[j], assembly.first[j + 1]
        J = view(None, lib.pn_assembly_child(assembly, j), end - first, 6)
        load = J.T @ multipliers[first:end]
        pose = lib.pn_assembly_motion(assembly, joint.child).pose
        point = numbers(lib.pn_pose_point(pose, joint.point[1]))
        torque = load[3:] - np.cross(point - numbers(pose.x), load[:3])
        result[j] = (joint.parent, joint.child), point, load[:3], torque
    return result


def shape_of(shape, size):
    """Returns a shape by its name, and its sizes, of which there are as many
    as it needs."""
    kind = find("shape", shape)
    size = reals(np.atleast_1d(size) if kind.sizes else (), kind.sizes)
    if not (np.isfinite(size) & (size > 0)).all():
        raise Error(f"the sizes of a {shape} must be positive")
    return kind, ffi.new("double[]", [*size])


class System:
    """Rigid bodies, the joints between them, and gravity.

    >>> system = System()
    >>> rod = system.body("rod", 1.0, mass=1, position=(0.5, 0, 0))
    >>> system.join("revolute", None, rod, point=(0, 0, 0), axis=(0, 1, 0))
    """

    def __init__(self, gravity=(0, 0, -9.81)):
        self._keep, self._solids, self._in_use = None, [], False
        self._c = owned(check(lib.pn_system_alloc(), new_error()),
                        lib.pn_system_free)
        self._c.gravity = vec3(gravity)

    @classmethod
    def read(cls, path):
        """Reads the bodies and joints of a scene file, or of a robot in URDF
        or MJCF."""
        error = new_error()
        scene = check(lib.pn_system_scene_read(encoded(path), 0, error),
                      error)
        self = cls.__new__(cls)
        self._solids, self._in_use = [], False
        self._keep = owned(scene, lib.pn_system_scene_free)
        warn(scene.remarks)
        self._c = scene.system
        return self

    def body(self, shape, size, mass, position=(0, 0, 0), turned=(1, 0, 0, 0),
             velocity=(0, 0, 0), omega=(0, 0, 0), name=""):
        """Adds a body of a shape ("box", "sphere", "cylinder", "capsule",
        "rod", "point") with its sizes [m] and mass [kg]; its centre of mass is
        at `position` [m], turned by a quaternion (w, x, y, z). Returns its
        number."""
        self._change()
        kind, sizes = shape_of(shape, size)
        body = ffi.new("pn_body *", lib.pn_body_make(kind, sizes, mass))
        body.pose = {"x": vec3(position), "q": quat(turned)}
        body.v, body.omega = vec3(velocity), vec3(omega)
        name = name.encode()
        if len(name) >= len(body.name) or b"\0" in name:
            raise Error(f"a name has at most {len(body.name) - 1} bytes, none "
                        "of them null")
        body.name = name
        check(lib.pn_system_add_body(self._c, body), new_error())
        return self._c.bodies - 1

    def solid(self, shape, size, body=None, position=(0, 0, 0),
              turned=(1, 0, 0, 0)):
        """Adds a solid for a World to a body, in its frame, or to the ground
        (None). Those of body() are added by themselves, if they are spheres,
        boxes or capsules."""
        self._change()
        kind, sizes = shape_of(shape, size)
        place = np.append(reals(position, 3), reals(turned, 4))
        turn = np.linalg.norm(place[3:])
        if not (np.isfinite(place).all() and turn > 0):
            raise Error("the place of a solid must be finite, and its "
                        "quaternion not 0")
        self._solids.append(ffi.new("pn_geom *", {
            "body": self._number(body), "shape": kind, "size": list(sizes),
            "pose": {"x": vec3(place[:3]), "q": quat(place[3:] / turn)}}))

    def ground(self, point=(0, 0, 0), normal=(0, 0, 1)):
        """Adds a plane through `point` on which a World's bodies rest; it is
        solid below, against the normal."""
        self._change()
        if not 0 < np.linalg.norm(reals(normal, 3)) < np.inf:
            raise Error("the normal of the ground must be finite, and not 0")
        self._solids.append(ffi.new("pn_geom *", lib.pn_geom_make_plane(
            vec3(point), vec3(normal))))

    def use(self):
        """Returns the library's system for a run, which borrows it: from then
        on nothing can be added."""
        self._in_use = True
        return self._c

    def _change(self):
        if self._in_use:
            raise Error("a run uses this system: add all that it has before "
                        "the run")

    def all_solids(self):
        """Returns an array of the library's with the solids of a World."""
        own = [{"body": b, "shape": body.shape, "size": list(body.size),
                "pose": {"q": quat((1, 0, 0, 0))}}
               for b, body in enumerate(self._c.body[0:self._c.bodies])
               if body.shape and lib.pn_geom_collides(body.shape)]
        return ffi.new("pn_geom[]", own + [s[0] for s in self._solids])

    def _number(self, body):
        """Returns the library's number of a body; None is the world."""
        if body is not None and not 0 <= body < self._c.bodies:
            raise Error(f"there is no body {body}")
        return WORLD if body is None else body

    def join(self, type, parent, child, point=(0, 0, 0), axis=(0, 0, 1),
             second=(0, 0, 0), child_point=None, friction=0.0, limits=None,
             restitution=0.0, coulomb=0.0, other=None, **details):
        """Adds a joint between two bodies by their numbers (None: the world),
        at a point of the world as the bodies are now [m]; what the type does
        not have is not read. `friction` is viscous, against turning [N m s].
        `limits`, (low, high) from the start, from which it rebounds with the
        restitution, and dry friction, `coulomb`, are of its turns [rad], [N m]
        or, where it does not turn, of its slide [m], [N]; not for a World.
        `other` is the third body of a differential, whose parent is the
        carrier. Details are length [m], pitch [m] and teeth of the types that
        have them. Returns the joint's number.
        """
        self._change()
        parent, child = self._number(parent), self._number(child)
        place = ffi.new("pn_joint_place *", {
            "point": vec3(point),
            "child_point": vec3(point if child_point is None else child_point),
            "axis": vec3(axis),
            "second": vec3(second),
        })
        pose = [lib.pn_system_pose(self._c, body) for body in (parent, child)]
        joint = ffi.new("pn_joint *", lib.pn_joint_make(
            find("joint_type", type), parent, pose[0], child, pose[1], place))
        if joint.type.has_third:
            other = self._number(other)
            lib.pn_joint_set_third(joint, pose[0], other,
                                   lib.pn_system_pose(self._c, other))
        if not 0 <= friction < np.inf:
            raise Error(f"friction must not be negative, got {friction}")
        joint.friction_turn = friction
        for name, value in details.items():
            if name not in ("length", "pitch", "teeth"):
                raise Error(f"a joint has no '{name}'")
            setattr(joint, name, value)
        bounded = limits is not None or coulomb != 0
        low, high = (-np.inf, np.inf) if limits is None else limits
        if not (low < high and low <= 0 <= high):
            raise Error("limits must be (low, high) with low < high and the "
                        f"start, 0, between them, got {limits}")
        axes = (range(joint.type.turns) or (SLIDE,)) if bounded else ()
        number = self._c.joints
        bounds = [ffi.new("pn_bound *", {
            "joint": number, "axis": axis, "low": low, "high": high,
            "restitution": restitution, "friction": coulomb}) for axis in axes]
        # Nothing is added before all of it is read.
        check(lib.pn_system_add_joint(self._c, joint), new_error())
        for bound in bounds:
            check(lib.pn_system_add_bound(self._c, bound), new_error())
        return number

    @property
    def joints(self):
        """The joints, an array of records: parent, child (WORLD for the world)
        and rows, the number of their equations."""
        joints = self._c.joint[0:self._c.joints]
        return np.array([(j.parent, j.child, lib.pn_joint_rows_count(
            ffi.addressof(j))) for j in joints], JOINT)

    @property
    def names(self):
        """The names of the bodies."""
        return [text_of(self._c.body[k].name)
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
            system.use(), self._settings, error), error),
            lib.pn_simulation_free)
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

    def forces(self):
        """Returns what each joint exerts on its child now, an array of
        records: bodies, point [m], force [N], torque [N m]."""
        self.measure()
        return joint_forces(self._c.dynamics.assembly, self.multipliers)

    def matrices(self):
        """Returns J (equations, 6 bodies) and W (6 bodies, 6 bodies), the
        inverse of the masses, as they are now: copies, of which J W J^T is the
        matrix of the multipliers."""
        self.measure()
        assembly = self._c.dynamics.assembly
        n = assembly.velocities
        J, W, unit = np.zeros((n, assembly.rows)), np.zeros((n, n)), np.eye(n)
        for k in range(n):
            lib.pn_assembly_velocity(assembly, pointer(unit[k]), pointer(J[k]))
            lib.pn_assembly_accelerate(assembly, pointer(unit[k]),
                                       pointer(W[k]))
        return J.T.copy(), W

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
