#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Runs all commands of all pages of the book in headless Chromium: what they
print is what the text shows; examples of manuals, whose output is not shown,
run for some seconds without complaint. Prints TAP.

texts.py PROGRAMS WEB SCRATCH: WEB is the folder of `make web`."""
import glob
import os
import re
import sys

from browser import browser, check_console, finish, report, resize, skip

web = os.path.abspath(sys.argv[2])

# Runs the commands of the page one after the other, each for so many seconds at
# most, and tells what each has come to.
RUN_ALL = """
const [limit, done] = arguments;
const runOne = async (command) => {
  const timer = setTimeout(() => command.halt.click(), 1000 * limit);
  await command.run();
  clearTimeout(timer);
};
commands.reduce((before, command) => before.then(() => runOne(command)),
  Promise.resolve()).then(() => done(commands.map((c) => ({text: c.original,
  left: c.left, filtered: c.filtered, faults: c.faults, status: c.status,
  compared: c.shown !== null,
  note: c.note.textContent, out: c.text}))));
"""

# Filters that show whole lines of what they read.
KEEPS_LINES = ('head', 'tail', 'sed', 'grep')

# Statuses of commands whose output is not shown: solved, not converged,
# stopped.
WELL = (0, 3, 130)

# Pages that show the outputs of their commands.
TEXTS = {'chain', 'joints', 'motion', 'elimination', 'contact', 'tuning',
         'sources'}

# What looks like an operator within quotes is none.
QUOTED = "pantin-joints x --plot 'a;b'; pantin-chain '2&&a' && pantin-chain 2b"

# What the module does not have, by what a program then says.
LACKS = ('HDF5', 'ODE', 'muParser')


def judge(name, result):
    """Reports one command: its numbers, or that they cannot be compared."""
    first = f"{name}: {result['text'].splitlines()[0][:60]}"
    if result['left'] is None:
        skip(first, 'for a terminal')
    elif result['left'] and not (result['filtered'] and all(
            word in KEEPS_LINES for word in result['left'])):
        skip(first, f"{', '.join(result['left'])} is not run")
    elif ' -o' in result['text']:
        skip(first, 'shows parts of lines')
    elif any(f'built without {word}' in result['out'] for word in LACKS) or \
            re.search(r"no scene '\S+\.(mtx|h5)'", result['out']):
        skip(first, 'needs a library that a page does without')
    elif not result['compared']:
        report(result['status'] in WELL, first,
               f"status {result['status']}: {result['out']}")
    else:
        report(result['faults'] == 0, first,
               f"{result['note']}:\n# " + result['out'].replace('\n', '\n# '))


def check_width(driver, name):
    """Looks whether a page fits a telephone."""
    resize(driver, 390, 800)
    wide = driver.execute_script('return document.documentElement.scrollWidth')
    report(wide <= 390, f'{name}: fits 390 points', wide)
    resize(driver, 1300, 800)


def check_contents(driver):
    """Follows the contents to the laboratories."""
    driver.get(f'file://{web}/index.html')
    links = [link.get_attribute('href') for link in
             driver.find_elements('css selector', '.contents a[href^=labs]')]
    lost = [link for link in links if not os.path.exists(link[len('file://'):])]
    report(len(links) >= 4 and not lost, 'the contents lead to laboratories',
           f'{len(links)}, lost: {lost}')


driver = browser(1300, 800)
driver.set_script_timeout(300)
check_contents(driver)
alive = set()
for page in sorted(glob.glob(f'{web}/*.html')):
    short = os.path.basename(page)[:-len('.html')]
    driver.get(f'file://{page}')
    if not driver.execute_script('return typeof runAll === "function"'):
        continue
    check_width(driver, short)
    results = driver.execute_async_script(RUN_ALL, 300 if short in TEXTS else 4)
    for result in results:
        judge(short, result)
    alive.add(short)
    check_console(driver, short)
report(TEXTS | {'pantin-chain.1'} <= alive, 'tutorials and manuals run', alive)
commands = driver.execute_script(
    'return stepsOf(arguments[0]).map((step) => step.argv)', QUOTED)
report(commands == [['pantin-joints', 'x', '--plot', 'a;b'],
                    ['pantin-chain', '2&&a'], ['pantin-chain', '2b']],
       'quoted operators are words', commands)
driver.quit()
finish()
