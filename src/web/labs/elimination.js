/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The game: joints of a mechanism are eliminated in the player's order. The
   picture counts along, for the player and for the program's own order, that of
   minimum degree; at the end pantin-eliminate counts, too. */
/* global machine, byId, draw, kept, busy */
'use strict';

const SIZE = 3;   /* rows of a ball joint */

/* Lays `rows` times `columns` bodies on a grid. */
function grid(rows, columns) {
  const bodies = [], pairs = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      bodies.push([c, -r]);
      if (c > 0) pairs.push([bodies.length - 2, bodies.length - 1]);
      if (r > 0) pairs.push([bodies.length - 1 - columns, bodies.length - 1]);
    }
  return {bodies, pairs};
}

/* Lays bodies on a circle, with a hub or without. */
function wheel(count, hub) {
  const bodies = [...Array(count).keys()].map((k) =>
    [Math.sin(2 * Math.PI * k / count), Math.cos(2 * Math.PI * k / count)]);
  const pairs = bodies.map((_, k) => [k, (k + 1) % count]);
  if (hub) {
    bodies.push([0, 0]);
    for (let k = 0; k < count; k++) pairs.push([k, count]);
  }
  return {bodies, pairs};
}

/* A binary tree of bodies. */
function tree(levels) {
  const bodies = [], pairs = [];
  for (let k = 1; k < 2 ** levels; k++) {
    const level = Math.floor(Math.log2(k)), at = k - 2 ** level;
    bodies.push([(at + 0.5) * 2 ** (levels - level), -1.5 * level]);
    if (k > 1) pairs.push([Math.floor(k / 2) - 1, k - 1]);
  }
  return {bodies, pairs};
}

const puzzles = {
  ladder: {title: 'a ladder', ...grid(2, 4)},
  ring: {title: 'a ring of eight', ...wheel(8, false)},
  tree: {title: 'a tree', ...tree(4)},
  wheel: {title: 'a wheel with its hub', ...wheel(6, true)},
  net: {title: 'a net, three by three', ...grid(3, 3)},
  large: {title: 'a net, four by four', ...grid(4, 4)},
};

/* Writes the scene, its joints in the given order. */
function sceneOf({bodies, pairs}, order) {
  const middle = ([a, b]) => bodies[a].map((x, k) => (x + bodies[b][k]) / 2);
  return `bodies = (\n${bodies.map(([x, y], k) =>
    `  { name = "b${k}"; mass = 1; shape = "sphere"; size = 0.2;
    position = (${x}, ${y}, 0.0); }`).join(',\n')} );
joints = (\n${order.map((j) => {
    const [x, y] = middle(pairs[j]);
    return `  { name = "j${j}"; type = "ball"; parent = "b${pairs[j][0]}";
    child = "b${pairs[j][1]}"; point = (${x}, ${y}, 0.0); }`;
  }).join(',\n')} );\ntime = 1;\n`;
}

/* The joints that hold a body that joint j holds. */
function neighbours({pairs}, j) {
  return pairs.map((pair, k) => k).filter((k) =>
    k !== j && pairs[k].some((body) => pairs[j].includes(body)));
}

/* Eliminates in an order: the connections of each joint with those that follow
   it, and which of these are fill, as sets of "a,b". */
function eliminate(puzzle, order) {
  const count = puzzle.pairs.length;
  const linked = [...Array(count).keys()].map((j) => new Set(neighbours(puzzle, j)));
  const fill = new Set(), columns = [];
  let work = 0;
  for (const j of order) {
    const left = [...linked[j]];
    for (const a of left) {
      linked[a].delete(j);
      for (const b of left)
        if (a < b && !linked[a].has(b)) {
          linked[a].add(b);
          linked[b].add(a);
          fill.add(`${a},${b}`);
        }
    }
    columns.push(left);
    linked[j] = new Set();
    /* The pivot, the column below it, and the products with all above them. */
    work += SIZE ** 3;
    left.forEach((_, above) => {
      work += SIZE ** 3 + SIZE ** 3 * above + SIZE * (SIZE + 1) / 2 * SIZE;
    });
  }
  return {linked, fill, columns, work};
}

