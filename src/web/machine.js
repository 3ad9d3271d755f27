/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The page's side of the worker: runs programs one after the other, keeps their
   files from one to the next, and stops them. PANTIN, from pantin.js, is the
   module with its worker and the shipped files. */
/* global PANTIN */
'use strict';

const WORK = '/work/';

/* Decodes base64. */
function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

class Machine {
  constructor() {
    this.files = {};   /* path: content, of the working folder */
    this.last = Promise.resolve();
  }

  /* Starts a worker, from a Blob so that it works for a page in a file. */
  start() {
    const text = new Blob([PANTIN.glue, PANTIN.worker],
      {type: 'text/javascript'});
    const address = URL.createObjectURL(text);
    this.worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.worker.postMessage({wasm: bytesOf(PANTIN.wasm), shipped: PANTIN.files});
  }

  /* Runs a program, after those asked for before. argv: its name and words.
     `hear(kind, text)` is told what it prints as it does; `owner` is who asks, and
     does no longer if it is `halted`. Resolves to {status, out, err}; the status
     of a run that was stopped is 130. */
  run(argv, {files = {}, hear = () => {}, owner = {}} = {}) {
    this.last = this.last.then(() => (owner.halted
      ? {status: 130, out: '', err: ''}
      : this.runNow(argv, files, hear, owner)));
    return this.last;
  }

  runNow(argv, files, hear, owner) {
    if (!this.worker) this.start();
    this.owner = owner;
    return new Promise((resolve) => {
      const result = {out: '', err: ''};
      const end = (status) => {
        this.stop = null;
        resolve({...result, status});
      };
      this.stop = () => {
        this.worker.terminate();
        this.worker = null;
        end(130);
      };
      this.worker.onmessage = ({data}) => {
        if (data.kind === 'end') {
          Object.assign(this.files, data.files);
          end(data.status);
        } else {
          result[data.kind] += data.text;
          hear(data.kind, data.text);
        }
      };
      this.worker.postMessage({argv, files: {...this.files, ...files}});
    });
  }

  /* Stops the run, if there is one: of this owner, or of any. */
  cancel(owner = this.owner) {
    if (this.stop && owner === this.owner) this.stop();
  }

  /* Runs a program that prints one JSON object; throws what it complains of. */
  async json(argv, options) {
    const {status, out, err} = await this.run([...argv, '--json', '--quiet'],
      options);
    if (status === 130) throw new Error('stopped');
    if (!out) throw new Error(err.trim());
    return JSON.parse(out);
  }

  /* Reads a file of the working folder as text. */
  text(name) {
    return new TextDecoder().decode(this.files[WORK + name]);
  }
}
