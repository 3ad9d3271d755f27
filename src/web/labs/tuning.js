/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The laboratory of tuning: pantin-contact records the problem of one step, on
   which the tutorial's programs try alpha and CMA-ES, pantin-tune finds the best,
   and pantin-contact tries rules in the simulation itself. */
/* global machine, byId, draw, readable, rowsOf, kept, bounded, chart, extremes,
   busy */
'use strict';

const DT = 1 / 60;           /* of the shipped scenes [s] */
const FRAMES = '5:60:5';     /* that rules are judged on */
const RULE_SWEEPS = 'after_50';
const SOLVED = 1e-9;         /* an error that nobody sees [m/s] */
const LOW = -16;             /* the order that stands for kappa = 0 */
/* What the map shows, alpha from left to right and the order from the bottom up,
   and where. */
const MAP = {alpha: [0.1, 2], order: [-16, -1], left: 44, top: 8, width: 306,
  height: 200};

/* Reads the numbers of a table, a list for each line that has nothing else. */
function numbersOf(text) {
  return text.trim().split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.every(Number.isFinite));
}

const lab = {
  scene: 'tripods', step: 30, alpha: 1.2, order: LOW, seed: 1, generation: 0,
  rule: 'guarded', sweeps: 50,
  errors: [], fitness: [], tuned: null, map: null, ellipses: [], points: [],
  bests: [], verdict: '', runs: [], rules: [], playing: false,

  /* Runs a program that prints text. */
  async text(...argv) {
    const {out, err, status} = await machine.run(argv);
    if (status !== 0)
      throw new Error(status === 130 ? 'stopped' : err.trim());
    return out;
  },

  /* Records the problem of the step, and tries each alpha on it. */
  async record() {
    Object.assign(this, {errors: [], fitness: [], tuned: null, map: null,
      ellipses: [], points: [], bests: [], verdict: '', runs: [], rules: []});
    this.show();
    await this.text('pantin-contact', this.scene, '--time',
      (this.step * DT).toFixed(6), '--record', 'frame.mtx', '--quiet');
    const {frames} = await machine.json(['pantin-tune', 'frame.mtx',
      '--no-condition']);
    this.tuned = frames[0];
    await this.tryAlpha();
    this.fitness = numbersOf(await this.text('landscape', 'frame.mtx', '1', '0.1',
      '1.99', '0.01'));
    this.show();
  },

  /* What is tried by hand, as the words of a program. */
  get choice() {
    return this.order > LOW ? `${this.alpha},${this.order}` : String(this.alpha);
  },

  async tryAlpha() {
    if (!this.tuned) {
      await this.record();
      return;
    }
    this.errors = numbersOf(await this.text('curve', 'frame.mtx', '1', '1',
      this.choice, String(this.tuned.alpha)));
    this.show();
  },

  /* Runs CMA-ES, and draws the map that it does not see. */
  async evolve(generation = 0) {
    if (!this.tuned) await this.record();
    const words = ['generations', 'frame.mtx', '1', String(this.seed)];
    const table = await this.text(...words);
    this.bests = numbersOf(table);
    this.verdict = `It ended: ${table.trim().split('\n').pop()}.`;
    this.ellipses = numbersOf(await this.text(...words, 'ellipses'));
    this.points = numbersOf(await this.text(...words, 'points'));
    this.generation = Math.min(generation, this.ellipses.length - 1);
    this.show();
    this.map = this.map ||
      numbersOf(await this.text('landscape', 'frame.mtx', '1'))
        .filter((row) => row.length === 3);
    drawMap(this.map);
    this.show();
  },

  go(generation) {
    this.generation = Math.max(0, Math.min(generation, this.ellipses.length - 1));
    this.show();
  },

  play() {
    this.playing = true;
    const tick = () => {
      if (!this.playing) return;
      this.playing = this.generation < this.ellipses.length - 2;
      this.go(this.generation + 1);
      setTimeout(tick, 400);
    };
    setTimeout(tick, 400);
    this.show();
  },

  /* The words of a simulation with this alpha, or by this rule. */
  wordsOf(omega) {
    return ['pantin-contact', this.scene, '--time', '1', '--solver', 'psor',
      '--omega', String(omega), '--iterations', String(this.sweeps),
      '--tolerance', '1e-12'];
  },

  async simulate() {
    this.runs = [];
    for (const omega of [1, this.alpha, this.rule]) {
      const {history} = await machine.json(this.wordsOf(omega));
      this.runs.push({omega, points: history.map((row) =>
        [row.time, row.residual_1])});
      this.show();
    }
  },

  async judge() {
    const {rules} = await machine.json(['pantin-tune', this.scene, '--frames',
      FRAMES, '--rule', '--no-condition']);
    this.rules = rules;
    this.show();
  },

  show() {
    const {scene, step, alpha, order, seed, generation, rule, sweeps} = this;
    const state = {scene, step, alpha, order, seed, generation, rule, sweeps};
    kept.write({...state, evolved: this.ellipses.length ? 1 : 0});
    for (const [id, value] of Object.entries(state))
      if (id !== 'generation') byId(id).value = value;
    byId('alpha-said').textContent = alpha.toFixed(2);
    byId('order-said').textContent = order > LOW ? order : 'no kappa';
    showHand(this);
    showGeneration(this);
    showRuns(this);
  },
};

