# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The results of Peyré (2001).

*Les contraintes* has no table and no figure. Here are its claims and its
misprints; what is printed and what is right is in [the
sources](../tutorials/sources.md#peyré-2001-constraints).
"""
PROGRAMS = ['steps', 'drift']

# The tests that settle the misprints: (misprint, file, test).
TESTS = [
    (r'(1.1): $F$ contains $- \omega \times (I \omega)$',
     'dynamics/check_motion', 'the_tumbling_body'),
    ('1.2: a pivot has three equations; the distance of its points has no '
     'gradient where it holds', 'body/check_joint',
     'derivatives_are_those_of_C'),
    (r'(1.2): $J V = \dot C$', 'body/check_joint',
     'derivatives_are_those_of_C'),
    (r'(2.2), (2.3), (2.5), (2.6): $\ddot C = J V^\prime + J^\prime V$',
     'body/check_joint', 'derivatives_are_those_of_C'),
    (r'1.3, 2.1, (2.7), (2.10): $\ddot C = 0$, and the signs in '
     r'$A \lambda = - J^\prime V - J W F$', 'dynamics/check_dynamics',
     'the_reference_accelerates_so'),
    ('2.2, (2.8): forces are combinations of the gradients, and do no work in '
     'any motion that the joints allow', 'dynamics/check_dynamics',
     'joint_forces_do_no_virtual_work'),
    ("(2.12), 2.3: the sign of Baumgarte's terms; $k_d = 2/T$, $k_s = 1/T^2$",
     'dynamics/check_dynamics', 'baumgarte_pulls_back'),
    ('3.2: $A$ is only semidefinite if rows are redundant',
     'linear/check_factor', 'a_singular_system_is_solved_by_a_basic_solution'),
    (r'(3.2), (3.3): the gradient $M x - b$; no product with $M^T$',
     'linear/check_cg', 'both_solve_a_regular_system'),
]


def claims(section):
    """Claims.
    Multipliers allow large steps, springs in the place of joints do not; and
    Baumgarte's terms hold the joints together. The article gives no numbers."""
    rows = [line.split() for line in section.show('steps').splitlines()[1:]]
    joints = [float(n) for n in rows[0][-2:]]
    springs = [float(n) for words in rows if words[0] == 'springs'
               for n in words[-2:]]
    section.row('largest step [ms]', 'larger with multipliers',
                f'{joints[0]:g} and {joints[1]:g}, with springs '
                f'{min(springs):g} to {max(springs):g}',
                min(joints) > max(springs))
    gaps = {line.split()[0]: float(line.split()[1])
            for line in section.show('drift').splitlines()[1:]}
    section.row("gap of joints with Baumgarte's terms [m]",
                'smaller than without', f"{gaps['baumgarte']:.1e}, without "
                f"{gaps['none']:.1e}", gaps['baumgarte'] < gaps['none'] / 10)


def errata(section):
    """Misprints.
    A test settles each: it compares the corrected formula with something
    computed independently."""
    section.tests(TESTS)


SECTIONS = [claims, errata]
LONG = {}
