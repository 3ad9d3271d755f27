#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Tests the book: its pages are well formed, their links lead somewhere, they
have the commands and the hints of the texts; in headless Chromium its search
finds, and no page is wider than the window. Prints TAP.

book.py SOURCE BOOK SCRATCH"""
import glob
import os
import re
import sys
import urllib.parse
import xml.etree.ElementTree as tree

from browser import browser, check_console, finish, report, resize

source, book, scratch = (os.path.abspath(path) for path in sys.argv[1:])
TEXTS = {'chain': 'chain/README.md', 'joints': 'joints/README.md',
         'motion': 'joints/motion.md', 'elimination': 'elimination/README.md',
         'contact': 'contact/README.md', 'tuning': 'tuning/README.md'}


def read(path):
    """Returns the text of a file."""
    with open(path, encoding='utf-8') as file:
        return file.read()


def words(element):
    """Returns the text of an element and all below it."""
    return ''.join(element.itertext())


def marks_of(path):
    """Lists the identifiers of a page."""
    return re.findall(r'\s(?:id|name)="([^"]*)"', read(path))


def faults(path):
    """Lists what is wrong with a page: doubled identifiers, lost links."""
    marks = marks_of(path)
    found = [f'#{mark} twice' for mark in set(marks) if marks.count(mark) > 1]
    for element in tree.parse(path).iter():
        address = element.get('href') or element.get('src')
        if not address or re.match('(https?|data):', address):
            continue
        file, _, mark = urllib.parse.unquote(address).partition('#')
        target = os.path.join(os.path.dirname(path), file) if file else path
        if not os.path.isfile(target):
            found.append(f'no file {file}')
        elif mark and mark not in marks_of(target):
            found.append(f'no mark {address}')
    return found


def elements(page, name, kind):
    """Lists the elements of a page with that name and class."""
    return [e for e in page.iter(f'{{http://www.w3.org/1999/xhtml}}{name}')
            if e.get('class') == kind]


def check_text(name, path):
    """Compares a page with its text: commands, outputs, exercises, pictures."""
    text = read(f'{source}/tutorials/{path}')
    page = tree.parse(f'{book}/{name}.html')
    for kind in ('sh', 'output'):
        wanted = re.findall(rf'^```{kind}\n(.*?)^```', text, re.S | re.M)
        shown = [words(pre) + '\n' for pre in elements(page, 'pre', kind)]
        report(wanted == shown and shown, f'{name}: its blocks of {kind}',
               f'{len(wanted)} in the text, {len(shown)} in the page')
    hints = [''.join(words(pre).split()) for pre in
             elements(page, 'pre', 'hint')]
    for exercise in re.findall(r'skeletons/(\w+)\.c', text):
        folder = f'{source}/tutorials/{os.path.dirname(path)}/hints'
        wanted = [''.join(h.split()) for h in
                  read(f'{folder}/{exercise}.txt').split('\n---\n')]
        report(all(hint in hints for hint in wanted),
               f'{name}: the hints for {exercise}', wanted)
    pictures = len(re.findall(r'^!\[', text, re.M))
    report(len(list(page.iter('{http://www.w3.org/1999/xhtml}figure')))
           == pictures > 0, f'{name}: its {pictures} figures')


pages = sorted(glob.glob(f'{book}/*.html'))
for path in pages:
    wrong = faults(path)
    report(not wrong, f'{os.path.basename(path)}: well formed, no lost link',
           '; '.join(wrong))
planted = f'{scratch}/planted.html'
with open(planted, 'w', encoding='utf-8') as out:
    out.write('<html><p id="a">x</p><p id="a"><a href="#b">y</a>'
              '<a href="lost.html">z</a></p></html>')
report(sorted(faults(planted)) ==
       ['#a twice', 'no file lost.html', 'no mark #b'],
       'planted faults are seen', faults(planted))
for name, path in TEXTS.items():
    check_text(name, path)
if os.path.isdir(f'{book}/reference'):
    report('class="api" href="reference/' in read(f'{book}/examples.html'),
           'the names of the library lead to its reference')
with open(f'{book}/pantin.pdf', 'rb') as pdf:
    count = len(re.findall(rb'/Type /Page\s', pdf.read()))
report(count > 150, f'the PDF has {count} pages')

# From the first page, by "next", one comes to all.
driver = browser(1300, 800)
driver.get(f'file://{book}/index.html')
visited = []
while True:
    visited.append(driver.current_url)
    check_console(driver, os.path.basename(driver.current_url))
    following = driver.find_elements('css selector', 'a[rel=next]')
    if not following or len(visited) > len(pages):
        break
    driver.get(following[0].get_attribute('href'))
report(len(set(visited)) == len(pages), 'next leads through all pages', visited)

for width in (1300, 390):
    resize(driver, width, 800)
    wide = []
    for url in visited:
        driver.get(url)
        if driver.execute_script('return document.documentElement.scrollWidth'
                                 ' > innerWidth'):
            wide.append(os.path.basename(url))
    report(not wide, f'no page is wider than {width} points', wide)

# The search, on a page in the middle.
driver.get(f'file://{book}/contact.html')
field = driver.find_element('id', 'search')
field.send_keys('catenary energy')
hits = driver.find_elements('css selector', '#found a')
addresses = [hit.get_attribute('href') for hit in hits]
report(any('chain.html#9-a-hundred-thousand-bars' in a for a in addresses),
       'the search finds a section by two words', addresses)
report(all('catenary' in hit.find_element('xpath', '..').text.lower()
           for hit in hits), 'each hit shows the first word')
hits[0].click()
report(driver.current_url in addresses, 'a hit is a link', driver.current_url)
driver.find_element('id', 'search').send_keys('xyzzy')
report(driver.find_element('id', 'found').text.startswith('Nothing'),
       'the search says that it found nothing')

# By night the page is dark.
grounds = []
for scheme in ('light', 'dark'):
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [
        {'name': 'prefers-color-scheme', 'value': scheme}]})
    grounds.append(driver.execute_script(
        'return getComputedStyle(document.body).backgroundColor'))
report(grounds == ['rgb(255, 255, 255)', 'rgb(20, 24, 28)'],
       'the page follows the colours of the system', grounds)
driver.quit()
finish()
