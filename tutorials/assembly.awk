# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
# Reads what a compiler made of an answer, in assembly language, and prints what
# a compiler does not write of its own accord: an asm statement, or a directive
# that came in by a name (of a section or a symbol) with a newline in it. Such
# directives (.incbin, .include, .macro ..) make the assembler read any file.
# Known is what gcc -S and clang -S write with -g0; all else is refused.
# Run in the C locale.
BEGIN {
  split("2byte 4byte 8byte addrsig addrsig_sym align arch arch_extension ascii " \
    "asciz att_syntax attribute balign base64 bss byte cpu data eabi_attribute " \
    "file float_abi fpu globl global hidden hword ident int internal local " \
    "lcomm long option p2align protected previous quad " \
    "short size skip space string text type tune uleb128 sleb128 value " \
    "variant_pcs weak word xword zero comm set syntax thumb_func arm thumb " \
    "fnstart fnend save pad setfp cantunwind personality handlerdata fill " \
    "machine abiversion localentry octa inst single double float " \
    "reloc dword half", words, " ")
  for (k in words)
    known["." words[k]] = 1
}

# The name of a section that a compiler makes.
function is_section(name) {
  return name ~ /^\.(text|data|rodata|bss|tdata|tbss|init_array|fini_array|ctors|dtors|preinit_array|sdata|sbss|srodata|lrodata|ldata|lbss|eh_frame|gcc_except_table|toc|opd|ARM)(\.[A-Za-z0-9_.$]*)?$/ ||
    name ~ /^\.(note\.GNU-stack|note\.gnu\.property|comment|data\.rel\.ro|llvm_addrsig)/
}

# Looks at a line `.section NAME,"FLAGS",@TYPE`; clang writes the name in quotes.
function section(line, name) {
  name = line
  sub(/^[ \t]+\.section[ \t]+/, "", name)
  gsub(/"/, "", name)
  if (name !~ /^[A-Za-z0-9_.$-]+(,[a-zA-Z0-9?]*(,[@%][a-z_]+)?(,[A-Za-z0-9_.,$]+)?)?$/)
    refuse("'" substr(line, 1, 60) "'")
  sub(/,.*/, "", name)
  if (!is_section(name))
    refuse("a section '" name "'")
}

function refuse(what) {
  if (!(what in said))
    print what
  said[what] = 1
}

/^#APP/ { refuse("asm"); next }
/[\001-\010\013-\037\177]/ { refuse("a control character") }
/^[ \t]*(#|\/\/|@)[^;"]*$/ || /^[ \t]*$/ { next }

{
  shown = "'" substr($0, 1, 60) "'"
  is_text = $1 ~ /^\.(ascii|asciz|string|base64|ident|file|attribute|machine)$/
  if (is_text) # stands for itself
    gsub(/"([^"\\]|\\.)*"/, "text")
  gsub(/"[A-Za-z0-9_\200-\377]*[\200-\377][A-Za-z0-9_\200-\377]*"/, "name")
  sub(/^[ \t]+rep;/, "\trep ") # as clang writes it
  if ($1 == ".section")
    section($0)
  else if ($0 ~ /[;"]/ || index($0, "/*") || $0 ~ /^[ \t]+[^ \t]+[ \t]+:/)
    refuse(shown)
  else if ($0 ~ /^[^ \t:]+:$/ || $0 ~ /^[ \t]+[a-z][a-zA-Z0-9._]*([ \t].*)?$/)
    next # a label, an instruction
  else if (!($1 in known || $1 ~ /^\.cfi_[a-z_]*$/) ||
    (is_text && $0 !~ /^[ \t]+\.[a-z0-9]+([ \t,]+[a-z0-9_]+)*$/))
    refuse(shown)
}
