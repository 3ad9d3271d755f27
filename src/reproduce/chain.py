# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The results of the course report on the chain (2019).

*Équilibre d'une chaîne articulée* has nine figures and one table. It counts
iterates, the start included; Pantin counts steps, so that its number is one
less. The report prints no number beside a figure unless the section says so.
What the report claims in its text, and its misprints in formulas, are in [the
sources](../tutorials/sources.md#the-course-report-on-the-chain-2019).
"""
PROGRAMS = ['pantin-chain']
TOLERANCE = 1e-7  # the report's, absolute

# Full steps from multipliers 0: the kind of the end, the number of iterates,
# the gradient and the constraints there.
TABLE = {
    '2a': ('minimum', 7, 4e-12, 0),
    '2b': ('maximum', 10, 4e-10, 0),
    '2c': ('saddle', 12, 1e-11, 0),
    '2d': (None, 100, 4e-2, 0),
}
UNIT = 'pantin-chain {} --method unit --lambda zeros --absolute'

# The tests that settle the misprints of the report's formulas, by what they
# compare: (misprint, file, test).
TESTS = [
    ('last node, energy', 'chain/check_simulator',
     'the_sources_values_at_the_start_of_2a'),
    ('gradient of the energy', 'chain/check_simulator',
     'the_gradient_is_the_lagrangians'),
    ('derivatives of $c$, and their matrix', 'chain/check_simulator',
     'the_jacobian_is_the_constraints'),
    ('existence of a chain', 'chain/check_case',
     'bad_cases_are_told_what_is_wrong'),
    ('the constraint is not onto where all bars are parallel',
     'chain/check_classify', 'parallel_bars_are_judged_by_any_multipliers'),
    (r"Armijo's $\omega$", 'chain/check_sqp',
     'bad_settings_and_starts_are_refused'),
    ('kinds of the ends, labels of the figures', 'chain/check_classify_course',
     'the_sources_runs_end_where_they_should'),
]


def column(path):
    """Reads a vector of a MatrixMarket file."""
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file if not line.startswith('%')]
    return [float(line) for line in lines[1:]]


def iterate(section, command, k):
    """Returns gradient, constraints and multipliers of an iterate."""
    section.call(f'{command} --quiet --dump eq --at {k}', (0, 3))
    return [column(f'{section.scratch.name}/eq-{part}.mtx')
            for part in ('gradient', 'c', 'lambda')]


def differences(section, command, steps):
    """Lists (k, |F(z_k+1) - F(z_k)|), the curve that the report draws."""
    values = []
    for k in range(steps + 1):
        gradient, c, _ = iterate(section, command, k)
        values.append(gradient + c)
    return [(k, max(abs(a - b) for a, b in zip(values[k + 1], values[k])))
            for k in range(steps)]


def case(section, name):
    """Reproduces the figure of a case with full steps: chain and curve."""
    command = UNIT.format(name)
    result = section.solve(command, (0, 3))
    kind = TABLE[name][0]
    section.row('ends in', kind or 'no convergence',
                result['kind'] or 'no convergence', result['kind'] == kind)
    curve = differences(section, command, result['iterations'])
    if kind:
        section.row(r'last $\lVert F(z_{k+1}) - F(z_k) \rVert_\infty$',
                    'tends to 0', f'{curve[-1][1]:.1e}',
                    curve[-1][1] < 1e-3 * curve[0][1])
    section.draw(command, f'Case {name}: the chain', (0, 3))
    section.curve(curve, f'Case {name}: the curve of the report',
                  '|F(z_{k+1}) - F(z_k)|')
    return curve


def figure_1(section):
    """Figure 1: a chain of bars.
    The report's drawing explains the notation. Pantin's is the chain of case
    2a at rest."""
    section.draw('pantin-chain 2a', 'A chain of five bars')


def figure_2(section):
    """Figure 2: case 2a, started below.
    On the left the chain, on the right the difference of successive residuals.
    The report sees a minimum."""
    case(section, '2a')


def figure_3(section):
    """Figure 3: case 2b, started above.
    The report sees a maximum."""
    case(section, '2b')


def figure_4(section):
    """Figure 4: case 2c, started on both sides.
    The caption says 3c, the text means 2c. The report sees a saddle, because
    the chain makes a loop."""
    case(section, '2c')


def figure_5(section):
    """Figure 5: case 2d, started in a zigzag.
    The report sees no convergence; its part (c) shows that the curve oscillates
    above the tolerance from iteration 20 to 100."""
    curve = case(section, '2d')
    late = [(k, value) for k, value in curve if k >= 20]
    least = min(value for _, value in late)
    section.row('least value of (c)', 'above 1e-7', f'{least:.1e}',
                least > TOLERANCE)
    section.curve(late, 'Case 2d: iterations 20 to 100',
                  '|F(z_{k+1}) - F(z_k)|')


def table(section):
    """The table: residuals and iterations with full steps.
    The residuals of a run that has converged are rounding and the last squared
    error; they agree here when both are below the tolerance. Pantin's are those
    of the last iterate."""
    for name, (_, iterates, gradient, c) in TABLE.items():
        result = section.solve(UNIT.format(name), (0, 3))
        last = result['history'][-1]
        if result['solved']:
            section.row(f'{name}: iterates', iterates, result['iterations'] + 1,
                        iterates == result['iterations'] + 1)
            section.row(f'{name}: gradient', f'{gradient:.0e}',
                        f"{last['gradient_inf']:.0e}",
                        max(gradient, last['gradient_inf']) < TOLERANCE)
            section.row(f'{name}: constraints', c,
                        f"{last['constraint_inf']:.0e}",
                        max(c, last['constraint_inf']) < TOLERANCE)
        else:
            unsolved(section, name, iterates, gradient, c, result['history'])


def unsolved(section, name, iterates, gradient, c, history):
    """Compares a run that does not converge: where it stands after the last
    step is decided by rounding."""
    def span(quantity):
        values = [h[quantity] for h in history if h['iteration'] > 35]
        return f'from step 36 on rounding decides; between {min(values):.0e} ' \
            f'and {max(values):.0e} there'
    last = history[-1]
    section.row(f'{name}: steps', iterates, last['iteration'],
                iterates == last['iteration'])
    section.row(f'{name}: gradient', f'{gradient:.0e}',
                f"{last['gradient_inf']:.0e}",
                0.5 < last['gradient_inf'] / gradient < 2,
                span('gradient_inf'), rounding=True)
    section.row(f'{name}: constraints', c, f"{last['constraint_inf']:.0e}",
                last['constraint_inf'] < TOLERANCE,
                span('constraint_inf') + ', never 0')


def figure_6(section):
    """Figure 6: case 2d by line search, and by full steps from multipliers 1.
    The report: (a) a saddle after 9 iterations, (b) a maximum after 44. It does
    not say from which multipliers the line search started."""
    starts = {}
    for start in ('zeros', 'ones', 'leastsquares'):
        command = f'pantin-chain 2d --method armijo --lambda {start} --absolute'
        result = section.solve(command, (0, 3))
        starts[start] = (result['kind'] if result['solved'] else
                         'no convergence', result['iterations'])
    section.draw(command, 'Case 2d by line search')
    said = ', '.join(f'{steps} from {start} ({kind})'
                     for start, (kind, steps) in starts.items())
    section.row('(a) ends in', 'saddle', starts['leastsquares'][0],
                starts['leastsquares'][0] == 'saddle')
    section.row('(a) iterations', 9, starts['leastsquares'][1],
                9 in [steps for _, steps in starts.values()],
                f'no start of the multipliers gives 9: {said}')
    command = 'pantin-chain 2d --method unit --lambda ones --absolute'
    result = section.solve(command)
    gradient = result['history'][44]['gradient_inf']
    section.row('(b) ends in', 'maximum', result['kind'],
                result['kind'] == 'maximum')
    section.row('(b) iterations', 44, result['iterations'],
                result['iterations'] == 44,
                f'step 44 leaves a gradient of {gradient:.1e}, and the '
                'tolerance is 1e-7: rounding decides', rounding=True)
    section.draw(command, 'Case 2d by full steps')


def figure_7(section):
    """Figure 7: case 3a by line search, two bars.
    The report: a maximum after 3 iterations."""
    command = 'pantin-chain 3a --method armijo --absolute'
    result = section.solve(command)
    section.row('iterations', 3, result['iterations'],
                result['iterations'] == 3)
    section.row('ends in', 'maximum', result['kind'],
                result['kind'] == 'maximum',
                f"{2 * len(result['x'])} coordinates and {result['bars']} bars "
                'leave no motion, so that each feasible point is alone: '
                'minimum and maximum at once')
    section.draw(command, 'Case 3a')


def taut(section, result):
    """Compares the kind of a chain that is drawn tight."""
    section.row('ends in', 'minimum', result['kind'],
                result['kind'] == 'minimum', 'the chain is taut: its only '
                'feasible point is minimum and maximum at once'
                if result['outcome'] == 'taut' else '')


def figure_8(section):
    """Figure 8: case 3b by line search, three bars drawn tight.
    The report: a minimum after 33 iterations, where the gradient vanishes."""
    command = 'pantin-chain 3b --method armijo --absolute'
    result = section.solve(command, (0, 3))
    steps, last = result['iterations'], result['history'][-1]
    size = [max(map(abs, iterate(section, command, k)[2]))
            for k in (0, steps // 2, steps)]
    section.row('iterations', 33, steps, steps == 33,
                'no multipliers exist at the only feasible point, so they grow '
                f'without bound, here from {size[0]:.0e} by {size[1]:.0e} to '
                f'{size[2]:.0e}, and rounding decides when that ends',
                rounding=True)
    section.row('gradient at the end', 'vanishes',
                f"{result['gradient_inf']:.3g}", result['gradient_inf'] < 1e-7,
                'this is the least that any multipliers leave at the feasible '
                'point; the last iterate, beside it, leaves '
                f"{last['gradient_inf']:.0e}, and its bars have not their "
                f"lengths, by {last['constraint_inf']:.0e}")
    taut(section, result)
    section.draw(command, 'Case 3b', (0, 3))


def figure_9(section):
    """Figure 9: case 3c by line search, three bars drawn tight.
    The report: a minimum after 16 iterations."""
    found = {}
    for method, start in (('armijo', 'leastsquares'), ('unit', 'ones')):
        command = f'pantin-chain 3c --method {method} --lambda {start} ' \
            '--absolute'
        found[method] = section.solve(command)
    steps = found['armijo']['iterations']
    section.row('iterations by line search', 16, steps, steps == 16,
                'the number is that of full steps from multipliers 1')
    steps = found['unit']['iterations']
    section.row('iterations by full steps from 1', 16, steps, steps == 16)
    taut(section, found['unit'])
    section.draw(command, 'Case 3c')


def errata(section):
    """Misprints.
    Two are settled by numbers: as printed and as corrected they are compared
    with what the report counts, and with the program's energy. With a last bar
    of 0.7 m the count of 2b is that of the report too, but those of 2a and 2c
    are not. The others are settled by tests, each of which compares the corrected
    formula with something computed independently."""
    scene = 'lengths = (0.7, 0.5, 0.3, 0.2, {}); end = (1, -1);\n' \
        'start = ((0.2, {}1), (0.4, {}1.5), (0.6, {}1.5), (0.8, {}1.3));'
    shown = UNIT.format('bar.cfg')
    for name, signs in (('2a', '----'), ('2b', '++++'), ('2c', '--+-')):
        for last in (0.5, 0.7):
            with open(f'{section.scratch.name}/bar.cfg', 'w',
                      encoding='utf-8') as file:
                file.write(scene.format(last, *signs.replace('+', ' ')))
            iterates = section.solve(shown, (0, 3))['iterations'] + 1
            misprint = last == 0.7 and name != '2b'
            section.row(f'{name}, last bar {last} m: iterates', TABLE[name][1],
                        iterates, iterates == TABLE[name][1],
                        'misprint: with 0.5 it agrees' if misprint else '')
    section.commands = [shown + '  # a case with that last bar']
    length, y = (0.7, 0.5, 0.3, 0.2, 0.5), (0, -1, -1.5, -1.5, -1.3, -1)
    energy = section.solve('pantin-chain 2a')['history'][0]['energy']
    for sign, word, reason in ((-1, 'minus', 'misprint: with plus it agrees'),
                               (1, 'plus', '')):
        value = sum(L * (y[i + 1] + sign * y[i])
                    for i, L in enumerate(length)) / 2
        section.row(f'energy of the start of 2a [N m], formula with {word}',
                    f'{value:.4g}', f'{energy:.4g}',
                    abs(value - energy) < 1e-12, reason)
    section.tests(TESTS)


SECTIONS = [figure_1, figure_2, figure_3, figure_4, figure_5, table, figure_6,
            figure_7, figure_8, figure_9, errata]
LONG = {}  # sections that a quick run leaves out, and their seconds
