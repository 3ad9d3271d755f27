# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Cuts a text in Markdown into its fenced blocks: -v out=FOLDER. Prints a line
# for each, NUMBER LINE KIND PATH BELOW WITHIN COMMANDS ("-" for nothing), and
# writes
#   NUMBER.body       the lines of the block
# For an output block COMMANDS is the number of the sh block just before it, or
# 0, and there are also
#   NUMBER.want       the output shown, each line after its number in the text
#   COMMANDS.shown    empty: the output of that sh block is shown
# and for a console block
#   NUMBER.script     its commands, each with its output to NUMBER.K.got and its
#                     status to NUMBER.K.status
#   NUMBER.K.want     the output shown, each line after its number in the text
#   NUMBER.K.command

function open_block(info, words)
{
  inside = 1
  number++
  line = FNR
  body = out "/" number ".body"
  printf "" >body
  split(info, words, " ")
  kind = words[1] == "" ? "-" : words[1]
  path = words[2] == "" ? "-" : words[2]
  commands = 0
  in_command = 0
  if (kind == "output") {
    printf "" >(out "/" number ".want")
    commands = last_commands + 0
    if (commands)
      printf "" >(out "/" commands ".shown")
  }
  last_commands = kind == "sh" && path == "-" ? number : 0
}

function close_block(k)
{
  inside = 0
  close(body)
  close(out "/" number ".want")
  if (kind == "console") {
    finish_command()
    close(out "/" number ".script")
    for (k = 1; k <= commands; k++) {
      close(out "/" number "." k ".want")
      close(out "/" number "." k ".command")
    }
  }
  print number, line, kind, path, below, within, commands
  below = within = "-"
}

# The shell keeps $? from one command to the next.
function start_command(command, base)
{
  finish_command()
  base = out "/" number "." ++commands
  printf "" >(base ".want")
  print "exec >'" base ".got' 2>&1; (exit $pantin_status)" >script
  in_command = 1
  add_line(command)
}

function add_line(text)
{
  print text >(out "/" number "." commands ".command")
  print text >script
}

function finish_command()
{
  if (in_command)
    print "pantin_status=$?; echo $pantin_status >'" out "/" number "." \
      commands ".status'" >script
  in_command = 0
}

BEGIN { below = within = "-" }

/^```/ && !inside {
  open_block(substr($0, 4))
  script = out "/" number ".script"
  if (kind == "console")
    print "pantin_status=0" >script
  next
}
/^```/ {
  close_block()
  next
}
inside {
  print >body
  if (kind == "output")
    print FNR " " $0 >(out "/" number ".want")
  if (kind != "console")
    next
  if (/^\$ /)
    start_command(substr($0, 3))
  else if (/^> / && in_command)
    add_line(substr($0, 3))
  else if (commands > 0) {
    finish_command()
    print FNR " " $0 >(out "/" number "." commands ".want")
  }
  next
}
/^<!-- (below [0-9.e-]+ )?(within [0-9.]+ )?-->$/ {
  for (k = 2; k < NF; k += 2)
    if ($k == "below")
      below = $(k + 1)
    else
      within = $(k + 1)
}
END {
  if (inside) {
    kind = "unclosed"
    close_block()
  }
}
