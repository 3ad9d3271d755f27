/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The laboratory of the puppet: pantin-ik poses it, pantin-joints moves it, once
   by each of two integrators. */
/* global PANTIN, machine, byId, draw, readable, rowsOf, kept, bounded, chart,
   draggable, busy */
'use strict';

const SCENE = PANTIN.files['/pantin/data/joints/puppet.cfg'];
const TIME = 4;   /* of a throw [s] */
const HANDLES = ['left-hand', 'right-hand', 'left-foot', 'right-foot', 'head'];

const ARROW = 0.1;   /* length of a throw for each m/s [m] */
/* What the address keeps, besides the poses. */
const NUMBERS = {spin: 4, 'right-speed': 0, 'up-speed': 0, gravity: 0, dt: 20};
const WORDS = {left: 'rk4', right: 'euler', correction: 'both'};

/* The bodies of the scene: name, mass, size and place. */
const bodies = [...SCENE.matchAll(
  /name = "(.*?)"; mass = (.*?);.*?size = \((.*?)\); position = \((.*?)\)/gs)]
  .map(([, name, mass, size, position]) => ({name, mass: Number(mass),
    size: size.split(',').map(Number), position: position.split(',').map(Number),
    quaternion: [1, 0, 0, 0]}));
const MASS = bodies.reduce((sum, {mass}) => sum + mass, 0);

/* Returns the centre of mass, seen from the front [m]. */
function centreOf(poses) {
  return [0, 1].map((k) => poses.reduce((sum, {position}, b) =>
    sum + bodies[b].mass * position[k] / MASS, 0));
}

/* Turns a vector by a unit quaternion. */
function turned([w, x, y, z], [a, b, c]) {
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * t[0] + y * t[2] - z * t[1], b + w * t[1] + z * t[0] - x * t[2],
    c + w * t[2] + x * t[1] - y * t[0]];
}

const lab = {
  ...NUMBERS, ...WORDS, moves: [], marks: [],
  pose: bodies, scene: SCENE, result: null, runs: [], at: 0, playing: false,

  /* Brings the middle of a body to a place in the picture's plane. */
  pull(name, x, y) { return busy(() => this.find(name, x, y)); },

  async find(name, x, y) {
    const {position} = this.pose.find((body) => body.name === name);
    this.runs = [];
    this.target = `${name}:${position.join(',')}=${x},${y},${position[2]}`;
    this.before = this.scene;
    this.result = await machine.json(['pantin-ik', 'pose.cfg', '--target',
      this.target, '--save', 'found.cfg'], {files: {'/work/pose.cfg': this.scene}});
    this.scene = machine.text('found.cfg');
    this.pose = this.result.final.map((body) => ({...body, name: body.body}));
    this.show();
  },

  get words() {
    return ['--time', String(TIME), '--dt', String(this.dt / 1000),
      '--correction', this.correction];
  },

  /* The pose with its spin and its throw, as a scene. */
  get thrown() {
    const plain = this.scene.replace(/^spin = .*$/m, '')
      .replace(/time = [^;]*;/, '').replace(/gravity = \([^)]*\);/, '')
      .replace(/ *velocity = \([^)]*\);| *omega = \([^)]*\);/g, '');
    const velocity = `(${this['right-speed']}, ${this['up-speed']}, 0.0)`;
    return `${plain.replace(/ position = \([^)]*\);/g,
      (place) => `${place} velocity = ${velocity};`)}\n` +
      `gravity = (0.0, ${-this.gravity}, 0.0);\n` +
      `spin = (${this.spin / 2}, ${this.spin}, ${this.spin / 4});\n`;
  },

  throw() {
    return busy(async () => {
      const files = {'/work/thrown.cfg': this.thrown};
      this.runs = [];
      const runs = [];
      for (const integrator of [this.left, this.right]) {
        const result = await machine.json(['pantin-joints', 'thrown.cfg',
          '--integrator', integrator, ...this.words, '--csv', 'thrown.csv'],
        {files});
        runs.push({result, rows: rowsOf(machine.text('thrown.csv'))});
      }
      this.runs = runs;
      this.at = 0;
      byId('ledger').hidden = false;
      this.marks = drawLedger(runs);
      this.play();
    });
  },

  play() {
    this.playing = true;
    const begin = performance.now() - this.at * this.dt;
    const tick = () => {
      if (!this.playing || !this.runs.length) return;
      this.at = Math.min(Math.floor((performance.now() - begin) / this.dt),
        this.last);
      this.playing = this.at < this.last;
      this.show();
      requestAnimationFrame(tick);
    };
    tick();
  },

  /* The last frame; a run that breaks off stays at its own. */
  get last() {
    return Math.max(0, ...this.runs.map((run) => run.rows.length - 1));
  },

  /* The time that is shown [s]. */
  get time() { return this.at * this.dt / 1000; },

  /* The numbers of a side at the moment shown. */
  row(side) {
    const rows = this.runs[side] ? this.runs[side].rows : [];
    return rows[Math.min(this.at, rows.length - 1)];
  },

  /* The poses that are shown on a side. */
  shown(side) {
    const row = this.row(side);
    if (!row) return this.pose;
    return bodies.map(({name}) => ({name,
      position: ['x', 'y', 'z'].map((k) => row[`${name}.position_${k}`]),
      quaternion: ['w', 'x', 'y', 'z'].map((k) => row[`${name}.quaternion_${k}`]),
    }));
  },

  show() {
    const state = {};
    for (const id of [...Object.keys(NUMBERS), ...Object.keys(WORDS)])
      byId(id).value = state[id] = this[id];
    kept.write({...state,
      moves: this.moves.map((move) => move.join()).join(';')});
    byId('play').textContent = this.playing ? 'Pause' : 'Play';
    byId('play').disabled = this.runs.length === 0;
    byId('time').max = this.last;
    byId('time').value = this.at;
    byId('clock').textContent = this.runs.length
      ? `${this.time.toFixed(2)} s` : 'the pose';
    byId('distance').textContent = this.result
      ? readable(this.result.distance) : '\u2013';
    this.marks.forEach((mark) => mark(this.time));
    ['left', 'right'].forEach((side, k) => {
      byId(`name-${side}`).textContent = this[side];
      byId(`said-${side}`).textContent = this[side];
      const row = this.row(k) || {}, run = this.runs[k];
      byId(`end-${side}`).textContent = run
        ? `${run.result.outcome}, ${readable(run.result.time)} s` : '\u2013';
      document.querySelectorAll('td[data-key]').forEach((cell, at) => {
        if (at % 2 === k) cell.textContent = readable(row[cell.dataset.key]);
      });
      drawPuppet(byId(`view-${side}`), this.shown(k), k === 0);
    });
  },
};

