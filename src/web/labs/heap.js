/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The laboratory of the heap: pantin-contact moves the balls, the page shows the
   frames that it has written, and pantin-lcp solves the last problem again. */
/* global machine, byId, draw, readable, rowsOf, kept, bounded, chart, pointIn,
   holdTouch, busy */
'use strict';

const TIME = 2;          /* of a run [s] */
const PUSH = 20;         /* speed for each metre of a drag [m/s] */
const KEY_PUSH = 0.2;    /* what an arrow key counts for [m] */

/* Reads the long rows of a run: frames of bodies and contacts. */
function framesOf(text) {
  const frames = [];
  let last = null;
  for (const line of text.trim().split('\n').slice(1)) {
    const cell = line.split(',');
    if (!last || cell[0] !== last.clock) {
      last = {clock: cell[0], time: Number(cell[0]), balls: [], contacts: []};
      frames.push(last);
    }
    const number = (from, to) => cell.slice(from, to).map(Number);
    if (cell[1] === 'body')
      last.balls.push({place: number(3, 6), velocity: number(10, 13)});
    else
      last.contacts.push({place: number(3, 6), pair: number(16, 18),
        impulse: Number(cell[22])});
  }
  return frames;
}

const lab = {
  count: 50, solver: 'psor', sweeps: 20, warm: true,
  frames: [], radius: [], at: 0, playing: false, result: null, history: [],
  charted: null,   /* the history that the chart shows */

  /* A full drum, or one with the balls of a frame. */
  sceneFrom(frame) {
    const head = 'container = "disk";\nsize = 1;\n';
    if (!frame) {
      const radius = Math.min(0.3, 0.74 / Math.sqrt(this.count));
      return `${head}balls = ${this.count};\nradius = ${radius.toFixed(4)};\n` +
        'mass = 1;\n';
    }
    const list = (values) => `(${values.map((v) => v.toFixed(12)).join(', ')})`;
    return `${head}balls = (\n${frame.balls.map(({place, velocity}, k) =>
      `  { position = ${list(place)}; velocity = ${list(velocity)};
    radius = ${this.radius[k]}; mass = 1; }`).join(',\n')} );\n`;
  },

  get words() {
    return ['--solver', this.solver, '--iterations', String(this.sweeps),
      ...(this.warm ? ['--warm-start'] : [])];
  },

  /* Runs from a scene, and plays what comes out. */
  async run(scene) {
    this.scene = scene;
    this.playing = false;
    this.result = await machine.json(['pantin-contact', 'heap.cfg',
      ...this.words, '--time', String(TIME), '--every', '1', '--csv', 'heap.csv',
      '--record', 'heap.lcp'], {files: {'/work/heap.cfg': scene}});
    this.frames = framesOf(machine.text('heap.csv'));
    this.radius = this.result.radius;
    this.at = 0;
    this.play();
    const {out} = await machine.run(['pantin-lcp', 'heap.lcp', '--solver',
      this.solver, '--iterations', '200', '--csv', '-', '--quiet']);
    this.history = rowsOf(out);
    this.show();
  },

  pour() { return busy(() => this.run(this.sceneFrom(null))); },

  /* Pushes a ball of the frame that is shown, by a way [m]. */
  push(ball, way) {
    const frame = structuredClone(this.frames[this.at]);
    frame.balls[ball].velocity = [PUSH * way[0], 0, PUSH * way[1]];
    return busy(() => this.run(this.sceneFrom(frame)));
  },

  play() {
    this.playing = true;
    const begin = performance.now() - 1000 * (this.frames[this.at].time -
      this.frames[0].time);
    const tick = () => {
      if (!this.playing) return;
      const t = this.frames[0].time + (performance.now() - begin) / 1000;
      const next = this.frames.findIndex((frame) => frame.time > t);
      this.at = next < 0 ? this.frames.length - 1 : Math.max(next - 1, 0);
      this.playing = next >= 0;
      this.show();
      requestAnimationFrame(tick);
    };
    tick();
  },

  show() {
    kept.write({count: this.count, solver: this.solver, sweeps: this.sweeps,
      warm: this.warm ? 1 : 0});
    for (const id of ['count', 'solver', 'sweeps']) byId(id).value = this[id];
    byId('warm').checked = this.warm;
    byId('play').textContent = this.playing ? 'Pause' : 'Play';
    const frame = this.frames[this.at];
    if (!frame) return;
    byId('time').max = this.frames.length - 1;
    byId('time').value = this.at;
    byId('clock').textContent = `${frame.time.toFixed(2)} s`;
    byId('contacts').textContent = frame.contacts.length;
    byId('impulse').textContent =
      readable(Math.max(0, ...frame.contacts.map((c) => c.impulse)));
    const step = this.result.history[this.at] || {};
    byId('kinetic').textContent = readable(step.kinetic);
    byId('overlap').textContent = readable(step.penetration);
    byId('residual').textContent = readable(step.residual_inf);
    drawBalls(this, frame);
    if (this.charted === this.history) return;   /* it is the same all along */
    this.charted = this.history;
    chart(byId('curve'), {log: true, label: 'sweeps', curves: [{
      stroke: 'var(--accent)', points: this.history.map((row) =>
        [row.iteration, row.residual_inf])}]});
  },
};

