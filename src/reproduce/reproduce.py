#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Computes anew what the sources report: for each of their tables and figures
a section with the source's numbers, the commands of Pantin, and its numbers.

reproduce.py FOLDERS FOLDER: writes FOLDER/SOURCE.md and FOLDER/figures. FOLDERS
are those of the programs, with colons between. With QUICK=1 in the environment
what takes long is left out. A section that is done is kept in FOLDER/kept, and
made again only when its script or the programs have changed. Ends with status 1
if a number differs from the source's without a reason, or agrees though there
is one."""
import csv
import functools
import hashlib
import importlib
import inspect
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

# The module of each source, in the order of the book.
SOURCES = ['chain', 'peyre_2001', 'benet_2016', 'benet_2019', 'kraiem_2022',
           'kraiem_2022_figures']


def digest(programs, *words):
    """Returns a digest of programs, or other files, and of words."""
    whole = hashlib.sha256(repr(words).encode())
    for program in programs:
        with open(shutil.which(program) or program, 'rb') as file:
            whole.update(file.read())
    return whole.hexdigest()


def replace(path, text):
    """Writes a file beside its name and renames it when it is complete."""
    with open(path + '.new', 'w', encoding='utf-8') as file:
        file.write(text)
    os.replace(path + '.new', path)


class Section:
    """A table or figure of a source in the making."""

    def __init__(self, name, folder, quick):
        self.name, self.folder, self.quick = name, folder, quick
        self.lines, self.rows, self.commands, self.faults = [], [], [], []
        self.scratch = tempfile.TemporaryDirectory()
        os.makedirs(f'{folder}/figures', exist_ok=True)

    def call(self, command, good=(0,)):
        """Runs a command in the scratch folder; returns what it prints."""
        result = subprocess.run(shlex.split(command), cwd=self.scratch.name,
                                text=True, capture_output=True, check=False)
        if result.returncode not in good:
            raise RuntimeError(f'{command}: {result.stderr}')
        return result.stdout

    def show(self, command, good=(0,), form=''):
        """Runs a command that the section shows, with an option for the form
        of its output; returns what it prints."""
        if command not in self.commands:
            self.commands.append(command)
        return self.call(f'{command} {form}', good)

    def solve(self, command, good=(0,)):
        """Runs a command that the section shows; returns its JSON."""
        return json.loads(self.show(command, good, '--json'))

    def columns(self, command, good=(0,)):
        """Runs a command that the section shows; returns its CSV by rows."""
        return list(csv.DictReader(
            io.StringIO(self.show(command, good, '--csv -'))))

    def keep(self, file, command, programs):
        """Returns what a command prints. It is kept for runs to come, until
        one of these programs changes."""
        path = f'{self.folder}/kept/{file}'
        key = digest(programs, command)
        try:
            with open(path, encoding='utf-8') as kept:
                first, _, text = kept.read().partition('\n')
            if first == key:
                return text
        except OSError:
            pass
        text = self.call(command)
        replace(path, f'{key}\n{text}')
        return text

    def draw(self, command, title, good=(0,), kind='svg'):
        """Adds the picture of a command that the section shows; as png where a
        line for each edge would make it large."""
        file = f'{self.name}-{len(self.lines)}.{kind}'
        self.call(f'{command} --quiet --plot '
                  f'{shlex.quote(os.path.abspath(self.folder))}/figures/{file}',
                  good)
        self.lines += [f'![{title}](figures/{file})', '']

    def chart(self, title, xlabel, ylabel, panels, style='lines', logscale='y',
              yrange='[*:*]'):
        """Adds panels side by side, two in a row: {heading: {curve: points}}.
        Points that a logarithmic axis cannot show are left out."""
        file = f'{self.name}-{len(self.lines)}.svg'
        columns = min(len(panels), 2)
        rows = (len(panels) + 1) // 2
        script = f"""
set terminal svg size {560 if columns == 1 else 820},{300 * rows} \
  font "sans,12" background "white"
