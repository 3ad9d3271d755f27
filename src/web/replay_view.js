/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Drawing by WebGL2: each shape is one mesh, drawn for all bodies at once as
   instances; a camera on a sphere around its target; lines for what has no
   volume. */
'use strict';

const FIELD = 0.6;    /* half angle of view, as its tangent times two */
const ARROW = 0.12;   /* usual arrow, as a part of the scene's size */
const LONGEST = 0.4;  /* longest arrow, the same */
const MANY = 2000;    /* bodies; their edges are not softened */

/* Builds a mesh from a grid of points f(u, v) -> [position, normal]: the six
   numbers of each corner of its triangles, in a row. */
function gridMesh(columns, rows, f) {
  const out = [];
  const corner = (i, j) => out.push(...f(i / columns, j / rows).flat());
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) {
      corner(i, j); corner(i + 1, j); corner(i + 1, j + 1);
      corner(i, j); corner(i + 1, j + 1); corner(i, j + 1);
    }
  return out;
}

/* A square across the z axis. */
const squareMesh = (side) => gridMesh(1, 1, (u, v) =>
  [[side * (u - 0.5), side * (v - 0.5), 0], [0, 0, 1]]);

/* The unit cube: a square at either end of each axis. */
const boxMesh = () => [0, 1, 2].flatMap((axis) => [-1, 1].flatMap((side) =>
  gridMesh(1, 1, (u, v) => [[u - 0.5, v - 0.5, side / 2], [0, 0, side]]
    .map((p) => [...p.slice(axis), ...p.slice(0, axis)]))));

/* The cylinder along x of length 1 and radius 1; with `top` = 0 a cone. */
function cylinderMesh(n, top) {
  const ring = (u, x, r) => [x, r * Math.cos(2 * Math.PI * u),
    r * Math.sin(2 * Math.PI * u)];
  const side = gridMesh(n, 1, (u, v) => [ring(u, v - 0.5, 1 + v * (top - 1)),
    unit(add(ring(u, 0, 1), [1 - top, 0, 0]))]);
  const ends = [[-0.5, 1], [0.5, top]].map(([x, r]) => gridMesh(n, 1,
    (u, v) => [ring(u, x, r * v), [Math.sign(x), 0, 0]]));
  return side.concat(...ends);
}

const rotateShader = `
vec3 rotate(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}`;

const shadeShader = `
uniform vec3 eye;
uniform vec3 up;
vec3 shade(vec3 paint, vec3 n, vec3 view) {
  vec3 lamp = normalize(view + 0.9 * up + 0.4 * cross(up, view));
  float sky = 0.5 + 0.5 * dot(n, up);
  float bright = 0.38 + 0.22 * sky + 0.45 * max(dot(n, lamp), 0.0);
  float shine = pow(max(dot(n, normalize(lamp + view)), 0.0), 40.0);
  return paint * bright + 0.12 * shine;
}`;

/* What a vertex shader gets: the camera, a corner, and an instance. */
const instanceShader = `#version 300 es
uniform mat4 camera;
uniform vec3 eye;
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 place;
layout(location = 3) in vec4 turn;
layout(location = 4) in vec3 size;
layout(location = 5) in vec3 paint;`;

/* Solids, and lines, which have no normal and are not shaded. */
const vertexShader = `${instanceShader}
out vec3 side;
out vec3 colour;
out vec3 spot;
${rotateShader}
void main() {
  spot = place + rotate(turn, corner * size);
  side = rotate(turn, normal / max(size, vec3(1e-9)));
  colour = paint;
  gl_Position = camera * vec4(spot, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
in vec3 side;
in vec3 colour;
in vec3 spot;
out vec4 light;
${shadeShader}
void main() {
  vec3 n = normalize(side), view = normalize(eye - spot);
  light = vec4(side == vec3(0) ? colour
    : shade(colour, dot(n, view) < 0.0 ? -n : n, view), 1.0);
}`;

/* A ball is a square through the circle that the eye sees as its edge; each
   pixel finds where its ray meets the ball. The square's depth, within the
   ball, hides what the ball hides. A stripe shows how a body rolls. */
