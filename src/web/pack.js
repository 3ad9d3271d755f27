/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Packs the module, its worker and the shipped files into one script, so that
   a page in a file needs nothing else:
     node pack.js FOLDER SOURCE >pantin.js
   FOLDER has the module, SOURCE is the tree. */
'use strict';
const fs = require('fs');
const [, , folder, source] = process.argv;

const files = {};
function ship(path) {
  for (const name of fs.readdirSync(`${source}/${path}`).sort()) {
    const below = `${path}/${name}`;
    if (fs.statSync(`${source}/${below}`).isDirectory()) ship(below);
    else if (/\.(cfg|lcp|csv|txt|urdf|xml)$/.test(name))
      files[`/pantin/${below}`] = fs.readFileSync(`${source}/${below}`, 'utf8');
  }
}
for (const path of ['data', 'tutorials/contact', 'tutorials/tuning']) ship(path);

const packed = {
  programs: [...fs.readFileSync(`${folder}/pantin/programs.inc`, 'utf8')
    .matchAll(/"(.*)"/g)].map((found) => found[1]),
  glue: fs.readFileSync(`${folder}/pantin.js`, 'utf8'),
  worker: fs.readFileSync(`${source}/src/web/worker.js`, 'utf8'),
  wasm: fs.readFileSync(`${folder}/pantin.wasm`).toString('base64'),
  files,
};
console.log(`'use strict';\nconst PANTIN = ${JSON.stringify(packed)};`);
