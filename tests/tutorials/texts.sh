#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Tests that the texts of the tutorials are true: what they show is what
# happens.
#   ```sh          these lines are run, by `sh -e` in a folder that the blocks of
#                  the text share; they end well and print nothing, unless
#   ```output      follows: it shows what they print (compare.awk says how it
#                  is compared)
#   ```console     each line after "$ ", with those after "> " that continue it,
#                  is run in the same folder; the lines below are its output
#   ```LANG FILE   these lines stand so in FILE of this tree
#   ```text        formulas and the like; nothing is checked
# No other fence is allowed. In a console a command that fails is followed by
# $ echo $?.
. "$srcdir/tests/tap.sh"

sanitized && skip_all 'slow under sanitizers, and each program has tests'

awk_folder=$srcdir/tests/tutorials
PATH=$builddir/src/programs:$PATH
for folder in "$srcdir"/tutorials/*/; do # their own programs
  PATH=$builddir/tutorials/$(basename "$folder"):$PATH
done
export PATH

# cut_text TEXT: cuts it into $blocks, with the list of blocks in $blocks/list.
cut_text() {
  blocks=$scratch/blocks
  rm -rf "$blocks" "$scratch/work"
  mkdir -p "$blocks" "$scratch/work"
  awk -v out="$blocks" -f "$awk_folder/blocks.awk" "$1" >"$blocks/list"
}

# console_faults TEXT NUMBER LINE KIND PATH BELOW WITHIN COMMANDS: prints the
# faults of this block.
console_faults() {
  [ "$8" -gt 0 ] || echo "$1:$3: no command in this block"
  (cd "$scratch/work" && sh "$blocks/$2.script") </dev/null
  k=1
  while [ "$k" -le "$8" ]; do
    base=$blocks/$2.$k
    next=$(cat "$blocks/$2.$((k + 1)).command" 2>/dev/null)
    status=$(cat "$base.status")
    # shellcheck disable=SC2016  # the text says so
    [ "$status" = 0 ] || [ "$next" = 'echo $?' ] ||
      echo "$1:$3: $(cat "$base.command"): status $status"
    awk -v text="$1" -v below="$6" -v within="$7" \
      -f "$awk_folder/compare.awk" "$base.want" "$base.got"
    k=$((k + 1))
  done
}

# commands_faults TEXT NUMBER LINE...: runs a block of commands and prints its
# faults.
commands_faults() {
  base=$blocks/$2
  (cd "$scratch/work" && sh -e "$base.body") </dev/null >"$base.got" 2>&1
  status=$?
  [ "$status" -eq 0 ] || {
    echo "$1:$3: status $status"
    cat "$base.got"
  }
  [ -e "$base.shown" ] || [ ! -s "$base.got" ] || {
    echo "$1:$3: what these commands print is not shown:"
    cat "$base.got"
  }
}

# output_faults TEXT NUMBER LINE KIND PATH BELOW WITHIN COMMANDS: compares with
# what the block of commands has printed.
output_faults() {
  if [ "$8" -eq 0 ]; then
    echo "$1:$3: no block of commands stands before this output"
    return
  fi
  awk -v text="$1" -v below="$6" -v within="$7" -f "$awk_folder/compare.awk" \
    "$blocks/$2.want" "$blocks/$8.got"
}

# Prints the faults of a block of source.
source_faults() {
  if [ ! -f "$srcdir/$5" ]; then
    echo "$1:$3: there is no file $5"
    return
  fi
  awk -v text="$1" -v line="$3" -v file="$5" '
    FILENAME == ARGV[1] { want[n++] = $0; next }
    {
      have[m++] = $0
    }
    END {
      if (n == 0) { print text ":" line ": an empty block"; exit }
      for (at = 0; at + n <= m; at++) {
        for (k = 0; k < n && have[at + k] == want[k]; k++)
          ;
        if (k == n)
          exit
        if (k > best) { best = k }
      }
      print text ":" line + best + 1 ": not so in " file ": " want[best]
    }' "$blocks/$2.body" "$srcdir/$5"
}

# Prints the faults of a block of any kind.
block_faults() {
  case $4:$5 in
  console:-) console_faults "$@" ;;
  sh:-) commands_faults "$@" ;;
  output:-) output_faults "$@" ;;
  text:-) ;;
  unclosed:*) echo "$1:$3: this block has no end" ;;
  *:-) echo "$1:$3: a block of kind '$4' must name its file" ;;
  *) source_faults "$@" ;;
  esac
}

# needs_more FILE...: these commands need a library that this build does without
# (rigid bodies need ODE, recorded frames HDF5), or the solutions of exercises.
needs_more() {
  { [ "${PANTIN_SOLUTIONS-}" = no ] &&
    grep -qE '(^|[ (])(rows|sweeps|felt)( |$)' "$@"; } ||
    { ! built_with ODE &&
      grep -qE '(wall|tripods|marbles|falling-chain|chain[.]h5)' "$@"; } ||
    { ! built_with HDF5 && grep -q '[.]h5' "$@"; }
}

# Prints all faults of a text.
text_faults() {
  cut_text "$1"
  while read -r block; do
    # shellcheck disable=SC2086  # a list of words
    block_faults "$1" $block
  done <"$blocks/list"
}

for text in "$srcdir"/tutorials/*.md "$srcdir"/tutorials/*/*.md; do
  [ -f "$text" ] || continue
  short=${text#"$srcdir"/tutorials/}
  cut_text "$text"
  while read -r number line kind path below within commands; do
    run=
    case $kind:$path in
    console:-) run=$(echo "$blocks/$number".*.command) ;;
    sh:-) run=$blocks/$number.body ;;
    output:-) run=$blocks/$commands.body ;;
    esac
    title=$path
    # shellcheck disable=SC2086  # a list of files
    if [ -n "$run" ] && [ -e "${run%% *}" ]; then
      title=$(head -n 1 ${run%% *})
      if needs_more $run; then
        skip "$short:$line $title" 'built without what it needs'
        continue
      fi
    fi
    [ "$kind" != output ] || title="the output of $title"
    [ "$kind" = text ] || silent "$short:$line $title" block_faults "$text" \
      "$number" "$line" "$kind" "$path" "$below" "$within" "$commands"
  done <"$blocks/list"
