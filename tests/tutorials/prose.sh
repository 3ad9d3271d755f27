#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests what is written for people: the words are spelt right (in British
# English, by hunspell and the list words.txt), formulas are seen as such on
# GitHub and by pandoc, links lead somewhere, sentences are short, and none has
# a phrase of the list phrases.txt (by style and diction of GNU). What is not
# installed is skipped.
. "$srcdir/tests/tap.sh"

folder=$srcdir/tests/tutorials

# Prints the words of a text that nobody knows; abbreviations and what has two
# letters, mostly symbols, are not asked for.
unknown_words() {
  awk -f "$folder/prose.awk" "$1" | LC_ALL=C.UTF-8 hunspell -d en_GB -l |
    sort -u | grep -vxE "[A-Z]+('s)?|..?" | grep -vxF -f "$folder/words.txt"
}

formula_faults() {
  awk -v faults=1 -f "$folder/prose.awk" "$1"
}

# Prints the prose of a text, where tables, headings and pictures are ends of
# sentences, and each item of a list begins one.
sentences() {
  sed 's/^[> ]*[|#!].*/./; s/^[> ]*[-*] /. Item /; s/^ *[0-9]*\. /. Item /' "$1" |
    awk -f "$folder/prose.awk"
}

# Prints sentences of more than 60 words. (One that ends in a number or in code
# may be read together with the next.)
long_sentences() {
  sentences "$1" | style -l 60 | grep '^(stdin):'
}

# Prints sentences with a phrase that says nothing, or that has a shorter word.
idle_phrases() {
  sentences "$1" | diction -d -n -f "$folder/phrases.txt" | grep -F '['
}

# Prints what pandoc could not typeset; it says so on stderr.
pandoc_faults() {
  { pandoc -f gfm+tex_math_dollars -t html --mathml "$1" >/dev/null; } 2>&1
}

# The tree for students has no folder for lecturers.
link_faults() {
  awk -f "$folder/links.awk" "$1" |
    if [ -d "$srcdir/tutorials/lecturers" ]; then cat; else grep -v /lecturers/; fi
}

# check NAME TOOL FUNCTION TEXT: skipped without the tool.
check() {
  if command -v "$2" >/dev/null 2>&1; then
    silent "$1" "$3" "$4"
  else
    skip "$1" "no $2"
  fi
}

# Dictionaries differ: only who asks for it is held to words.txt.
speller=hunspell
echo word | hunspell -d en_GB -l >/dev/null 2>&1 || speller=hunspell-en-gb
[ "${PANTIN_SPELLING-}" = yes ] || speller=PANTIN_SPELLING=yes

for text in "$srcdir"/README.md "$srcdir"/CONTRIBUTING.md \
  "$srcdir"/SECURITY.md "$srcdir"/src/*/README.md "$srcdir"/tutorials/*.md \
  "$srcdir"/tutorials/*/*.md; do
  [ -f "$text" ] || continue
  short=${text#"$srcdir"/}
  check "$short: its words" $speller unknown_words "$text"
  check "$short: its formulas" awk formula_faults "$text"
  check "$short: its formulas in pandoc" pandoc pandoc_faults "$text"
  check "$short: its links" awk link_faults "$text"
  check "$short: its sentences" style long_sentences "$text"
  check "$short: its phrases" diction idle_phrases "$text"
done
# The plan has the meetings of the slides. (The tree for students has neither.)
meetings() {
  sed -n 's/^##* \(Meeting [0-9]: .*\)/\1/p' "$srcdir/tutorials/lecturers/$1"
}
if [ -d "$srcdir/tutorials/lecturers" ]; then
  meetings README.md >"$scratch/planned"
  meetings slides.md >"$scratch/shown"
  succeeds 'there are slides of five meetings' \
    test "$(wc -l <"$scratch/shown")" -eq 5
  succeeds 'they are the meetings of the plan' \
    cmp "$scratch/planned" "$scratch/shown"
fi
succeeds 'the list of words is sorted, each word once' \
  env LC_ALL=C sort -uc "$folder/words.txt"

# Tests the test itself on planted texts.
planted=$scratch/planted.md
plant() {
  cat >"$planted"
}
# refused NAME FAULT FUNCTION: the planted text has this fault.
refused() {
  prints "$1 is seen" "$2" "$3" "$planted"
}
plant <<'END'
# A *good* text, and its words

An energy $\tfrac12 m v^2$ in joules, `cfoo()` and [a link](#a-good-text-and-its-words),
[a paper](https://example.org/paper.pdf),
[doi:10.1000/182](https://doi.org/10.1000/182).

$$ K = \begin{pmatrix}
     t & 1 \\
     1 & 0
   \end{pmatrix} . $$

```sh
xyzzy $HOME [no](link)
```
END
check 'a good text has known words' $speller unknown_words "$planted"
silent 'a good text has good formulas' formula_faults "$planted"
silent 'a good text has good links' link_faults "$planted"
plant <<'END'
The eigenvlaue grows.
END
if [ $speller = hunspell ] && command -v hunspell >/dev/null 2>&1; then
  refused 'a misspelt word' eigenvlaue unknown_words
fi
plant <<'END'
Let $a +
END
refused 'a formula over two lines' 'does not end on its line' formula_faults
plant <<'END'
Let $A = \begin{pmatrix} 1 \\ 2 \end{pmatrix}$ be.
END
refused 'a \\ within a line' 'does not end its line' formula_faults
plant <<'END'
Let $a\,b$ be.
END
refused 'a lost backslash' 'before a mark' formula_faults
plant <<'END'
Let $p^*$ be.
END
refused 'an asterisk' 'asterisk' formula_faults
plant <<'END'
Let $0<a$ be.
END
refused 'a tag' 'before a letter' formula_faults
plant <<'END'
$$ a
  - b $$
END
refused 'a list in a formula' 'looks like a list' formula_faults
plant <<'END'
See ![the chain](chain.svg).
END
refused 'a missing picture' "no file 'chain.svg'" link_faults
plant <<'END'
See [above](#nowhere).
END
refused 'a missing heading' "no heading 'nowhere'" link_faults
plant <<'END'
See [it](http://example.org).
END
refused 'an address without https' 'no address' link_faults
plant <<'END'
See [doi:10.1000/1](https://doi.org/10.1000/2).
END
refused 'a wrong DOI' 'is not the one shown' link_faults
if command -v style >/dev/null && command -v diction >/dev/null; then
  { printf 'This'; yes ' goes on' | head -n 31 | tr -d '\n'; echo .; } | plant
  refused 'a long sentence' 'goes on goes on' long_sentences
  plant <<'END'
The rest is, needless to say, easy.
END
  refused 'an idle phrase' '[needless to say]' idle_phrases
fi
finish
