#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Computes anew what the sources report: for each of their tables and figures
a section with the source's numbers, the commands of Pantin, and its numbers.

reproduce.py PROGRAMS FOLDER: writes FOLDER/SOURCE.md and FOLDER/figures. With
QUICK=1 in the environment what takes long is left out. A section that is done
is kept in FOLDER/kept, and made again only when its script or the programs have
changed. Ends with status 1 if a number differs from the source's without a
reason, or agrees though there is one."""
import hashlib
import importlib
import inspect
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

# The module of each source, in the order of the book.
SOURCES = ['chain', 'peyre_2001', 'benet_2016']


class Section:
    """A table or figure of a source in the making."""

    def __init__(self, name, programs, folder):
        self.name, self.programs, self.folder = name, programs, folder
        self.lines, self.rows, self.commands, self.faults = [], [], [], []
        self.scratch = tempfile.TemporaryDirectory()
        os.makedirs(f'{folder}/figures', exist_ok=True)

    def call(self, command, good=(0,)):
        """Runs a command in the scratch folder; returns what it prints."""
        words = shlex.split(command)
        words[0] = f'{self.programs}/{words[0]}'
        result = subprocess.run(words, cwd=self.scratch.name, text=True,
                                capture_output=True, check=False)
        if result.returncode not in good:
            raise RuntimeError(f'{command}: {result.stderr}')
        return result.stdout

    def solve(self, command, good=(0,)):
        """Runs a command that the section shows; returns its JSON."""
        if command not in self.commands:
            self.commands.append(command)
        return json.loads(self.call(f'{command} --json', good))

    def draw(self, command, title, good=(0,)):
        """Adds the picture of a command that the section shows."""
        file = f'{self.name}-{len(self.lines)}.svg'
        self.call(f'{command} --quiet --plot '
                  f'{shlex.quote(os.path.abspath(self.folder))}/figures/{file}',
                  good)
        self.lines += [f'![{title}](figures/{file})', '']

    def curve(self, values, title, label):
        """Adds a curve of positive numbers on a logarithmic axis, from 0."""
        file = f'{self.name}-{len(self.lines)}.svg'
        points = '\n'.join(f'{k} {v!r}' for k, v in values)
        subprocess.run(['gnuplot'], check=True, text=True, input=f"""
set terminal svg size 560,300 font "sans,12" background "white"
set output "{os.path.abspath(self.folder)}/figures/{file}"
set logscale y; set format y "10^{{%T}}"; set xlabel "iteration k"
set ylabel "{label}"; set grid; unset key
plot "-" with linespoints pointtype 7 pointsize 0.4 linecolor "#0072b2"
{points}
e
""")
        self.lines += [f'![{title}](figures/{file})', '']

    def row(self, what, printed, found, agrees, reason='', rounding=False):
        """Adds a line to the table. Where the numbers differ there must be a
        reason, and where they agree none, unless rounding decides."""
        if agrees == bool(reason) and not rounding:
            self.faults.append(f'{self.name}: {what}: {printed} in the source, '
                               f'{found} found, reason "{reason}"')
        self.rows.append(f'| {what} | {printed} | {found} | '
                         f'{"agrees" if agrees else reason or "DIFFERS"} |')

    def text(self, title, intro):
        """Returns the section as Markdown."""
        lines = [f'## {title}', '', ' '.join(intro.split()), '']
        if self.commands:
            lines += ['```sh'] + self.commands + ['```', '']
        if self.rows:
            lines += ['| | source | Pantin | |', '|---|---|---|---|']
            lines += self.rows + ['']
        return '\n'.join(lines + self.lines)


class Shelf:
    """What has been made, by section, each with the key of its ingredients."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        os.makedirs(f'{folder}/kept', exist_ok=True)

    def key(self, module, make):
        """Returns a digest of the section's scripts and programs."""
        digest = hashlib.sha256()
        for part in (sys.modules[__name__], module):
            digest.update(inspect.getsource(part).encode())
        digest.update(make.__name__.encode())
        for program in module.PROGRAMS:
            with open(f'{self.programs}/{program}', 'rb') as file:
                digest.update(file.read())
        return digest.hexdigest()

    def path(self, module, make):
        """Returns where a section is kept."""
        return f'{self.folder}/kept/{module.__name__}-{make.__name__}.json'

    def find(self, module, make):
        """Returns a kept section, of old ingredients too, or nothing."""
        try:
            with open(self.path(module, make), encoding='utf-8') as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def make(self, module, make):
        """Makes a section and keeps it."""
        start = time.time()
        section = Section(f'{module.__name__}-{make.__name__}', self.programs,
                          self.folder)
        title, _, intro = make.__doc__.partition('\n')
        make(section)
        kept = {'key': self.key(module, make), 'faults': section.faults,
                'text': section.text(title.rstrip('.'), intro),
                'seconds': time.time() - start}
        path = self.path(module, make)
        with open(path + '.new', 'w', encoding='utf-8') as file:
            json.dump(kept, file)
        os.replace(path + '.new', path)
        return kept


def main():
    """Makes what is not kept, then the pages."""
    programs, folder = (os.path.abspath(path) for path in sys.argv[1:])
    shelf = Shelf(programs, folder)
    modules = [importlib.import_module(name) for name in SOURCES]
    work = [(module, make) for module in modules for make in module.SECTIONS
            if not (os.environ.get('QUICK') and make in module.LONG)]
    done = {make: shelf.find(module, make) for module, make in work}
    pending = [(module, make) for module, make in work if not done[make] or
            done[make]['key'] != shelf.key(module, make)]
    known = [kept['seconds'] for kept in done.values() if kept] or [1]
    for k, (module, make) in enumerate(pending):
        left = sum(done[m]['seconds'] if done[m] else sum(known) / len(known)
                   for _, m in pending[k:])
        print(f'reproduce: {k + 1} of {len(pending)}, {module.__name__} '
              f'{make.__name__}, about {left:.0f} s left', file=sys.stderr)
        done[make] = shelf.make(module, make)
        known.append(done[make]['seconds'])
    for module in modules:
        title, _, intro = module.__doc__.partition('\n')
        with open(f'{folder}/{module.__name__}.md', 'w',
                  encoding='utf-8') as page:
            page.write(f'# {title.rstrip(".")}\n{intro}\n' + '\n'.join(
                done[make]['text'] if make in done else
                f"## {make.__doc__.splitlines()[0]}\n\nNot in a quick run.\n"
                for make in module.SECTIONS))
    faults = [fault for kept in done.values() for fault in kept['faults']]
    print('\n'.join(faults), file=sys.stderr, end='\n' if faults else '')
    sys.exit(bool(faults))


main()
