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

/* Meshes: triangles as [position, normal] pairs in a Float32Array. */

/* Builds a surface from a grid of points f(u, v) -> [position, normal]. */
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

/* The unit cube, sides of length 1. */
function boxMesh() {
  const out = [];
  for (let axis = 0; axis < 3; axis++)
    for (const side of [-1, 1]) {
      const at = (a, b) => {
        const p = [0, 0, 0], n = [0, 0, 0];
        p[axis] = side / 2; n[axis] = side;
        p[(axis + 1) % 3] = a * side / 2; p[(axis + 2) % 3] = b / 2;
        out.push(...p, ...n);
      };
      at(-1, -1); at(1, -1); at(1, 1); at(-1, -1); at(1, 1); at(-1, 1);
    }
  return out;
}

/* The side of the cylinder along x of length 1 and radius 1; with `top` = 0 a
   cone. `closed` adds its ends. */
function cylinderMesh(n, top, closed) {
  const ring = (u, x, r) => [x, r * Math.cos(2 * Math.PI * u),
    r * Math.sin(2 * Math.PI * u)];
  let out = gridMesh(n, 1, (u, v) => {
    const normal = unit(add(ring(u, 0, 1), [1 - top, 0, 0]));
    return [ring(u, v - 0.5, 1 + v * (top - 1)), normal];
  });
  if (closed)
    for (const [x, r] of [[-0.5, 1], [0.5, top]])
      out = out.concat(gridMesh(n, 1, (u, v) =>
        [ring(u, x, r * v), [Math.sign(x), 0, 0]]));
  return out;
}

