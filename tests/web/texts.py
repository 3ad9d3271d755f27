#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Runs all commands of all pages of the book in headless Chromium: what they
print is what the text shows; examples of manuals, whose output is not shown,
run for some seconds. Then changes commands and scenes. Prints
TAP.

texts.py PROGRAMS WEB SCRATCH: WEB is the folder of `make web`."""
import glob
import os
import re
import subprocess
import sys
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError

from browser import (browser, check_console, check_contrast, end, finish,
                     progress, report, resize, skip, wait_for)

programs, web, scratch = (os.path.abspath(path) for path in sys.argv[1:4])

# Runs a command of the page, for so many seconds at most, and tells what it has
# come to.
RUN_ONE = """
const [k, limit, done] = arguments, c = commands[k];
const timer = setTimeout(() => c.stop(), 1000 * limit);
c.run().then(() => {
  clearTimeout(timer);
  done({text: c.original, left: c.left, filtered: c.filtered, faults: c.faults,
    status: c.status, compared: c.shown !== null, note: c.note.textContent,
    out: (c.text || '').slice(-20000)});
}).catch((error) => done({text: c.original, broken: String(error)}));
"""

# Seconds of a command whose output the page shows; of an example, which is then
# stopped; and of the answer to that.
SHOWN, EXAMPLE, ANSWER = 120, 4, 20

# Filters that show whole lines of what they read.
KEEPS_LINES = ('head', 'tail', 'sed', 'grep')

# Statuses of examples that would be wrong: unknown words, an unknown program, a
# crash. They may lack a file of their reader's, or a library.
WRONG = (2, 127, 134)

# Pages that show the outputs of their commands.
TEXTS = {'chain', 'joints', 'motion', 'elimination', 'contact', 'tuning',
         'sources'}

# What looks like an operator within quotes is none.
QUOTED = "pantin-joints x --plot 'a;b'; pantin-chain '2&&a' && pantin-chain 2b"

# What the module does not have, by what a program then says.
LACKS = ('HDF5', 'libxml2', 'muParser')


def judge(name, result):
    """Reports one command: its numbers, or that they cannot be compared."""
    first = f"{name}: {result['text'].splitlines()[0][:60]}"
    if 'broken' in result:
        report(False, first, result['broken'])
    elif result['left'] is None:
        skip(first, 'for a terminal')
    elif not result['compared']:
        report(result['status'] not in WRONG, first,
               f"status {result['status']}: {result['out']}")
    elif result['left'] and not (result['filtered'] and all(
            word in KEEPS_LINES for word in result['left'])):
        skip(first, f"{', '.join(result['left'])} is not run")
    elif ' -o' in result['text']:
        skip(first, 'shows parts of lines')
    elif any(f'built without {word}' in result['out'] for word in LACKS) or \
            re.search(r"no scene '\S+\.(mtx|h5)'", result['out']):
        skip(first, 'needs a library that a page does without')
    else:
        report(result['faults'] == 0, first,
               f"{result['note']}:\n# " + result['out'].replace('\n', '\n# '))


def run_commands(driver, name, limit):
    """Presses Run at each command of the page; one that does not come to its end
    is a failure, and the next one is run. Where the page does not even answer,
    another browser takes its place. Returns the browser."""
    texts = driver.execute_script('return commands.map((c) => c.original)')
    began = time.time()
    for k, text in enumerate(texts):
        driver.set_script_timeout(limit + ANSWER)
        try:
            judge(name, driver.execute_async_script(RUN_ONE, k, limit))
        except WebDriverException as error:
            report(False, f'{name}: {text.splitlines()[0][:60]}',
                   f'no end after {limit} s: {error.msg}')
            driver.get(f'file://{web}/{name}.html')
        except HTTPError:
            report(False, f'{name}: {text.splitlines()[0][:60]}',
                   'the page does not answer')
            end(driver)
            driver = browser(1300, 800)
            driver.get(f'file://{web}/{name}.html')
    progress(f'{name}: {len(texts)} commands, {time.time() - began:.0f} s')
    return driver


def command(driver, text):
    """Writes a text into the first block of the page; returns its element."""
    return driver.execute_script("""
commands[0].area.value = arguments[0];
commands[0].edited();
return commands[0].element;""", text)


def press(element, name):
    """Presses the button of this name in a block."""
    element.find_element('xpath', f'.//button[text()="{name}"]').click()


def said(element):
    """Returns the note of a block."""
    return element.find_element('class name', 'note').text


def check_scene(driver):
    """Changes a scene beside its command: the next run reads it; a fault is
    shown at its line."""
    element = command(driver, 'pantin-chain 2a')
    press(element, 'Scene')
    area = element.find_element('class name', 'scene')
    shipped = area.get_attribute('value')
    wrong = shipped.replace('end = (1, -1)', 'end = "far"')
    line = shipped[:shipped.index('end = ')].count('\n') + 1
    for scene, fault in ((wrong, True), (shipped.replace('0.7', '0.9'), False)):
        area.clear()
        area.send_keys(scene)
        press(element, 'Run')
        wait_for(driver, 'commands[0].halt.hidden')
        shown = element.find_element('class name', 'fault')
        report(shown.is_displayed() == fault,
               f"{'a' if fault else 'no'} fault of a scene is shown",
               shown.text)
        if fault:
            selected = driver.execute_script("""const area = arguments[0];
