/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The page: transport, curves, mouse, touch and keyboard. */
'use strict';

const byId = (id) => document.getElementById(id);
const ROUNDING = 1e-15;  /* the least that a logarithmic axis shows */

/* Writes a number for a reader: four digits, zero as 0, a dash for none. */
function readable(x) {
  if (Number.isNaN(x)) return '\u2013';
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  return size >= 1e-3 && size < 1e5 ? String(Number(x.toPrecision(4)))
    : x.toExponential(2);
}

/* One curve over time, with a cursor. */
class Curve {
  constructor(parent, run, index, seek) {
    const {name, unit: of, log} = run.curves[index];
    const frames = run.times.length, first = index * frames;
    this.values = run.curveValues.subarray(first, first + frames);
    const end = run.times[frames - 1], begin = run.times[0];
    const shown = (v) =>
      (log ? Math.log10(Math.max(Math.abs(v), ROUNDING)) : v);
    const finite = Array.from(this.values, shown).filter(Number.isFinite);
    const low = Math.min(...finite), high = Math.max(...finite);
    /* What changes by the rounding of a float alone is constant. */
    const middle = (low + high) / 2;
    const isFlat = !(high - low > 1e-6 * Math.abs(middle));
    const limit = (v) => readable(log ? 10 ** v : v);
    const span = finite.length === 0 ? 'not known'
      : !isFlat ? `${limit(low)} to ${limit(high)}${log ? ', logarithmic' : ''}`
        : log && limit(high) === readable(ROUNDING) ? `at most ${limit(high)}`
          : `always ${limit(middle)}`;
    const half = isFlat ? Math.max(Math.abs(middle), 1) : high - middle;
    this.x = (t) => 300 * (t - begin) / ((end - begin) || 1);
    const y = (v) => 45 - 39 * (v - middle) / half;
    const every = Math.ceil(frames / 1500);
    let path = '', pen = 'M';
    for (let k = 0; k < frames; k += every) {
      const v = shown(this.values[k]);
      if (Number.isFinite(v))
        path += `${pen}${this.x(run.times[k]).toFixed(2)},${y(v).toFixed(2)}`;
      pen = Number.isFinite(v) ? 'L' : 'M';
    }
    parent.insertAdjacentHTML('beforeend', `<figure>
      <figcaption>${of ? `${name} [${of}]` : name}<output></output></figcaption>
      <svg viewBox="0 0 300 90" preserveAspectRatio="none">
        <line class="axis" x2="300" y1="84" y2="84"/>
        <path class="curve" d="${path}"/>
        <line class="cursor" y1="2" y2="84"/>
      </svg>
      <figcaption>${span}</figcaption></figure>`);
    const figure = parent.lastElementChild, svg = figure.querySelector('svg');
    this.output = figure.querySelector('output');
    this.cursor = figure.querySelector('.cursor');
    svg.onpointerdown = (event) => {
      const box = svg.getBoundingClientRect();
      seek(begin + (end - begin) * (event.clientX - box.left) / box.width);
    };
  }

  show(t, frame) {
    this.cursor.setAttribute('transform', `translate(${this.x(t)})`);
    this.output.textContent = readable(this.values[frame]);
  }
}

/* Draws the first frame without WebGL2: a dot for each body. */
function drawStill(canvas, run) {
  const poses = new Float32Array(7 * run.bodies);
  const camera = new Camera(run);
  canvas.width = canvas.clientWidth;
  canvas.height = canvas.clientHeight;
  posesAt(run, {frame: 0, next: 0, part: 0}, poses);
  camera.update(canvas.width, canvas.height);
  const pen = canvas.getContext('2d');
  for (let b = 0; b < run.bodies; b++) {
    const [x, y] = camera.project([...poses.subarray(7 * b, 7 * b + 3)]);
    pen.fillStyle = PALETTE[b % PALETTE.length];
    pen.beginPath();
    pen.arc(x, y, 5, 0, 2 * Math.PI);
    pen.fill();
  }
}

/* The player: the moment shown and how it goes on. */
class Player {
  constructor(run) {
    this.run = run;
    this.view = new View(byId('view'), run);
    this.t = run.times[0];
    this.end = run.times[run.times.length - 1];
    this.playing = false;
    this.curves = run.curves.map((_, k) =>
      new Curve(byId('curves'), run, k, (t) => this.seek(t)));
    this.prepareControls();
    this.preparePointer();
    this.prepareKeyboard();
    byId('scale').textContent = [`a square of the grid: ${this.view.square} m`,
      ...new Set(run.arrows.map(({unit: of}, kind) => 'an arrow as long: ' +
        `${readable(this.view.square / this.view.lengths[kind])} ${of}`)
        .filter((text) => !text.includes('Infinity')))].join('; ');
    const show = () => this.show();
    window.onresize = show;
    window.matchMedia('(prefers-color-scheme: dark)').onchange = show;
    show();
  }

  get moment() { return frameAt(this.run, this.t); }

