# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""What the tests of pages share: a headless Chromium, and lines of TAP."""
import subprocess
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


def progress(text):
    """Tells at once how far a test is, beside its lines, which are counted."""
    print(f'{text}; {count} tests, {failed} failed', file=sys.stderr, flush=True)


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


def end(driver):
    """Ends a Chromium that does not answer, and what drives it."""
    process = driver.service.process
    subprocess.run(['pkill', '-KILL', '-P', str(process.pid)], check=False)
    process.kill()
    process.wait()


def resize(driver, width, height):
    """Gives the page this size [CSS pixels]."""
    driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': width, 'height': height, 'deviceScaleFactor': 1,
        'mobile': False})


def schemes(driver):
    """Goes through the colour schemes of systems: light, and dark."""
    for scheme in ('dark', 'light'):
        driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [
            {'name': 'prefers-color-scheme', 'value': scheme}]})
        yield scheme


# Texts that are shown in a colour whose contrast with the ground behind them is
# below 4.5 (WCAG 2.1, 1.4.3): [contrast, text]. Disabled controls may be.
FAINT_TEXTS = """
const parts = (colour) => {
  const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
  return {rgb: [r, g, b], a};
};
const light = (rgb) => rgb.map((v) => v / 255).map((v) => v <= 0.04045
  ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
const over = ({rgb, a}, ground) => rgb.map((v, k) => a * v + (1 - a) * ground[k]);
const groundOf = (e) => {
  if (!e) return [255, 255, 255];
  const own = parts(getComputedStyle(e).backgroundColor);
  return own.a === 1 ? own.rgb : over(own, groundOf(e.parentElement));
};
const found = [];
for (const e of document.body.querySelectorAll('*')) {
  const text = e.matches('[type=range], [type=checkbox]') ? ''
    : e.matches('input, textarea') ? e.value
    : [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join('');
  if (!text.trim() || e.closest(':disabled, script, style, option, annotation') ||
      !e.checkVisibility()) continue;
  const style = getComputedStyle(e), svg = e.closest('svg');
  const dot = svg && e.parentElement.matches('g') && e.previousElementSibling;
  const ground = dot ? parts(getComputedStyle(dot).fill).rgb : groundOf(e);
  const ink = over(parts(svg ? style.fill : style.color), ground);
  const [low, high] = [light(ground), light(ink)].sort((a, b) => a - b);
  const contrast = (high + 0.05) / (low + 0.05);
  if (contrast < 4.5)
    found.push(`${contrast.toFixed(2)}: ${text.trim().slice(0, 40)}`);
}
return found;
"""


def check_contrast(driver, name):
    """Looks for texts that are hard to read, by day and by night."""
    for scheme in schemes(driver):
        faint = driver.execute_script(FAINT_TEXTS)
        report(not faint, f'{name}: every text can be read, {scheme}',
               '; '.join(faint[:10]))


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
