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

/* Calls move(x, y) while an element of a picture is dragged, or moved by the
   arrow keys, `step` at a time from at(). */
function draggable(element, picture, {move, at, step}) {
  element.setAttribute('tabindex', 0);
  element.style.cursor = 'grab';
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    element.onpointermove = (moved) => {
      const {x, y} = pointIn(picture, moved);
      move(x, y);
    };
    element.onpointerup = () => { element.onpointermove = null; };
    event.preventDefault();
  });
  element.addEventListener('keydown', (event) => {
    const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
      ArrowDown: [0, 1]}[event.key];
    if (!way) return;
    const [x, y] = at();
    move(x + step * way[0], y + step * way[1]);
    event.preventDefault();
  });
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
