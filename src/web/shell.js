/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads what a text shows for a shell, as far as a page can run it: commands
   with quoted words, `> FILE`, `|| echo`, here-documents and plain loops. What a
   pipe leads to is not run, nor a command that reads `< FILE`. */
'use strict';

/* Cuts a line into words and operators; an operator is {op, end}, with the place
   in the line where it ends. */
function wordsOf(line) {
  const words = [];
  const token = /\s*(?:(\d?>>?(?:&\d)?|\|\||&&|[|;<])|((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\|;<>&])+)|(#.*$|&|$))/gy;
  token.lastIndex = 0;
  for (let found; (found = token.exec(line)) && found[0] !== '';) {
    const [, op, word] = found;
    if (op) words.push({op, end: token.lastIndex});
    else if (word)
      words.push(word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
  }
  return words;
}

/* Makes a step of one line: {argv, rest, input, file, onFailure}. `rest` is the
   text of the pipe's other commands. */
function stepOf(line) {
  const step = {argv: [], rest: '', input: null, file: null,
    onFailure: null};
  const pipe = line.match(/^((?:'[^']*'|"[^"]*"|[^'"|]|\|\|)*?[^|])\|(?!\|)(.*)$/s);
  if (pipe) {
    [, line, step.rest] = pipe;
    step.rest = step.rest.trim();
  }
  const words = wordsOf(line);
  /* `pantin chain` is another name of pantin-chain. */
  if (words[0] === 'pantin') words.splice(0, 2, `pantin-${words[1]}`);
  for (let k = 0; k < words.length; k++) {
    const op = words[k].op;
    if (op === '>' || op === '1>') {
      step.file = words[++k];
    } else if (op === '<') {
      step.input = words[++k];
    } else if (op === '||') {
      step.onFailure = words.slice(k + 1).filter((word) => !word.op);
      break;
    } else if (op === ';' || op === '&&') {
      return [step, ...stepOf(line.slice(words[k].end))].flat();
    } else if (op && op.startsWith('2>')) {
      if (op === '2>') k++;
    } else if (!op) {
      step.argv.push(words[k]);
    }
  }
  return [step];
}

/* Reads a block of commands into steps; {write, text} writes a here-document. */
function stepsOf(text) {
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  const steps = [];
  while (lines.length > 0) {
    let line = lines.shift();
    const here = line.match(/^cat\s*>\s*(\S+)\s*<<-?\s*'?(\w+)'?\s*$/);
    const loop = line.match(/^for (\w+) in (.*?)(?:; do)?\s*$/);
    if (here) {
      const body = lines.splice(0, lines.indexOf(here[2]) + 1);
      steps.push({write: here[1],
        text: body.slice(0, -1).map((l) => `${l}\n`).join('')});
    } else if (loop) {
      const body = lines.splice(0, lines.indexOf('done') + 1).slice(0, -1)
        .join('\n').replace(/^do\s/, '');
      for (const value of wordsOf(loop[2]))
        steps.push(...stepsOf(body.replaceAll(`$${loop[1]}`, value)));
    } else {
      /* A quote that is left open goes on, and so does a pipe. */
      while (((line.match(/'/g) || []).length % 2 === 1 || /\|\s*$/.test(line)) &&
             lines.length > 0)
        line += `\n${lines.shift()}`;
      if (line.trim()) steps.push(...stepOf(line.trim()));
    }
  }
  return steps;
}
