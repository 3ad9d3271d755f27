/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Brings the commands of a text to life: each block of kind `sh`, and each
   command of a `console`, can be edited and run in the page; what it prints is
   compared with the `output` that the text shows below. */
/* global PANTIN, Machine, compareTexts, stepsOf, NUMBER */
'use strict';

const machine = new Machine();

/* The reason why a page draws no picture. */
const PICTURE = 'a picture by gnuplot';

/* Files that programs of a page cannot read or write: the programs are
   built without HDF5 and libxml2. */
const LACKING = /\.(h5|hdf5|urdf|xml)\b/;

/* The most characters of an output that are shown: more would be slow to lay
   out. */
const SHOWN_MAX = 200000;

/* Makes an element with properties and children. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/* Finds the shipped scene that a program's words name: its path, or null. */
function sceneOf(argv) {
  const shipped = Object.keys(PANTIN.files);
  for (const word of argv.slice(1)) {
    const own = Object.keys(machine.files).find((path) => path === WORK + word);
    const path = own || shipped.find((name) =>
      name.startsWith('/pantin/data/') && name.endsWith(`/${word}.cfg`));
    if (path) return path;
  }
  return null;
}

/* A scene beside its command: what is changed here, the next run reads. */
class SceneEditor {
  constructor(path) {
    this.path = path;
    const kept = machine.files[path];
    this.original = PANTIN.files[path];
    this.area = make('textarea', {className: 'scene', rows: 14,
      spellcheck: false, value: typeof kept === 'string' || !kept
        ? kept || this.original : new TextDecoder().decode(kept)});
    this.area.setAttribute('aria-label', `Scene ${path}`);
    this.area.oninput = () => { machine.files[path] = this.area.value; };
    this.note = make('p', {className: 'fault', hidden: true});
    this.note.setAttribute('role', 'alert');
    this.element = make('div', {className: 'editor'}, this.area, this.note);
    if (this.original !== undefined)
      this.element.append(make('button', {textContent: 'Shipped scene',
        onclick: () => {
          this.area.value = this.original;
          delete machine.files[path];
          this.showFault('');
        }}));
  }

  /* Shows what a program has against a line of the scene, at that line. */
  showFault(messages) {
    const name = this.path.replace(WORK, '');
    const found = messages.split('\n').map((line) =>
      line.match(/^\S+: (.*?):(\d+): (.*)$/)).find((f) => f && f[1] === name);
    this.note.hidden = !found;
    if (!found) return;
    this.note.textContent = `line ${found[2]}: ${found[3]}`;
    const lines = this.area.value.split('\n'), at = Number(found[2]) - 1;
    const start = lines.slice(0, at).join('\n').length + (at > 0);
    const high = this.area.scrollHeight / lines.length;
    this.area.focus();
    this.area.setSelectionRange(start, start + (lines[at] || '').length);
    this.area.scrollTop = (at - 3) * high;
  }
}

/* A block of commands with its buttons. `shown` is the text of the output that
   the page shows, null if it shows none; `rule` tells how numbers compare. */
class Command {
  constructor(text, shown, rule) {
    Object.assign(this, {original: text, shown, rule, left: null, faults: null});
    this.area = make('textarea', {className: 'command', spellcheck: false,
      value: text, rows: text.split('\n').length});
    this.area.setAttribute('aria-label', 'Commands');
    this.area.oninput = () => this.edited();
    this.area.onkeydown = (event) => {
      if (event.key === 'Enter' && event.ctrlKey) this.run();
    };
    this.go = make('button', {textContent: 'Run', title: 'Run (Ctrl+Enter)',
      onclick: () => this.run()});
    this.halt = make('button', {textContent: 'Stop', hidden: true,
      onclick: () => this.stop()});
    this.reset = make('button', {textContent: 'As in the text', hidden: true,
      onclick: () => {
        this.area.value = this.original;
        this.edited();
      }});
    this.scene = make('button', {textContent: 'Scene',
      onclick: () => this.toggleScene()});
    this.note = make('span', {className: 'note'});
    this.note.setAttribute('role', 'status');
    this.printed = make('pre', {className: 'printed', hidden: true, tabIndex: 0});
    this.place = make('div');
    this.element = make('div', {className: 'run'}, this.area,
      make('div', {className: 'buttons'}, this.go, this.halt, this.reset,
        this.scene, this.note), this.place);
    this.edited();
  }

