# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Makes the completion of a program for a shell (bash, zsh or fish) from its
# --list-options: a line for each option, with tabs between name, letter, kind,
# argument, choices and help. For the command in front of the programs
# (program=pantin) the lines are those of its --list.
#   awk -f completion.awk -v shell=bash -v program=pantin-chain
BEGIN {
  FS = "\t"
  quote = "'"
  id = program
  gsub(/-/, "_", id)
}

program == "pantin" {
  split($0, word, / +/)
  names = names (NR > 1 ? " " : "") word[1]
  title[++count] = substr($0, length(word[1]) + 1)
  sub(/^ +/, "", title[count])
  name[count] = word[1]
  next
}

{
  name[++count] = $1
  letter[count] = $2
  kind[count] = $3
  argument[count] = $4
  choices[count] = $5
  help[count] = $6
  sub(/[:;]$/, "", help[count])
  names = names (count > 1 ? " " : "") "--" $1
  pattern[count] = "--" $1 ($2 ? " | -" $2 : "")
}

# Quotes a text for a shell.
function quoted(text) {
  gsub(quote, quote "\\" quote quote, text)
  return quote text quote
}

# What stands between brackets or colons in zsh.
function escaped(text) {
  gsub(/\[|\]|:/, "\\\\&", text)
  return text
}

function bash_program(  k, none) {
  print "_" id "() {"
  print "  local word=${COMP_WORDS[COMP_CWORD]} words="
  print "  local before=${COMP_WORDS[COMP_CWORD - 1]}"
  print "  # --name=value comes as three words"
  print "  [[ $word != = ]] || word="
  print "  [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}"
  print "  case $before in"
  for (k = 1; k <= count; k++)
    if (kind[k] == "choice")
      print "  " pattern[k] ") words=" quoted(choices[k]) " ;;"
    else if (kind[k] == "file")
      print "  " pattern[k] ") ;; # -o default: files"
    else if (kind[k] == "value")
      none = none (none ? " | " : "") pattern[k]
  if (none)
    print "  " none ") compopt +o default 2>/dev/null ;;"
  print "  *)"
  print "    case $word in"
  print "    -*) words=" quoted(names) " ;;"
  print "    *) words=$(\"$1\" --list 2>/dev/null | awk '{ print $1 }') ;;"
  print "    esac"
  print "    ;;"
  print "  esac"
  print "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")"
  print "}"
  print "complete -o default -F _" id " " program
}

function bash_pantin() {
  print "_pantin() {"
  print "  local program=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}"
  print "  if ((COMP_CWORD == 1)); then"
  print "    mapfile -t COMPREPLY < <(compgen -W \\"
  print "      " quoted("help --list --version --help " names) " -- \"$word\")"
  print "  elif [[ $program == help ]]; then"
  print "    mapfile -t COMPREPLY < <(compgen -W \\"
  print "      " quoted(names) " -- \"$word\")"
  print "  elif declare -F \"_pantin_$program\" >/dev/null; then"
  print "    COMP_WORDS=(\"pantin-$program\" \"${COMP_WORDS[@]:2}\")"
  print "    COMP_CWORD=$((COMP_CWORD - 1))"
  print "    \"_pantin_$program\" \"pantin-$program\""
  print "  fi"
  print "}"
  print "complete -o default -F _pantin pantin"
}

function zsh_program(  k, action, forms) {
  print "#compdef " program
  print "_" id "_scenes() {"
  print "  compadd -- $(" program " --list 2>/dev/null | cut -d \" \" -f 1)"
  print "  _files"
  print "}"
  print "_arguments -s -S \\"
  for (k = 1; k <= count; k++) {
    action = ""
    if (kind[k] == "choice")
      action = ":" argument[k] ":(" choices[k] ")"
    else if (kind[k] == "file" || kind[k] == "optional")
      action = (kind[k] == "file" ? ":" : "::") argument[k] ":_files"
    else if (kind[k] == "value")
      action = ":" escaped(argument[k]) ": "
    forms = "--" name[k]
    if (kind[k] != "flag")
      forms = forms (kind[k] == "optional" ? "=-" : "=")
    print "  " quoted(forms "[" escaped(help[k]) "]" action) " \\"
    if (letter[k])
      print "  " quoted("-" letter[k] "[" escaped(help[k]) "]" action) " \\"
  }
  print "  '1:SCENE:_" id "_scenes'"
}

function zsh_pantin(  k) {
  print "#compdef pantin"
  print "local -a programs=("
  for (k = 1; k <= count; k++)
    print "  " quoted(name[k] ":" title[k])
  print "  'help:print the options of a program')"
  print "if ((CURRENT == 2)); then"
  print "  _describe program programs"
  print "elif [[ $words[2] == help ]]; then"
  print "  _describe program programs"
  print "else"
  print "  local program=pantin-$words[2]"
  print "  shift words"
  print "  words[1]=$program"
  print "  ((CURRENT--))"
  print "  _$program"
  print "fi"
}

# The options of a program in fish, or behind "pantin NAME".
function fish_program(  k, line, command) {
  command = "complete -c " program
  if (program ~ / /) {
    command = "complete -c pantin -n " \
      quoted("__fish_seen_subcommand_from " substr(program, 8))
    sub(/ /, "-", program)
  }
  for (k = 1; k <= count; k++) {
    line = command " -l " name[k] (letter[k] ? " -s " letter[k] : "")
    if (kind[k] == "choice")
      line = line " -x -a " quoted(choices[k])
    else if (kind[k] == "value")
      line = line " -x"
    else if (kind[k] == "file")
      line = line " -r -F"
    print line " -d " quoted(help[k])
  }
  print command " -a " \
    quoted("(" program " --list 2>/dev/null | string replace -r \"  +\" \\t)")
}

function fish_pantin(  k) {
  for (k = 1; k <= count; k++)
    print "complete -c pantin -n __fish_use_subcommand -f -a " name[k] " -d " \
      quoted(title[k])
  print "complete -c pantin -n __fish_use_subcommand -f -a help"
  print "complete -c pantin -n '__fish_seen_subcommand_from help' -f -a " \
    quoted(names)
}

END {
  if (shell == "bash" && program == "pantin")
    bash_pantin()
  else if (shell == "bash")
    bash_program()
  else if (shell == "zsh" && program == "pantin")
    zsh_pantin()
  else if (shell == "zsh")
    zsh_program()
  else if (program == "pantin")
    fish_pantin()
  else
    fish_program()
}