set output "{os.path.abspath(self.folder)}/figures/{file}"
set xlabel "{xlabel}"; set ylabel "{ylabel}"; set grid
set yrange {yrange}
set multiplot layout {rows},{columns}
"""
        for axis in logscale:
            script += f'set logscale {axis}; set format {axis} "10^{{%T}}"\n'
        colours = '#0072b2 #d55e00 #009e73 #cc79a7 #e69f00 #000000'.split()
        for heading, curves in panels.items():
            script += f'set title "{heading}"\n' + (
                'set key outside\n' if len(curves) > 1 else 'unset key\n'
            ) + 'plot ' + ', '.join(
                f'"-" with {style} linecolor "{colour}" title "{label}"'
                for label, colour in zip(curves, colours)) + '\n'
            for points in curves.values():
                script += ''.join(
                    f'{x!r} {y!r}\n' for x, y in points
                    if not ('y' in logscale and y <= 0 or
                            'x' in logscale and x <= 0)) + 'e\n'
        drawn = subprocess.run(['gnuplot'], text=True, input=script,
                               capture_output=True, check=False)
        if drawn.returncode:
            raise RuntimeError(f'{file}: {drawn.stderr}')
        self.lines += [f'![{title}](figures/{file})', '']

    def curve(self, values, title, label):
        """Adds a curve of positive numbers on a logarithmic axis, from 0."""
        self.chart(title, 'iteration k', label, {'': {'': values}},
                   'linespoints pointtype 7 pointsize 0.4')

    def tests(self, settled, what='misprint'):
        """Adds a table of (misprint, file, test): what settles each."""
        self.lines += [f'| {what} | settled by |', '|---|---|'] + [
            f'| {said} | `tests/{file}.c`, `{test}` |'
            for said, file, test in settled] + ['']

    def row(self, what, printed, found, agrees, reason='', rounding=False):
        """Adds a line to the table. Where the numbers differ there must be a
        reason. Where they agree there must be none, unless rounding decides
        which it is. `agrees` is None for what the source does not report."""
        unexplained = agrees is not None and not agrees and not reason
        needless = agrees and reason and not rounding
        if unexplained or needless:
            self.faults.append(f'{self.name}: {what}: {printed} in the source, '
                               f'{found} found, reason "{reason}"')
        verdict = reason if agrees is None else \
            'agrees' if agrees else reason or 'DIFFERS'
        self.rows.append(f'| {what} | {printed} | {found} | {verdict} |')

    def text(self, title, intro):
        """Returns the section as Markdown."""
        lines = [f'## {title}', '', ' '.join(intro.split()), '']
        if self.commands:
            lines += ['```sh'] + self.commands + ['```', '']
        if self.rows:
            lines += ['| | source | Pantin | |', '|---|---|---|---|']
            lines += self.rows + ['']
        return '\n'.join(lines + self.lines)


def heading(of):
    """Returns title and text of the words above a module or a section."""
    title, _, text = of.__doc__.partition('\n')
    return title.rstrip('.'), text


class Shelf:
    """What has been made, by section, each with the key of its ingredients."""

    def __init__(self, folder, quick):
        self.folder, self.quick = folder, quick
        os.makedirs(f'{folder}/kept', exist_ok=True)

    @staticmethod
    def key(module, make, quick):
        """Returns a digest of the section's scripts and programs."""
        scripts = [sys.modules[__name__], module] + [
            part for part in vars(module).values() if inspect.ismodule(part)
            and part.__name__ in SOURCES]
        return digest(module.PROGRAMS, make.__name__, quick,
                      *(inspect.getsource(part) for part in scripts))

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

    def holds(self, module, make):
        """Tells whether a section is kept; a quick run takes whole ones."""
        kept = self.find(module, make)
        return kept is not None and any(
            kept['key'] == self.key(module, make, quick)
            for quick in {False, self.quick})

    def make(self, module, make):
        """Makes a section and keeps it."""
        start = time.time()
        section = Section(f'{module.__name__}-{make.__name__}', self.folder,
                          self.quick)
        make(section)
        kept = {'key': self.key(module, make, self.quick),
                'faults': section.faults,
                'text': section.text(*heading(make)),
                'seconds': time.time() - start}
        replace(self.path(module, make), json.dumps(kept))
        return kept


@functools.cache
def built_with():
    """Returns the names of the libraries that the programs are built with."""
    version = subprocess.run(['pantin-tune', '--version'], text=True,
                             capture_output=True, check=True).stdout
    return version.partition('without')[0]


def left_out(module, make, quick):
    """Returns why a section is not made: '' if it is."""
    missing = [name for name in getattr(module, 'NEEDS', ())
               if name not in built_with()]
    if missing:
        return f'Not without {" and ".join(missing)}.'
    return 'Not in a quick run.' if quick and make in module.LONG else ''


def main():
    """Makes what is not kept, then the pages."""
    programs = [os.path.abspath(path) for path in sys.argv[1].split(':')]
    os.environ['PATH'] = ':'.join(programs + [os.environ['PATH']])
    folder, quick = os.path.abspath(sys.argv[2]), bool(os.environ.get('QUICK'))
    shelf = Shelf(folder, quick)
    modules = [importlib.import_module(name) for name in SOURCES]
    work = [(module, make) for module in modules for make in module.SECTIONS
            if not left_out(module, make, quick)]
    done = {make: shelf.find(module, make) for module, make in work}
    pending = [(module, make) for module, make in work
               if not shelf.holds(module, make)]
    known = [kept['seconds'] for kept in done.values() if kept] or [1]
    for k, (module, make) in enumerate(pending):
        left = sum(done[m]['seconds'] if done[m] else
                   where.LONG.get(m, sum(known) / len(known))
                   for where, m in pending[k:])
        print(f'reproduce: {k + 1} of {len(pending)}, {module.__name__} '
              f'{make.__name__}, about {left:.0f} s left', file=sys.stderr)
        done[make] = shelf.make(module, make)
        if make not in module.LONG:
            known.append(done[make]['seconds'])
    for module in modules:
        title, intro = heading(module)
        texts = [done[make]['text'] if make in done else
                 f'## {heading(make)[0]}\n\n{left_out(module, make, quick)}\n'
                 for make in module.SECTIONS]
        with open(f'{folder}/{module.__name__}.md', 'w',
                  encoding='utf-8') as page:
            page.write(f'# {title}\n{intro}\n' + '\n'.join(texts))
    faults = [fault for kept in done.values() for fault in kept['faults']]
    print('\n'.join(faults), file=sys.stderr, end='\n' if faults else '')
    sys.exit(bool(faults))


main()