const ballVertexShader = `${instanceShader}
out vec3 spot;
flat out vec4 ball, quaternion;
flat out vec3 colour;
void main() {
  vec3 away = eye - place;
  float far = length(away), r = size.x;
  vec3 back = away / far;
  vec3 x = normalize(abs(back.z) < 0.9 ? cross(vec3(0, 0, 1), back)
                                       : cross(vec3(1, 0, 0), back));
  float part = min(r / far, 0.99), wide = 1.05 * r * sqrt(1.0 - part * part);
  spot = place + r * part * back +
    wide * (corner.x * x + corner.y * cross(back, x));
  ball = vec4(place, r);
  quaternion = vec4(-turn.xyz, turn.w);
  colour = paint;
  gl_Position = camera * vec4(spot, 1.0);
}`;

const ballFragmentShader = `#version 300 es
precision highp float;
uniform float stripe;
in vec3 spot;
flat in vec4 ball, quaternion;
flat in vec3 colour;
out vec4 light;
${rotateShader}
${shadeShader}
void main() {
  vec3 ray = normalize(spot - eye), from = spot - ball.xyz;
  vec3 nearest = from - dot(from, ray) * ray;
  float inside = 1.0 - dot(nearest, nearest) / (ball.w * ball.w);
  float cover = clamp(0.5 + inside / fwidth(inside), 0.0, 1.0);
  if (cover <= 0.0) discard;
  vec3 n = nearest / ball.w - sqrt(max(inside, 0.0)) * ray;
  float dark = abs(rotate(quaternion, n).x) < stripe ? 0.7 : 1.0;
  light = vec4(shade(dark * colour, n, -ray), cover);
}`;

/* Colours that can be told apart by the colour-blind (Okabe and Ito 2008),
   lightened, as the pictures have them. */
const PALETTE = ['#56b4e9', '#e69f00', '#66c2a5', '#cc79a7', '#d9ca3c',
  '#8da0cb'];
const STILL = '#a9b1b8';                                /* does not move */
const TARGET = 2;                                       /* a kind of bar */
const BARS = ['#808890', '#56b4e9', '#d55e00'];         /* of each kind */
const ARROW_COLOURS = ['#009e73', '#d55e00', '#7a5195'];

const rgb = (hex) =>
  [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);

/* Compiles a program of two shaders. */
function buildProgram(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program));
  return program;
}

/* Makes a buffer for attributes of these lengths, the first at location
   `first`, into the vertex array that is bound. */
function makeBuffer(gl, first, lengths, divisor) {
  const buffer = gl.createBuffer();
  const stride = 4 * lengths.reduce((sum, length) => sum + length);
  let offset = 0;
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  lengths.forEach((length, k) => {
    gl.enableVertexAttribArray(first + k);
    gl.vertexAttribPointer(first + k, length, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(first + k, divisor);
    offset += 4 * length;
  });
  return buffer;
}

/* A mesh with the instances of it: 13 numbers each, place (3), turn (4), size
   (3), colour (3). */
class Instances {
  constructor(gl, mesh) {
    this.gl = gl;
    this.corners = mesh.length / 6;
    this.data = new Float32Array(13 * 64);
    this.count = 0;
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    makeBuffer(gl, 0, [3, 3], 0);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh), gl.STATIC_DRAW);
    this.buffer = makeBuffer(gl, 2, [3, 4, 3, 3], 1);
  }

  /* Adds one; returns where its numbers begin. */
  add(place, turn, size, colour) {
    const at = 13 * this.count++, {data} = this;
    if (at === data.length) (this.data = new Float32Array(2 * at)).set(data);
    this.data.set([...place, ...turn, ...size, ...colour], at);
    return at;
  }

  draw() {
    const {gl, data, count} = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW, 0, 13 * count);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.corners, count);
  }
}

/* How each shape of the library is put together: [mesh, place, size] in the
   frame of its part. */
const SHAPES = {
  box: ([a, b, c]) => [['box', [0, 0, 0], [a, b, c]]],
  sphere: ([r]) => [['sphere', [0, 0, 0], [r, r, r]]],
  cylinder: ([l, r]) => [['cylinder', [0, 0, 0], [l, r, r]]],
  rod: ([l], thin) => [['cylinder', [0, 0, 0], [l, thin, thin]]],
  point: (_, thin) => [['sphere', [0, 0, 0], [2 * thin, 2 * thin, 2 * thin]]],
  capsule: ([l, r]) => [['cylinder', [0, 0, 0], [l, r, r]],
    ...[-l / 2, l / 2].map((x) => ['sphere', [x, 0, 0], [r, r, r]])],
  plane: (_, thin, size) => [['plane', [0, 0, 0], [4 * size, 4 * size, 1]]],
};

