#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Uses the laboratories in headless Chromium, and compares their numbers with
those of the native programs. Prints TAP.

labs.py PROGRAMS WEB SCRATCH: the folder of the built programs, below the top of
the build, that of `make web`, and one to write into."""
import json
import os
import subprocess
import sys
import time
import traceback

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from browser import (browser, check_console, check_contrast, finish,
                     progress, report, skip, wait_for)

programs, web, scratch = (os.path.abspath(path) for path in sys.argv[1:4])
tutorial = f'{programs}/../../tutorials/tuning'

# Numbers agree to this, relative to the larger one or to 1.
CLOSE = 1e-9

# Steps that are compared: a heap is chaotic after its first impacts, and so are
# full steps of a chain.
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
    return native_json(words[0], path, *words[1:])


def native_text(folder, *words):
    """Runs a native program of this folder; returns what it prints."""
    done = subprocess.run([f'{folder}/{words[0]}', *words[1:]], cwd=scratch,
                          stdout=subprocess.PIPE, check=False, encoding='utf8')
    return done.stdout


def native_json(*words):
    """Runs a native program that prints JSON; returns that."""
    return json.loads(native_text(programs, *words, '--json', '--quiet'))


def numbers(text):
    """Reads the lines of a table that hold nothing but numbers."""
    rows = []
    for line in text.splitlines():
        try:
            rows.append([float(word) for word in line.split()])
        except ValueError:
            continue
    return [row for row in rows if row]


def write(driver, name, value):
    """Types a value into a field, and leaves it."""
    field = driver.find_element(By.ID, name)
    field.send_keys('\ue009a')  # Ctrl-A
    field.send_keys(str(value), '\t')
    wait_idle(driver)


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


def swipe(driver, element, x, y):
    """Moves a finger from an element, or from a place beside all of them."""
    if not isinstance(element, list):
        driver.execute_script(
            'arguments[0].scrollIntoView({block: "center"})', element)
        element = driver.execute_script("""
const {x, y, width, height} = arguments[0].getBoundingClientRect();
return [x + width / 2, y + height / 2];""", element)
    for kind, part in [('Start', 0)] + [('Move', k / 8) for k in range(1, 9)]:
        driver.execute_cdp_cmd('Input.dispatchTouchEvent', {
            'type': f'touch{kind}', 'touchPoints': [
                {'x': element[0] + part * x, 'y': element[1] + part * y}]})
    driver.execute_cdp_cmd('Input.dispatchTouchEvent', {
        'type': 'touchEnd', 'touchPoints': []})


def check_touch(driver):
    """Uses laboratories by a finger: what can be dragged moves, the rest of a
    picture scrolls the page."""
    driver.execute_cdp_cmd('Emulation.setTouchEmulationEnabled',
                           {'enabled': True})
    open_lab(driver, 'chain')
    swipe(driver, driver.find_elements(By.CSS_SELECTOR, '.handle')[-1], 25, -20)
    wait_idle(driver)
    end = driver.execute_script('return lab.end')
    report(end[0] > 1 and end[1] > -1, 'chain: a finger drags its end', str(end))
    corner = driver.execute_script("""