/* Draws what became of energy and gaps; returns what marks the time. */
function drawLedger(runs) {
  const curve = (key, dash) => (run, k) => ({dash,
    stroke: ['var(--accent)', 'var(--second)'][k],
    points: run.rows.map((row) => [row.time, row[key]])});
  return [
    chart(byId('energies'), {label: 'time [s]', curves: [
      ...runs.map(curve('work_corrections', '5 4')),
      ...runs.map(curve('remainder', 'none'))]}),
    chart(byId('gaps'), {log: true, label: 'time [s]',
      curves: runs.map(curve('constraint_inf', 'none'))}),
  ];
}

/* Draws the boxes from the front, the farthest first, before a grid of half
   metres; both move so that the centre of mass stays where it was. */
function drawPuppet(picture, poses, isHeld) {
  if (!picture.firstChild) {
    draw(picture, 'g', {class: 'grid'});
    draw(picture, 'g', {class: 'boxes'});
    if (isHeld) addHandles(picture);
  }
  const [from, to] = [centreOf(lab.pose), centreOf(poses)];
  const [x, y] = from.map((v, k) => (Number.isFinite(to[k]) ? v - to[k] : 0));
  drawGrid(picture.querySelector('g.grid'), x, y);
  drawBoxes(picture.querySelector('g.boxes'), poses, x, y);
  picture.querySelectorAll('circle').forEach((handle) => {
    handle.style.display = lab.runs.length ? 'none' : '';
    const body = poses.find((b) => b.name === handle.dataset.body);
    handle.setAttribute('cx', 100 * body.position[0]);
    handle.setAttribute('cy', -100 * body.position[1]);
    handle.setAttribute('aria-valuetext',
      body.position.slice(0, 2).map(readable).join(', '));
  });
  if (isHeld) drawArrow(picture);
}

function drawGrid(group, x, y) {
  group.replaceChildren();
  for (let k = -4; k <= 4; k++) {
    const across = 50 * (k + x * 2 % 1), down = 50 * (k - 2 - y * 2 % 1);
    draw(group, 'path', {stroke: 'var(--rule)', fill: 'none',
      d: `M${across} -250V50M-150 ${down}H150`});
  }
}

function drawBoxes(group, poses, x, y) {
  group.replaceChildren();
  const order = poses.map((_, k) => k).filter((k) =>
    poses[k].position.every(Number.isFinite))
    .sort((a, b) => poses[a].position[2] - poses[b].position[2]);
  for (const k of order) {
    const {position, quaternion} = poses[k], half = bodies[k].size.map((s) => s / 2);
    const corners = [];
    for (let c = 0; c < 8; c++) {
      const corner = turned(quaternion, half.map((h, i) => (c >> i & 1 ? h : -h)));
      corners.push([100 * (position[0] + corner[0] + x),
        -100 * (position[1] + corner[1] + y)]);
    }
    draw(group, 'path', {d: `M${outline(corners).map((p) => p.join(' '))
      .join('L')}Z`, fill: 'var(--accent)', 'fill-opacity': 0.4,
    stroke: 'var(--accent)', 'stroke-linejoin': 'round'});
  }
}

