# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
r"""The figures of Kraiem (2022).

The images of the thesis were not available to us; what its text says of them
can be compared. The frames are those of [the tables](kraiem_2022.md): in a
quick run those that the tutorial keeps. A point is a frame.
"""
import math
import re
import statistics

import kraiem_2022
from kraiem_2022 import FALLS, SCENES, explained, record, select

PROGRAMS = kraiem_2022.PROGRAMS
NEEDS = kraiem_2022.NEEDS
SWEEPS = 200  # at most, in each run
POINTS = 'points pointtype 7 pointsize 0.5'

# The drawings: (figure, what it shows, where Pantin has it).
DRAWINGS = [
    ('1.1', 'a plough pushes a heap of rocks, in another simulator',
     'no data; our scenes are those of figure 3.1'),
    ('1.2', 'position, orientation and velocities of a body',
     '[tutorial on joints](../tutorials/joints/README.md)'),
    ('1.3', 'bodies apart, in touch and overlapping',
     '[tutorial on contact](../tutorials/contact/README.md)'),
    ('1.4', 'arms and velocities of a contact, (1.17)',
     '`tests/lcp/check_rigid.c`, `velocities_match_the_impulses`'),
    ('1.5', 'plane and axes of a contact',
     '[tutorial on contact](../tutorials/contact/README.md)'),
    ('1.6', 'the cone of friction, and a box for it',
     '`tests/contact/check_world.c`, '
     '`along_the_diagonal_the_box_brakes_more_than_the_cone`'),
]

# Names of columns for axes.
AXES = {'frame': 'frame', 'condition': 'log10 cond(A)', 'sweeps': 'sweeps',
        'rows': 'rows', 'b': '|b| [m/s]', 'alpha': 'alpha',
        'kappa': 'log10 kappa (-16: none)', 'error': 'error [m/s]'}
RANGES = {'alpha': '[0:2.1]', 'kappa': '[-17:-1]'}


def axis(row, name):
    """Returns a frame's number on an axis."""
    if name == 'kappa':
        return math.log10(max(row['kappa'], 1e-16))
    if name == 'condition':
        return round(math.log10(row['condition']), 2)
    return row[name]


def scatter(section, x, y):
    """Draws a quantity of all frames over another, scene by scene. CMA-ES finds
    kappa, a scan alpha."""
    method = 'cmaes' if y == 'kappa' else 'scan'
    panels = {}
    for scene in SCENES:
        curves = {phase: [(axis(row, x), axis(row, y))
                          for row in select(section, scene, phase, method)]
                  for phase in ('fall', 'rest')}
        panels[scene] = {phase: points for phase, points in curves.items()
                         if points}
    section.chart(f'{AXES[y]} over {AXES[x]}', AXES[x], AXES[y], panels, POINTS,
                  '', RANGES[y])


def falling(section, method='scan'):
    """Returns the frames that are compared, by scene."""
    return {scene: select(section, scene, FALLS[scene], method)
            for scene in SCENES}


def spread(rows):
    """Returns the deviation of alpha over some frames."""
    return statistics.stdev(row['alpha'] for row in rows)


