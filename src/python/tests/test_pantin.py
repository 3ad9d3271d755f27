# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Tests of the module against closed forms; run by pytest. PANTIN_DATA names
the folder of the scenes."""
import contextlib
import gc
import math
import os
import resource

import numpy as np
import pytest

import pantin

DATA = os.environ.get("PANTIN_DATA", "../../data")
WALL = f"{DATA}/tuning/wall.cfg"


@contextlib.contextmanager
def needs(library):
    """Skips a test where Pantin was built without this library; what else is
    refused is a failure."""
    try:
        yield
    except pantin.Error as reason:
        if f"without {library}" not in str(reason):
            raise
        pytest.skip(str(reason))


def pendulum(angle=0.01):
    system = pantin.System()
    half = math.pi / 4 - angle / 2
    rod = system.body("rod", 1.0, mass=1,
                      position=(math.sin(angle) / 2, 0, -math.cos(angle) / 2),
                      turned=(math.cos(half), 0, math.sin(half), 0))
    system.join("revolute", None, rod, axis=(0, 1, 0))
    return system


def test_small_pendulum_has_its_period():
    run = pantin.Simulation(pendulum(), dt=1e-3)
    while run.positions[0, 0] > 0:
        run.step()
    quarter = run.time - run.positions[0, 0] / run.velocities[0, 0]
    assert 4 * quarter == pytest.approx(2 * math.pi * math.sqrt(2 / 29.43),
                                        rel=1e-4)


def test_multipliers_bear_the_weight():
    run = pantin.Simulation(pendulum(0.0))
    run.measure()
    assert run.multipliers[:3] == pytest.approx([0, 0, -9.81], abs=1e-9)


def test_energy_is_kept():
    run = pantin.Simulation(pendulum(1.0), dt=1e-3)
    before = run.measure()["energy"]
    run.step(1000)
    assert run.measure()["energy"] == pytest.approx(before, abs=1e-8)


def test_views_follow_the_state_and_outlive_the_simulation():
    run = pantin.Simulation(pendulum(1.0))
    positions = run.positions
    before = positions.copy()
    run.step(100)
    assert abs(positions - before).max() > 0.01
    after = positions.copy()
    del run
    gc.collect()
    junk = [np.ones(1000) for _ in range(1000)]
    assert (positions == after).all() and len(junk) == 1000


def test_a_written_state_is_the_next_one():
    run = pantin.Simulation(pendulum(0.0))
    run.velocities[0, 4] = -2.0  # about the hinge, with the middle following
    run.velocities[0, 0] = 1.0
    assert run.measure()["kinetic"] == pytest.approx(4 / 6)


def test_scene_is_read():
    system = pantin.System.read(f"{DATA}/joints/puppet.cfg")
    run = pantin.Simulation(system, solver="sparse")
    run.step(10)
    assert len(system.names) == len(run.positions) > 10
    assert run.measure()["constraint_inf"] < 1e-9


def test_lcp_of_an_array_and_of_scipy():
    A = np.array([[1., -1, 0], [-1, 2, -1], [0, -1, 2]])
    b = [-1., 0, 0]
    found = pantin.solve_lcp(A, b)
    assert found.solved and found.impulses == pytest.approx([3, 2, 1],
                                                            abs=1e-6)
    sparse = pytest.importorskip("scipy.sparse")
    for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
        again = pantin.solve_lcp(kind(A), b)
        assert (again.impulses == found.impulses).all()


def test_boxed_lcp_is_complementary():
    rng = np.random.default_rng(1)
    G = rng.normal(size=(30, 30))
    A, b = G @ G.T + np.eye(30), rng.normal(size=30)
    x = pantin.solve_lcp(A, b, low=-0.01, high=0.02, method="pgs",
                         tolerance=1e-12, iterations=100000).impulses
    w = A @ x + b
    natural = np.minimum(x + 0.01, np.maximum(x - 0.02, w))
    assert abs(natural).max() < 1e-10


def test_world_stands_on_the_ground():
    with needs("ODE"):
        world = pantin.World(WALL)
    world.step(3)
    contacts = world.contacts()
    mass = 9.81 * world.time / 3  # per step, of one kilogram
    ground = contacts[(contacts["bodies"] == pantin.WORLD).any(axis=1)]
    lift = abs(ground["impulse"][:, 2].sum())
    assert lift == pytest.approx(len(world.positions) * mass, rel=0.2)


def own_world(**options):
    """A box on the ground, and a capsule that hangs from a nail."""
    system = pantin.System()
    system.ground()
    system.body("box", (0.3, 0.2, 0.1), mass=2, position=(0, 0, 0.05))
    system.body("capsule", (0.4, 0.05), mass=1, position=(0, 0, 0.8))
    system.join("revolute", None, 1, point=(0, 0, 1), axis=(0, 1, 0))
    with needs("ODE"):
        return pantin.World(system, step=0.01, **options)


def test_world_of_ones_own_bears_its_weights():
    world = own_world()
    world.step(300)
    contacts, joint = world.contacts(), world.forces()[0]
    assert len(contacts) == 4 and (contacts["bodies"][:, 0] == 0).all()
    assert (contacts["bodies"][:, 1] == pantin.WORLD).all()
    assert abs(contacts["point"]) == pytest.approx(
        np.tile((0.15, 0.1, 0), (4, 1)), abs=1e-3)
    assert contacts["impulse"].sum(axis=0) == pytest.approx(
        (0, 0, -2 * 9.81 * 0.01), abs=1e-4)
    assert tuple(joint["bodies"]) == (pantin.WORLD, 1)
    assert joint["point"] == pytest.approx((0, 0, 1))
    assert joint["force"] == pytest.approx((0, 0, 9.81), abs=1e-6)
    assert joint["torque"] == pytest.approx((0, 0, 0), abs=1e-6)
    assert world.measure()["penetration"] < 1e-4


def test_world_tells_its_problem():
    world = own_world(friction=0.5)
    world.velocities[0, 0] = 1  # the box slides
    world.step()
    A, b, low, high = world.problem()
    assert A.shape == (17, 17) and (high[:5] == np.inf).all()
    x = pantin.solve_lcp(A, b, low, high, tolerance=1e-9).impulses
    pushed = -x[5:].reshape(4, 3)  # on the box, which is the first body
    assert pushed[:, 0].sum() == pytest.approx(
        world.contacts()["impulse"][:, 2].sum(), rel=1e-4)
    assert world.velocities[0, 0] == pytest.approx(1 - 0.5 * 9.81 * 0.01,
                                                   rel=1e-3)


def test_solids_are_where_they_were_put():
    system = pantin.System()
    system.solid("box", (1, 1, 0.2), position=(0, 0, -0.1))
    body = system.body("rod", 1.0, mass=1, position=(0, 0, 0.1))
    for x in (-0.5, 0.5):
        system.solid("sphere", 0.1, body, position=(x, 0, 0))
    with needs("ODE"):
        world = pantin.World(system)
    world.step(30)
    assert sorted(world.contacts()["point"][:, 0]) == pytest.approx(
        (-0.5, 0.5), abs=1e-6)


def test_steps_of_a_world_take_no_memory():
    world = own_world()
    world.step(100)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        world.step(10)
        assert len(world.contacts()) == 4 and len(world.forces()) == 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000


def test_views_of_a_world_outlive_it():
    positions = own_world().positions
    gc.collect()
    junk = [np.ones(1000) for _ in range(1000)]
    assert (positions[:, 2] == (0.05, 0.8)).all() and len(junk) == 1000


def test_matrices_are_those_of_the_multipliers():
    run = pantin.Simulation(pantin.System.read(f"{DATA}/joints/puppet.cfg"))
    run.velocities[:] = 0
    run.measure()
    J, W = run.matrices()
    gravity = np.tile((0, -9.81, 0, 0, 0, 0), len(run.positions))
    assert J @ W @ J.T @ run.multipliers == pytest.approx(-J @ gravity,
                                                          abs=1e-9)


def test_forces_of_joints_move_their_children():
    system = pendulum(0.0)
    system.body("box", (0.1, 0.1, 0.1), mass=2, position=(0.5, 0, -1))
    system.join("fixed", 0, 1, point=(0, 0, -1))
    run = pantin.Simulation(system, dt=1e-6)
    held = run.forces()[1]
    run.step()
    acceleration, turning = run.velocities[1].reshape(2, 3) / 1e-6
    assert tuple(held["bodies"]) == (0, 1)
    assert held["point"] == pytest.approx((0, 0, -1))
    assert held["force"] == pytest.approx(
        2 * (acceleration + (0, 0, 9.81)), abs=1e-4)
    about_centre = held["torque"] + np.cross((-0.5, 0, 0), held["force"])
    assert about_centre == pytest.approx(2 * 0.01 / 6 * turning, abs=1e-4)


def test_joints_keep_their_limits_and_their_dry_friction():
    system = pantin.System()
    for coulomb, limits in ((0, (-0.1, 0.3)), (6, None)):
        rod = system.body("rod", 1.0, mass=1, position=(0.5, 0, 0))
        system.join("revolute", None, rod, axis=(0, 1, 0), limits=limits,
                    coulomb=coulomb)
    run = pantin.Simulation(system, dt=1e-3)
    run.step(2000)
    angles = 2 * np.arctan2(run.positions[:, 5], run.positions[:, 3])
    assert angles == pytest.approx((0.3, 0), abs=1e-6)


@pytest.mark.parametrize("type, wrong", [
    ("distance", {"lenght": 3}),
    ("distance", {"length": "long"}),
    ("revolute", {"limits": (-1, 0, 1)}),
    ("revolute", {"limits": (-1, "up")}),
    ("revolute", {"coulomb": None}),
    ("revolute", {"limits": (0.1, 0.2)}),
    ("revolute", {"limits": (math.nan, 1)}),
    ("revolute", {"friction": -1}),
    ("revolute", {"friction": math.nan}),
    ("revolute", {"point": (1, 2)}),
    ("differential", {"other": 7}),
])
def test_a_joint_that_is_refused_is_not_added(type, wrong):
    system = pantin.System()
    system.body("rod", 1.0, mass=1)
    system.body("rod", 1.0, mass=1)
    with pytest.raises((pantin.Error, TypeError, ValueError)):
        system.join(type, 0, 1, **wrong)
    assert len(system.joints) == 0


def test_what_a_robot_says_in_vain_is_a_warning():
    with needs("libxml2"), pytest.warns(
            UserWarning, match="quadruped.xml:14: <light>"):
        pantin.System.read(f"{DATA}/robots/quadruped.xml")


def test_names_are_kept_whole():
    system = pantin.System()
    system.body("sphere", 1, mass=1, name="ü" * 31)
    for name in ("ü" * 32, "a\0b"):
        with pytest.raises(pantin.Error, match="at most 63 bytes"):
            system.body("sphere", 1, mass=1, name=name)
    assert system.names == ["ü" * 31]


class Sparse:
    """What has the members of a matrix of SciPy, of 2 rows."""
    shape = 2, 2

    def __init__(self, indptr, indices, data=(1., 1.)):
        self.indptr, self.indices = np.array(indptr), np.array(indices)
        self.data = np.array(data)

    def tocsr(self):
        return self


def test_sparse_matrices_stay_within_their_arrays():
    solution = pantin.solve_lcp(Sparse([0, 1, 2], [0, 1]), [-1, 1])
    assert solution.impulses == pytest.approx([1, 0])
    for wrong, words in ((Sparse([0, 5, 9], [0, 1]), "from 0 to 2"),
                         (Sparse([0, 10**6, 2], [0, 1]), "from 0 to 2"),
                         (Sparse([0, 1], [0, 1]), "3 row pointers"),
                         (Sparse([0, 1, 2**32 + 2], [0, 1]), "from 0 to 2"),
                         (Sparse([0, 1, 2], [0, 2**32 + 1]), "from 0 to 1"),
                         (Sparse([0, 1, 2], [0, 1], [1.]), "shape"),
                         (Sparse([0, 1, 2], [0, 1], [1., 1j]), "complex")):
        with pytest.raises(pantin.Error, match=words):
            pantin.solve_lcp(wrong, [-1, 1])


def test_values_are_told_once():
    es = pantin.CMAES([0, 0], 1)
    for _ in range(2):
        sigma = es.sigma
        with pytest.raises(pantin.Error, match="ask"):
            es.tell(range(6))
        assert es.sigma == sigma
        es.tell([x @ x for x in es.ask()])


def test_a_floor_may_be_an_array():
    assert pantin.hang([1, 1, 1], (2, 0), floor=np.array([[-.5, 0]])).converged


def changed_late():
    system = pendulum()
    pantin.Simulation(system)
    system.body("rod", 1.0, mass=1)


def test_elimination_fills_what_the_game_fills():
    pairs = [(0, k) for k in range(1, 6)]  # a hub with five neighbours
    hub_first = pantin.eliminate([3] * 6, pairs, range(6))
    assert hub_first.fill == 10
    assert (hub_first.pattern == np.tri(6, dtype=bool)).all()
    chosen = pantin.eliminate([3] * 6, pairs)
    assert chosen.fill == 0 and chosen.operations < hub_first.operations
    # The hub goes last, or leaves one neighbour, which no other one sees.
    assert 0 in chosen.order[-2:]


def test_joints_are_told():
    system = pendulum()
    system.body("box", (0.1, 0.1, 0.1), mass=2)
    system.join("ball", 0, 1)
    assert system.joints.tolist() == [(pantin.WORLD, 0, 5), (0, 1, 3)]


def test_catenary():
    n = 400
    chain = pantin.hang(np.full(n, 3 / n), (2, 0))
    assert chain.converged
    # a cosh(1 / a) - a, with 2 a sinh(1 / a) = 3
    a = next(a for a in np.linspace(0.6, 0.7, 100001)
             if 2 * a * math.sinh(1 / a) <= 3)
    assert -chain.y.min() == pytest.approx(a * math.cosh(1 / a) - a, abs=1e-4)
    assert chain.tension[0] * (chain.x[1] - chain.x[0]) / (3 / n) == \
        pytest.approx(a, abs=1e-3)


def test_rosenbrock():
    def rosenbrock(x):
        return sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    es = pantin.minimise(rosenbrock, np.zeros(5), 0.5, population=16,
                         target=1e-12)
    assert es.stop == "target"
    assert es.best == pytest.approx(np.ones(5), abs=1e-5)


@pytest.mark.parametrize("wrong, words", [
    (lambda: pantin.System.read("nosuch.cfg"), "nosuch.cfg"),
    (lambda: pantin.System.read("a\0b"), "null"),
    (lambda: pantin.World("a\0b"), "null"),
    (lambda: pantin.names("nope"), "lcp_method"),
    (lambda: pantin.System(gravity=(0, 0)), "shape"),
    (lambda: pantin.System(gravity=(0, 0, "down")), "numbers"),
    (lambda: pantin.Simulation(pantin.System(gravity=(0, 0, math.nan))),
     "gravity"),
    (lambda: pantin.World(WALL, method=None), "psor"),
    (lambda: pantin.solve_lcp(1j * np.eye(2), [0, 0]), "complex"),
    (lambda: pantin.eliminate([3, 3], [(0.7, 1.2)]), "whole"),
    (lambda: pantin.eliminate([3, 3], [(0, 1, 2)]), "whole"),
    (lambda: pantin.eliminate([3, 3], [(-1, 0)]), "below 2"),
    (changed_late, "before"),
    (lambda: pantin.eliminate([7], []), "1 to 6"),
    (lambda: pantin.eliminate([1, 1], [(0, 2)]), "below 2"),
    (lambda: pantin.eliminate([1, 1], [], [0, 0]), "each of 0 .. 1 once"),
    (lambda: pantin.System().ground(normal=(0, 0, 0)), "normal"),
    (lambda: pantin.System().solid("sphere", 0.1, 0), "no body 0"),
    (lambda: pantin.System().solid("sphere", -0.1), "must be positive"),
    (lambda: pantin.System().solid("sphere", 1, None, (0, 0, math.nan)),
     "finite"),
    (lambda: own_world(method="aba"), "psor"),
    (lambda: pantin.System().body("cube", 1, 1), "capsule"),
    (lambda: pantin.System().body("box", (1, 1), 1), r"\(3,\)"),
    (lambda: pantin.System().join("ball", None, 3), "no body 3"),
    (lambda: pantin.Simulation(pendulum(), dt=-1), "time step"),
    (lambda: pantin.Simulation(pendulum(), step=1), "no setting 'step'"),
    (lambda: pantin.World(WALL, stepp=1), "no setting 'stepp' of .* step, "),
    (lambda: pantin.World(WALL, method="x"), "psor"),
    (lambda: pantin.solve_lcp([[1., 2], [3, 1]], [0, 0]), "symmetric"),
    (lambda: pantin.solve_lcp(np.eye(2), [1.]), "shape"),
    (lambda: pantin.solve_lcp(np.eye(1), [1.], method="x"), "psor"),
    (lambda: pantin.solve_lcp(np.eye(1), [1.], low=1, high=0), "lo"),
    (lambda: pantin.hang([1, 1], (5, 0)), "reach"),
    (lambda: pantin.CMAES([0.], -1), "deviation"),
])
def test_wrong_input_is_refused_in_words(wrong, words):
    with pytest.raises(pantin.Error, match=words):
        wrong()


def readme_block(number):
    path = os.path.join(os.path.dirname(__file__), "..", "README.md")
    return open(path).read().split("```python\n")[number].split("```")[0]


def test_readme_runs(capsys):
    exec(readme_block(1), {})
    energy = [float(line.split()[-1])
              for line in capsys.readouterr().out.splitlines()]
    assert len(energy) == 10 and max(map(abs, energy)) < 1e-6


def test_world_of_readme_runs(capsys):
    own_world()  # or a skip
    exec("import pantin\n" + readme_block(2), {})
    assert capsys.readouterr().out.count("[") == 8


def test_a_million_steps_take_no_memory():
    run = pantin.Simulation(pendulum(1.0), integrator="semi-implicit-euler",
                            correction="none", dt=1e-5)
    run.step(1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(1000):
        run.step(1000)
        run.measure()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000
