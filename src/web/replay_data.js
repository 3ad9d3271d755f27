/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The recorded run: the scene as JSON, and one block of numbers in base64.
   All sections of the block begin at a multiple of four bytes and are little
   endian, as every processor with WebGL2 is. */
'use strict';

/* Reads the scene of this page; see src/programs/replay.h for its keys. */
function readRun() {
  const run = JSON.parse(document.getElementById('scene').textContent);
  const block = atob(document.getElementById('numbers').textContent.trim());
  const bytes = new Uint8Array(block.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = block.charCodeAt(k);
  const section = (Type, name) =>
    new Type(bytes.buffer, ...(run.sections[name] || [0, 0]));
  run.times = section(Float64Array, 'times');
  run.positions = section(Uint16Array, 'poses');
  run.turns = section(Int16Array, 'poses');
  run.curveValues = section(Float32Array, 'curves');
  run.arrowEnds = section(Uint32Array, 'arrow_ends');
  run.arrowPlaces = section(Uint16Array, 'arrows');
  run.arrowVectors = section(Int16Array, 'arrows');
  run.stride = run.turning ? 7 : 3;
  return run;
}

/* Finds the frame shown at time t: the last one that is not later, and the
   part of the way to the next. */
function frameAt({times}, t) {
  const frame = Math.max(times.findLastIndex((begin) => begin <= t), 0);
  const next = Math.min(frame + 1, times.length - 1);
  const part = (t - times[frame]) / (times[next] - times[frame] || 1);
  return {frame, next, part: clamp(part, 0, 1)};
}

/* Writes the poses at a moment into out: x, y, z, then the quaternion's x, y,
   z, w for each body. Between two frames positions move on a line, and
   quaternions on the shorter arc. */
function posesAt(run, {frame, next, part}, out) {
  const {positions, turns, stride, bodies, low, high} = run;
  const size = [0, 1, 2].map((k) => (high[k] - low[k]) / 65535);
  for (let b = 0; b < bodies; b++) {
    const i = (frame * bodies + b) * stride, j = (next * bodies + b) * stride;
    for (let k = 0; k < 3; k++)
      out[7 * b + k] = low[k] + size[k] *
        ((1 - part) * positions[i + k] + part * positions[j + k]);
    if (!run.turning) {
      out.fill(0, 7 * b + 3, 7 * b + 6);
      out[7 * b + 6] = 1;
      continue;
    }
    let dot = 0, norm = 0;
    for (let k = 3; k < 7; k++) dot += turns[i + k] * turns[j + k];
    for (let k = 3; k < 7; k++) {
      const q = (1 - part) * turns[i + k] +
        (dot < 0 ? -part : part) * turns[j + k];
      out[7 * b + k] = q;
      norm += q * q;
    }
    norm = Math.sqrt(norm) || 1;
    for (let k = 3; k < 7; k++) out[7 * b + k] /= norm;
  }
}

/* Calls draw(kind, point, vector) for each arrow of a frame. */
function eachArrow(run, frame, draw) {
  const kinds = run.arrows.length, {low, high, longest} = run;
  const point = [0, 0, 0], vector = [0, 0, 0];
  for (let kind = 0; kind < kinds; kind++) {
    const at = frame * kinds + kind;
    for (let k = run.arrowEnds[at - 1] || 0; k < run.arrowEnds[at]; k++) {
      for (let i = 0; i < 3; i++) {
        point[i] = low[i] +
          (high[i] - low[i]) * run.arrowPlaces[6 * k + i] / 65535;
        vector[i] = longest * run.arrowVectors[6 * k + 3 + i] / 32767;
      }
      draw(kind, point, vector);
    }
  }
}

const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/* Vectors and quaternions, as arrays of three and four (x, y, z, w). */
const add = (a, b, s = 1) =>
  [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const scale = (s, a) => [s * a[0], s * a[1], s * a[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a) => Math.sqrt(dot(a, a));
const unit = (a) => scale(1 / (norm(a) || 1), a);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]];

function multiplyQuaternions(p, q) {
  const [a, b, c, w] = p, [x, y, z, s] = q;
  return [w * x + a * s + b * z - c * y, w * y - a * z + b * s + c * x,
    w * z + a * y - b * x + c * s, w * s - a * x - b * y - c * z];
}

function rotate(q, v) {
  const u = q.slice(0, 3), t = scale(2, cross(u, v));
  return add(add(v, t, q[3]), cross(u, t));
}

/* Returns the rotation that takes the x axis to the direction of v. */
function fromXTo(v) {
  const d = unit(v);
  if (d[0] < -0.999999) return [0, 0, 1, 0];
  const q = [0, -d[2], d[1], 1 + d[0]];
  return q.map((x) => x / Math.hypot(...q));
}