  /* Looks at the commands anew. */
  edited() {
    this.area.rows = this.area.value.split('\n').length;
    this.reset.hidden = this.area.value === this.original;
    this.steps = stepsOf(this.area.value);
    const path = this.steps.filter((s) => s.argv).map((s) => sceneOf(s.argv))
      .find((found) => found);
    if (this.editor && path !== this.path) this.toggleScene();
    this.path = path;
    this.scene.hidden = !this.path;
    this.go.hidden = !this.steps.some((step) => this.canRun(step));
    this.note.textContent = !this.go.hidden ? ''
      : LACKING.test(this.area.value)
        ? 'for a terminal: pages have neither HDF5 nor libxml2'
        : 'for a terminal: not run in the page';
  }

  canRun(step) {
    return step.write || (!step.input &&
      [...PANTIN.programs, 'cat'].includes(step.argv[0]) &&
      !step.argv.some((word) => LACKING.test(word)));
  }

  toggleScene() {
    if (this.editor) {
      this.editor.element.remove();
      this.editor = null;
    } else {
      this.editor = new SceneEditor(this.path);
      this.element.append(this.editor.element);
    }
    this.scene.setAttribute('aria-expanded', Boolean(this.editor));
  }

  /* Takes a piece of what a program says: its bar of progress goes into the
     note, the rest is returned. */
  withoutProgress(text) {
    const parts = text.split('\r');
    const bar = parts.map((part) => part.trim()).filter((part) =>
      part.startsWith('[')).pop();
    if (bar) this.note.textContent = bar;
    return parts[parts.length - 1].startsWith('[') ? ''
      : parts[parts.length - 1].replace(/^ +$/, '');
  }

  /* Runs a step; returns its status. */
  async runStep(step) {
    if (step.write) {
      machine.files[WORK + step.write] = step.text;
      return 0;
    }
    if (!this.canRun(step) || step.argv.some((word) => word.includes('$('))) {
      const file = step.argv.find((word) => LACKING.test(word));
      this.left.push(step.argv[0] + (file ? ` with ${file}` : ''));
      return 0;
    }
    if (step.rest) {
      this.filtered = true;
      this.left.push(...step.rest.replace(/'[^']*'|"[^"]*"/g, '').split('|')
        .map((command) => command.trim().split(/\s/)[0]));
    }
    if (step.argv[0] === 'cat') {
      for (const name of step.argv.slice(1))
        this.add(machine.files[WORK + name] ? machine.text(name) : '');
      return 0;
    }
    const argv = this.withoutPicture(step.argv);
    const result = await machine.run(argv, {owner: this, hear: (kind, text) => {
      const said = kind === 'err' ? this.withoutProgress(text) : text;
      if (!(step.file && kind === 'out')) this.add(said);
    }});
    if (step.file && step.file !== '/dev/null')
      machine.files[WORK + step.file] = result.out;
    const replay = argv[argv.indexOf('--plot') + 1];
    if (!result.status && /\.html$/.test(replay)) this.showReplay(replay);
    if (this.editor) this.editor.showFault(result.err);
    if (result.status && step.onFailure && step.onFailure[0] === 'echo')
      this.add(`${step.onFailure.slice(1).join(' ')
        .replace('$?', result.status)}\n`);
    return result.status;
  }

  /* Has a picture, which gnuplot would draw, written as its script instead, so
     that options that are about it stay right. */
  withoutPicture(argv) {
    const at = argv.findIndex((word, k) => argv[k - 1] === '--plot' &&
      /\.(gif|pdf|png|svg|txt)$/.test(word));
    if (at < 0) return argv;
    this.left.push(PICTURE);
    return argv.map((word, k) => (k === at ? '/tmp/picture.gp' : word));
  }

  /* Shows the replay that a run has written. */
  showReplay(name) {
    this.place.append(make('iframe', {className: 'replay', title: name,
      srcdoc: machine.text(name)}));
  }

  /* Adds what is printed, and shows it as far as there is room. */
  add(text) {
    const room = SHOWN_MAX - this.text.length;
    this.text += text;
    if (room > 0) this.printed.append(text.slice(0, room));
  }

  /* Stops the commands, also those that still wait for others. */
  stop() {
    this.halted = true;
    machine.cancel(this);
  }

  async run() {
    if (this.go.disabled || this.go.hidden) return;
    Object.assign(this, {text: '', left: [], filtered: false, halted: false,
      status: 0});
    this.place.replaceChildren(this.printed);
    this.printed.hidden = false;
    this.printed.textContent = '';
    this.go.disabled = true;
    this.halt.hidden = false;
    this.note.textContent = 'running …';
    for (const step of this.steps)
      if (!this.halted) this.status = await this.runStep(step) || this.status;
    this.go.disabled = false;
    this.halt.hidden = true;
    this.judge();
  }