const game = {
  name: 'net', order: [], best: null,
  get puzzle() { return puzzles[this.name]; },

  choose(name, order = []) {
    Object.assign(this, {name, order, best: null});
    byId('puzzle').value = name;
    for (const id of ['own-fill', 'own-work', 'degree-fill', 'degree-work'])
      byId(id).textContent = '';
    this.show();
    const plain = [...this.puzzle.pairs.keys()];
    return busy(async () => {
      this.best = await this.ask(plain, 'degree');
      this.show();
      byId('degree-fill').textContent = this.best.fill;
      byId('degree-work').textContent = this.best.factor_operations;
      if (this.order.length === plain.length) await this.finish();
    });
  },

  /* The opponent's order: that of minimum degree, as far as the player is. */
  get replies() {
    return this.best ? this.best.eliminated.slice(0, this.order.length)
      .map((name) => Number(name.slice(1))) : [];
  },

  /* Lets the program eliminate the joints in an order. */
  ask(order, rule) {
    return machine.json(['pantin-eliminate', 'game.cfg', '--order', rule],
      {files: {'/work/game.cfg': sceneOf(this.puzzle, order)}});
  },

  take(joint) {
    if (this.order.includes(joint)) return null;
    this.order.push(joint);
    this.show();
    return this.order.length === this.puzzle.pairs.length
      ? busy(() => this.finish()) : null;
  },

  /* Takes the joint with the fewest neighbours. */
  takeLeast() {
    const {linked} = eliminate(this.puzzle, this.order);
    const left = [...this.puzzle.pairs.keys()].filter((j) =>
      !this.order.includes(j));
    const least = Math.min(...left.map((j) => linked[j].size));
    const joint = left.find((j) => linked[j].size === least);
    return joint === undefined ? null : this.take(joint);
  },

  async finish() {
    const own = await this.ask(this.order, 'given');
    byId('own-fill').textContent = own.fill;
    byId('own-work').textContent = own.factor_operations;
    if (!this.best) return;
    const saved = this.best.factor_operations - own.factor_operations;
    byId('verdict').textContent = saved > 0
      ? `You beat minimum degree by ${saved} multiply-adds.`
      : saved === 0 ? 'As good as minimum degree.'
        : `Minimum degree needs ${-saved} multiply-adds less. Try again?`;
  },

  show() {
    kept.write({mechanism: this.name, order: this.order.join('.')});
    const state = eliminate(this.puzzle, this.order);
    byId('fill').textContent = state.fill.size;
    byId('work').textContent = state.work;
    byId('verdict').textContent = '';
    byId('own-fill').textContent = byId('own-work').textContent = '';
    byId('undo').disabled = this.order.length === 0;
    const {replies} = this, its = eliminate(this.puzzle, replies);
    byId('its-fill').textContent = its.fill.size;
    byId('its-work').textContent = its.work;
    byId('opponent-said').textContent = replies.length
      ? `Minimum degree: its last move was ${replies[replies.length - 1]}`
      : 'Minimum degree';
    drawGraph(byId('graph'), this.puzzle, this.order, state);
    drawGraph(byId('opponent'), this.puzzle, replies, its);
    drawMatrix(this.puzzle, this.order, state);
  },
};

/* Draws bodies as pale dots, and joints that are left between them: buttons, in
   the player's picture. */