/* The camera: looks at the target from a distance, turned by yaw and pitch. */
class Camera {
  constructor({up, planar, low, high, parts, radii}) {
    this.up = unit(up);
    /* Seen from the front: +z where y is up, -y where z is up. */
    const front = Math.abs(this.up[2]) > 0.5 ? [0, -1, 0] : [0, 0, 1];
    this.front = unit(add(front, this.up, -dot(front, this.up)));
    this.right = cross(this.up, this.front);
    const wide = parts.filter(({body}) => body >= 0)
      .map(({size}) => Math.hypot(...size)).concat(radii)
      .reduce((most, x) => Math.max(most, x), 0);
    this.size = Math.max(norm(add(high, low, -1)) + wide, 1e-9);
    this.middle = scale(0.5, add(low, high));
    this.angles = planar ? [0, 0] : [0.4, 0.25];
    this.reset();
  }

  reset() {
    this.target = this.middle;
    [this.yaw, this.pitch] = this.angles;
    this.away = 0.95 * this.size / FIELD;
  }

  /* Sets eye, axes and the rows of the matrix for a picture of this shape. */
  update(width, height) {
    const {up, front, right, yaw, pitch, size} = this;
    const level = add(scale(Math.cos(yaw), front), right, Math.sin(yaw));
    const back = add(scale(Math.cos(pitch), level), up, Math.sin(pitch));
    const x = unit(cross(up, back)), y = cross(back, x);
    const away = this.away * Math.max(1, 1.2 * height / width);
    this.eye = add(this.target, back, away);
    this.axes = [x, y];
    const near = away / 100, far = away * 10 + 10 * size;
    const f = 2 / FIELD, a = (near + far) / (near - far);
    const row = (v, s) => [...scale(s, v), -s * dot(v, this.eye)];
    this.rows = [row(x, f * height / width), row(y, f), row(back, a),
      row(back, -1)];
    this.rows[2][3] += 2 * near * far / (near - far);
    [this.width, this.height] = [width, height];
  }

  /* Returns where a point is seen: [x, y, depth], in pixels from the corner
     above left. */
  project(p) {
    const [x, y, , w] = this.rows.map((row) => dot(row, p) + row[3]);
    return [(1 + x / w) * this.width / 2, (1 - y / w) * this.height / 2, w];
  }

  /* Shifts the target by so many pixels of a picture of this height. */
  shift(dx, dy, height) {
    const step = FIELD * this.away / height;
    this.target = add(add(this.target, this.axes[0], -dx * step),
      this.axes[1], dy * step);
  }

  /* Turns by so many pixels. */
  turn(dx, dy) {
    this.yaw -= 0.008 * dx;
    this.pitch = clamp(this.pitch + 0.008 * dy, -1.55, 1.55);
  }

  /* Multiplies the distance. */
  approach(factor) {
    this.away = clamp(this.away * factor, this.size / 200, 50 * this.size);
  }
}

/* The picture of one run. */
class View {
  constructor(canvas, run) {
    this.fine = run.bodies < MANY;
    const gl = canvas.getContext('webgl2',
      {antialias: this.fine, alpha: false, preserveDrawingBuffer: true});
    if (!gl) throw new Error('no WebGL2');
    this.canvas = canvas;
    this.gl = gl;
    this.run = run;
    this.camera = new Camera(run);
    this.poses = new Float32Array(7 * run.bodies);
    this.followed = -1;
    this.program = buildProgram(gl, vertexShader, fragmentShader);
    this.ballProgram = buildProgram(gl, ballVertexShader, ballFragmentShader);
    this.lineArray = gl.createVertexArray();
    gl.bindVertexArray(this.lineArray);
    this.lineBuffer = makeBuffer(gl, 0, [3], 0);
    this.collectPieces();
    this.setArrowScale();
    this.makeGrid();
    gl.enable(gl.DEPTH_TEST);
  }

