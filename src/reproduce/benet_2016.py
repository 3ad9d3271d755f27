# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The results of Bénet (2016).

*Implémentation d'un moteur physique avec des contraintes rigides* has one table.
Its entries are images that were not available to us, as are its other images: a
ball joint, formulas, a comparison of other people's engines. So only what the
text says of the table can be compared, and other claims that have a number. The
rest is in [the sources](../tutorials/sources.md#bénet-2016-rigid-constraints).
"""
import math

PROGRAMS = ['pantin-joints', 'pantin-ik', 'pantin-eliminate', 'rotation',
            'orders', 'drift', 'impact']
COMMAND = 'pantin-joints puppet --convergence'

# What the text says of each method: its order, and how many steps are enough.
METHODS = {'rk4': (4, 20), 'rk2': (2, 80), 'euler': (1, 320)}

# The tests that settle misprints: (misprint, file, test).
TESTS = [
    (r'II-C: $\lambda$ is unique only without redundant rows',
     'multipliers/check_least_norm', 'the_least_exerts_the_same_forces'),
    (r'II-D: the second body gets $-\lambda$', 'dynamics/check_scenario',
     'wrenches_are_what_hangs_below'),
    (r"code: $J' u'$ is $\dot J u$", 'body/check_joint',
     'derivatives_are_those_of_C'),
    ('III-E: evaluations of each method', 'dynamics/check_integrator',
     'orders_and_evaluations'),
    ('III-E: the maximal step', 'dynamics/check_stability',
     'the_limit_is_that_of_the_books'),
    ('IV-D: the energy of an impact', 'dynamics/check_correction',
     'an_impact_changes_the_energy_by_its_formula'),
    ('IV-E: the bound of a turn', 'dynamics/check_inverse_kinematics',
     'a_step_is_bounded'),
    ('V, V-C: the matrix is only semidefinite if rows are redundant',
     'dynamics/check_motion', 'the_bricard_mechanism'),
    ('V-B: bodies and joints are eliminated together',
     'multipliers/check_multipliers', 'trees_do_not_fill_in'),
    ('V-D: a star costs more than its number of joints',
     'multipliers/check_multipliers', 'a_large_hub_is_kept'),
    ('VI: gravity, signs, and no system to be solved', 'dynamics/check_inverse',
     'inverse_after_forward'),
    (r'VII: $R$ turns body coordinates into those of the world',
     'body/check_body', 'points_and_displacements'),
]


def table(section):
    """Table of section III-F: errors after one turn in 20 to 640 steps.
    The puppet of the source is another one. The text says that 20 steps of RK4
    are enough, 80 of RK2 and 320 of Euler; here a method has enough steps when
    its error of the energy is no larger than that of RK4 in 20."""
    result = section.solve(COMMAND)
    runs = {run['integrator']: run for run in result['integrators']}
    steps = result['steps']
    most = runs['rk4']['energy_error'][0]
    for name, (order, enough) in METHODS.items():
        run = runs[name]
        section.row(f'{name}: order', order, f"{run['position_order']:.2f}",
                    abs(run['position_order'] - order) < 0.1)
        errors = run['energy_error']
        good = [n for n, e in zip(steps, errors) if e is not None and e <= most]
        section.row(f'{name}: steps that are enough', enough,
                    good[0] if good else f'above {steps[-1]}',
                    good[:1] == [enough], '' if good else
                    f'{steps[-1]} steps still leave {errors[-1]:.0e}, and RK4 '
                    f'in 20 leaves {most:.0e}; the source asks for a plausible '
                    'motion, and gives no number')
    lost = [n for n, e in zip(steps, runs['euler']['energy_error'])
            if e is None]
    section.row('euler is unusable (nan)', 'with few steps',
                f'with up to {max(lost, default=0)}', bool(lost))
    section.draw(COMMAND, 'Errors of the positions against the step')


def energy(section):
    """What section III-F says of the energy.
    RK4 lets it fall, RK2 and Euler let it rise. The source corrects the drift;
    without correction each goes the other way."""
    for name, rises in (('rk4', False), ('rk2', True), ('euler', True)):
        for correction in ('both', 'none'):
            result = section.solve(f'pantin-joints puppet --integrator {name} '
                                   f'--correction {correction} --time 2.74 '
                                   '--dt 0.00428125')
            change = result['energy_final'] - result['energy_initial']
            corrected = correction == 'both'
            section.row(f'{name}, correction {correction}: change [J]',
                        'rises' if rises else 'falls', f'{change:+.1e}',
                        (change > 0) == rises, '' if corrected else
                        'with correction it agrees: the sign is not that of '
                        'the integrator')


def rotation(section):
    """Section III-C: rotation matrices that are not normalised.
    The order of a method is the power of the step with which its error
    falls, here between 320 and 640 steps."""
    last = section.show('rotation').splitlines()[-1].split()
    euler, rk4, orthogonal = (float(last[k]) for k in (2, 4, 6))
    section.row('order of RK4', 1, f'{rk4:.2f}', abs(rk4 - 1) < 0.1,
                f"order 1 has only Euler's method, {euler:.2f}; the matrix "
                f'loses its orthogonality with order {orthogonal:.2f}')


def leapfrog(section):
    """Section III-F: the leapfrog.
    As described it finds the velocity first, and from it the position."""
    lines = section.show('orders').splitlines()
    orders = dict(zip(lines[0].split()[1:], lines[-1].split()[1:]))
    section.row('order', 2, orders['semi-impl.'],
                abs(float(orders['semi-impl.']) - 2) < 0.1,
                f"{orders['leapfrog']} has the one with velocities at half "
                'steps')


def correction(section):
    """Sections IV-C and IV-D: correction and impact.
    A Newton step squares the gap: the exponent is the quotient of its
    logarithms after and before. In an impact the source multiplies all impulses
    by $1 + e$; those of joints that have drifted must not be."""
    gaps = [float(line.split()[1])
            for line in section.show('drift newton').splitlines()[1:]]
    exponent = math.log(gaps[3]) / math.log(gaps[2])
    section.row('exponent of a Newton step', 2, f'{exponent:.2f}',
                abs(exponent - 2) < 0.2)
    last = section.show('impact all').splitlines()[-1]
    e, before, ours, theirs = map(float, last.split())
    section.row(f'a joint that opened at {before} m/s, after e = {e:g} [m/s]',
                'holds', f'{theirs}, by one factor for all', theirs == 0,
                f'misprint: with the factor on the impact alone it is {ours}')


def pose(section):
    """Section IV-E: the puppet catches its foot.
    The puppet of the source is another one, and takes 26 iterations."""
    plain, damped = (section.solve(f'pantin-ik puppet{option}')['iterations']
                     for option in (' --plain', ''))
    section.row('iterations', 26, plain, plain == 26, 'another puppet; with '
                f'damping ours takes {damped}')


def elimination(section):
    """Section V-D: fill.
    No block fills in on a chain or a tree; on a ring of n joints n - 3 do."""
    for scene, printed in (('chain-10', 0), ('tree', 0), ('ring-10', 7)):
        found = section.solve(f'pantin-eliminate {scene}')['fill']
        section.row(f'{scene}: blocks of fill', printed, found,
                    found == printed)


def errata(section):
    """Misprints.
    Those of the sections above are settled there, by numbers. A test settles
    each of these."""
    section.tests(TESTS)


SECTIONS = [table, energy, rotation, leapfrog, correction, pose, elimination,
            errata]
LONG = {}  # sections that a quick run leaves out, and their seconds
