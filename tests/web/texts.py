#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Presses "Run all" on the page of each text, in headless Chromium: what the
commands print is what the text shows. Prints TAP.

texts.py PROGRAMS WEB SCRATCH: WEB is the folder of `make web`."""
import glob
import os
import re
import sys

from browser import browser, check_console, finish, report, skip

web = os.path.abspath(sys.argv[2])

# What each command of the page has come to.
RUN_ALL = """
const done = arguments[0];
runAll(commands).then(() => done(commands.map((c) => ({text: c.original,
  left: c.left, halted: c.halted, filtered: c.filtered, faults: c.faults,
  note: c.note.textContent, out: c.text}))));
"""

# Filters that show whole lines of what they read.
KEEPS_LINES = ('head', 'tail', 'sed', 'grep')

# What the module does not have, by what a program then says.
LACKS = ('HDF5', 'ODE', 'muParser')


def judge(name, result):
    """Reports one command: its numbers, or that they cannot be compared."""
    first = f"{name}: {result['text'].splitlines()[0][:60]}"
    if result['faults'] is None or result['left'] is None:
        skip(first, 'for a terminal')
    elif result['left'] and not (result['filtered'] and all(
            word in KEEPS_LINES for word in result['left'])):
        skip(first, f"{', '.join(result['left'])} is not run")
    elif ' -o' in result['text']:
        skip(first, 'shows parts of lines')
    elif any(f'built without {word}' in result['out'] for word in LACKS) or \
            re.search(r"no scene '\S+\.(mtx|h5)'", result['out']):
        skip(first, 'needs a library that a page does without')
    elif result['text'] == 'growth solvers':
        skip(first, 'counts beyond the 32 bits of WebAssembly')
    else:
        report(result['faults'] == 0, first,
               f"{result['note']}:\n# " + result['out'].replace('\n', '\n# '))


# What looks like an operator within quotes is none.
QUOTED = "pantin-joints x --plot 'a;b'; pantin-chain '2&&a' && pantin-chain 2b"


driver = browser(1300, 800)
driver.set_script_timeout(300)
for page in sorted(glob.glob(f'{web}/tutorials/*/*.html')):
    short = page[len(f'{web}/tutorials/'):]
    driver.get(f'file://{page}')
    results = driver.execute_async_script(RUN_ALL)
    report(len(results) > 5, f'{short} has commands', len(results))
    for result in results:
        judge(short, result)
    check_console(driver, short)
commands = driver.execute_script(
    'return stepsOf(arguments[0]).map((step) => step.argv)', QUOTED)
report(commands == [['pantin-joints', 'x', '--plot', 'a;b'],
                    ['pantin-chain', '2&&a'], ['pantin-chain', '2b']],
       'quoted operators are words', commands)
driver.quit()
finish()