const STROKES = ['var(--accent)', 'var(--second)', 'var(--good)'];

/* Shows what alpha by hand does, beside alpha = 1 and the best. */
function showHand(of) {
  const curveOf = (k) => ({stroke: STROKES[k], dash: k === 2 ? '6 3' : 'none',
    points: of.errors.map((row) => [row[0], row[k + 1]])});
  chart(byId('errors'), {log: true, label: 'sweeps',
    curves: [2, 0, 1].map(curveOf)});
  chart(byId('fitness'), {label: 'alpha', curves: [{
    stroke: STROKES[0], points: of.fitness.map(([alpha, f]) => [alpha, f])}]})(
    of.alpha);
  const {contacts, rows, fitness_before: before, fitness, alpha, sweeps,
    sweeps_before: most} = of.tuned || {};
  byId('take').disabled = !of.tuned;
  for (const [id, values] of Object.entries({rows: [contacts, rows],
    'best-f': [before, fitness], 'best-alpha': [alpha],
    'best-sweeps': [most, sweeps]}))
    byId(id).textContent = values.map(readable).join(', ');
}

/* Places a point of the map in its picture. */
const placeOnMap = (alpha, order) => [
  MAP.left + MAP.width * (alpha - MAP.alpha[0]) / (MAP.alpha[1] - MAP.alpha[0]),
  MAP.top + MAP.height * (MAP.order[1] - order) / (MAP.order[1] - MAP.order[0])];

/* Draws the fitness as an image, logarithmically, with its axes. */
function drawMap(map) {
  const picture = byId('map');
  picture.replaceChildren();
  const alphas = [...new Set(map.map(([alpha]) => alpha))];
  const orders = [...new Set(map.map(([, order]) => order))];
  const [low, high] = extremes(map.map(([, , f]) => Math.log(f)));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [alphas.length, orders.length];
  const context = canvas.getContext('2d');
  map.forEach(([, , f], k) => {
    const t = (Math.log(f) - low) / (high - low);
    context.fillStyle = `hsl(${210 - 160 * t} 60% ${20 + 72 * t}%)`;
    context.fillRect(k % alphas.length,
      orders.length - 1 - Math.floor(k / alphas.length), 1, 1);
  });
  const {left, top, width, height} = MAP;
  draw(picture, 'image', {x: left, y: top, width, height,
    preserveAspectRatio: 'none', href: canvas.toDataURL()});
  drawMapAxes(picture);
}

function drawMapAxes(picture) {
  const {left, top, width, height} = MAP;
  const clip = draw(picture, 'clipPath', {id: 'inside'});
  draw(clip, 'rect', {x: left, y: top, width, height});
  for (const alpha of [0.5, 1, 1.5, 2])
    draw(picture, 'text', {x: placeOnMap(alpha, 0)[0], y: top + height + 14,
      'text-anchor': 'middle'}, alpha);
  for (const order of [-16, -12, -8, -4])
    draw(picture, 'text', {x: left - 4, y: placeOnMap(0, order)[1] + 4,
      'text-anchor': 'end'}, order);
  draw(picture, 'text', {x: left + 90, y: top + height + 28}, 'alpha');
  draw(picture, 'text', {x: 10, y: top + 110, 'text-anchor': 'middle',
    transform: `rotate(-90 10 ${top + 110})`}, 'order of kappa');
  draw(picture, 'g', {class: 'generation', 'clip-path': 'url(#inside)'});
}

/* Shows a generation: its points, its ellipse, and its numbers. */
function showGeneration(of) {
  const picture = byId('map'), at = of.generation;
  byId('evolution').hidden = of.ellipses.length === 0;
  if (!picture.firstChild || !of.ellipses.length) {
    picture.replaceChildren();
    drawMapAxes(picture);
  }
  const group = picture.querySelector('g.generation');
  group.replaceChildren();
  const last = Math.max(of.ellipses.length - 1, 0);
  byId('generation').max = last;
  byId('generation').value = at;
  for (const id of ['back', 'next', 'play', 'generation'])
    byId(id).disabled = of.ellipses.length === 0;
  byId('play').textContent = of.playing ? 'Pause' : 'Play';
  byId('verdict').textContent = of.verdict;
  const row = of.bests[at] || [];
  byId('at').textContent = row.length ? `${row[0]} of ${last + 1}` : '\u2013';
  ['mean-alpha', 'mean-order', 'deviation-alpha', 'deviation-order', 'best']
    .forEach((id, k) => { byId(id).textContent = readable(row[k + 1]); });
  if (row.length) drawGeneration(group, of.ellipses[at],
    of.points.filter(([generation]) => generation === at + 1));
}

