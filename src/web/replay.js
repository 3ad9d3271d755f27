/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The page: transport, curves, mouse, touch and keyboard. */
'use strict';

const byId = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const ROUNDING = 1e-15;  /* of curves over a logarithmic axis: less is drawn so */

/* Makes an SVG element with attributes in a parent. */
function svgElement(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.appendChild(element);
  return element;
}

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
    const frames = run.times.length;
    this.values = run.curveValues.subarray(index * frames, (index + 1) * frames);
    const end = run.times[frames - 1], begin = run.times[0];
    const shown = (v) => (log ? Math.log10(Math.max(Math.abs(v), ROUNDING)) : v);
    const finite = Array.from(this.values, shown).filter(Number.isFinite);
    let low = Math.min(...finite), high = Math.max(...finite);
    /* What changes by the rounding of a float alone is constant. */
    const middle = (low + high) / 2;
    const isFlat = !(high - low > 1e-6 * Math.abs(middle));
    const limit = (v) => readable(log ? 10 ** v : v);
    const span = finite.length === 0 ? 'not known'
      : !isFlat ? `${limit(low)} to ${limit(high)}${log ? ', logarithmic' : ''}`
        : log && limit(high) === readable(ROUNDING) ? `at most ${limit(high)}`
          : `always ${limit(middle)}`;
    if (isFlat) {
      const half = Math.max(Math.abs(middle), 1);
      [low, high] = [middle - half, middle + half];
    }
    this.x = (t) => 300 * (t - begin) / ((end - begin) || 1);
    const y = (v) => 84 - 78 * (v - low) / (high - low);
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.append(of ? `${name} [${of}]` : name);
    this.output = document.createElement('output');
    caption.append(this.output);
    figure.append(caption);
    const svg = svgElement(figure, 'svg',
      {viewBox: '0 0 300 90', preserveAspectRatio: 'none'});
    svgElement(svg, 'line', {class: 'axis', x1: 0, x2: 300, y1: 84, y2: 84});
    const every = Math.ceil(frames / 1500);
    let path = '', pen = 'M';
    for (let k = 0; k < frames; k += every) {
      const v = shown(this.values[k]);
      if (Number.isFinite(v))
        path += `${pen}${this.x(run.times[k]).toFixed(2)},${y(v).toFixed(2)}`;
      pen = Number.isFinite(v) ? 'L' : 'M';
    }
    svgElement(svg, 'path',
      {class: 'curve', d: path, 'vector-effect': 'non-scaling-stroke'});
    this.cursor = svgElement(svg, 'line', {class: 'cursor', y1: 2, y2: 84,
      'vector-effect': 'non-scaling-stroke'});
    const ends = document.createElement('figcaption');
    ends.append(span);
    figure.append(ends);
    svg.addEventListener('pointerdown', (event) => {
      const box = svg.getBoundingClientRect();
      seek(begin + (end - begin) * (event.clientX - box.left) / box.width);
    });
    parent.append(figure);
  }

  show(t, frame) {
    this.cursor.setAttribute('x1', this.x(t));
    this.cursor.setAttribute('x2', this.x(t));
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
    for (const event of ['resize', 'orientationchange'])
      window.addEventListener(event, () => this.show());
    window.matchMedia('(prefers-color-scheme: dark)')
      .addEventListener('change', () => this.show());
    this.show();
  }

  get moment() { return frameAt(this.run, this.t); }

  /* Shows the present moment everywhere. */
  show() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const moment = this.moment, run = this.run;
    const all = run.bodies <= 20 ? [...Array(run.bodies).keys()] : [];
    const chosen = this.view.followed >= 0 ? [this.view.followed] : all;
    this.view.draw(moment, {paper: colour('--paper'),
      ground: colour('--ground'), rule: colour('--rule'), ink: colour('--faint'), traced: byId('traces').checked ? chosen : []});
    byId('scrub').value = this.t;
    byId('clock').textContent =
      `${run.clock} = ${readable(Math.round(this.t * 1e4) / 1e4)} ${run.clock_unit}`;
    for (const curve of this.curves) curve.show(this.t, moment.frame);
    byId('play-icon').setAttribute('d',
      this.playing ? 'M3 2h4v12H3zM9 2h4v12H9z' : 'M3 1v14l11-7z');
  }

  seek(t) {
    this.t = Math.min(Math.max(t, this.run.times[0]), this.end);
    this.show();
  }

  /* Stops, and goes so many frames on. */
  step(frames) {
    this.playing = false;
    const {times} = this.run, last = times.length - 1;
    const at = this.moment.frame + frames;
    this.seek(times[Math.min(Math.max(at, 0), last)]);
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.t >= this.end) this.t = this.run.times[0];
    let last = null;
    const tick = (now) => {
      if (!this.playing) return;
      const passed = last === null ? 0 : (now - last) / 1e3;
      last = now;
      this.t += passed * Number(byId('speed').value) * this.run.rate;
      if (this.t >= this.end) {
        this.t = this.end;
        this.playing = false;
      }
      this.show();
      if (this.playing) requestAnimationFrame(tick);
    };
    if (this.playing) requestAnimationFrame(tick);
    this.show();
  }

  follow(body) {
    this.view.followed = body;
    byId('follow').value = body >= 0 ? String(body) : '';
    this.show();
  }

  prepareControls() {
    const {run, view} = this, show = () => this.show();
    byId('scrub').min = run.times[0];
    byId('scrub').max = this.end;
    byId('scrub').addEventListener('input', (event) => {
      this.playing = false;
      this.seek(Number(event.target.value));
    });
    byId('play').addEventListener('click', () => this.toggle());
    byId('back').addEventListener('click', () => this.step(-1));
    byId('forward').addEventListener('click', () => this.step(1));
    byId('traces').addEventListener('change', show);
    byId('reset').addEventListener('click', () => {
      view.camera.reset();
      this.follow(-1);
    });
    for (let b = 0; b < Math.min(run.bodies, 500); b++)
      byId('follow').append(new Option((run.names || [])[b] || `body ${b + 1}`,
        String(b)));
    byId('follow').addEventListener('change', (event) =>
      this.follow(event.target.value === '' ? -1 : Number(event.target.value)));
    run.arrows.forEach(({name, unit: of}, kind) => {
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.checked = true;
      box.addEventListener('change', () => {
        view.shown[kind] = box.checked;
        show();
      });
      const mark = document.createElement('span');
      mark.textContent = ' \u2192 ';
      mark.style.color = ARROW_COLOURS[kind % ARROW_COLOURS.length];
      label.append(box, mark, `${name} [${of}] `);
      byId('arrows').append(label);
    });
  }

  /* One finger or the left button turns; two fingers or another button shift;
     two fingers and the wheel come nearer; a click follows a body. */
  preparePointer() {
    const canvas = byId('view'), {camera} = this.view, down = new Map();
    let moved = 0;
    const spread = () => {
      const [a, b] = [...down.values()];
      return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
        d: Math.hypot(a.x - b.x, a.y - b.y)};
    };
    const nearer = (factor) => {
      const most = 50 * camera.size, least = camera.size / 200;
      camera.away = Math.min(Math.max(camera.away * factor, least), most);
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      down.set(event.pointerId,
        {x: event.clientX, y: event.clientY, button: event.button});
      if (down.size === 1) moved = 0;
    });
    canvas.addEventListener('pointermove', (event) => {
      const from = down.get(event.pointerId);
      if (!from) return;
      const before = down.size > 1 ? spread() : null;
      const dx = event.clientX - from.x, dy = event.clientY - from.y;
      [from.x, from.y] = [event.clientX, event.clientY];
      moved += Math.abs(dx) + Math.abs(dy);
      if (before) {
        const after = spread();
        nearer(before.d / (after.d || 1));
        camera.shift(after.x - before.x, after.y - before.y,
          canvas.clientHeight);
      } else if (from.button !== 0 || event.shiftKey) {
        camera.shift(dx, dy, canvas.clientHeight);
      } else {
        camera.yaw -= 0.008 * dx;
        camera.pitch = Math.min(Math.max(camera.pitch + 0.008 * dy, -1.55), 1.55);
      }
      this.show();
    });
    const release = (event) => {
      const was = down.get(event.pointerId);
      down.delete(event.pointerId);
      if (!was || event.type !== 'pointerup' || moved > 5 || was.button !== 0)
        return;
      const box = canvas.getBoundingClientRect(), k = canvas.width / box.width;
      this.follow(this.view.bodyAt(k * (event.clientX - box.left),
        k * (event.clientY - box.top), 25 * k));
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      nearer(Math.exp(0.001 * event.deltaY));
      this.show();
    }, {passive: false});
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
    document.addEventListener('keydown', (event) => {
      const busy = ['SELECT', 'INPUT', 'BUTTON'].includes(event.target.tagName);
      if (busy || event.ctrlKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}

/* Starts when the page is there. `replay` is for tests and the curious. */
const run = readRun();
document.title = run.title;
byId('title').textContent = run.title;
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
