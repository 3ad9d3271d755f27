# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The results of Bénet (2016).

*Implémentation d'un moteur physique avec des contraintes rigides* has one table.
Its entries are images that were not available to us, as are its other images: a
ball joint, formulas, a comparison of other people's engines. So only what the
text says of the table can be compared. The other claims are in [the
sources](../tutorials/sources.md#bénet-2016-rigid-constraints).
"""
PROGRAMS = ['pantin-joints']
COMMAND = 'pantin-joints puppet --convergence'

# What the text says of each method: its order, and how many steps are enough.
METHODS = {'rk4': (4, 20), 'rk2': (2, 80), 'euler': (1, 320)}


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
    without correction all three turn over."""
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


SECTIONS = [table, energy]
LONG = {}  # sections that a quick run leaves out, and their seconds
