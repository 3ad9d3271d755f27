/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The laboratory of the chain: writes the case as a scene, lets pantin-chain
   solve it, and shows its iterates one by one. */
/* global PANTIN, machine, byId, draw, readable, rowsOf, kept, bounded, chart,
   draggable, busy */
'use strict';

/* Reads the numbers of a list in a scene. */
const listOf = (text, key) => {
  const found = text.match(new RegExp(`^${key} = (\\(.*?\\));`, 'ms'));
  return found ? JSON.parse(found[1].replaceAll('(', '[').replaceAll(')', ']'))
    : null;
};

/* The shipped cases that say their own start. */
const cases = {};
for (const name of ['2a', '2b', '2c', '2d', '3a']) {
  const text = PANTIN.files[`/pantin/data/chain/${name}.cfg`];
  cases[name] = {lengths: listOf(text, 'lengths'), end: listOf(text, 'end'),
    start: listOf(text, 'start')};
}

const lab = {
  of: '2a', lengths: [], weights: [], end: [0, 0], start: [], load: 0,
  floor: null, method: 'armijo', lambda: 'leastsquares', bar: 0,
  rows: [], result: null, step: 0, points: null, point: -1,
  dragged: false,   /* a node is being moved */
  stay: false,      /* who looks at the start goes on looking at it */

  /* The case as a scene. */
  get scene() {
    const list = (values) => `(${values.join(', ')})`;
    const free = this.lengths.length - 1;
    const load = [...Array(free).keys()].map((k) =>
      (k === Math.floor(free / 2) ? this.load : 0));
    return `lengths = ${list(this.lengths)};\nweight = ${list(this.weights)};\n` +
      `end = ${list(this.end)};\n` +
      `start = ${list(this.start.map(list))};\n` +
      (this.load ? `load = ${list(load)};\n` : '') +
      (this.floor === null ? '' : `floor = ({ height = ${this.floor}; });\n`);
  },

  get files() { return {'/work/lab.cfg': this.scene}; },

  choose(name) {
    Object.assign(this, structuredClone(cases[name]), {of: name, bar: 0,
      rows: [], stay: false});
    this.weights = [...this.lengths];
    this.changed();
  },

  /* Spreads equal bars of 1 N/m; nodes start on a sagging line. */
  spread(bars, length) {
    Object.assign(this, {of: '', bar: 0, rows: [], stay: false});
    this.lengths = Array(bars).fill(length / bars);
    this.weights = [...this.lengths];
    this.start = [...Array(bars - 1).keys()].map((k) => {
      const t = (k + 1) / bars;
      return [t * this.end[0], t * this.end[1] - length * t * (1 - t)];
    });
    this.changed();
  },

  /* Moves a node of the chain that is shown, which becomes the start of a new
     search, or the right end. */
  move(node, to) {
    if (node === this.start.length) {
      this.end = to;
    } else {
      if (!this.dragged)
        this.start = this.shown.nodes.slice(1, -1)
          .map((place) => place.map((v) => Number(v.toFixed(6))));
      this.start[node] = to;
    }
    Object.assign(this, {dragged: true, of: ''});
    this.changed();
  },

  /* Solves anew after any change. */
  changed() {
    this.points = null;
    this.point = -1;
    byId('points').replaceChildren();
    this.show();
    return busy(() => this.solve());
  },

  async solve() {
    const {out, err, status} = await machine.run(['pantin-chain', 'lab.cfg',
      '--method', this.method, '--lambda', this.lambda, '--json', '--quiet',
      '--csv', 'lab.csv'], {files: this.files});
    this.rows = [];
    this.result = null;
    if (out) {
      this.result = JSON.parse(out);
      this.rows = rowsOf(machine.text('lab.csv'));
    }
    this.step = this.stay ? 0 : Math.max(this.rows.length - 1, 0);
    this.show();
    if (!out) throw new Error(status === 130 ? 'stopped'
      : err.trim().replace(/^.*lab\.cfg(:\d+)?: /, ''));
  },

  /* Asks for all stationary points. */
  async findAll() {
    const found = await machine.json(['pantin-chain', 'lab.cfg', '--all'],
      {files: this.files});
    this.points = found.points;
    byId('points').replaceChildren(...found.points.map((point, k) => {
      const button = document.createElement('button');
      button.textContent = `${point.kind}, ${readable(point.energy)} N m`;
      button.setAttribute('aria-pressed', false);
      button.onclick = () => {
        this.point = this.point === k ? -1 : k;
        this.show();
      };
      return button;
    }));
  },

  go(step) {
    this.point = -1;
    this.step = Math.min(Math.max(step, 0), Math.max(this.rows.length - 1, 0));
    this.stay = this.step === 0;
    this.show();
  },

  /* Nodes and multipliers that are shown: of a point, of a step, or the start. */
  get shown() {
    const free = this.lengths.length - 1;
    const ks = [...Array(free).keys()], row = this.rows[this.step];
    const point = this.points && this.points[this.point];
    const nodes = point ? ks.map((k) => [point.x[k], point.y[k]])
      : row ? ks.map((k) => [row[`x${k + 1}`], row[`y${k + 1}`]]) : this.start;
    const lambda = point ? point.lambda
      : row ? [...ks, free].map((k) => row[`lambda${k + 1}`]) : [];
    return {nodes: [[0, 0], ...nodes, this.end], lambda};
  },

  show() {
    kept.write({lengths: this.lengths, weights: this.weights, end: this.end,
      start: this.start.flat(), load: this.load,
      floor: this.floor === null ? '' : this.floor,
      method: this.method, lambda: this.lambda, step: this.step});
    showControls(this);
    showNumbers(this);
    drawChain(this);
    chart(byId('curve'), {log: true, label: 'steps', curves: [{
      stroke: 'var(--accent)', points: this.rows.map((row, k) => [k, row.phi])}]})(
      this.step);
  },
};