/* A square across the z axis. */
const squareMesh = (side) => gridMesh(1, 1, (u, v) =>
  [[side * (u - 0.5), side * (v - 0.5), 0], [0, 0, 1]]);

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
  light = vec4(shade(colour, dot(n, view) < 0.0 ? -n : n, view), 1.0);
}`;

/* A ball is a square through the circle that the eye sees as its edge; each
   pixel finds where its ray meets the ball. The square's depth, within the ball,
   hides what the ball hides. A stripe shows how a body rolls. */
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

const lineVertexShader = `#version 300 es
uniform mat4 camera;
layout(location = 0) in vec3 corner;
void main() { gl_Position = camera * vec4(corner, 1.0); }`;

const lineFragmentShader = `#version 300 es
precision highp float;
uniform vec4 paint;
out vec4 light;
void main() { light = paint; }`;

/* Colours that can be told apart by the colour-blind (Okabe and Ito 2008),
   lightened, as the pictures have them. */
const PALETTE = ['#56b4e9', '#e69f00', '#66c2a5', '#cc79a7', '#d9ca3c',
  '#8da0cb'];
const STILL = '#a9b1b8';                                /* does not move */
const TARGET = 2;                                       /* a kind of bar */
const BARS = ['#808890', '#56b4e9', '#d55e00'];         /* of each kind */
const ARROW_COLOURS = ['#009e73', '#d55e00', '#7a5195'];

const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);

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

/* A mesh with the instances of it: 13 numbers each, place (3), turn (4), size
   (3), colour (3). */
class Instances {
  constructor(gl, mesh, room) {
    this.gl = gl;
    this.corners = mesh.length / 6;
    this.data = new Float32Array(13 * room);
    this.count = 0;
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh), gl.STATIC_DRAW);
    this.attribute(0, 3, 24, 0, 0);
    this.attribute(1, 3, 24, 12, 0);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.data.byteLength, gl.DYNAMIC_DRAW);
    [[3, 0], [4, 12], [3, 28], [3, 40]].forEach(([numbers, offset], k) =>
      this.attribute(2 + k, numbers, 52, offset, 1));
  }

  attribute(index, numbers, stride, offset, divisor) {
    const gl = this.gl;
    gl.enableVertexAttribArray(index);
    gl.vertexAttribPointer(index, numbers, gl.FLOAT, false, stride, offset);
    gl.vertexAttribDivisor(index, divisor);
  }

  /* Adds one, if there is room; returns where its numbers begin. */
  add(place, turn, size, colour) {
    const at = 13 * this.count;
    if (at + 13 > this.data.length) return -1;
    this.data.set([...place, ...turn, ...size, ...colour], at);
    this.count++;
    return at;
  }

  draw() {
    const gl = this.gl;
    if (this.count === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.data, 0, 13 * this.count);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.corners, this.count);
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
  capsule: ([l, r]) => [['tube', [0, 0, 0], [l, r, r]],
    ['sphere', [-l / 2, 0, 0], [r, r, r]],
    ['sphere', [l / 2, 0, 0], [r, r, r]]],
  plane: (_, thin, size) => [['plane', [0, 0, 0], [4 * size, 4 * size, 1]]],
};

/* The camera: looks at the target from a distance, turned by yaw and pitch. */
class Camera {
  constructor(run) {
    this.up = unit(run.up);
    /* Seen from the front: +z where y is up, -y where z is up. */
    const front = Math.abs(this.up[2]) > 0.5 ? [0, -1, 0] : [0, 0, 1];
    this.planar = run.planar;
    this.front = unit(add(front, this.up, -dot(front, this.up)));
    this.right = cross(this.up, this.front);
    this.low = run.low;
    this.high = run.high;
    const wide = run.parts.filter(({body}) => body >= 0)
      .map(({size}) => Math.hypot(...size)).concat(run.radii)
      .reduce((most, x) => Math.max(most, x), 0);
    this.size = Math.max(norm(add(run.high, run.low, -1)) + wide, 1e-9);
    this.reset();
  }

  reset() {
    this.target = scale(0.5, add(this.low, this.high));
    [this.yaw, this.pitch] = this.planar ? [0, 0] : [0.4, 0.25];
    this.away = 0.95 * this.size / FIELD;
  }

  /* The direction from the target to the eye. */
  direction() {
    const c = Math.cos(this.pitch);
    return add(add(scale(c * Math.cos(this.yaw), this.front),
      scale(c * Math.sin(this.yaw), this.right)),
    scale(Math.sin(this.pitch), this.up));
  }

  /* Sets eye, axes and the matrix (by columns) for a picture of this shape. */
  update(width, height) {
    const back = this.direction();
    const x = unit(cross(this.up, back)), y = cross(back, x);
    const away = this.away * Math.max(1, 1.2 * height / width);
    this.eye = add(this.target, back, away);
    this.axes = [x, y, back];
    const near = away / 100, far = away * 10 + 10 * this.size;
    const f = 2 / FIELD, a = (near + far) / (near - far);
    const m = (v, s) => [...[0, 1, 2].map((k) => s * v[k]), -s * dot(v, this.eye)];
    const rows = [m(x, f * height / width), m(y, f), m(back, a), m(back, -1)];
    rows[2][3] += 2 * near * far / (near - far);
    this.matrix = new Float32Array(16);
    rows.forEach((row, i) => row.forEach((value, j) => {
      this.matrix[4 * j + i] = value;
    }));
    this.width = width;
    this.height = height;
  }

  /* Returns where a point is seen: [x, y, depth], in pixels from the corner
     above left. */
  project(p) {
    const m = this.matrix;
    const [x, y, w] = [0, 1, 3].map((i) =>
      m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i]);
    return [(1 + x / w) * this.width / 2, (1 - y / w) * this.height / 2, w];
  }

  /* Shifts the target by so many pixels of a picture of this height. */
  shift(dx, dy, height) {
    const step = FIELD * this.away / height;
    this.target = add(add(this.target, this.axes[0], -dx * step),
      this.axes[1], dy * step);
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
    this.shown = run.arrows.map(() => true);
    this.followed = -1;
    this.program = buildProgram(gl, vertexShader, fragmentShader);
    this.ballProgram = buildProgram(gl, ballVertexShader, ballFragmentShader);
    this.lineProgram = buildProgram(gl, lineVertexShader, lineFragmentShader);
    this.lineBuffer = gl.createBuffer();
    this.lineArray = gl.createVertexArray();
    gl.bindVertexArray(this.lineArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    this.collectPieces();
    this.setArrowScale();
    this.makeGrid();
    gl.enable(gl.DEPTH_TEST);
  }

  /* Splits the parts into pieces, one for each mesh that they need; each has its
     place among the instances of the mesh. */
  collectPieces() {
    const {run, camera} = this, thin = 0.006 * camera.size;
    this.pieces = [];
    const put = (body, mesh, x, q, size, hex) => this.pieces.push({body, mesh, x, q,
      size, paint: rgb(hex), offset: norm(x) > 0, turned: q[3] < 1});
    for (const {body, shape, size, place, turn} of run.parts) {
      const hex = body < 0 ? STILL : PALETTE[body % PALETTE.length];
      for (const [mesh, x, lengths] of SHAPES[shape](size, thin, camera.size))
        put(body, mesh, add(place, rotate(turn, x)), turn, lengths, hex);
    }
    run.radii.forEach((r, b) => put(b, 'sphere', [0, 0, 0], [0, 0, 0, 1],
      [r, r, r], run.planar ? STILL : PALETTE[b % PALETTE.length]));
    this.bars = run.bars.map(([kind, a, b, ...x]) => {
      const ends = [[a, x.slice(0, 3)], [b, x.slice(3)]], hex = BARS[kind];
      if (kind === TARGET)
        put(b, 'sphere', ends[1][1], [0, 0, 0, 1], Array(3).fill(2 * thin), hex);
      return {ends, thin: kind === TARGET ? thin / 2 : thin, paint: rgb(hex)};
    });
    const meshes = {box: boxMesh(), plane: squareMesh(1), sphere: squareMesh(2),
      cylinder: cylinderMesh(24, 1, true), tube: cylinderMesh(24, 1, false)};
    this.instances = {};
    for (const name of Object.keys(meshes)) {
      const pieces = this.pieces.filter((piece) => piece.mesh === name);
      const set = new Instances(this.gl, meshes[name], pieces.length);
      for (const piece of pieces)
        piece.at = set.add(piece.x, piece.q, piece.size, piece.paint);
      this.instances[name] = set;
    }
    this.bands = new Instances(this.gl, cylinderMesh(12, 1, true),
      this.bars.length);
    const arrows = this.mostArrows();
    this.shafts = new Instances(this.gl, cylinderMesh(8, 1, true), arrows);
    this.heads = new Instances(this.gl, cylinderMesh(12, 0, true), arrows);
  }

  mostArrows() {
    const kinds = this.run.arrows.length, ends = this.run.arrowEnds;
    let most = 0;
    for (let k = kinds; kinds > 0 && k <= ends.length; k += kinds)
      most = Math.max(most, ends[k - 1] - (k > kinds ? ends[k - kinds - 1] : 0));
    return most;
  }

  /* Makes a grid of squares, whose side is 1, 2 or 5 times a power of ten: at
     the height of the level ground if there is one, otherwise below all; of a
     picture in a plane behind all. */
  makeGrid() {
    const {run, camera} = this, {up, front, right, size} = camera;
    const normal = run.planar ? front : up;
    const across = run.planar ? up : front;
    const ground = run.parts.find((part) => part.shape === 'plane' &&
      dot(rotate(part.turn, [0, 0, 1]), up) > 0.999);
    const middle = scale(0.5, add(run.low, run.high));
    const half = [0, 1, 2].reduce((sum, k) =>
      sum + Math.abs(normal[k]) * (run.high[k] - run.low[k]) / 2, 0);
    const height = ground && !run.planar ? dot(ground.place, up)
      : dot(middle, normal) - half - 0.1 * size;
    const ten = 10 ** Math.floor(Math.log10(size / 4));
    const square = [5, 2, 1].find((k) => k * ten <= size / 4) * ten;
    this.square = Number(square.toPrecision(1));
    const count = Math.ceil(0.9 * size / square);
    const base = add(middle, normal, height - dot(middle, normal) + 1e-4 * size);
    this.grid = [];
    for (let k = -count; k <= count; k++)
      for (const [along, to] of [[across, right], [right, across]]) {
        const at = add(base, along, k * square);
        this.grid.push(...add(at, to, -count * square),
          ...add(at, to, count * square));
      }
  }

  /* Gives arrows of the usual magnitude, the root mean square, the usual
     length, for each unit. */
  setArrowScale() {
    const {arrows, times} = this.run, sum = {};
    for (const {unit: of} of arrows) sum[of] = [0, 0];
    for (let f = 0; f < times.length; f++)
      eachArrow(this.run, f, (kind, _, v) => {
        const at = sum[arrows[kind].unit];
        at[0] += dot(v, v);
        at[1]++;
      });
    this.lengths = arrows.map(({unit: of}) => (sum[of][0] > 0
      ? ARROW * this.camera.size / Math.sqrt(sum[of][0] / sum[of][1]) : 0));
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
    for (const {body, mesh, x, q, at, offset, turned} of this.pieces) {
      const {data} = this.instances[mesh], b = 7 * body;
      if (mesh === 'plane') data.set(ground, at + 10);
      if (body < 0) continue;
      for (let k = 0; k < 7; k++) data[at + k] = p[b + k];
      if (!offset && !turned) continue;
      const [place, turn] = this.pose(body);
      data.set(add(place, rotate(turn, x)), at);
      data.set(multiplyQuaternions(turn, q), at + 3);
    }
  }

  /* Stretches bars between their ends. */
  placeBars() {
    this.bands.count = 0;
    for (const {ends, thin, paint} of this.bars) {
      const [a, b] = ends.map(([body, x]) => {
        const [place, turn] = this.pose(body);
        return add(place, rotate(turn, x));
      });
      const d = add(b, a, -1);
      this.bands.add(scale(0.5, add(a, b)), fromXTo(d), [norm(d), thin, thin],
        paint);
    }
  }

  placeArrows(frame) {
    this.shafts.count = this.heads.count = 0;
    const size = this.camera.size, thick = 0.005 * size;
    eachArrow(this.run, frame, (kind, point, vector) => {
      const length = Math.min(norm(vector) * this.lengths[kind], LONGEST * size);
      if (!this.shown[kind] || !(length > 0.004 * size)) return;
      const d = unit(vector), q = fromXTo(d);
      const head = Math.min(5 * thick, 0.5 * length);
      const paint = rgb(ARROW_COLOURS[kind % ARROW_COLOURS.length]);
      this.shafts.add(add(point, d, (length - head) / 2), q,
        [length - head, thick, thick], paint);
      this.heads.add(add(point, d, length - head / 2), q,
        [head, 0.4 * head, 0.4 * head], paint);
    });
  }

  /* Draws one line through points, or every second stretch of it. */
  drawLine(points, paint, mode = this.gl.LINE_STRIP) {
    const gl = this.gl;
    gl.bindVertexArray(this.lineArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STREAM_DRAW);
    gl.uniform4f(gl.getUniformLocation(this.lineProgram, 'paint'), ...paint, 1);
    gl.drawArrays(mode, 0, points.length / 3);
  }

  /* The path of a body's centre up to a frame. */
  tracePoints(body, frame) {
    const {positions, bodies, stride, low, high} = this.run, points = [];
    const every = Math.ceil((frame + 1) / 2000);
    for (let f = 0; f <= frame; f += every) {
      const i = (f * bodies + body) * stride;
      for (let k = 0; k < 3; k++)
        points.push(low[k] + (high[k] - low[k]) * positions[i + k] / 65535);
    }
    return points;
  }

  /* Draws the run at a moment (of frameAt). */
  draw(moment, {paper, ground, rule, ink, traced}) {
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
    gl.clearColor(...rgb(paper), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    /* Lines: what stands still without volume, then traces. */
    this.useProgram(this.lineProgram);
    this.drawLine(this.grid, rgb(rule), gl.LINES);
    for (const line of run.lines) this.drawLine(line, rgb(ink));
    for (const body of traced)
      this.drawLine(this.tracePoints(body, moment.frame),
        rgb(PALETTE[body % PALETTE.length]));
    /* Solids, then balls, whose edges are softened by samples. */
    this.placePieces(rgb(ground));
    this.placeBars();
    this.placeArrows(moment.part > 0.5 ? moment.next : moment.frame);
    const {sphere, plane, ...solids} = this.instances;
    this.useProgram(this.program);
    gl.enable(gl.CULL_FACE); /* a wall hides nothing from behind */
    plane.draw();
    gl.disable(gl.CULL_FACE);
    for (const set of [...Object.values(solids), this.bands, this.shafts,
      this.heads]) set.draw();
    this.useProgram(this.ballProgram);
    gl.uniform1f(gl.getUniformLocation(this.ballProgram, 'stripe'),
      run.turning ? 0.12 : 0);
    if (this.fine) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
    sphere.draw();
    gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }

  /* Begins to draw by a program, from where the camera is. */
  useProgram(program) {
    const {gl, camera} = this, at = (name) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.uniformMatrix4fv(at('camera'), false, camera.matrix);
    gl.uniform3f(at('eye'), ...camera.eye);
    gl.uniform3f(at('up'), ...camera.up);
  }

  /* Returns the body nearest to a place of the canvas, in its own pixels, and
     not farther than `reach` from it; -1 if there is none. */
  bodyAt(x, y, reach) {
    let best = -1, least = Infinity;
    for (let b = 0; b < this.run.bodies; b++) {
      const [px, py, depth] = this.camera.project(this.pose(b)[0]);
      const away = Math.hypot(px - x, py - y);
      if (away < reach && depth > 0 && away + depth / 1e3 < least)
        [best, least] = [b, away + depth / 1e3];
    }
    return best;
  }
}