  /* Marks what differs from the text, and says how many lines do. Where a part
     of the commands was not run, nothing can be said of the rest. */
  judge() {
    const left = [...new Set(this.left)].join(', ');
    const notRun = left ? `; for a terminal only: ${left}` : '';
    const isPart = this.left.some((command) => command !== PICTURE);
    const more = this.text.length - SHOWN_MAX;
    this.printed.hidden = this.text === '';
    if (more > 0)
      this.printed.append(`\n... and ${more} more characters, not shown\n`);
    this.faults = null;
    if (this.halted) {
      this.note.textContent = 'stopped';
    } else if (this.shown === null || this.area.value !== this.original) {
      this.note.textContent = (this.status
        ? `ended with status ${this.status}` : 'done') + notRun;
    } else {
      const {faults, marks} = compareTexts(this.shown, this.text,
        {...this.rule, filtered: this.filtered});
      this.faults = faults;
      if (faults === 0 || !isPart) this.mark(marks);
      this.note.textContent = (faults === 0
        ? this.filtered ? 'the marked lines are those of the text'
          : 'as the text shows'
        : isPart ? 'a part of what the text shows'
          : `${faults} ${faults === 1 ? 'line differs' : 'lines differ'} ` +
            'from the text') + notRun;
    }
  }

  /* Writes the printed lines with their marks. */
  mark(marks) {
    const line = (text, mark) => {
      if (mark === 'same') return make('span', {className: this.filtered ? 'kept'
        : ''}, text);
      if (mark === 'unlike' || mark === 'extra')
        return this.filtered ? text : make('mark', {}, text);
      if (!Array.isArray(mark)) return text;
      let k = -1, at = 0;
      const out = make('span');
      for (const found of text.matchAll(NUMBER)) {
        k++;
        out.append(text.slice(at, found.index), mark.includes(k)
          ? make('mark', {}, found[0]) : found[0]);
        at = found.index + found[0].length;
      }
      out.append(text.slice(at));
      return out;
    };
    this.printed.replaceChildren(...this.text.split('\n').flatMap((text, k) =>
      [line(text, marks[k]), '\n']).slice(0, -1));
  }
}

/* Reads the rule of comparison from a comment before a block. */
function ruleBefore(pre) {
  const block = pre.closest('div.sourceCode') || pre;
  let node = block.previousSibling;
  while (node && node.nodeType === Node.TEXT_NODE && !node.data.trim())
    node = node.previousSibling;
  const rule = {};
  if (node && node.nodeType === Node.COMMENT_NODE)
    for (const [, name, value] of node.data.matchAll(/(below|within) (\S+)/g))
      rule[name] = Number(value);
  return rule;
}

/* Cuts a console into its commands: [command, what it prints]. */
function consoleParts(text) {
  const parts = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const last = parts[parts.length - 1];
    if (line.startsWith('$ ')) parts.push({command: line.slice(2), shown: ''});
    else if (line.startsWith('> ') && last && !last.shown)
      last.command += `\n${line.slice(2)}`;
    else if (last) last.shown += `${line}\n`;
  }
  return parts;
}

/* Replaces the blocks of the page. */
function revive() {
  const commands = [];
  const add = (command, before) => {
    commands.push(command);
    before.before(command.element);
    return command;
  };
  for (const pre of document.querySelectorAll('pre.sh')) {
    const block = pre.closest('div.sourceCode') || pre;
    let next = block.nextElementSibling;
    next = next && next.matches('pre.output') ? next : null;
    add(new Command(pre.textContent.replace(/\n$/, ''),
      next ? next.textContent : null, next ? ruleBefore(next) : {}), block);
    block.remove();
  }
  for (const pre of document.querySelectorAll('pre.console')) {
    for (const {command, shown} of consoleParts(pre.textContent)) {
      add(new Command(command, shown, ruleBefore(pre)), pre);
      if (shown)
        pre.before(make('pre', {className: 'output'}, make('code', {}, shown)));
    }
    pre.remove();
  }
  return commands;
}

/* Runs all commands of the page, in their order, until one is stopped. */
async function runAll(commands) {
  for (const command of commands) {
    await command.run();
    if (command.halted) break;
  }
}

const commands = revive();
if (commands.length > 0)
  document.querySelector('main').prepend(make('p', {className: 'alive'},
    'The commands of this page run in it. ',
    make('button', {textContent: 'Run all', onclick: () => runAll(commands)})));