function showControls(of) {
  byId('case').value = of.of;
  byId('bars').value = of.lengths.length;
  byId('length').value = Number(of.lengths.reduce((a, b) => a + b, 0).toFixed(3));
  byId('bar').max = of.lengths.length;
  byId('bar').value = of.bar + 1;
  byId('bar-length').value = of.lengths[of.bar];
  byId('weight').value = of.weights[of.bar];
  byId('load').value = of.load;
  byId('floor').value = of.floor === null ? '' : of.floor;
  byId('method').value = of.method;
  byId('lambda').value = of.lambda;
  byId('step').max = Math.max(of.rows.length - 1, 0);
  byId('step').value = of.step;
  [...byId('points').children].forEach((button, k) =>
    button.setAttribute('aria-pressed', k === of.point));
}

/* Says in how many directions the Lagrangian falls at what is shown, and in how
   many it is flat, of all in which the chain can move. */
function inertiaOf(of, point) {
  const {index, nullity = 0, dof = of.lengths.length - 2} = point ||
    (of.result && of.result.history[of.step]) || {index: null};
  return index === null ? '\u2013'
    : `${index} of ${dof}${nullity ? `, ${nullity} flat` : ''}`;
}

function showNumbers(of) {
  const point = of.points && of.points[of.point];
  const row = point ? {} : of.rows[of.step] || {};
  const say = (id, value) => {
    byId(id).textContent = value === undefined || value === null ? '\u2013'
      : readable(value);
  };
  byId('at').textContent = of.rows.length ? `${of.step} of ${of.rows.length - 1}`
    : '\u2013';
  say('alpha', row.alpha);
  say('phi', row.phi);
  say('energy', point ? point.energy : row.energy);
  say('gradient', row.gradient_inf);
  say('constraint', row.constraint_inf);
  byId('inertia').textContent = inertiaOf(of, point);
  byId('verdict').textContent = !of.result ? ''
    : of.result.solved ? `Converged in ${of.result.iterations} steps: ` +
      `${of.result.kind}.`
      : `Not converged: ${of.result.outcome}. ${of.result.advice || ''}`;
}

/* Draws the chain; its nodes can be dragged, which moves the start. */
function drawChain(of) {
  const picture = byId('picture');
  const total = of.lengths.reduce((a, b) => a + b, 0);
  const {nodes, lambda} = of.shown;
  const scale = 420 / Math.max(total, Math.abs(of.end[0]), 1);
  const place = ([x, y]) => [110 + scale * x, 170 - scale * y];
  const back = (x, y) => [(x - 110) / scale, (170 - y) / scale]
    .map((v) => Number(v.toFixed(3)));
  const fresh = draw(document.createDocumentFragment(), 'g');
  if (of.floor !== null) {
    const y = place([0, of.floor])[1];
    draw(fresh, 'rect', {x: 0, y, width: 640, height: Math.max(480 - y, 0),
      fill: 'var(--ground)'});
  }
  const most = Math.max(...lambda.map((l, k) => Math.abs(l * of.lengths[k])), 1e-9);
  nodes.slice(1).forEach((node, k) => {
    const [x1, y1] = place(nodes[k]), [x2, y2] = place(node);
    const force = lambda.length ? lambda[k] * of.lengths[k] / most : 0;
    const bar = draw(fresh, 'line', {x1, y1, x2, y2, 'stroke-linecap': 'round',
      'stroke-width': 2 + 7 * Math.abs(force),
      stroke: force < 0 ? 'var(--second)' : 'var(--accent)'});
    bar.onclick = () => {
      of.bar = k;
      of.show();
    };
  });
  for (const node of nodes) {
    const [cx, cy] = place(node);
    draw(fresh, 'circle', {cx, cy, r: 3.5, fill: 'var(--ink)'});
  }
  const start = [[0, 0], ...of.start, of.end]
    .map((node) => place(node).join(' '));
  draw(fresh, 'path', {d: `M${start.join('L')}`, fill: 'none',
    stroke: 'var(--faint)', 'stroke-dasharray': '2 5'});
  picture.querySelectorAll('g.bars').forEach((g) => g.remove());
  fresh.setAttribute('class', 'bars');
  picture.prepend(fresh);
  drawHandles(of, picture, {place, back});
}