function drawGraph(picture, puzzle, order, {linked, fill}) {
  const isPlayer = picture.id === 'graph';
  const hadFocus = picture.contains(document.activeElement);
  picture.replaceChildren();
  const {bodies, pairs} = puzzle;
  const xs = bodies.map((b) => b[0]), ys = bodies.map((b) => b[1]);
  const place = (x, y) => [
    60 + 480 * (x - Math.min(...xs)) / (Math.max(...xs) - Math.min(...xs)),
    410 - 360 * (y - Math.min(...ys)) / (Math.max(...ys) - Math.min(...ys))];
  const body = bodies.map(([x, y]) => place(x, y));
  const joint = pairs.map(([a, b]) =>
    [(body[a][0] + body[b][0]) / 2, (body[a][1] + body[b][1]) / 2]);
  for (const [a, b] of pairs)
    draw(picture, 'line', {x1: body[a][0], y1: body[a][1], x2: body[b][0],
      y2: body[b][1], stroke: 'var(--ground)', 'stroke-width': 14});
  for (const [x, y] of body)
    draw(picture, 'circle', {cx: x, cy: y, r: 16, fill: 'var(--ground)'});
  linked.forEach((others, a) => others.forEach((b) => {
    if (a > b) return;
    const isFill = fill.has(`${a},${b}`);
    const [x1, y1] = joint[a], [x2, y2] = joint[b];
    /* Bent a little, so that lines through other joints can be told apart. */
    const bend = isFill ? 0.16 : 0.06;
    draw(picture, 'path', {fill: 'none', 'stroke-width': isFill ? 2.5 : 1.5,
      stroke: isFill ? 'var(--second)' : 'var(--faint)',
      'stroke-dasharray': isFill ? '6 3' : 'none',
      d: `M${x1} ${y1}Q${(x1 + x2) / 2 + bend * (y1 - y2)} ` +
        `${(y1 + y2) / 2 + bend * (x2 - x1)} ${x2} ${y2}`});
  }));
  joint.forEach(([x, y], j) => {
    if (order.includes(j)) return;
    const dot = draw(picture, 'g', isPlayer ? {tabindex: 0, role: 'button',
      'data-joint': j, 'aria-label': `joint ${j}, ${linked[j].size} neighbours`}
      : {});
    draw(dot, 'circle', {cx: x, cy: y, r: 21,
      fill: isPlayer ? 'var(--accent)' : 'var(--faint)'});
    draw(dot, 'text', {x, y: y + 6, 'text-anchor': 'middle',
      style: 'fill: var(--paper); font-size: 18px'}, j);
    if (!isPlayer) return;
    dot.style.cursor = 'pointer';
    dot.onclick = () => game.take(j);
    dot.onkeydown = (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        game.take(j);
      }
    };
  });
  if (isPlayer && hadFocus) {
    const next = picture.querySelector('[data-joint]');
    if (next) next.focus();
  }
}

/* Draws the matrix, what is eliminated first, then what is left. */
function drawMatrix(puzzle, order, {fill}) {
  const picture = byId('matrix');
  picture.replaceChildren();
  const count = puzzle.pairs.length;
  const all = [...order, ...[...Array(count).keys()].filter((j) =>
    !order.includes(j))];
  const cell = 370 / count;
  const at = all.map((_, k) => 26 + k * cell);
  all.forEach((j, r) => {
    const title = {fill: r < order.length ? 'var(--faint)' : 'var(--accent)',
      style: `font-size: ${Math.min(11, cell)}px`, 'text-anchor': 'middle'};
    draw(picture, 'text', {x: at[r] + cell / 2, y: 20, ...title}, j);
    draw(picture, 'text', {x: 13, y: at[r] + 0.7 * cell, ...title}, j);
    all.forEach((k, c) => {
      const own = j === k || neighbours(puzzle, j).includes(k);
      const isFill = fill.has(`${Math.min(j, k)},${Math.max(j, k)}`);
      draw(picture, 'rect', {x: at[c] + 0.5, y: at[r] + 0.5, width: cell - 1,
        height: cell - 1, fill: isFill ? 'var(--second)'
          : own ? 'var(--accent)' : 'var(--ground)',
        opacity: Math.min(r, c) < order.length ? 0.55 : 1});
    });
  });
}

for (const [name, {title}] of Object.entries(puzzles))
  byId('puzzle').append(new Option(title, name));
byId('puzzle').onchange = () => game.choose(byId('puzzle').value);
byId('undo').onclick = () => {
  game.order.pop();
  game.show();
};
byId('restart').onclick = () => {
  game.order = [];
  game.show();
};
byId('hint').onclick = () => game.takeLeast();
const asked = kept.read();
game.choose(asked.mechanism in puzzles ? asked.mechanism : 'net',
  (asked.order || '').split('.').filter((j) => /^\d+$/.test(j)).map(Number));
