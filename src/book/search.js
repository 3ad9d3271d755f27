/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Searches the book. INDEX lists its sections: [address, title, text]. */
/* global INDEX */
'use strict';

const field = document.getElementById('search');
const found = document.getElementById('found');
const contents = document.getElementById('contents');

/* Lists the sections that contain every word, those first whose title does;
   each comes with the place of the first word. */
function search(query) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word);
  if (words.length === 0) return [];
  const hits = [];
  for (const [address, title, text] of INDEX) {
    const all = `${title} ${text}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]));
    const inTitle = words.every((word) => title.toLowerCase().includes(word));
    hits.push({address, title, inTitle,
      excerpt: text.slice(Math.max(0, at - 60), at + 100)});
  }
  return hits.sort((a, b) => b.inTitle - a.inTitle);
}

/* Shows what was found. */
function show() {
  const hits = search(field.value);
  found.replaceChildren(...hits.slice(0, 20).map((hit) => {
    const item = document.createElement('p');
    const link = document.createElement('a');
    link.href = hit.address;
    link.textContent = hit.title;
    item.append(link, ` … ${hit.excerpt} …`);
    return item;
  }));
  if (field.value.trim() && hits.length === 0)
    found.textContent = 'Nothing in the book has all these words.';
  else if (hits.length > 20)
    found.append(`and ${hits.length - 20} more sections`);
}

field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  field.value = '';
  show();
});
found.addEventListener('click', (event) => {
  if (event.target.tagName !== 'A') return;
  field.value = '';
  show();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
  event.preventDefault();
  field.focus();
});

/* Beside the text there is room for the contents. */
if (contents && matchMedia('(min-width: 68rem)').matches) contents.open = true;