/* Draws the balls, which can be pushed, and the impulses. */
function drawBalls(of, frame) {
  const picture = byId('picture');
  if (picture.querySelectorAll('g.ball').length !== frame.balls.length) {
    picture.replaceChildren();
    draw(picture, 'circle', {r: 100, fill: 'none', stroke: 'var(--faint)'});
    frame.balls.forEach((_, k) => addBall(picture, k));
    draw(picture, 'g', {class: 'chains'});
  }
  picture.querySelectorAll('g.ball').forEach((ball, k) => {
    const [x, , z] = frame.balls[k].place;
    ball.setAttribute('transform', `translate(${100 * x} ${-100 * z})`);
    ball.firstChild.setAttribute('r', 100 * of.radius[k]);
  });
  const most = Math.max(1e-9, ...frame.contacts.map((c) => c.impulse));
  const chains = picture.querySelector('g.chains');
  chains.replaceChildren();
  for (const {place, pair, impulse} of frame.contacts) {
    if (impulse <= 0) continue;
    /* To the middle of each ball; what is no ball ends at the contact. */
    const [a, b] = pair.map((k) => (frame.balls[k] || {place}).place);
    draw(chains, 'line', {x1: 100 * a[0], y1: -100 * a[2], x2: 100 * b[0],
      y2: -100 * b[2], stroke: 'var(--second)', 'stroke-linecap': 'round',
      'stroke-width': 0.3 + 4 * impulse / most, 'pointer-events': 'none'});
  }
}

function addBall(picture, k) {
  const ball = draw(picture, 'g', {class: 'ball', tabindex: 0, role: 'button',
    'aria-label': `ball ${k}`});
  draw(ball, 'circle', {fill: 'var(--accent)', 'fill-opacity': 0.35,
    stroke: 'var(--accent)', 'stroke-width': 0.6});
  ball.style.cursor = 'grab';
  holdTouch(ball);
  ball.addEventListener('pointerdown', (event) => {
    lab.playing = false;
    const from = pointIn(picture, event);
    ball.setPointerCapture(event.pointerId);
    ball.onpointerup = (end) => {
      ball.onpointerup = null;
      const to = pointIn(picture, end);
      lab.push(k, [(to.x - from.x) / 100, (from.y - to.y) / 100]);
    };
    event.preventDefault();
  });
  ball.addEventListener('keydown', (event) => {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1],
      ArrowDown: [0, -1]}[event.key];
    if (!way) return;
    event.preventDefault();
    lab.push(k, way.map((part) => KEY_PUSH * part));
  });
}

byId('pour').onclick = () => lab.pour();
byId('play').onclick = () => {
  if (lab.playing) lab.playing = false;
  else if (lab.frames.length) {
    if (lab.at === lab.frames.length - 1) lab.at = 0;
    lab.play();
  }
  lab.show();
};
byId('time').oninput = () => {
  lab.playing = false;
  lab.at = Number(byId('time').value);
  lab.show();
};
for (const id of ['count', 'sweeps'])
  byId(id).onchange = () => {
    lab[id] = Math.round(bounded(id, byId(id).value, lab[id]));
    lab.pour();
  };
byId('solver').onchange = () => {
  lab.solver = byId('solver').value;
  lab.pour();
};
byId('warm').onchange = () => {
  lab.warm = byId('warm').checked;
  lab.pour();
};
const asked = kept.read();
Object.assign(lab, {count: Math.round(bounded('count', asked.count, 50)),
  solver: asked.solver || 'psor',
  sweeps: Math.round(bounded('sweeps', asked.sweeps, 20)),
  warm: asked.warm !== '0'});
lab.pour();
