/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares what a command printed with what a text shows, as the tests of the
   texts do: a number shown with a point or an exponent may be off by two units
   of its last digit; numbers below `below` are all the same; with `within`,
   numbers of one sign may differ by that factor; a line "..." stands for any
   lines; blanks count as one. */
'use strict';

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/* Returns two units of the last digit of a number as it is written. */
function allowed(number) {
  const [digits, power = '0'] = number.toLowerCase().split('e');
  if (!/[.e]/i.test(number)) return 0;
  const after = digits.includes('.') ? digits.length - digits.indexOf('.') - 1
    : 0;
  return 2.000001 * 10 ** (power - after);
}

/* Tells whether b may stand where the text shows a. */
function alike(a, b, {below = 0, within = 0}) {
  const small = Math.abs(a) < below && Math.abs(b) < below;
  const near = within && a * b > 0 && Math.abs(a) <= within * Math.abs(b) &&
    Math.abs(b) <= within * Math.abs(a);
  return small || near || Math.abs(a - b) <= allowed(a);
}

/* Compares two lines: null if their words differ, else the places of the numbers
   that do. */
function differingNumbers(want, got, rule) {
  const words = (line) => line.replace(NUMBER, '#').replace(/\s+/g, ' ').trim();
  if (words(want) !== words(got)) return null;
  const numbers = want.match(NUMBER) || [], ours = got.match(NUMBER) || [];
  return ours.map((b, k) => (alike(numbers[k], b, rule) ? -1 : k))
    .filter((k) => k >= 0);
}

const agrees = (want, got, rule) => {
  const places = differingNumbers(want, got, rule);
  return places !== null && places.length === 0;
};

function linesOf(text) {
  const lines = text.split('\n');
  while (lines.length > 0 && lines[lines.length - 1].trim() === '') lines.pop();
  return lines;
}

/* Compares all lines. Returns {faults, marks}: how many lines differ, and for
   each line printed 'same', 'unlike', 'extra', or the places of the numbers that
   differ. With `filtered`, the text shows a few of the lines, in their order;
   the others are null. */
function compareTexts(want, got, {filtered = false, ...rule} = {}) {
  const wanted = linesOf(want), printed = linesOf(got);
  const marks = printed.map(() => (filtered ? null : 'extra'));
  let faults = 0, at = 0, skips = filtered;
  for (const line of wanted) {
    if (line.trim() === '...') {
      skips = true;
    } else {
      let found = at;
      while (skips && found < printed.length &&
             !agrees(line, printed[found], rule))
        found++;
      if (skips && found === printed.length) {
        faults++;
      } else {
        if (skips) for (let k = at; k < found; k++) marks[k] = null;
        const places = found < printed.length
          ? differingNumbers(line, printed[found], rule) : null;
        const good = places && places.length === 0;
        faults += !good;
        marks[found] = good ? 'same' : places || 'unlike';
        at = found + 1;
        skips = filtered;
      }
    }
  }
  if (skips) for (let k = at; k < printed.length; k++) marks[k] = null;
  else faults += printed.length - at > 0 ? printed.length - at : 0;
  return {faults, marks: marks.slice(0, printed.length)};
}
