#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses replays in headless Chromium: plays, scrubs, follows, and looks whether
bodies are seen where the CSV of the run says. Prints TAP.

replay.py PROGRAMS SCRATCH: the folder of the built programs, and one to write
into."""
import csv
import math
import subprocess
import sys
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError:
    print('1..0 # SKIP python3-selenium is not installed')
    sys.exit(0)

programs, scratch = sys.argv[1], sys.argv[2]
count = failed = 0


def report(good, name, why=''):
    """Prints one line of TAP."""
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print(f'# {why}')


def browser(width, height):
    """Starts Chromium with a page of this size [CSS pixels]."""
    options = Options()
    for argument in ('--headless=new', '--no-sandbox', '--use-angle=swiftshader',
                     '--enable-unsafe-swiftshader', '--disable-quic',
                     '--disable-background-networking', '--disable-sync',
                     '--disable-component-update', '--no-first-run'):
        options.add_argument(argument)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    driver = webdriver.Chrome(options=options,
                              service=Service('/usr/bin/chromedriver'))
    driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': width, 'height': height, 'deviceScaleFactor': 1,
        'mobile': False})
    return driver


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


def run(program, scene, seconds, *more):
    """Runs a program; returns the page's path and the rows of its CSV."""
    page, table = f'{scratch}/{scene}.html', f'{scratch}/{scene}.csv'
    subprocess.run([f'{programs}/{program}', scene, '--time', seconds, '--plot',
                    page, '--csv', table, '--quiet', *more], check=True)
    with open(table, encoding='utf8') as file:
        return page, list(csv.DictReader(file))


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


page, rows = run('pantin-joints', 'double-pendulum', '2')
names = sorted({key.split('.')[0] for key in rows[0] if '.position_x' in key},
               key=[key.split('.')[0] for key in rows[0]].index)
for width, height in ((1300, 800), (390, 844)):
    driver = browser(width, height)
    driver.get('file://' + page)
    check_places(driver, rows, names, width)
    driver.execute_script('replay.seek(0); replay.toggle()')
    time.sleep(1)
    moved = driver.execute_script('return replay.t')
    report(0.1 < moved < 2, f'{width}: it plays', f't = {moved}')
    driver.execute_script("document.getElementById('forward').click()")
    report(not driver.execute_script('return replay.playing'),
           f'{width}: a single step pauses')
    driver.execute_script('replay.follow(1)')
    target = driver.execute_script('return [replay.view.camera.target,'
                                   ' replay.view.pose(1)[0]]')
    report(target[0] == target[1], f'{width}: the camera follows a body')
    wide = driver.execute_script('return document.documentElement.scrollWidth')
    report(wide <= width, f'{width}: nothing is wider than the page', str(wide))
    errors = [e['message'] for e in driver.get_log('browser')
              if e['level'] == 'SEVERE']
    report(not errors, f'{width}: the console has no error', '; '.join(errors))
    driver.quit()
print(f'1..{count}')
sys.exit(failed > 0)