/* Draws what can be dragged, the nodes and the end, which are kept as elements,
   so that a drag goes on while the picture changes. */
function drawHandles(of, picture, {place, back}) {
  const places = [...(of.dragged ? of.start : of.shown.nodes.slice(1, -1)),
    of.end];
  const handles = picture.querySelectorAll('circle.handle');
  if (handles.length !== places.length) {
    handles.forEach((handle) => handle.remove());
    places.forEach((_, k) => addHandle(picture, k, k === places.length - 1));
  }
  Object.assign(picture, {back, places: places.map(place)});
  picture.querySelectorAll('circle.handle').forEach((handle, k) => {
    const [cx, cy] = place(places[k]);
    handle.setAttribute('cx', cx);
    handle.setAttribute('cy', cy);
    handle.setAttribute('aria-valuetext', places[k].map(readable).join(', '));
  });
}

function addHandle(picture, k, isEnd) {
  const handle = draw(picture, 'circle', {class: 'handle', r: isEnd ? 18 : 14,
    'data-node': k, 'aria-label': isEnd ? 'the right end' : `node ${k + 1}`,
    role: 'slider', fill: isEnd ? 'var(--good)' : 'transparent',
    'fill-opacity': 0.55, stroke: 'var(--faint)'});
  draggable(handle, picture, {step: 10, at: () => picture.places[k],
    move(x, y) { lab.move(k, picture.back(x, y)); },
    drop() {
      lab.dragged = false;
      lab.show();
    }});
}

byId('case').append(new Option('my own', ''));
for (const name of Object.keys(cases)) byId('case').append(new Option(name, name));
byId('case').onchange = () => byId('case').value && lab.choose(byId('case').value);
byId('bars').onchange = byId('length').onchange = () =>
  lab.spread(Math.min(Math.max(Number(byId('bars').value), 2), 12),
    Number(byId('length').value));
byId('bar').onchange = () => {
  lab.bar = Math.round(bounded('bar', byId('bar').value, 1)) - 1;
  lab.show();
};
for (const [id, key] of [['bar-length', 'lengths'], ['weight', 'weights']])
  byId(id).onchange = () => {
    lab[key][lab.bar] = bounded(id, byId(id).value, lab[key][lab.bar]);
    lab.of = '';
    lab.changed();
  };
const settings = {load: Number, method: String, lambda: String,
  floor: (text) => (text === '' ? null : Number(text))};
for (const [id, read] of Object.entries(settings))
  byId(id).onchange = () => {
    lab[id] = read(byId(id).value);
    lab.changed();
  };
byId('step').oninput = () => lab.go(Number(byId('step').value));
byId('first').onclick = () => lab.go(0);
byId('back').onclick = () => lab.go(lab.step - 1);
byId('next').onclick = () => lab.go(lab.step + 1);
byId('last').onclick = () => lab.go(lab.rows.length - 1);
byId('all').onclick = () => busy(() => lab.findAll());

/* Begins where the address says, or with case 2a. */
const asked = kept.read();
if (asked.lengths && asked.start && asked.end) {
  const numbers = (text) => text.split(',').map(Number);
  const flat = numbers(asked.start), lengths = numbers(asked.lengths);
  Object.assign(lab, {of: '', lengths,
    weights: asked.weights ? numbers(asked.weights) : [...lengths],
    end: numbers(asked.end), load: Number(asked.load) || 0,
    floor: asked.floor ? Number(asked.floor) : null,
    method: asked.method || 'armijo', lambda: asked.lambda || 'leastsquares',
    start: flat.filter((_, k) => k % 2 === 0).map((x, k) => [x, flat[2 * k + 1]])});
  lab.changed().then(() => asked.step && lab.go(Number(asked.step)));
} else {
  lab.choose('2a');
}
