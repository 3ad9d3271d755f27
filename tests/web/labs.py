#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Uses the laboratories in headless Chromium, and compares their numbers with
those of the native programs. Prints TAP.

labs.py PROGRAMS WEB SCRATCH: the folder of the built programs, that of
`make web`, and one to write into."""
import json
import os
import subprocess
import sys

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import browser, check_console, finish, report, wait_for

programs, web, scratch = (os.path.abspath(path) for path in sys.argv[1:4])

# Numbers agree to this, relative to the larger one or to 1.
CLOSE = 1e-9

# Steps of a heap that are compared: a fall is chaotic after its first impacts.
EARLY = 20


def close(a, b):
    """Compares two values, or all members of two lists, down to numbers."""
    if isinstance(a, dict):
        return all(close(a[key], b[key]) for key in a
                   if 'seconds' not in key)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= CLOSE * max(1, abs(a), abs(b))
    return a == b


def native(scene, name, *words):
    """Runs a native program on this scene; returns its JSON."""
    path = f'{scratch}/{name}.cfg'
    with open(path, 'w', encoding='utf8') as file:
        file.write(scene)
    done = subprocess.run([f'{programs}/{words[0]}', path, *words[1:], '--json',
                           '--quiet'], stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


def wait_idle(driver):
    """Waits until the laboratory's machine has nothing to do."""
    if not wait_for(driver, '!working && !waiting'):
        raise TimeoutError('the laboratory does not come to rest')


def check_stop(driver, name):
    """Stops the program that runs, or is about to."""
    began = wait_for(driver, 'machine.stop')
    driver.find_element(By.ID, 'stop').click()
    wait_idle(driver)
    said = driver.find_element(By.ID, 'status').text
    report(began and said == 'stopped', f'{name}: a run is stopped', said)


def check_bounds(driver, name, state, wanted):
    """Opens a laboratory in a state whose numbers its fields keep in bounds."""
    open_lab(driver, name, state)
    got = driver.execute_script(
        'return arguments[0].map((key) => lab[key])', list(wanted))
    report(got == list(wanted.values()), f'{name}: {state} is kept in bounds',
           str(got))


def open_lab(driver, name, state=''):
    """Opens a laboratory in a state."""
    driver.get('about:blank')
    driver.get(f'file://{web}/labs/{name}.html#{state}')
    wait_idle(driver)


def check_width(driver, name, width):
    """Looks whether all fits into the page, and whether all controls have
    names."""
    wide = driver.execute_script('return document.documentElement.scrollWidth')
    report(wide <= width, f'{name}: nothing is wider than {width}', str(wide))
    unnamed = driver.execute_script("""
return [...document.querySelectorAll('input, select, button, svg, canvas')]
  .filter((e) => !e.getAttribute('aria-label') && !e.textContent.trim() &&
    !(e.labels && e.labels.length) && !e.closest('svg > *'))
  .map((e) => e.id || e.outerHTML);""")
    report(not unnamed, f'{name}: every control has a name', str(unnamed))


def check_elimination(driver):
    """Plays the game to its end, by clicks and by the keyboard."""
    open_lab(driver, 'elimination', 'mechanism=net&order=3')
    for k in range(11):
        joint = driver.find_element(By.CSS_SELECTOR, '#graph [role=button]')
        if k % 2:
            joint.send_keys('\n')
        else:
            ActionChains(driver).click(joint).perform()
    wait_idle(driver)
    for order, rule, row in (('game.order', 'given', 'own'),
                             ('[...game.puzzle.pairs.keys()]', 'degree',
                              'degree')):
        scene = driver.execute_script(f'return sceneOf(game.puzzle, {order})')
        wanted = native(scene, 'game', 'pantin-eliminate', '--order', rule)
        for cell, key in (('fill', 'fill'), ('work', 'factor_operations')):
            shown = driver.find_element(By.ID, f'{row}-{cell}').text
            report(shown == str(wanted[key]), f'elimination: {row} {cell}',
                   f'{shown}, native {wanted[key]}')
    for cell in ('fill', 'work'):
        ours, theirs = (driver.find_element(By.ID, name).text
                        for name in (cell, f'own-{cell}'))
        report(ours == theirs, f'elimination: the page counts {cell} as the '
               'program does', f'{ours}, {theirs}')
    order = driver.execute_script('return game.order.join(".")')
    report(f'order={order}' in driver.current_url,
           'elimination: the address keeps the order', driver.current_url)