done

# Tests the test itself on planted texts, each with one fault. The good text
# shows what is allowed.
planted=$scratch/planted.md
plant() {
  {
    echo "$1"
    cat
    echo '```'
  } >"$planted"
}
table="printf 'k  phi\\n0  %s\\n1  1.5e-3\\nend -0.25 m, 7 steps\\n'"
good() {
  plant '```console' <<END
\$ $table 67.877
k  phi
0  67.877
1  1.5e-3
end -0.25 m, 7 steps
END
}
# changed NAME SED-COMMAND: this change to the good text is seen as a fault.
changed() {
  good
  sed "$2" "$planted" >"$scratch/changed.md"
  if cmp -s "$planted" "$scratch/changed.md"; then
    silent "$1: the change changes something" echo "$2"
  fi
  prints "$1 is seen" 'the text shows' text_faults "$scratch/changed.md"
}
allowed_change() {
  good
  sed "$2" "$planted" >"$scratch/changed.md"
  silent "$1 is allowed" text_faults "$scratch/changed.md"
}
good
silent 'a true text has no fault' text_faults "$planted"
allowed_change 'two units of the last digit' 's/^0  67.877/0  67.879/'
allowed_change 'fewer digits' 's/^0  67.877/0  67.88/'
allowed_change 'another number of blanks' 's/^0  67.877/0 67.877/'
allowed_change 'an elision' 's/^0  67.*/.../'
allowed_change 'an elision at the end' 's/^end.*/.../'
allowed_change 'an elision at the start' 's/^k  phi/.../'
changed 'a changed digit' 's/^0  67.877/0  67.880/'
changed 'a changed sign' 's/^end -/end /'
changed 'a changed exponent' 's/^1 .*/1  1.5e-4/'
changed 'a changed integer' 's/^end.*/end -0.25 m, 8 steps/'
changed 'a changed word' 's/^end/End/'
changed 'a missing line' '/^1 /d'
changed 'a missing last line' '/^end/d'
changed 'a line too many' 's/^end.*/&\nand more/'
changed 'a wrong line after an elision' 's/^0  67.*/.../; s/^end/End/'

plant '```console' <<'END'
$ echo rounding 3.1e-13
rounding 2.2e-14
END
prints 'a number of rounding is seen' 'the text shows' text_faults "$planted"
sed '1s/^/<!-- below 1e-12 -->\n/' "$planted" >"$scratch/below.md"
silent 'a number of rounding is allowed where the text says so' \
  text_faults "$scratch/below.md"