/* Where the arrow of the throw ends, in the units of the picture. */
function tipOfThrow() {
  const [x, y] = lab.pose.find(({name}) => name === 'pelvis').position;
  return [100 * (x + ARROW * lab['right-speed']),
    -100 * (y + ARROW * lab['up-speed'])];
}

function drawArrow(picture) {
  const {position} = lab.pose.find(({name}) => name === 'pelvis');
  const [x2, y2] = tipOfThrow();
  const arrow = picture.querySelector('g.throw');
  arrow.style.display = lab.runs.length ? 'none' : '';
  for (const [key, value] of Object.entries({x1: 100 * position[0],
    y1: -100 * position[1], x2, y2}))
    arrow.firstChild.setAttribute(key, value);
  arrow.lastChild.setAttribute('transform', `translate(${x2} ${y2})`);
  arrow.lastChild.setAttribute('aria-valuetext',
    `${lab['right-speed']}, ${lab['up-speed']} m/s`);
}

/* Returns the convex hull of points in the plane, in order (Andrew 1979). */
function outline(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0])) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function addHandles(picture) {
  addThrow(picture);
  for (const name of HANDLES) {
    const handle = draw(picture, 'circle', {r: 11, fill: 'var(--good)',
      'fill-opacity': 0.5, stroke: 'var(--good)', 'data-body': name,
      role: 'slider', 'aria-label': name});
    draggable(handle, picture, {step: 5, at: () => {
      const {position} = lab.pose.find((body) => body.name === name);
      return [100 * position[0], -100 * position[1]];
    }, move(x, y) {
      const to = [x / 100, -y / 100].map((v) => Number(v.toFixed(3)));
      /* The address keeps where each drag ended. */
      const last = lab.moves[lab.moves.length - 1];
      if (last && last[0] === name) lab.moves.pop();
      lab.moves.push([name, ...to]);
      lab.pull(name, ...to);
    }});
  }
}

/* Adds the arrow whose tip throws the puppet when it is let go. */
function addThrow(picture) {
  const arrow = draw(picture, 'g', {class: 'throw'});
  draw(arrow, 'line', {stroke: 'var(--second)', 'stroke-width': 4});
  const tip = draw(arrow, 'path', {d: 'M0 -11L11 0L0 11L-11 0Z',
    fill: 'var(--second)', 'fill-opacity': 0.7, role: 'slider',
    'aria-label': 'the throw'});
  draggable(tip, picture, {step: 5, at: tipOfThrow, move(x, y) {
    const [from, up] = lab.pose.find(({name}) => name === 'pelvis').position;
    for (const [id, way] of [['right-speed', x / 100 - from],
      ['up-speed', -y / 100 - up]])
      lab[id] = bounded(id, (way / ARROW).toFixed(1));
    lab.show();
  }, drop() { lab.throw(); }});
}

for (const name of ['euler', 'semi-implicit-euler', 'leapfrog', 'rk2', 'rk4',
  'ab4'])
  for (const select of document.querySelectorAll('select.integrator'))
    select.append(new Option(name));
for (const id of [...Object.keys(NUMBERS), ...Object.keys(WORDS)])
  byId(id).onchange = () => {
    const {min, value} = byId(id);
    lab[id] = min ? bounded(id, value, lab[id]) : value;
    lab.throw();
  };
byId('throw').onclick = () => lab.throw();
byId('play').onclick = () => {
  if (lab.playing) {
    lab.playing = false;
    lab.show();
  } else {
    if (lab.at >= lab.last) lab.at = 0;
    lab.play();
  }
};
byId('time').oninput = () => {
  lab.playing = false;
  lab.at = Number(byId('time').value);
  lab.show();
};
byId('pose').onclick = () => {
  lab.runs = [];
  lab.show();
};
byId('reset').onclick = () => {
  Object.assign(lab, {pose: bodies, scene: SCENE, runs: [], result: null,
    moves: []});
  lab.show();
};
const asked = kept.read();
for (const [id, otherwise] of Object.entries(NUMBERS))
  lab[id] = bounded(id, asked[id], otherwise);
for (const id of Object.keys(WORDS))
  if ([...byId(id).options].some(({value}) => value === asked[id]))
    lab[id] = asked[id];
lab.moves = (asked.moves || '').split(';').map((move) => move.split(','))
  .filter(([name]) => HANDLES.includes(name));
lab.show();
busy(async () => {
  for (const [name, x, y] of lab.moves) await lab.find(name, Number(x), Number(y));
});