function drawGeneration(group, [, alpha, order, ax, ay, bx, by], points) {
  for (const [, a, o] of points) {
    const [cx, cy] = placeOnMap(a, o);
    draw(group, 'circle', {cx, cy, r: 3, fill: '#fff', stroke: '#000'});
  }
  const around = [...Array(65).keys()].map((k) => {
    const [c, s] = [Math.cos(k * Math.PI / 32), Math.sin(k * Math.PI / 32)];
    return placeOnMap(alpha + c * ax + s * bx, order + c * ay + s * by).join(' ');
  });
  for (const [stroke, width] of [['#000', 4], ['#fff', 2]])
    draw(group, 'path', {d: `M${around.join('L')}Z`, fill: 'none', stroke,
      'stroke-width': width});
}

/* Fills the body of a table with lists of cells. */
function fillTable(body, rows) {
  body.replaceChildren(...rows.map((cells) => {
    const line = document.createElement('tr');
    cells.forEach((cell, k) => {
      const element = document.createElement(k ? 'td' : 'th');
      if (!k) element.scope = 'row';
      element.textContent = cell;
      line.append(element);
    });
    return line;
  }));
}

/* Shows the simulations, and what rules are worth on recorded frames. */
function showRuns(of) {
  chart(byId('simulation'), {log: true, label: 'time [s]',
    curves: of.runs.map(({points}, k) => ({points, stroke: STROKES[k]}))});
  fillTable(byId('runs'), of.runs.map(({omega, points}) => {
    const worse = points.filter(([, e], k) =>
      e > SOLVED && e > 1.01 * of.runs[0].points[k][1]);
    return [omega, readable(meanOf(points)),
      `${worse.length} of ${points.length}`];
  }));
  byId('simulations').hidden = of.runs.length + of.rules.length === 0;
  byId('rules').hidden = of.rules.length === 0;
  fillTable(byId('rules').tBodies[0], of.rules.map((rule) => {
    const {ratio, worse, extra} = rule[RULE_SWEEPS];
    return [rule.rule, readable(ratio), worse, extra];
  }));
}

const meanOf = (points) =>
  points.reduce((sum, [, e]) => sum + e, 0) / points.length;

/* What changes the problem begins anew; what changes the hand, tries again. */
for (const [id, work] of Object.entries({scene: () => lab.record(),
  step: () => lab.record(), alpha: () => lab.tryAlpha(),
  order: () => lab.tryAlpha(), seed: () => lab.evolve(),
  rule: () => lab.simulate(), sweeps: () => lab.simulate()})) {
  const field = byId(id);
  field[field.type === 'range' ? 'oninput' : 'onchange'] = () => {
    lab[id] = field.min ? bounded(id, field.value, lab[id]) : field.value;
    lab.show();
    busy(work);
  };
}
byId('take').onclick = () => {
  Object.assign(lab, {alpha: lab.tuned.alpha, order: LOW});
  busy(() => lab.tryAlpha());
};
byId('evolve').onclick = () => busy(() => lab.evolve());
byId('back').onclick = () => lab.go(lab.generation - 1);
byId('next').onclick = () => lab.go(lab.generation + 1);
byId('generation').oninput = () => lab.go(Number(byId('generation').value));
byId('play').onclick = () => {
  if (lab.playing) {
    lab.playing = false;
    lab.show();
  } else {
    if (lab.generation === lab.ellipses.length - 1) lab.generation = 0;
    lab.play();
  }
};
byId('simulate').onclick = () => busy(() => lab.simulate());
byId('judge').onclick = () => busy(() => lab.judge());

const asked = kept.read();
for (const id of ['step', 'alpha', 'order', 'seed', 'sweeps'])
  lab[id] = bounded(id, asked[id], lab[id]);
for (const id of ['step', 'seed', 'sweeps']) lab[id] = Math.round(lab[id]);
for (const id of ['scene', 'rule'])
  if ([...byId(id).options].some(({value}) => value === asked[id]))
    lab[id] = asked[id];
const generation = parseInt(asked.generation, 10) || 0;
busy(async () => {
  await lab.record();
  if (asked.evolved === '1') await lab.evolve(generation);
});