return area.value.slice(0, area.selectionStart).split('\\n').length;""", area)
            report(shown.text.startswith(f'line {line}:') and selected == line,
                   'at its line', f'{shown.text}, selected {selected}')
    output = element.find_element('class name', 'printed').text
    with open(f'{scratch}/scene.cfg', 'w', encoding='utf8') as file:
        file.write(scene)
    native = subprocess.run(
        [f'{programs}/pantin-chain', f'{scratch}/scene.cfg'],
        stdout=subprocess.PIPE, encoding='utf8', check=True)
    report(re.search(r'Energy \S+', native.stdout)[0] in output,
           'the run reads the scene', output)
    press(element, 'Shipped scene')
    report(area.get_attribute('value') == shipped,
           'the shipped scene comes back')


def check_stop(driver):
    """Stops a run that shows its progress; one that waits is stopped alone."""
    element = command(driver, 'pantin-joints chain-1000 --time 1000')
    press(element, 'Run')
    report(wait_for(driver, "commands[0].note.textContent.includes('%')"),
           'a run shows its progress', said(element))
    driver.execute_script('commands[1].run()')
    press(driver.execute_script('return commands[1].element'), 'Stop')
    report(driver.execute_script(
        'return Boolean(machine.stop) && !commands[0].halted'),
           'to stop one that waits leaves the other running')
    press(element, 'Stop')
    report(wait_for(
        driver, 'commands[0].halt.hidden && commands[1].halt.hidden'),
           'both come to their end')
    report(said(element) == 'stopped', 'and say so', said(element))


def check_status(driver):
    """Types commands that are wrong, or that no page can run."""
    element = command(driver, 'pantin-chain 2a --nonsense')
    press(element, 'Run')
    wait_for(driver, 'commands[0].halt.hidden')
    report(said(element) == 'ended with status 2', 'a failure is told',
           said(element))
    for text in ('ls -l', 'pantin-tune wall.h5 --resume'):
        element = command(driver, text)
        runs = element.find_element('xpath', './/button[text()="Run"]')
        report(not runs.is_displayed() and 'terminal' in said(element),
               f'what a page cannot run has no button: {text}', said(element))


def check_length(driver):
    """Prints megabytes: the page shows their beginning, and stays alive."""
    element = command(driver, 'pantin-chain catenary --json')
    press(element, 'Run')
    wait_for(driver, 'commands[0].halt.hidden')
    whole, shown = driver.execute_script(
        'return [commands[0].text.length, commands[0].printed.textContent.length]')
    report(whole > 5e6 and shown < 3e5 and said(element) == 'done',
           'a long output is shown as far as there is room', f'{shown} of {whole}')


def check_replay(driver):
    """Looks for the replay that a run writes, and for what stands in for other
    pictures."""
    element = command(driver, 'pantin-joints pendulum --time 1 --plot a.html')
    press(element, 'Run')
    report(wait_for(driver, "document.querySelector('iframe.replay')"),
           'a replay is shown', said(element))
    frame = element.find_element('class name', 'replay')
    driver.switch_to.frame(frame)
    report(wait_for(driver, "typeof replay === 'object' && replay.end > 0.9"),
           'it goes to the end')
    driver.switch_to.default_content()
    element = command(driver, 'pantin-chain 2a --plot a.svg')
    press(element, 'Run')
    wait_for(driver, 'commands[0].halt.hidden')
    report('picture by gnuplot' in said(element), 'a picture is for a terminal',
           said(element))
    element = command(driver, 'pantin-chain 2a --method unit --at 1 --plot a.svg')
    press(element, 'Run')
    wait_for(driver, 'commands[0].halt.hidden')
    status = driver.execute_script('return commands[0].status')
    report(status == 0, 'options about it stay right', status)


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


RemoteConnection.set_timeout(SHOWN + 2 * ANSWER)
driver = browser(1300, 800)
check_contents(driver)
alive = set()
for page in sorted(glob.glob(f'{web}/*.html')):
    short = os.path.basename(page)[:-len('.html')]
    driver.get(f'file://{page}')
    if not driver.execute_script('return typeof runAll === "function"'):
        continue
    check_width(driver, short)
    driver = run_commands(driver, short, SHOWN if short in TEXTS else EXAMPLE)
    alive.add(short)
    check_contrast(driver, short)
    check_console(driver, short)
report(TEXTS | {'pantin-chain.1'} <= alive, 'tutorials and manuals run', alive)
commands = driver.execute_script(
    'return stepsOf(arguments[0]).map((step) => step.argv)', QUOTED)
report(commands == [['pantin-joints', 'x', '--plot', 'a;b'],
                    ['pantin-chain', '2&&a'], ['pantin-chain', '2b']],
       'quoted operators are words', commands)
driver.get(f'file://{web}/chain.html')
check_scene(driver)
check_stop(driver)
check_status(driver)
check_length(driver)
check_replay(driver)
check_console(driver, 'a changed command')
driver.quit()
finish()
