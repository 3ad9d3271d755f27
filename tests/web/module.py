#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Runs command lines in the page's module, in headless Chromium, and compares
what is printed with what the native programs print. Prints TAP.

module.py PROGRAMS WEB SCRATCH: the folder of the built programs, that of
`make web`, and one to write into."""
import os
import re
import shlex
import subprocess
import sys

from browser import browser, check_console, finish, report

programs, web, scratch = (os.path.abspath(path) for path in sys.argv[1:4])

# Numbers agree to this, relative to the larger one or to 1: the C libraries
# round sines and logarithms differently.
CLOSE = 1e-9

COMMANDS = """
pantin-chain
pantin-chain 4c --json
pantin-chain catenary --csv -
pantin-chain 2a --all
pantin-chain 2d --method unit --lambda ones
pantin-chain 2c --seek minimum --json
pantin-chain lantern --method dual
pantin-chain 2a 2b 2c --method unit,armijo --lambda zeros,ones
pantin-chain --list
pantin-chain 3a --lambda nonsense
pantin-chain nowhere
pantin-joints pendulum --time 1
pantin-joints puppet --time 0.5 --json
pantin-joints four-bar --time 0.5 --csv -
pantin-joints double-pendulum --time 1 --compare
pantin-joints tumbling --convergence
pantin-ik puppet
pantin-ik arm --target 'flange:0.66,0,0.9=0.3,0.4,0.8' --json
pantin-inverse arm --time 1
pantin-inverse puppet --time 0.2 --json
pantin-eliminate puppet
pantin-eliminate ring-10 --orders
pantin-eliminate star --solver kkt --json
pantin-lcp stack-7 --solver renouf --json
pantin-lcp art-50 --solver nncg --json
pantin-lcp heavy-on-light --solver psor --omega 1.939
pantin-contact stack-7 --time 1
pantin-contact balls-50 --time 1 --solver lemke --json
pantin-contact light-ball --time 1 --json
pantin-tune --nonsense
""".strip().splitlines()

NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?')
# What depends on the machine's speed: lines, keys, and columns with what follows
# them, to the next empty line.
TIMES = re.compile(r'\b(seconds|(milli|micro)seconds\w*|ms each|us to make|us\.|'
                   r'evaluations, .* s\.|solves the .* rows in)(\b|$)|'
                   r'times faster')
COLUMNS = re.compile(r'time \[[mu]?s\]|run \[s\]')


def without_times(text):
    """Cuts out what tells how long something took."""
    kept, skipping, column = [], False, None
    for line in text.splitlines():
        found = COLUMNS.search(line)
        if line.startswith(('Milliseconds until', 'The fastest first')):
            skipping = True
        elif found:
            column = found.start()
        elif line == '':
            skipping, column = False, None
        if not skipping and not TIMES.search(line):
            kept.append(line[:column])
    return kept


def same(a, b):
    """Compares two lines, number by number."""
    if NUMBER.sub('0', a).split() != NUMBER.sub('0', b).split():
        return False
    return all(abs(float(x) - float(y)) <=
               CLOSE * max(1, abs(float(x)), abs(float(y)))
               for x, y in zip(NUMBER.findall(a), NUMBER.findall(b)))


def difference(ours, theirs):
    """Returns the first difference between two texts, or ''."""
    ours, theirs = without_times(ours), without_times(theirs)
    for a, b in zip(ours, theirs):
        if not same(a, b):
            return f'in the page: {a}\n# native:      {b}'
    return '' if len(ours) == len(theirs) else \
        f'{len(ours)} lines in the page, native {len(theirs)}'


RUN = """
const [argv, done] = arguments;
machine.run(argv).then(done, (error) => done({err: String(error)}));
"""


def run(driver, words):
    """Runs a command in the page: its status and what it prints."""
    return driver.execute_async_script(RUN, words)


def native(words):
    """Runs the native program, in the scratch folder."""
    return subprocess.run([f'{programs}/{words[0]}', *words[1:]], cwd=scratch,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding='utf8', check=False)


report(difference('a 1.0 b', 'a 1.0000000001 b') == '', 'close numbers agree')
for planted in ('a 1.00001 b', 'a 1.0 c', 'a 1.0 b\n'):
    report(difference('a 1.0 b', planted + 'x') != '',
           f'a planted difference is seen: {planted!r}')

page = f'{scratch}/module.html'
with open(page, 'w', encoding='utf8') as file:
    file.write(f'<!DOCTYPE html><title>module</title>'
               f'<script src="file://{web}/pantin.js"></script>'
               f'<script src="file://{web}/machine.js"></script>'
               f'<script>const machine = new Machine();</script>')
report(os.path.getsize(f'{web}/pantin.js') < 3e6, 'the module is below 3 MB',
       os.path.getsize(f'{web}/pantin.js'))
driver = browser(1300, 800)
driver.set_script_timeout(60)
driver.get(f'file://{page}')
for command in COMMANDS:
    words = shlex.split(command)
    ours, theirs = run(driver, words), native(words)
    # The bar of progress, which a terminal sees, leaves nothing behind.
    said = re.sub(r'.*\r|\x1b\[K', '', ours['err'])
    report(ours.get('status') == theirs.returncode, f'{command}: the status',
           f"{ours.get('status')}, native {theirs.returncode}: {ours['err']}")
    why = difference(ours.get('out', ''), theirs.stdout) or \
        difference(said.replace('/pantin/data', os.environ['PANTIN_DATA']),
                   theirs.stderr)
    report(why == '', f'{command}: the output', why)

# Files stay for the next command; a run can be stopped, and another follows.
run(driver, ['pantin-chain', '2a', '--csv', 'a.csv'])
kept = driver.execute_script("return machine.text('a.csv')")
native(['pantin-chain', '2a', '--csv', 'a.csv'])
with open(f'{scratch}/a.csv', encoding='utf8') as file:
    why = difference(kept, file.read())
report(why == '', 'a file stays in the folder of the page', why)
result = driver.execute_async_script("""
const done = arguments[0];
machine.run(['pantin-joints', 'chain-1000', '--time', '1000']).then(done);
setTimeout(() => machine.cancel(), 1000);""")
report(result['status'] == 130, 'a run can be stopped', str(result['status']))
report('%' in result['err'], 'it showed its progress', result['err'][-80:])
result = run(driver, ['pantin-chain', '2a'])
report(result['status'] == 0, 'and the next command runs', result['err'])
check_console(driver, 'module')
driver.quit()
finish()
