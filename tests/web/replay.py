#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Uses replays in headless Chromium: plays, scrubs, follows, and looks whether
bodies are seen, and arrows point, where the run's own numbers say. Prints TAP.

replay.py PROGRAMS SCRATCH: the folder of the built programs, and one to write
into."""
import csv
import json
import math
import subprocess
import sys

from browser import browser, check_console, finish, report, wait_for

programs, scratch = sys.argv[1], sys.argv[2]


# Returns the pose of a body at a time, where it is seen, and whether the pixel
# there differs from the background.
LOOK = """
replay.seek(arguments[0]);
const view = replay.view, gl = view.gl, at = view.pose(arguments[1])[0];
const [x, y] = view.camera.project(at), pixel = new Uint8Array(4);
gl.readPixels(x, view.canvas.height - y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
const paper = getComputedStyle(document.documentElement)
  .getPropertyValue('--paper').trim();
const hex = '#' + [...pixel.slice(0, 3)].map((v) =>
  v.toString(16).padStart(2, '0')).join('');
return {at, seen: hex !== paper.toLowerCase(), hex, size: view.camera.size};
"""


# Returns all arrows of a frame: kind, point and vector.
ARROWS = """
const all = [];
eachArrow(replay.run, arguments[0], (kind, point, vector) =>
  all.push([kind, [...point], [...vector]]));
return {all, longest: replay.run.longest};
"""


def run(program, scene, *more):
    """Runs a program; returns the page's path, the rows of its CSV and its
    JSON."""
    page, table = f'{scratch}/{scene}.html', f'{scratch}/{scene}.csv'
    done = subprocess.run([f'{programs}/{program}', scene, '--plot', page,
                           '--csv', table, '--json', *more], check=True,
                          stdout=subprocess.PIPE)
    with open(table, encoding='utf8') as file:
        return page, list(csv.DictReader(file)), json.loads(done.stdout)


def check_end(driver, name, wanted):
    """Compares the last frame's places, and looks at the first body."""
    end = driver.execute_script('return replay.end')
    miss = size = 0
    for body, place in enumerate(wanted):
        seen = driver.execute_script(LOOK, end, body)
        miss, size = max(miss, math.dist(seen['at'], place)), seen['size']
        if body == 0:
            report(seen['seen'], f'{name}: the first body is drawn', seen['hex'])
    report(miss < 2 * size / 65535, f'{name}: all end where the run ended',
           f'{miss} m away')


def check_chain(driver):
    """The iterates of a chain: the last is the answer."""
    page, rows, result = run('pantin-chain', '4c')
    driver.get('file://' + page)
    nodes = [[0, 0, 0], *([x, y, 0] for x, y in zip(result['x'], result['y'])),
             [*result['end'], 0]]
    check_end(driver, 'chain', nodes)
    alphas = driver.execute_script('return [...replay.curves[3].values]')
    wanted = [float(row['alpha']) for row in rows[1:]]
    report(max(abs(a - b) for a, b in zip(alphas[1:], wanted)) < 1e-6,
           'chain: alpha is that of the CSV', str(alphas))
    check_console(driver, 'chain')


def check_ik(driver):
    """The search of a pose: at the end the point is at its target."""
    page, rows, _ = run('pantin-ik', 'puppet')
    driver.get('file://' + page)
    gap = driver.execute_script("""
replay.seek(replay.end);
const [a, b] = replay.view.bars[0].ends.map(([body, x]) => {
  const [place, turn] = replay.view.pose(body);
  return add(place, rotate(turn, x));
});
return norm(add(a, b, -1));""")
    report(gap < 1e-3, 'ik: the line to the target has shrunk', str(gap))
    distances = driver.execute_script('return [...replay.curves[0].values]')
    report(abs(distances[0] - float(rows[0]['distance [m]'])) < 1e-5,
           'ik: the distance is that of the CSV', str(distances[0]))
    check_console(driver, 'ik')


def check_inverse(driver):
    """A given motion: arrows are the forces of the CSV."""
    page, rows, _ = run('pantin-inverse', 'arm', '--time', '1')
    driver.get('file://' + page)
    names = [key.split('.')[0] for key in rows[0] if '.joint_force_x' in key]
    for k in (0, 50):
        arrows = driver.execute_script(ARROWS, k)
        forces = [a[2] for a in arrows['all'] if a[0] == 0]
        miss = max(math.dist(force, [float(rows[k][f'{n}.joint_force_{c} [N]'])
                                     for c in 'xyz'])
                   for force, n in zip(forces, names))
        report(len(forces) == len(names) and miss < arrows['longest'] / 16000,
               f'inverse: joint forces of sample {k} are those of the CSV',
               f'{miss} N off')
    check_console(driver, 'inverse')


def check_balls(driver):
    """A column of seven balls: the lowest contact carries them all."""
    page, _, result = run('pantin-contact', 'stack-7', '--time', '0.5',
                          '--solver', 'lemke')
    driver.get('file://' + page)
    check_end(driver, 'balls', result['positions'])
    frames = driver.execute_script('return replay.run.times.length')
    arrows = driver.execute_script(ARROWS, frames - 1)['all']
    most = max((math.hypot(*v) for _, _, v in arrows), default=0)
    weight = driver.execute_script('return replay.run.bodies') * 9.81
    report(abs(most / (weight * result['dt']) - 1) < 0.01,
           'balls: the longest arrow carries the weight of all', str(most))
    check_console(driver, 'balls')


def check_places(driver, rows, names, width):
    """Compares a few poses of the page with those of the CSV."""
    for row in rows[:: max(1, len(rows) // 4)]:
        for body, name in enumerate(names):
            seen = driver.execute_script(LOOK, float(row['time [s]']), body)
            wanted = [float(row[f'{name}.position_{k} [m]']) for k in 'xyz']
            miss = math.dist(seen['at'], wanted)
            report(miss < 2 * seen['size'] / 65535,
                   f"{width}: {name} is where the CSV says at "
                   f"{float(row['time [s]']):.2f} s", f'{miss} m away')
            report(seen['seen'], f'{width}: and is drawn there', seen['hex'])


def check_without(driver, path):
    """A browser without WebGL2 says so, and shows a still without controls."""
    driver.get('file://' + path)
    said, hidden, inked = driver.execute_script("""
const canvas = document.getElementById('view');
const {data} = canvas.getContext('2d')
  .getImageData(0, 0, canvas.width, canvas.height);
return [document.getElementById('message').textContent,
  document.querySelector('footer').hidden, data.some((v) => v > 0)];""")
    report('no WebGL2' in said, 'without WebGL2 a sentence says so', said)
    report(hidden and inked, 'and a still is drawn', str([hidden, inked]))
    curves = driver.execute_script(
        "return document.querySelectorAll('#curves path').length")
    report(curves == 4, 'with the curves beside it', str(curves))
    check_console(driver, 'without')


def check_constant(driver):
    """Looks for curves of what only rounding changes."""
    page, _, _ = run('pantin-joints', 'puppet', '--time', '0.5')
    driver.get('file://' + page)
    said = driver.execute_script(
        "return document.getElementById('curves').textContent")
    report('always 15.83' in said, 'a constant energy is said to be one', said)
    report('at most 1.00e-15' in said, 'a gap is within rounding', said)
    check_console(driver, 'constant')


page, rows, _ = run('pantin-joints', 'double-pendulum', '--time', '2')
names = sorted({key.split('.')[0] for key in rows[0] if '.position_x' in key},
               key=[key.split('.')[0] for key in rows[0]].index)
for width, height in ((1300, 800), (390, 844)):
    driver = browser(width, height)
    driver.get('file://' + page)
    check_places(driver, rows, names, width)
    driver.execute_script('replay.seek(0); replay.toggle()')
    report(wait_for(driver, 'replay.t > 0.1'), f'{width}: it plays')
    driver.execute_script("document.getElementById('forward').click()")
    report(not driver.execute_script('return replay.playing'),
           f'{width}: a single step pauses')
    driver.execute_script('replay.follow(1)')
    target = driver.execute_script('return [replay.view.camera.target,'
                                   ' replay.view.pose(1)[0]]')
    report(target[0] == target[1], f'{width}: the camera follows a body')
    wide = driver.execute_script('return document.documentElement.scrollWidth')
    report(wide <= width, f'{width}: nothing is wider than the page', str(wide))
    check_console(driver, str(width))
    driver.quit()
driver = browser(1300, 800)
check_chain(driver)
check_ik(driver)
check_inverse(driver)
check_balls(driver)
check_constant(driver)
driver.quit()
driver = browser(1300, 800, '--disable-3d-apis')
check_without(driver, page)
driver.quit()
finish()