  /* Shows the present moment everywhere. */
  show() {
    const {run, view, moment} = this;
    const style = getComputedStyle(document.documentElement);
    const paint = (name) => rgb(style.getPropertyValue(name).trim());
    view.shown = Array.from(byId('arrows').querySelectorAll('input'),
      ({checked}) => checked);
    const all = run.bodies <= 20 ? [...Array(run.bodies).keys()] : [];
    const chosen = view.followed >= 0 ? [view.followed] : all;
    view.draw(moment, paint, byId('traces').checked ? chosen : []);
    byId('scrub').value = this.t;
    byId('clock').textContent = `${run.clock} = ` +
      `${readable(Math.round(this.t * 1e4) / 1e4)} ${run.clock_unit}`;
    for (const curve of this.curves) curve.show(this.t, moment.frame);
    byId('play-icon').setAttribute('d',
      this.playing ? 'M3 2h4v12H3zM9 2h4v12H9z' : 'M3 1v14l11-7z');
  }

  seek(t) {
    this.t = clamp(t, this.run.times[0], this.end);
    this.show();
  }

  /* Stops, and goes so many frames on. */
  step(frames) {
    const {times} = this.run;
    this.playing = false;
    this.seek(times[clamp(this.moment.frame + frames, 0, times.length - 1)]);
  }

  /* Plays, from the start if the end is reached, or pauses. */
  toggle() {
    this.playing = !this.playing;
    const isOver = this.playing && this.t >= this.end;
    this.seek(isOver ? this.run.times[0] : this.t);
    requestAnimationFrame((now) => this.play(now, now));
  }

  /* Goes on by the time that passed [ms], and so again for the next picture. */
  play(before, now) {
    if (!this.playing) return;
    const t = this.t +
      (now - before) / 1e3 * Number(byId('speed').value) * this.run.rate;
    this.playing = t < this.end;
    this.seek(t);
    requestAnimationFrame((next) => this.play(now, next));
  }

  follow(body) {
    this.view.followed = body;
    byId('follow').value = body;
    this.show();
  }

  prepareControls() {
    const {run, view} = this;
    Object.assign(byId('scrub'), {min: run.times[0], max: this.end});
    byId('scrub').oninput = (event) => {
      this.playing = false;
      this.seek(Number(event.target.value));
    };
    byId('play').onclick = () => this.toggle();
    byId('back').onclick = () => this.step(-1);
    byId('forward').onclick = () => this.step(1);
    byId('traces').onchange = () => this.show();
    byId('reset').onclick = () => {
      view.camera.reset();
      this.follow(-1);
    };
    for (let b = 0; b < Math.min(run.bodies, 500); b++)
      byId('follow').append(
        new Option((run.names || [])[b] || `body ${b + 1}`, b));
    byId('follow').onchange = ({target}) => this.follow(Number(target.value));
    byId('arrows').innerHTML = run.arrows.map(({name, unit: of}, kind) =>
      `<label><input type="checkbox" checked>
      <span style="color: ${ARROW_COLOURS[kind]}">&rarr;</span>
      ${name} [${of}]</label>`).join(' ');
    byId('arrows').onchange = () => this.show();
  }

  /* One finger or the left button turns; two fingers or another button shift;
     two fingers and the wheel come nearer; a click follows a body. */
  preparePointer() {
    const canvas = byId('view'), {camera} = this.view, down = new Map();
    let moved = 0;
    /* The middle of all fingers, and how far apart they are. */
    const grip = () => {
      const all = [...down.values()], a = all[0], b = all[all.length - 1];
      return {x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
        width: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1};
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId, event);
      if (down.size === 1) moved = 0;
    };
    canvas.onpointermove = (event) => {
      if (!down.has(event.pointerId)) return;
      const before = grip();
      down.set(event.pointerId, event);
      const after = grip(), dx = after.x - before.x, dy = after.y - before.y;
      moved += Math.abs(dx) + Math.abs(dy);
      camera.approach(before.width / after.width);
      if (down.size > 1 || event.buttons !== 1 || event.shiftKey)
        camera.shift(dx, dy, canvas.clientHeight);
      else camera.turn(dx, dy);
      this.show();
    };
    canvas.onpointercancel = (event) => down.delete(event.pointerId);
    canvas.onpointerup = (event) => {
      const k = canvas.width / canvas.clientWidth;
      if (down.delete(event.pointerId) && moved <= 5 && event.button === 0)
        this.follow(this.view.bodyAt(k * event.offsetX, k * event.offsetY,
          25 * k));
    };
    canvas.oncontextmenu = (event) => event.preventDefault();
    canvas.onwheel = (event) => {
      event.preventDefault();
      camera.approach(Math.exp(0.001 * event.deltaY));
      this.show();
    };
  }

  prepareKeyboard() {
    const keys = {
      ' ': () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => byId('reset').click(),
      t: () => byId('traces').click(),
      0: () => this.seek(this.run.times[0]),
    };
    document.onkeydown = (event) => {
      const busy = ['SELECT', 'INPUT', 'BUTTON'].includes(event.target.tagName);
      if (busy || event.ctrlKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    };
  }
}

/* Starts when the page is there. `replay` is for tests and the curious. */
const run = readRun();
document.title = byId('title').textContent = run.title;
byId('subtitle').textContent = run.subtitle;
let replay = null;
try {
  replay = new Player(run);
} catch (error) {
  byId('message').textContent = 'This browser has no WebGL2, which draws the ' +
    'bodies; below is the first frame without it.';
  console.info(error.message);
  document.querySelector('footer').hidden = true;
  run.curves.forEach((_, k) => new Curve(byId('curves'), run, k, () => {}));
  drawStill(byId('view'), run);
}