const picture = byId('picture');
picture.scrollIntoView({block: 'center'});
const {left, bottom} = picture.getBoundingClientRect();
return [left + 15, bottom - 20];""")
    before = driver.execute_script('return scrollY')
    swipe(driver, corner, 0, -150)
    report(wait_for(driver, f'scrollY > {before + 50}', 5),
           'chain: beside it the page scrolls')
    open_lab(driver, 'heap', 'count=30')
    driver.execute_script('lab.playing = false; lab.at = 150; lab.show()')
    swipe(driver, driver.find_elements(By.CSS_SELECTOR, '#picture .ball')[20], 20,
          -40)
    report(wait_for(driver, "lab.scene.includes('velocity')", 5),
           'heap: a finger pushes a ball')
    wait_idle(driver)
    open_lab(driver, 'puppet')
    hand = driver.find_element(By.CSS_SELECTOR, '[data-body=left-hand]')
    swipe(driver, hand, -15, -30)
    wait_idle(driver)
    swipe(driver, driver.find_element(By.CSS_SELECTOR, '.throw [role=slider]'), 20,
          -25)
    wait_idle(driver)
    moves, thrown = driver.execute_script(
        'return [lab.moves.length, lab.runs.length]')
    report(moves > 0 and thrown == 2, 'puppet: a finger drags and throws it',
           f'{moves}, {thrown}')
    check_console(driver, 'a finger')
    driver.execute_cdp_cmd('Emulation.setTouchEmulationEnabled',
                           {'enabled': False})


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
    for cell in ('fill', 'work'):
        ours, theirs = (driver.find_element(By.ID, f'{who}-{cell}').text
                        for who in ('its', 'degree'))
        report(ours == theirs, f'elimination: the opponent\'s {cell} is that of '
               'minimum degree', f'{ours}, {theirs}')
    order = driver.execute_script('return game.order.join(".")')
    report(f'order={order}' in driver.current_url,
           'elimination: the address keeps the order', driver.current_url)


def check_chain(driver):
    """Drags the end of the chain, solves, and looks for all points."""
    open_lab(driver, 'chain')
    handles = driver.find_elements(By.CSS_SELECTOR, '#picture .handle')
    ActionChains(driver).drag_and_drop_by_offset(handles[-1], 60, -30).perform()
    wait_idle(driver)
    before = driver.execute_script('return lab.shown.nodes[2]')
    ActionChains(driver).drag_and_drop_by_offset(handles[1], 12, 20).perform()
    wait_idle(driver)
    after = driver.execute_script('return lab.start[1]')
    report(after[0] > before[0] and after[1] < before[1],
           'chain: a node of the iterate was dragged', f'{before}, {after}')
    handles[0].send_keys('\ue014')  # the arrow to the right
    wait_idle(driver)
    write(driver, 'bar', 2)
    write(driver, 'weight', 1.5)
    weights = driver.execute_script('return lab.weights')
    report(weights == [0.7, 1.5, 0.3, 0.2, 0.5], 'chain: a bar has another weight',
           str(weights))
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
    check_inertia(driver)


def check_inertia(driver):
    """Goes through the first steps, and compares the directions down."""
    wanted = native(driver.execute_script('return lab.scene'), 'lab',
                    'pantin-chain', '--method', 'unit', '--lambda',
                    'zeros')['history'][:EARLY]
    driver.find_element(By.ID, 'first').click()
    shown = []
    for _ in wanted:
        shown.append(driver.find_element(By.ID, 'inertia').text)
        driver.find_element(By.ID, 'next').click()
    wanted = [f"{row['index']} of {row['dof']}" +
              (f", {row['nullity']} flat" if row['nullity'] else '')
              for row in wanted]
    report(shown == wanted, 'chain: the directions down are those of the native '
           'program at each step', f'{shown}, native {wanted}')


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
    tip = driver.find_element(By.CSS_SELECTOR, '.throw [role=slider]')
    ActionChains(driver).drag_and_drop_by_offset(tip, 25, -40).perform()
    wait_idle(driver)
    speeds = driver.execute_script(
        "return [lab['right-speed'], lab['up-speed'], lab.runs.length]")
    report(speeds[0] > 0 and speeds[1] > 0 and speeds[2] == 2,
           'puppet: it is thrown by its arrow', str(speeds))
    write(driver, 'gravity', 9.81)
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
    curves = driver.execute_script(
        "return document.querySelectorAll('#energies path, #gaps path').length")
    report(curves == 6, 'puppet: the ledger and the gaps are drawn', str(curves))
    driver.execute_script("lab.dt = 1; lab.throw();")
    check_stop(driver, 'puppet')
    check_bounds(driver, 'puppet', 'spin=0&dt=500', {'spin': 0, 'dt': 100})


def check_hand(driver):
    """Compares what alpha by hand does with the tutorial's program."""
    choice, ours = driver.execute_script('return [lab.choice, lab.errors]')
    best = driver.execute_script('return String(lab.tuned.alpha)')
    wanted = numbers(native_text(tutorial, 'curve', 'frame.mtx', '1', '1', choice,
                                 best))
    report(len(ours) == 201 and close(wanted, ours),
           f'tuning: the errors with {choice} are those of the native program',
           f'{ours[-1:]}, native {wanted[-1:]}')


