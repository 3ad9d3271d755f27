/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The worker that runs programs, below Emscripten's own text. The first message
   brings {wasm, shipped}: the module's bytes and the shipped files. Each other
   one asks for a run, {argv, files}: its words, and the files of the working
   folder. Answers: {kind: 'out' or 'err', text} while it runs, and at the end
   {kind: 'end', status, files}. */
/* global pantinModule */
'use strict';

const WORK = '/work';
let ready, shipped;

/* Output is sent in pieces: when PIECE characters have gathered, or PATIENCE [ms]
   have passed, because a page is slow to take thousands of short ones. Messages
   of errors are sent at once. */
const PIECE = 65536, PATIENCE = 50;

/* Makes all folders above a path. */
function makeFolders(FS, path) {
  path.split('/').slice(1, -1).reduce((folder, name) => {
    const next = `${folder}/${name}`;
    if (!FS.analyzePath(next).exists) FS.mkdir(next);
    return next;
  }, '');
}

function writeFiles(FS, files) {
  for (const [path, content] of Object.entries(files)) {
    makeFolders(FS, path);
    FS.writeFile(path, content);
  }
}

/* Output that waits to be sent: of one kind, so that the order of all stays. */
const outbox = {kind: '', text: '', sent: 0};

function flush() {
  if (outbox.text) postMessage({kind: outbox.kind, text: outbox.text});
  Object.assign(outbox, {text: '', sent: performance.now()});
}

function post(kind, text) {
  if (kind !== outbox.kind) flush();
  outbox.kind = kind;
  outbox.text += text;
  if (kind === 'err' || outbox.text.length >= PIECE ||
      performance.now() > outbox.sent + PATIENCE)
    flush();
}

/* Sends what is written to a stream, or to a duplicate of it, as text. To a
   program it is a terminal if `terminal`, so that it shows its progress. */
function send(FS, stream, kind, terminal) {
  const decoder = new TextDecoder();
  stream.stream_ops = {
    open(opened) { opened.tty = terminal; },
    close() {},
    write(_, heap, at, length) {
      const bytes = new Uint8Array(heap.slice(at, at + length));
      post(kind, decoder.decode(bytes, {stream: true}));
      return length;
    },
  };
  stream.stream_ops.open(stream);
  FS.registerDevice(stream.node.rdev, stream.stream_ops);
}

/* Runs one program in a fresh instance of the module. */
async function run({argv, files}) {
  const compiled = await ready;
  let status = 0;
  const module = await pantinModule({
    thisProgram: argv[0],
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
    onExit(code) { status = code; },
    preRun: [({ENV}) => { ENV.PANTIN_DATA = '/pantin/data'; }],
    stdin: () => null,
    print() {},
    printErr(text) { post('err', `${text}\n`); },
  });
  const {FS} = module;
  writeFiles(FS, shipped);
  makeFolders(FS, `${WORK}/`);
  FS.symlink('/pantin/data', `${WORK}/data`);
  FS.chdir(WORK);
  writeFiles(FS, files);
  send(FS, FS.streams[1], 'out', false);
  send(FS, FS.streams[2], 'err', true);
  module.callMain(argv.slice(1));
  const kept = {};
  for (const name of FS.readdir(WORK))
    if (FS.isFile(FS.stat(`${WORK}/${name}`).mode))
      kept[`${WORK}/${name}`] = FS.readFile(`${WORK}/${name}`);
  flush();
  postMessage({kind: 'end', status, files: kept});
}

onmessage = ({data}) => {
  if (data.wasm) {
    ready = WebAssembly.compile(data.wasm);
    shipped = data.shipped;
  } else {
    run(data).catch((error) => {
      post('err', `the program broke off: ${error}\n`);
      flush();
      postMessage({kind: 'end', status: 134, files: {}});
    });
  }
};
