#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Makes the book: a folder of HTML pages from the tutorials, the account of the
sources, what `make reproduce` has written in reproduction/, the manual pages
and the examples, and one PDF if there is Chromium.

book.py SOURCE [REFERENCE] --folder FOLDER [--alive]

SOURCE is the source tree. REFERENCE is the folder of `make html`; it is copied
into the book, and the names of the library in the texts lead to it. With
--alive the pages are those of `make web`: their commands run, laboratories are
in the contents, and there is no PDF."""
import argparse
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree

HERE = os.path.dirname(os.path.abspath(__file__))

# The parts of the book, and their texts: (name of the page, file).
PARTS = [
    ('Tutorials', [
        ('chain', 'tutorials/chain/README.md'),
        ('joints', 'tutorials/joints/README.md'),
        ('motion', 'tutorials/joints/motion.md'),
        ('elimination', 'tutorials/elimination/README.md'),
        ('contact', 'tutorials/contact/README.md'),
        ('tuning', 'tutorials/tuning/README.md')]),
    ('Results', [('sources', 'tutorials/sources.md')] + [
        (f'results-{name}', f'reproduction/{name}.md') for name in
        ('chain', 'peyre_2001', 'benet_2016', 'benet_2019', 'kraiem_2022',
         'kraiem_2022_figures')
        if os.path.exists(f'reproduction/{name}.md')]),
    ('Programs', [(name, f'src/programs/{name}') for name in (
        'pantin.7', 'pantin.1', 'pantin-chain.1', 'pantin-joints.1',
        'pantin-ik.1', 'pantin-inverse.1', 'pantin-eliminate.1',
        'pantin-contact.1', 'pantin-lcp.1', 'pantin-tune.1')]),
    ('Library', [('examples', 'tutorials/examples')]),
]
CHAPTERS = [chapter for _, chapters in PARTS for chapter in chapters]
PAGE_OF = {path: f'{name}.html' for name, path in CHAPTERS}

# The scripts that run the commands of a page.
SCRIPTS = ('pantin', 'machine', 'compare', 'shell', 'run')
LABS = os.path.join(HERE, '../web/labs')

# A heading of pandoc or mandoc: its level, attributes and text.
HEADING = re.compile(r'<h([1-6])\b([^>]*)>(.*?)</h\1>', re.S)


def run(*command, text=None):
    """Runs a command and returns what it prints."""
    return subprocess.run(command, input=text, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def plain(markup):
    """Returns the words of some HTML; a formula is a word."""
    markup = re.sub(r'<annotation.*?</annotation>|</?(?:m|semantics)[^>]*>', '',
                    markup, flags=re.S)
    markup = re.sub(r'<[^>]+>', ' ', markup)
    return ' '.join(html.unescape(markup).split())


def read(path):
    """Returns the text of a file."""
    with open(path, encoding='utf-8') as file:
        return file.read()


def write(path, text):
    """Writes a file."""
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


class Book:
    """A book in the making: its folder, and what its pages share."""

    def __init__(self, source, folder, reference, alive):
        self.source, self.folder, self.alive = source, folder, alive
        self.hints = []  # (exercise, its hints), for paper
        self.bodies = {}  # the body of each page
        self.names = {}  # of the library: where the reference has them
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name in ('book.css', 'search.js'):
            shutil.copy(os.path.join(HERE, name), folder)
        if reference:
            self.add_reference(reference)

    def add_reference(self, reference):
        """Copies the reference, and learns its names from Doxygen's tags."""
        shutil.copytree(f'{reference}/html', f'{self.folder}/reference')
        tags = tree.parse(f'{reference}/pantin.tag').getroot()
        for member in tags.iter('member'):
            self.names[member.findtext('name')] = \
                f"{member.findtext('anchorfile')}#{member.findtext('anchor')}"
        for compound in tags.iter('compound'):
            if compound.get('kind') == 'struct':
                self.names[compound.findtext('name')] = \
                    compound.findtext('filename')

    def find(self, path):
        """Returns where a file is: below this folder or the source's."""
        return path if os.path.exists(path) else os.path.join(self.source, path)

    def keep(self, path):
        """Copies a file; returns its address in the book."""
        target = os.path.join(self.folder, 'files', path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(self.find(path), target)
        return f'files/{path}'

    def convert(self, name, path):
        """Returns the body of a page, from Markdown, mdoc or C."""
        whole = self.find(path)
        if path.endswith('.md'):
            body = self.from_markdown(read(whole))
        elif os.path.isdir(whole):
            body = self.from_markdown(examples(whole))
        else:
            body = manual(name, run('mandoc', '-T', 'html', '-O',
                                    'fragment,man=%N.%S.html', whole))
        return self.link(body, os.path.dirname(path))

    def from_markdown(self, text):
        """Typesets a text, with the file's name above a block of C."""
        text = re.sub(r'^(```(?:c|cfg)) (\S+)$',
                      r'<p class="file"><code>\2</code></p>\n\n\1', text,
                      flags=re.M)
        body = run('pandoc', '-f', 'gfm+tex_math_dollars', '-t', 'html',
                   '--mathml', '--no-highlight', text=text)
        return re.sub(r'<p>(<img[^>]*?)\s+alt="([^"]*)"\s*/></p>',
                      r'<figure>\1 alt="\2" /><figcaption>\2</figcaption>'
                      '</figure>', body)

    def link(self, body, folder):
        """Leads all links of a page that was in that folder into the book."""
        body = re.sub(r'<li>(?:(?!<li>|</li>).)*?<a\s+href="(skeletons/\w+\.c)"'
                      r'.*?</li>', lambda m: self.exercise(m, folder), body,
                      flags=re.S)

        def target(match):
            address, _, mark = match[2].partition('#')
            if not address or re.match('[a-z]+:', address):
                return match[0]
            path = os.path.normpath(os.path.join(folder, address))
            if address not in PAGE_OF.values():
                address = PAGE_OF.get(path) or self.keep(path)
            return f'{match[1]}="{address}{"#" + mark if mark else ""}"'
        body = re.sub(r'\b(href|src)="([^"]*)"', target, body)

        def refer(match):
            return re.sub(r'\b(?:pn|PN)_\w+', lambda m: m[0]
                          if m[0] not in self.names else
                          f'<a class="api" href="reference/{self.names[m[0]]}">'
                          f'{m[0]}</a>', match[0])
        return re.sub(r'<code[^>]*>.*?</code>', refer, body, flags=re.S)

    def exercise(self, item, folder):
        """Folds the function to complete and its hints below an exercise."""
        path = os.path.join(self.source, folder, item[1])
        name = f"{os.path.basename(folder)}/{os.path.basename(path)[:-2]}"
        text = read(path.replace('skeletons', 'hints')[:-2] + '.txt')
        hints = [html.escape(hint.strip()) for hint in text.split('\n---\n')]
        self.hints.append((name, hints))
        code = read(path).split('*/\n', 2)[2]  # below the licence
        body = item[0].replace('</li>', '')
        body = re.sub(r'<a\s+href="skeletons/\w+\.c">(.*?)</a>',
                      r'<strong>\1</strong>', body, flags=re.S)
        folds = [('The function to complete', 'c', html.escape(code))]
        folds += [(f'Hint {k + 1}', 'hint', h) for k, h in enumerate(hints)]
        return body + ''.join(
            f'<details class="aid"><summary>{title}</summary>'
            f'<pre class="{kind}"><code>{text}</code></pre></details>'
            for title, kind, text in folds) + '</li>'

    def write(self):
        """Writes all pages and the index of the search."""
        for name, path in CHAPTERS:
            self.bodies[name] = self.convert(name, path)
        self.titles = {name: plain(HEADING.search(body)[3])
                       for name, body in self.bodies.items()}
        preface = read(f'{HERE}/preface.md')
        if self.alive:
            preface += read(f'{HERE}/alive.md')
        self.bodies['index'] = self.from_markdown(preface) + self.contents('')
        order = ['index'] + [name for name, _ in CHAPTERS]
        self.titles['index'] = 'Contents'
        for k, name in enumerate(order):
            steps = [(rel, order[j]) for rel, j in (('prev', k - 1),
                                                    ('next', k + 1))
                     if 0 <= j < len(order)]
            write(f'{self.folder}/{name}.html', self.page(name, steps))
        index = [entry for name, _ in CHAPTERS for entry in self.entries(name)]
        write(f'{self.folder}/index.js',
              f'const INDEX = {json.dumps(index, ensure_ascii=False)};\n')

    def sections(self, name):
        """Lists the sections of a page: (identifier, title, text)."""
        body = self.bodies[name]
        found = [h for h in HEADING.finditer(body) if h[1] in '12']
        ends = [h.start() for h in found[1:]] + [len(body)]
        for heading, end in zip(found, ends):
            mark = re.search(r'\bid="([^"]*)"', heading[2])
            yield (mark[1] if mark else '', plain(heading[3]),
                   plain(body[heading.end():end]))

    def entries(self, name):
        """Lists what the search knows of a page."""
        for mark, title, text in self.sections(name):
            where = self.titles[name]
            yield [f'{name}.html#{mark}', title if title == where
                   else f'{where}: {title}', text]

    def contents(self, here):
        """Returns the contents, with the sections of the page `here`, or of
        all tutorials if that is empty."""
        lines = ['<div class="contents">']
        if self.alive:
            lines += ['<p class="part">Laboratories</p>\n<ol>'] + [
                f'<li><a href="labs/{os.path.basename(path)}">'
                f'{HEADING.search(read(path))[3]}</a></li>'
                for path in sorted(glob.glob(f'{LABS}/*.html'))] + ['</ol>']
        for part, chapters in PARTS:
            lines.append(f'<p class="part">{part}</p>\n<ol>')
            for name, path in chapters:
                now = ' aria-current="page"' if name == here else ''
                lines.append(f'<li><a href="{name}.html"{now}>'
                             f'{html.escape(self.titles[name])}</a>')
                if name == here or not here and path.endswith('.md'):
                    lines += ['<ol>'] + [
                        f'<li><a href="{name}.html#{mark}">'
                        f'{html.escape(title)}</a></li>' for mark, title, _
                        in list(self.sections(name))[1:]] + ['</ol>']
                lines.append('</li>')
            if part == 'Library' and self.names:
                lines.append('<li><a href="reference/index.html">'
                             'Reference of the library</a></li>')
            lines.append('</ol>')
        return '\n'.join(lines + ['</div>'])

    def page(self, name, steps):
        """Returns a page; `steps` lists its neighbours: (relation, name)."""
        words = {'prev': '← ', 'next': '→ '}
        ways = ''.join(f'<a rel="{rel}" href="{other}.html">{words[rel]}'
                       f'{html.escape(self.titles[other])}</a>\n'
                       for rel, other in steps)
        side = self.contents(name) if name != 'index' else ''
        runs = self.alive and '<pre class="sh">' in self.bodies[name]
        return read(f'{HERE}/page.html').format(
            title=f'{html.escape(self.titles[name])} - Pantin',
            body=self.bodies[name],
            contents=f'<details id="contents"><summary>Contents</summary>'
                     f'{side}</details>' if side else '',
            steps=ways, name=name,
            style='<link rel="stylesheet" href="run.css" />\n' if runs else '',
            scripts=''.join(f'<script src="{script}.js"></script>\n'
                            for script in SCRIPTS if runs))

    def whole(self):
        """Returns the book as one page, for paper: marks begin with the name
        of their page, folds are open, and the hints come last."""
        chapters = []
        for name in ['index'] + [name for name, _ in CHAPTERS]:
            body = re.sub(r'\bid="', f'id="{name}--', self.bodies[name])
            body = re.sub(r'href="#', f'href="#{name}--', body)
            body = re.sub(r'href="([\w.-]+)\.html#', r'href="#\1--', body)
            body = re.sub(r'href="([\w.-]+)\.html"', r'href="#\1"', body)
            body = re.sub(r'<a( class="api")? href="reference/[^"]*">(.*?)</a>',
                          r'\2', body)
            body = body.replace('<details>', '<details open="">')
            chapters.append(f'<section id="{name}" class="chapter">{body}'
                            '</section>')
        hints = ''.join(
            f'<h2>{name}</h2><ol>' +
            ''.join(f'<li><pre class="hint"><code>{hint}</code></pre></li>'
                    for hint in hints) + '</ol>' for name, hints in self.hints)
        chapters.append('<section class="chapter"><h1>Hints</h1>' + hints +
                        '</section>')
        return read(f'{HERE}/page.html').format(
            title='Pantin', body='\n'.join(chapters), contents='', steps='',
            name='whole', style='', scripts='')


def examples(folder):
    """Returns a text of the examples: what the first comment of each says, and
    its code."""
    text = ['# Examples', 'Each of these programs is complete. `make` in '
            'the folder `tutorials/examples` builds them on the installed '
            'library.']
    for file in sorted(os.listdir(folder)):
        if file.endswith('.c'):
            code = read(os.path.join(folder, file)).split('*/\n', 2)[2]
            comment, code = code.split('*/\n', 1)
            words = ' '.join(comment.replace('/*', '').split())
            text += [f'## {file[:-2]}', words, f'```c\n{code}```']
    return '\n\n'.join(text)


def manual(name, body):
    """Makes the body of a page of mandoc's: its name becomes the heading, what
    were headings sink by a level, pages of others are not linked, and examples
    look as the commands of a tutorial."""
    body = re.sub(r'<table class="(head|foot)">.*?</table>\s*', '', body,
                  flags=re.S)
    body = re.sub(r'<a class="Xr" href="([^"]*)">(.*?)</a>', lambda m: m[0]
                  if m[1] in PAGE_OF.values() else m[2], body)
    body = re.sub(r'<div class="Bd Bd-indent"><code class="Li">'
                  r'(pantin\b.*?)</code></div>', lambda m: '<pre class="sh">'
                  f"<code>{' '.join(m[1].split())}</code></pre>", body,
                  flags=re.S)
    body = re.sub(r'<(/?)h2', r'<\1h3', body)
    body = re.sub(r'<(/?)h1', r'<\1h2', body)
    program, section = name.rsplit('.', 1)
    return f'<h1 id="top">{program}({section})</h1>\n{body}'


def print_pdf(book, pdf):
    """Prints the book by Chromium, which knows MathML."""
    chromium = shutil.which('chromium') or shutil.which('chromium-browser')
    if not chromium:
        print('make book: no chromium, so no PDF')
        return
    page = os.path.abspath(f'{book.folder}/whole.html')
    write(page, book.whole())
    subprocess.run(
        [chromium, '--headless', '--no-sandbox', '--disable-gpu',
         '--disable-extensions', '--no-first-run', '--no-pdf-header-footer',
         '--generate-pdf-document-outline', '--virtual-time-budget=60000',
         f'--user-data-dir={os.path.abspath(book.folder)}/chromium',
         f'--print-to-pdf={os.path.abspath(pdf)}', f'file://{page}'],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.remove(page)
    shutil.rmtree(f'{book.folder}/chromium', ignore_errors=True)


def main():
    """Makes the book, if its tools are there."""
    words = argparse.ArgumentParser()
    words.add_argument('source')
    words.add_argument('reference', nargs='?')
    words.add_argument('--folder', required=True)
    words.add_argument('--alive', action='store_true')
    asked = words.parse_args()
    missing = [tool for tool in ('pandoc', 'mandoc') if not shutil.which(tool)]
    if missing:
        name = 'web' if asked.alive else 'book'
        print(f"make {name}: there is no {' and no '.join(missing)}; "
              f'./bootstrap --{name} installs what it takes')
        sys.exit(asked.alive)
    book = Book(**vars(asked))
    book.write()
    if not asked.alive:
        print_pdf(book, f'{asked.folder}/pantin.pdf')


main()
