# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""What the tests of pages share: a headless Chromium, and lines of TAP."""
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

count = failed = 0


def report(good, name, why=''):
    """Prints one line of TAP."""
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
    if not good:
        print(f'# {why}')


def skip(name, why):
    """Prints one line of TAP about what cannot be tested here."""
    global count
    count += 1
    print(f'ok {count} - {name} # SKIP {why}', flush=True)


def finish():
    """Prints how many lines of TAP there were, and ends the test."""
    print(f'1..{count}')
    sys.exit(failed > 0)


def browser(width, height, *more):
    """Starts Chromium with a page of this size [CSS pixels]."""
    options = Options()
    for argument in ('--headless=new', '--no-sandbox', '--use-angle=swiftshader',
                     '--enable-unsafe-swiftshader', '--disable-quic',
                     '--disable-background-networking', '--disable-sync',
                     '--disable-component-update', '--no-first-run', *more):
        options.add_argument(argument)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    driver = webdriver.Chrome(options=options,
                              service=Service('/usr/bin/chromedriver'))
    resize(driver, width, height)
    return driver


def resize(driver, width, height):
    """Gives the page this size [CSS pixels]."""
    driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': width, 'height': height, 'deviceScaleFactor': 1,
        'mobile': False})


def wait_for(driver, condition, seconds=60):
    """Waits until a condition of the page holds; tells whether it came to."""
    end = time.time() + seconds
    while not driver.execute_script(f'return Boolean({condition})'):
        if time.time() > end:
            return False
        time.sleep(0.05)
    return True


def check_console(driver, name):
    """Looks for errors since the last look."""
    errors = [e['message'] for e in driver.get_log('browser')
              if e['level'] == 'SEVERE']
    report(not errors, f'{name}: the console has no error', '; '.join(errors))
