/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What laboratories share: pictures in SVG, controls that are kept in the
   address, and the machine with its Stop button. */
/* global Machine */
'use strict';

const machine = new Machine();
const byId = (id) => document.getElementById(id);

/* Makes an SVG element in a parent. */
function draw(parent, name, attributes = {}, text = undefined) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

/* Writes a number for a reader. */
function readable(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return '\u2013';
  const size = Math.abs(x);
  return x === 0 || (size >= 1e-3 && size < 1e6) ? String(Number(x.toPrecision(5)))
    : x.toExponential(3);
}

/* Reads columns: [{name: number, ..}, ..]. */
function rowsOf(text) {
  const [head, ...lines] = text.trim().split('\n').map((l) => l.split(','));
  return lines.map((line) => Object.fromEntries(line.map((value, k) =>
    [head[k].replace(/ \[.*\]$/, ''), Number(value)])));
}

/* What the address keeps, so that a link leads to the same state. */
const kept = {
  read() { return Object.fromEntries(new URLSearchParams(location.hash.slice(1))); },
  write(values) {
    const hash = `#${new URLSearchParams(values)}`;
    if (hash !== location.hash) history.replaceState(null, '', hash);
  },
};

/* Reads a number, kept within the bounds of its field; `otherwise` where the text
   has none. */
function bounded(id, text, otherwise) {
  const {min, max} = byId(id), value = parseFloat(text);
  return Number.isNaN(value) ? otherwise : Math.min(Math.max(value, min), max);
}

/* The place of a pointer in the units of a picture. */
function pointIn(picture, event) {
  return new DOMPoint(event.clientX, event.clientY)
    .matrixTransform(picture.getScreenCTM().inverse());
}

/* Prevents a finger on this element from scrolling the page; elsewhere it still
   scrolls. */
function holdTouch(element) {
  element.addEventListener('touchstart', (event) => event.preventDefault(),
    {passive: false});
}

/* Calls move(x, y) while an element of a picture is dragged, or moved by the
   arrow keys, `step` at a time from at(); and drop() when it is let go. */
function draggable(element, picture, {move, at, step, drop = () => {}}) {
  element.setAttribute('tabindex', 0);
  element.style.cursor = 'grab';
  holdTouch(element);
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    element.onpointermove = (moved) => {
      const {x, y} = pointIn(picture, moved);
      move(x, y);
    };
    element.onpointerup = element.onpointercancel = () => {
      element.onpointermove = element.onpointerup = null;
      element.onpointercancel = null;
      drop();
    };
    event.preventDefault();
  });
  element.addEventListener('keydown', (event) => {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
      ArrowDown: [0, 1]}[event.key];
    if (!way) return;
    const [x, y] = at();
    move(x + step * way[0], y + step * way[1]);
    drop();
    event.preventDefault();
  });
}

/* Draws curves into a picture of 360 by 200: each is {points: [[x, y], ..],
   stroke, dash}. With `log` the heights are logarithmic, a line for each decade,
   and what is not positive is left out; `label` says what the axis is. Returns a
   function that marks a place on it. */
function chart(picture, {curves, log = false, label = ''}) {
  picture.replaceChildren();
  const shown = curves.map(({points, ...how}) => ({...how, points: points
    .filter(([, y]) => Number.isFinite(y) && (!log || y > 0))
    .map(([x, y]) => [x, log ? Math.log10(y) : y])}));
  const all = shown.flatMap(({points}) => points);
  if (all.length < 2) return () => {};
  const [left, right] = extremes(all.map(([x]) => x));
  let [low, high] = extremes(all.map(([, y]) => y));
  if (log) [low, high] = [Math.floor(low), Math.max(Math.ceil(high), low + 1)];
  else if (high - low <= 1e-12 * Math.max(Math.abs(low), Math.abs(high)))
    [low, high] = [low - (Math.abs(low) || 1), high + (Math.abs(high) || 1)];
  const across = (x) => 52 + 298 * (x - left) / (right - left || 1);
  const up = (y) => 172 - 160 * (y - low) / (high - low);
  const apart = log ? Math.ceil((high - low) / 6) : roundStep((high - low) / 5);
  for (let k = Math.ceil(low / apart); k * apart <= high; k++) {
    const y = up(k * apart);
    draw(picture, 'line', {x1: 52, x2: 350, y1: y, y2: y, stroke: 'var(--rule)'});
    draw(picture, 'text', {x: 48, y: y + 4, 'text-anchor': 'end'},
      log ? `1e${k * apart}` : readable(k * apart));
  }
  draw(picture, 'text', {x: 52, y: 192}, readable(left));
  draw(picture, 'text', {x: 201, y: 192, 'text-anchor': 'middle'}, label);
  draw(picture, 'text', {x: 350, y: 192, 'text-anchor': 'end'}, readable(right));
  for (const {points, stroke, dash} of shown)
    if (points.length > 1)
      draw(picture, 'path', {fill: 'none', stroke, 'stroke-width': 2,
        'stroke-dasharray': dash || 'none', 'stroke-linejoin': 'round',
        d: `M${points.map(([x, y]) => `${across(x)} ${up(y)}`).join('L')}`});
  const mark = draw(picture, 'line', {y1: 12, y2: 172, stroke: 'var(--ink)',
    'stroke-dasharray': '2 3', visibility: 'hidden'});
  return (x) => {
    mark.setAttribute('visibility', 'visible');
    for (const end of ['x1', 'x2'])
      mark.setAttribute(end, across(Math.min(Math.max(x, left), right)));
  };
}

/* Returns the least of 1, 2, 5, 10 .. and their tenths that is not below x. */
function roundStep(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= x);
}

/* Returns the least and the largest number. */
function extremes(numbers) {
  return numbers.reduce(([low, high], x) =>
    [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
}

/* Runs `work` and says how it goes in the element "status"; the button "stop"
   ends it. Returns what work returns, or null. Of works that are asked for
   while one runs, only the last is begun. */
let working = false, waiting = null;
async function busy(work) {
  if (working) {
    waiting = work;
    return null;
  }
  working = true;
  byId('stop').disabled = false;
  byId('status').textContent = 'running \u2026';
  let result = null;
  try {
    result = await work();
    byId('status').textContent = 'done';
  } catch (error) {
    byId('status').textContent = error.message;
  }
  working = false;
  byId('stop').disabled = true;
  const next = waiting;
  waiting = null;
  if (next) await busy(next);
  return result;
}
byId('stop').onclick = () => machine.cancel();