def halves(rows):
    """Splits a list in two."""
    return rows[:len(rows) // 2], rows[len(rows) // 2:]


def drawings(section):
    """Figures 1.1 to 1.6: drawings.
    They have no numbers. What they show is in these texts, or tested here."""
    section.lines += ['| figure | shows | Pantin |', '|---|---|---|'] + [
        f'| {figure} | {shows} | {where} |'
        for figure, shows, where in DRAWINGS] + ['']


def figure_2_1(section):
    """Figure 2.1: time of a sweep, full matrix and sparse one.
    `bench/bench_tuning sweeps` measures the times. A sweep's work is the number of
    entries that it visits, which is the same on every machine."""
    for scene, time in (('tripods', 0.5), ('marbles', 0.5), ('wall', 0.01)):
        section.show(f'pantin-contact {scene} --time {time} --quiet '
                     f'--record {scene}.mtx')
        found = re.search(r'(\d+) rows, (\d+) nonzeros in A', section.show(
            f'pantin-lcp {scene}.mtx --iterations 1', (0, 3)))
        rows, entries = map(int, found.groups())
        section.row(f'{scene}: entries visited', 'fewer if sparse',
                    f'{rows ** 2} and {entries}, {rows ** 2 / entries:.0f} '
                    'times fewer', entries < rows ** 2)


def curves(section, scene, frame, choices):
    """Draws errors over sweeps; returns the error by choice and sweep."""
    text = section.show(f'curve {scene}.h5 {frame} ' + ' '.join(choices))
    lines = [line.split() for line in text.splitlines()]
    columns = {choice: [float(words[k + 1]) for words in lines
                        if words and words[0].isdigit()]
               for k, choice in enumerate(choices)}
    section.chart(f'Frame {frame} of {scene}', 'sweep', 'error [m/s]', {
        f'{scene}, frame {frame}': {
            choice: list(enumerate(errors))
            for choice, errors in columns.items()}})
    return columns


def figure_2_2(section):
    r"""Figure 2.2: errors of the marbles that stagnate.
    Our frame is the one in which tuning gains most among those that do not
    converge. Curves have the name of their $\alpha$; one has a $\kappa$ of 1e-6
    as well."""
    row = max((row for row in select(section, 'marbles', 'fall')
               if row['sweeps'] == SWEEPS),
              key=lambda row: row['error_before'] / row['error'])
    frame, best = round(row['frame']), f"{row['alpha']:.3f}"
    record(section, 'marbles', frame)
    errors = curves(section, 'marbles', frame,
                    ['1', '1.4', best, f'{best},-6'])
    default, tuned = min(errors['1']), min(errors[best])
    section.row('a choice exists that reduces the error', 'yes',
                rf'$\alpha = {best}$: {tuned:.1e}, by default {default:.1e}',
                tuned < default / 2)


def figure_2_3(section):
    """Figure 2.3: errors of the marbles that fall fast.
    Our frame is the one in which tuning saves most sweeps among those that
    converge by default. A run has converged at 1e-4 m/s."""
    row = max((row for row in select(section, 'marbles', 'fall')
               if row['sweeps_before'] < SWEEPS),
              key=lambda row: row['sweeps_before'] - row['sweeps'])
    frame, best = round(row['frame']), f"{row['alpha']:.3f}"
    record(section, 'marbles', frame)
    curves(section, 'marbles', frame, ['1', '1.4', best, f'{best},-6'])
    section.row('sweeps change markedly with the choice', 'yes',
                f"{row['sweeps_before']:.0f} by default, {row['sweeps']:.0f} "
                rf'with $\alpha = {best}$',
                row['sweeps'] < 0.8 * row['sweeps_before'])


def figures_2_4_and_2_5(section):
    r"""Figures 2.4 and 2.5: runs to the same error, runs of the same slope.
    They explain the fitness (2.5): $f_1$ compares the sweeps of runs that
    converge, $f_3$ the errors of runs that do not. Frame 30 of the tripods has
    runs of both kinds; the fitness by (2.2) to (2.5), without $\kappa$, is
    compared with that of the program."""
    record(section, 'tripods', 30)
    for line in section.show('landscape tripods.h5 30 0.8 1.6 0.2'
                             ).splitlines()[1:]:
        alpha, fitness, sweeps, least = map(float, line.split())
        formula = (sweeps - 1) / (SWEEPS - 1) + \
            1.2 * max(0, math.log10(least / 1e-4))
        section.row(rf'$\alpha = {alpha:.1f}$: fitness', f'{formula:.2f}',
                    f'{fitness:.2f}: {sweeps:.0f} sweeps, error {least:.1e}',
                    abs(formula - fitness) < 0.02)


def evolution(section, scene, frame):
    """Draws a run of CMA-ES on a frame, and compares its ends."""
    record(section, scene, frame)
    lines = [line.split() for line in section.show(
        f'generations {scene}.h5 {frame} 1').splitlines()]
    rows = [list(map(float, words)) for words in lines
            if words and words[0].isdigit()]
    first, last = rows[0], rows[-1]
    section.row('fitness falls', 'yes', f'{first[5]:.3f} to {last[5]:.3f} in '
                f'{last[0]:.0f} generations', last[5] < first[5])
    section.row('the area of search shrinks', 'yes',
                f'deviations from {first[3]:.2g} and {first[4]:.2g} to '
                f'{last[3]:.1g} and {last[4]:.1g}',
                last[3] * last[4] < 1e-3 * first[3] * first[4])
    section.draw(f'pantin-tune {scene}.h5 --frames {frame} --method cmaes '
                 '--no-condition --figure cmaes', f'CMA-ES on {scene}')


def figure_2_6(section):
    """Figure 2.6: a run of CMA-ES.
    Fitness, mean, axes and deviations, generation by generation."""
    evolution(section, 'tripods', 30)


def figure_2_7(section):
    """Figure 2.7: an error that stagnates unless tuned.
    Frame 30 of the tripods."""
    record(section, 'tripods', 30)
    errors = curves(section, 'tripods', 30, ['1', '1.455'])
    section.row('by default: least error in 200 sweeps', 'stagnates',
                f"{min(errors['1']):.1e}", min(errors['1']) > 1e-4)
    reached = next((k for k, e in enumerate(errors['1.455']) if e <= 1e-4), 0)
    section.row('tuned: sweeps to 1e-4', 'converges', reached, reached > 0)


def figure_3_1(section):
    """Figure 3.1: the four scenes.
    The wall in its first tenth of a second, the others after a second."""
    for scene, time in zip(SCENES, (0.1, 1, 1, 1)):
        command = f'pantin-contact {scene} --time {time}'
        section.commands.append(command)
        section.draw(command, scene, kind='png')


def figure_3_2(section):
    r"""Figure 3.2: the best relaxation, frame by frame.
    The thesis sees the largest variance with the marbles, and one that grows
    with the chain."""
    scatter(section, 'frame', 'alpha')
    spreads = {scene: spread(rows) for scene, rows in falling(section).items()}
    section.row(r'largest deviation of $\alpha$', 'marbles', ', '.join(
        f'{scene} {value:.2f}' for scene, value in spreads.items()),
        max(spreads, key=spreads.get) == 'marbles')
    early, late = map(spread, halves(select(section, 'falling-chain', 'fall')))
    section.row('deviation on the chain', 'grows',
                f'{early:.2f} in the first half, {late:.2f} in the second',
                late > early)


def figure_3_3(section):
    r"""Figure 3.3: the best regularisation, frame by frame.
    The thesis sees the largest values with the marbles."""
    scatter(section, 'frame', 'kappa')
    most = {scene: max(row['kappa'] for row in rows)
            for scene, rows in falling(section, 'cmaes').items()}
    section.row(r'largest $\kappa$', 'marbles', ', '.join(
        f'{scene} {value:.1e}' for scene, value in most.items()),
        most['marbles'] == max(most.values()), 'single frames decide: see '
        'table 3.3', rounding=True)


def figure_3_4(section):
    r"""Figure 3.4: the best relaxation over the condition number.
    Its lines are compared in table 3.4."""
    scatter(section, 'condition', 'alpha')


def figure_3_5(section):
    r"""Figure 3.5: the best relaxation over the sweeps.
    The thesis: of runs that converge, most have an $\alpha$ above 1; on the
    wall no run converges."""
    scatter(section, 'sweeps', 'alpha')
    rows = falling(section)
    ended = [row for scene in SCENES for row in rows[scene]
             if row['sweeps'] < SWEEPS]
    above = sum(row['alpha'] > 1 for row in ended)
    section.row(r'runs that converge with $\alpha > 1$', 'most',
                f'{above} of {len(ended)}', above > len(ended) / 2)
    some = sum(row['sweeps'] < SWEEPS for row in rows['wall'])
    section.row('runs that converge on the wall', 'none', some, some == 0)


def figure_3_6(section):
    r"""Figure 3.6: the best relaxation over the size.
    The thesis sees no relation. Here is the share of the variance of $\alpha$
    that a line over the rows explains; below a half it counts as none."""
    scatter(section, 'rows', 'alpha')
    for scene, rows in falling(section).items():
        share = explained([(row['rows'], row['alpha']) for row in rows])
        section.row(f'{scene}: $R^2$', 'no relation', f'{share:.2f}',
                    share < 0.5)


def figure_3_7(section):
    r"""Figure 3.7: the best relaxation over the norm of $b$.
    The thesis sees a larger variance where the norm is small. Here are the
    deviations over the half of the frames with the smaller norm, and over the
    other half. Of the wall the norm does not change."""
    scatter(section, 'b', 'alpha')
    for scene, rows in list(falling(section).items())[1:]:
        low, high = halves(sorted(rows, key=lambda row: row['b']))
        contacts = [statistics.mean(row['contacts'] for row in half)
                    for half in (low, high)]
        section.row(f'{scene}: deviation', 'larger at small norms',
                    f'{spread(low):.2f} and {spread(high):.2f}',
                    spread(low) > spread(high), 'where its norm is small few '
                    f'links have landed: {contacts[0]:.0f} contacts in the '
                    f'mean, {contacts[1]:.0f} in the other half',
                    rounding=True)


def regularised(section):
    """Returns frames with a kappa that is not 0, and all, of CMA-ES."""
    rows = [row for scene in falling(section, 'cmaes').values()
            for row in scene]
    return [row for row in rows if row['kappa']], rows


def figure_3_8(section):
    r"""Figure 3.8: the best regularisation over the condition number.
    The thesis sees no relation, and there is hardly a $\kappa$ to see one."""
    scatter(section, 'condition', 'kappa')
    some, rows = regularised(section)
    section.row(r'frames with $\kappa > 0$', '', f'{len(some)} of {len(rows)}',
                None)


def figure_3_9(section):
    r"""Figure 3.9: the best regularisation over the sweeps.
    The thesis: it is added mostly where runs converge."""
    scatter(section, 'sweeps', 'kappa')
    some, _ = regularised(section)
    ended = sum(row['sweeps'] < SWEEPS for row in some)
    section.row(r'runs with $\kappa > 0$ that converge', 'most',
                f'{ended} of {len(some)}', ended > len(some) / 2,
                'not reproduced: too few for a rule, see table 3.3',
                rounding=True)


def figure_3_10(section):
    r"""Figure 3.10: the best regularisation over the size.
    The thesis: most systems of fewer than 1000 rows have one."""
    scatter(section, 'rows', 'kappa')
    some, rows = regularised(section)
    small = [row for row in rows if row['rows'] < 1000]
    found = sum(row['rows'] < 1000 for row in some)
    section.row(r'fewer than 1000 rows: $\kappa > 0$', 'most',
                f'{found} of {len(small)}', found > len(small) / 2,
                'not reproduced, as in table 3.3', rounding=True)


def figure_3_11(section):
    r"""Figure 3.11: the best regularisation over the norm of $b$.
    The thesis sees more variation where the norm is small."""
    scatter(section, 'b', 'kappa')
    some, rows = regularised(section)
    middle = statistics.median(row['b'] for row in rows)
    low = sum(row['b'] < middle for row in some)
    section.row(r'frames with $\kappa > 0$ and a small norm', 'most',
                f'{low} of {len(some)}', low > len(some) / 2,
                'too few for a relation', rounding=True)


def figure_3_12(section):
    """Figure 3.12: errors before and after tuning.
    The thesis: tuning reduces most errors."""
    panels = {scene: {
        name: [(row['frame'], row[column])
               for row in select(section, scene, FALLS[scene])]
        for name, column in (('default', 'error_before'), ('tuned', 'error'))}
              for scene in SCENES}
    section.chart('Errors before and after tuning', 'frame', 'error [m/s]',
                  panels, POINTS)
    for scene, rows in falling(section).items():
        fewer = sum(row['error'] < row['error_before'] for row in rows)
        section.row(f'{scene}: smaller errors', 'most',
                    f'{fewer} of {len(rows)}', fewer > len(rows) / 2)


def figure_iii_1(section):
    """Figure III-1: CMA-ES on the wall."""
    evolution(section, 'wall', 1)


def figure_iii_2(section):
    """Figure III-2: CMA-ES on the tripods.
    A later frame than that of figure 2.6."""
    evolution(section, 'tripods', 40)


def figure_iii_3(section):
    """Figure III-3: CMA-ES on the marbles."""
    evolution(section, 'marbles', 30)


def figure_iii_4(section):
    """Figure III-4: CMA-ES on the chain."""
    evolution(section, 'falling-chain', 30)


SECTIONS = [drawings, figure_2_1, figure_2_2, figure_2_3, figures_2_4_and_2_5,
            figure_2_6, figure_2_7, figure_3_1, figure_3_2, figure_3_3,
            figure_3_4, figure_3_5, figure_3_6, figure_3_7, figure_3_8,
            figure_3_9, figure_3_10, figure_3_11, figure_3_12, figure_iii_1,
            figure_iii_2, figure_iii_3, figure_iii_4]
# Sections that a quick run leaves out, and their seconds.
LONG = {figure_3_1: 20, figure_iii_1: 30, figure_iii_2: 5, figure_iii_3: 10,
        figure_iii_4: 10}