def check_chain(driver):
    """Drags the end of the chain, solves, and looks for all points."""
    open_lab(driver, 'chain')
    handles = driver.find_elements(By.CSS_SELECTOR, '#picture .handle')
    ActionChains(driver).drag_and_drop_by_offset(handles[-1], 60, -30).perform()
    wait_idle(driver)
    handles[0].send_keys('\ue014')  # the arrow to the right
    wait_idle(driver)
    end = driver.execute_script('return lab.end')
    report(end[0] > 1 and end[1] > -1, 'chain: its end was dragged', str(end))
    scene = driver.execute_script('return lab.scene')
    wanted = native(scene, 'lab', 'pantin-chain', '--method', 'armijo',
                    '--lambda', 'leastsquares')
    ours = driver.execute_script('return lab.result')
    report(close({**wanted, 'scene': ''}, {**ours, 'scene': ''}),
           'chain: the result is that of the native program',
           f"{ours['energy']}, native {wanted['energy']}")
    driver.find_element(By.ID, 'all').click()
    wait_idle(driver)
    wanted = native(scene, 'lab', 'pantin-chain', '--all')
    ours = driver.execute_script('return lab.points')
    report(close(wanted['points'], ours), 'chain: all stationary points',
           f"{len(ours)}, native {len(wanted['points'])}")
    address = driver.current_url.split('#')[1]
    open_lab(driver, 'chain', address)
    report(driver.execute_script('return lab.scene') == scene,
           'chain: the address leads back to it', address)
    open_lab(driver, 'chain', 'lengths=0.7,0.5,0.3,0.2,0.5&end=1,-1&start=0.4,'
             '0.6,0.2,0.2,0.6,0.2,0.4,-0.6&method=unit&lambda=zeros')
    rows = driver.execute_script('return lab.rows.length')
    driver.find_element(By.ID, 'first').click()
    driver.find_element(By.ID, 'next').click()
    report(rows > 2 and driver.execute_script('return lab.step') == 1,
           'chain: it is gone through step by step', str(rows))


def check_heap(driver):
    """Pours, pushes a ball, and stops a run."""
    open_lab(driver, 'heap', 'count=30&solver=psor&sweeps=50&warm=1')
    for name in ('poured', 'pushed'):
        scene, words, ours = driver.execute_script(
            'return [lab.scene, lab.words, lab.result]')
        wanted = native(scene, 'heap', 'pantin-contact', *words, '--time', '2')
        # Later steps amplify what the C libraries round differently.
        for key in ('kinetic', 'energy', 'contacts', 'penetration'):
            a, b = ([step[key] for step in result['history'][:EARLY]]
                    for result in (ours, wanted))
            report(close(a, b), f'heap: {key} of balls {name} is that of the '
                   'native program', f'{a}, native {b}')
        if name == 'poured':
            driver.execute_script('lab.playing = false; lab.at = 150; lab.show()')
            ball = driver.find_elements(By.CSS_SELECTOR, '#picture .ball')[25]
            ActionChains(driver).drag_and_drop_by_offset(ball, 30, -40).perform()
            wait_idle(driver)
    steps = driver.execute_script('return lab.history.length')
    report(steps > 3, 'heap: the residual is drawn over the sweeps', str(steps))
    driver.execute_script("lab.count = 120; lab.sweeps = 1000;"
                          "lab.solver = 'jacobi'; lab.pour();")
    check_stop(driver, 'heap')
    check_bounds(driver, 'heap', 'count=1&sweeps=5000',
                 {'count': 3, 'sweeps': 1000})


def check_puppet(driver):
    """Drags a hand, then throws the puppet."""
    open_lab(driver, 'puppet', 'dt=10&spin=3&left=rk4&right=rk2')
    hand = driver.find_element(By.CSS_SELECTOR, '[data-body=left-hand]')
    ActionChains(driver).drag_and_drop_by_offset(hand, -20, -40).perform()
    wait_idle(driver)
    hand.send_keys('\ue013')  # the arrow upwards
    wait_idle(driver)
    scene, target, ours = driver.execute_script(
        'return [lab.before, lab.target, lab.result]')
    wanted = native(scene, 'pose', 'pantin-ik', '--target', target)
    for key in ('final', 'iterations', 'distance'):
        report(close(wanted[key], ours[key]), f'puppet: {key} of the pose is '
               'that of the native program', f'{ours[key]}, native {wanted[key]}')
    driver.find_element(By.ID, 'throw').click()
    wait_idle(driver)
    scene, words = driver.execute_script('return [lab.thrown, lab.words]')
    for side, integrator in enumerate(('rk4', 'rk2')):
        ours = driver.execute_script(
            'return lab.runs[arguments[0]].result', side)
        wanted = native(scene, 'thrown', 'pantin-joints', '--integrator',
                        integrator, *words)
        report(close({**wanted, 'scene': ''}, {**ours, 'scene': ''}),
               f'puppet: {integrator} ends where the native program does',
               f"{ours['final'][0]}, native {wanted['final'][0]}")
    report(wait_for(driver, 'lab.at > 0'), 'puppet: it plays')
    driver.execute_script("lab.dt = 1; lab.throw();")
    check_stop(driver, 'puppet')
    check_bounds(driver, 'puppet', 'spin=0&dt=500', {'spin': 0, 'dt': 100})


checks = {'elimination': check_elimination, 'chain': check_chain,
          'heap': check_heap, 'puppet': check_puppet}
for width, height in ((1300, 900), (390, 844)):
    driver = browser(width, height)
    driver.set_script_timeout(60)
    for name, check in checks.items():
        check(driver)
        check_width(driver, f'{name}, {width}', width)
        check_console(driver, f'{name}, {width}')
    driver.quit()
finish()