def check_evolution(driver):
    """Goes through the generations of CMA-ES."""
    driver.find_element(By.ID, 'evolve').click()
    wait_idle(driver)
    for what, ours in (('ellipses', 'lab.ellipses'), ('points', 'lab.points')):
        ours = driver.execute_script(f'return {ours}')
        wanted = numbers(native_text(tutorial, 'generations', 'frame.mtx', '1',
                                     '3', what))
        report(len(ours) > 20 and close(wanted, ours), f'tuning: the {what} of '
               'CMA-ES are those of the native program', f'{len(ours)}, native '
               f'{len(wanted)}')
    for button in ('next', 'next', 'back'):
        driver.find_element(By.ID, button).click()
    drawn = driver.execute_script(
        "return document.querySelectorAll('#map .generation circle').length")
    report(drawn == 24 and 'generation=1' in driver.current_url,
           'tuning: the second generation is shown, and in the address',
           f'{drawn}, {driver.current_url}')
    fitness = driver.execute_script('return lab.map')
    wanted = numbers(native_text(tutorial, 'landscape', 'frame.mtx', '1'))
    report(close(wanted, fitness), 'tuning: the landscape is that of the native '
           'program', f'{len(fitness)}, native {len(wanted)}')


def check_rules(driver):
    """Simulates with alpha = 1, with that by hand and by a rule."""
    driver.find_element(By.ID, 'simulate').click()
    wait_idle(driver)
    built = native_text(programs, 'pantin-contact', '--version')
    if 'ODE' not in built.split('without')[0]:
        skip('tuning: the errors of runs', 'the native program has no ODE')
        return
    for omega, points in driver.execute_script(
            'return lab.runs.map(({omega, points}) => [omega, points])'):
        words = driver.execute_script('return lab.wordsOf(arguments[0])', omega)
        wanted = [[row['time'], row['residual_1']]
                  for row in native_json(*words)['history']]
        report(len(points) == 60 and close(wanted[:EARLY], points[:EARLY]),
               f'tuning: the errors of a run with {omega} are those of the native '
               'program', f'{points[EARLY - 1]}, native {wanted[EARLY - 1]}')
    driver.find_element(By.ID, 'judge').click()
    wait_idle(driver)
    names = driver.execute_script('return lab.rules.map(({rule}) => rule)')
    report({'previous', 'guarded', 'optimum'} <= set(names),
           'tuning: all rules are judged', str(names))


def check_tuning(driver):
    """Turns alpha, lets CMA-ES look for it, and simulates by a rule."""
    open_lab(driver, 'tuning', 'scene=tripods&step=30&alpha=1.2&seed=3&sweeps=20')
    for name in ('frame.mtx', 'frame_b.mtx'):
        with open(f'{scratch}/{name}', 'w', encoding='utf8') as file:
            file.write(driver.execute_script('return machine.text(arguments[0])',
                                             name))
    ours = driver.execute_script('return lab.tuned')
    wanted = native_json('pantin-tune', 'frame.mtx', '--no-condition')
    report(close(wanted['frames'][0], ours), 'tuning: the best alpha is that of the '
           'native program', f'{ours}, native {wanted}')
    check_hand(driver)
    driver.find_element(By.ID, 'alpha').send_keys('\ue014')  # to the right
    driver.find_element(By.ID, 'order').send_keys('\ue014')
    wait_idle(driver)
    choice = driver.execute_script('return lab.choice')
    report(choice == '1.21,-15.5', 'tuning: alpha and the order were moved', choice)
    check_hand(driver)
    check_evolution(driver)
    check_rules(driver)
    driver.find_element(By.ID, 'judge').click()
    check_stop(driver, 'tuning')
    check_bounds(driver, 'tuning', 'alpha=3&order=-30&step=7.4',
                 {'alpha': 1.99, 'order': -16, 'step': 7})


def to_the_end(name, width, check, driver):
    """Goes through a check; that it breaks off is one failure."""
    try:
        check(driver)
    except Exception:  # pylint: disable=broad-except
        report(False, f'{name}, {width}: it is used to the end',
               traceback.format_exc().replace('\n', '\n# '))


checks = {'elimination': check_elimination, 'chain': check_chain,
          'heap': check_heap, 'puppet': check_puppet, 'tuning': check_tuning}
for width, height in ((1300, 900), (390, 844)):
    driver = browser(width, height)
    driver.set_script_timeout(60)
    for name, check in checks.items():
        began = time.time()
        to_the_end(name, width, check, driver)
        check_width(driver, f'{name}, {width}', width)
        check_contrast(driver, f'{name}, {width}')
        check_console(driver, f'{name}, {width}')
        progress(f'{name}, {width}: {time.time() - began:.0f} s')
    if width < 800:
        to_the_end('touch', width, check_touch, driver)
    driver.quit()
finish()