sed 's/3.1e-13/3.1e-11/' "$scratch/below.md" >"$scratch/above.md"
prints 'a number above rounding is seen' 'the text shows' \
  text_faults "$scratch/above.md"

plant '```console' <<'END'
$ echo chaos 2.5 17 -1e-3
chaos 4.9 9 -6e-4
END
prints 'a chaotic number is seen' 'the text shows' text_faults "$planted"
sed '1s/^/<!-- below 1e-12 within 2 -->\n/' "$planted" >"$scratch/within.md"
silent 'a chaotic number is allowed where the text says so' \
  text_faults "$scratch/within.md"
sed 's/^chaos 4.9/chaos 5.1/' "$scratch/within.md" >"$scratch/above.md"
prints 'a chaotic number too far off is seen' 'the text shows' \
  text_faults "$scratch/above.md"
sed 's/ -6e-4/ 6e-4/' "$scratch/within.md" >"$scratch/above.md"
prints 'a chaotic number of the other sign is seen' 'the text shows' \
  text_faults "$scratch/above.md"

plant '```console' <<'END'
$ (exit 3)
END
prints 'a command that fails is seen' 'status 3' text_faults "$planted"
plant '```console' <<'END'
$ (exit 3)
$ echo $?
3
$ cat <<MARK
> a
> MARK
a
END
silent 'a command may fail where the text shows its status' \
  text_faults "$planted"
plant '```console' <<'END'
nothing to run
END
prints 'a block without a command is seen' 'no command' text_faults "$planted"

# The same with commands and their output in two blocks.
pair() {
  # shellcheck disable=SC2016  # fences
  printf '```sh\n%s\n```\n\n%s\n```output\n%s\n```\n' "$1" "$2" "$3" \
    >"$planted"
}
pair 'cat <<END
k 1.50
END' '' 'k 1.50'
silent 'an output below its commands has no fault' text_faults "$planted"
pair 'echo k 1.50' '' 'k 1.60'
prints 'a changed output below its commands is seen' ':7: the text shows' \
  text_faults "$planted"
pair 'echo k 1e-14' '<!-- below 1e-12 -->' 'k 2e-16'
silent 'rounding below its commands is allowed where the text says so' \
  text_faults "$planted"
pair '(exit 3)
echo k' '' 'k'
prints 'one failing command of a block is seen' 'status 3' \
  text_faults "$planted"
pair '(exit 3) || echo "status $?"' '' 'status 3'
silent 'commands may say how one of them failed' text_faults "$planted"
plant '```sh' <<'END'
echo secret
END
prints 'an output that is not shown is seen' 'is not shown' \
  text_faults "$planted"
plant '```output' <<'END'
k 1.50
END
prints 'an output without commands is seen' 'no block of commands' \
  text_faults "$planted"

plant '```c tests/test.h' <<'END'
   GSL's error handler is switched off first, as in every Pantin program. */
int test_run(Suite *suite);
END
silent 'lines of a source are found' text_faults "$planted"
sed 's/test_run/run_test/' "$planted" >"$scratch/changed.md"
prints 'a changed line of source is seen' ':3: not so in tests/test.h' \
  text_faults "$scratch/changed.md"
sed 's/^int/ int/' "$planted" >"$scratch/changed.md"
prints 'a changed indent is seen' 'not so in' text_faults "$scratch/changed.md"
sed '2d' "$planted" | sed 's/^int.*/&\n\n&/' >"$scratch/changed.md"
prints 'lines that do not follow each other are seen' 'not so in' \
  text_faults "$scratch/changed.md"
sed 's/test\.h/nowhere.h/' "$planted" >"$scratch/changed.md"
prints 'a missing source is seen' 'no file tests/nowhere.h' \
  text_faults "$scratch/changed.md"
# shellcheck disable=SC2016  # no command, but a fence
sed 's/^```c.*/```c/' "$planted" >"$scratch/changed.md"
prints 'a source without its name is seen' 'must name its file' \
  text_faults "$scratch/changed.md"
sed '$d' "$planted" >"$scratch/changed.md"
prints 'a block without an end is seen' 'has no end' \
  text_faults "$scratch/changed.md"
finish