  /* Splits the parts into pieces, one for each mesh that they need; each has
     its place among the instances of the mesh. */
  collectPieces() {
    const {gl, run, camera} = this, thin = 0.006 * camera.size;
    const of = (mesh) => new Instances(gl, mesh);
    this.instances = {box: of(boxMesh()), plane: of(squareMesh(1)),
      sphere: of(squareMesh(2)), cylinder: of(cylinderMesh(24, 1)),
      rod: of(cylinderMesh(8, 1)), cone: of(cylinderMesh(12, 0))};
    this.pieces = [];
    const put = (body, mesh, x, q, size, hex) =>
      this.pieces.push({body, mesh, x, q, rigid: norm(x) > 0 || q[3] < 1,
        at: this.instances[mesh].add(x, q, size, rgb(hex))});
    for (const {body, shape, size, place, turn} of run.parts) {
      const hex = body < 0 ? STILL : PALETTE[body % PALETTE.length];
      for (const [mesh, x, lengths] of SHAPES[shape](size, thin, camera.size))
        put(body, mesh, add(place, rotate(turn, x)), turn, lengths, hex);
    }
    const ball = (body, x, r, hex) =>
      put(body, 'sphere', x, [0, 0, 0, 1], [r, r, r], hex);
    run.radii.forEach((r, b) => ball(b, [0, 0, 0], r,
      run.planar ? STILL : PALETTE[b % PALETTE.length]));
    this.bars = run.bars.map(([kind, a, b, ...x]) => {
      const ends = [[a, x.slice(0, 3)], [b, x.slice(3)]];
      const aims = kind === TARGET;
      if (aims) ball(b, ends[1][1], 2 * thin, BARS[kind]);
      return {ends, thin: aims ? thin / 2 : thin, paint: rgb(BARS[kind])};
    });
  }

  /* Makes a grid of squares, of side 1, 2 or 5 times a power of ten: on the
     level ground, or below all; of a picture in a plane behind all. */
  makeGrid() {
    const {run, camera} = this, {up, front, right, size} = camera;
    const normal = run.planar ? front : up;
    const across = run.planar ? up : front;
    const ground = run.parts.find((part) => part.shape === 'plane' &&
      dot(rotate(part.turn, [0, 0, 1]), up) > 0.999);
    const lowest = [0, 1, 2].reduce((sum, k) =>
      sum + Math.min(normal[k] * run.low[k], normal[k] * run.high[k]), 0);
    const height = ground && !run.planar ? dot(ground.place, up)
      : lowest - 0.1 * size;
    const ten = 10 ** Math.floor(Math.log10(size / 4));
    const square = [5, 2, 1].find((k) => k * ten <= size / 4) * ten;
    this.square = Number(square.toPrecision(1));
    const count = Math.ceil(0.9 * size / square);
    const base = add(camera.middle, normal,
      height - dot(camera.middle, normal) + 1e-4 * size);
    this.grid = [];
    for (let k = -count; k <= count; k++)
      for (const [along, to] of [[across, right], [right, across]])
        for (const end of [-count, count])
          this.grid.push(
            ...add(add(base, along, k * square), to, end * square));
  }

  /* Gives arrows of the usual magnitude, the root mean square, the usual
     length, for each unit. */
  setArrowScale() {
    const {arrows, times} = this.run, squares = {}, count = {};
    for (const {unit: of} of arrows) squares[of] = count[of] = 0;
    for (let f = 0; f < times.length; f++)
      eachArrow(this.run, f, (kind, _, v) => {
        squares[arrows[kind].unit] += dot(v, v);
        count[arrows[kind].unit]++;
      });
    this.lengths = arrows.map(({unit: of}) => (squares[of] > 0
      ? ARROW * this.camera.size / Math.sqrt(squares[of] / count[of]) : 0));
  }

  pose(body) {
    const p = this.poses, b = 7 * body;
    return body < 0 ? [[0, 0, 0], [0, 0, 0, 1]]
      : [[p[b], p[b + 1], p[b + 2]], [p[b + 3], p[b + 4], p[b + 5], p[b + 6]]];
  }

  /* Places all pieces at the poses; the ground has the page's colour. This is
     the work of a frame: thousands of bodies take no memory here. */
  placePieces(ground) {
    const p = this.poses;
    for (const {body, mesh, x, q, at, rigid} of this.pieces) {
      const {data} = this.instances[mesh], b = 7 * body;
      if (mesh === 'plane') data.set(ground, at + 10);
      if (body < 0) continue;
      for (let k = 0; k < 7; k++) data[at + k] = p[b + k];
      if (!rigid) continue;
      data.set(this.pointOf(body, x), at);
      data.set(multiplyQuaternions(this.pose(body)[1], q), at + 3);
    }
  }

  /* Returns where a point of a body is. */
  pointOf(body, x) {
    const [place, turn] = this.pose(body);
    return add(place, rotate(turn, x));
  }

  /* Stretches a rod or a cone from a to b, for this frame. */
  stretch(mesh, a, b, thick, paint) {
    const d = add(b, a, -1);
    this.instances[mesh].add(scale(0.5, add(a, b)), fromXTo(d),
      [norm(d), thick, thick], paint);
  }

  placeArrows(frame) {
    const size = this.camera.size, thick = 0.005 * size;
    eachArrow(this.run, frame, (kind, point, vector) => {
      const length =
        Math.min(norm(vector) * this.lengths[kind], LONGEST * size);
      if (!this.shown[kind] || !(length > 0.004 * size)) return;
      const d = unit(vector), head = Math.min(5 * thick, 0.5 * length);
      const neck = add(point, d, length - head), tip = add(point, d, length);
      const paint = rgb(ARROW_COLOURS[kind]);
      this.stretch('rod', point, neck, thick, paint);
      this.stretch('cone', neck, tip, 0.4 * head, paint);
    });
  }

  /* Draws one line through points, or every second stretch of it. Place, turn
     and normal have no buffer, and so are (0, 0, 0) and (0, 0, 0, 1). */
  drawLine(points, paint, mode = this.gl.LINE_STRIP) {
    const gl = this.gl;
    gl.bindVertexArray(this.lineArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STREAM_DRAW);
    gl.vertexAttrib3f(4, 1, 1, 1);
    gl.vertexAttrib3f(5, ...paint);
    gl.drawArrays(mode, 0, points.length / 3);
  }

  /* Draws the path of a body's centre up to a frame. */
  drawTrace(body, frame) {
    const {run} = this, points = [], every = Math.ceil((frame + 1) / 2000);
    for (let f = 0; f <= frame; f += every)
      for (let k = 0; k < 3; k++)
        points.push(run.low[k] + (run.high[k] - run.low[k]) / 65535 *
          run.positions[(f * run.bodies + body) * run.stride + k]);
    this.drawLine(points, rgb(PALETTE[body % PALETTE.length]));
  }

  /* Draws the run at a moment in the page's colours, with some traces. */
  draw(moment, paint, traced) {
    const {gl, run, camera, canvas} = this;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height)
      [canvas.width, canvas.height] = [width, height];
    posesAt(run, moment, this.poses);
    if (this.followed >= 0) camera.target = this.pose(this.followed)[0];
    camera.update(width, height);
    gl.viewport(0, 0, width, height);
    gl.clearColor(...paint('--paper'), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    /* Lines: what stands still without volume, then traces. */
    this.useProgram(this.program);
    this.drawLine(this.grid, paint('--grid'), gl.LINES);
    for (const line of run.lines) this.drawLine(line, paint('--faint'));
    for (const body of traced) this.drawTrace(body, moment.frame);
    /* Solids, then balls, whose edges are softened by samples. */
    const {plane, sphere, rod, cone, ...solids} = this.instances;
    rod.count = cone.count = 0;
    this.placePieces(paint('--ground'));
    for (const {ends: [a, b], thin, paint: colour} of this.bars)
      this.stretch('rod', this.pointOf(...a), this.pointOf(...b), thin, colour);
    this.placeArrows(moment.part > 0.5 ? moment.next : moment.frame);
    gl.enable(gl.CULL_FACE); /* a wall hides nothing from behind */
    plane.draw();
    gl.disable(gl.CULL_FACE);
    for (const set of [rod, cone, ...Object.values(solids)]) set.draw();
    this.useProgram(this.ballProgram);
    gl.uniform1f(gl.getUniformLocation(this.ballProgram, 'stripe'),
      run.turning ? 0.12 : 0);
    if (this.fine) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    sphere.draw();
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  /* Begins to draw by a program, from where the camera is. */
  useProgram(program) {
    const {gl, camera} = this;
    const at = (name) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.uniformMatrix4fv(at('camera'), true, camera.rows.flat());
    gl.uniform3f(at('eye'), ...camera.eye);
    gl.uniform3f(at('up'), ...camera.up);
  }

  /* Returns the body nearest to a place of the canvas, in its own pixels, and
     not farther than `reach` from it; -1 if there is none. */
  bodyAt(x, y, reach) {
    let best = -1, least = reach;
    for (let b = 0; b < this.run.bodies; b++) {
      const [px, py, depth] = this.camera.project(this.pose(b)[0]);
      const away = Math.hypot(px - x, py - y) + depth / this.camera.size;
      if (depth > 0 && away < least) [best, least] = [b, away];
    }
    return best;
  }
}
