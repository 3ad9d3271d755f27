# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""comments.py FOLDER HEADER...: writes the headers into a folder, with their
comments as Doxygen wants them.

The first comment is that of the file. One above a declaration is its own, and
that of the others up to an empty line; one behind a member is that member's,
whose names get a line each. Formulas, which are indented, stay as they are.
"""
import pathlib
import re
import sys


def escaped(line):
    """Returns a line without signs that mean something to Doxygen, for which a
    period and a space end a summary."""
    line = re.sub(r"([\\@<>&#%])", r"\\\1", line)
    line = re.sub(r"`(\w+)`", r"<tt>\1</tt>", line).replace("--", r"\--")
    return line.replace("..", r"\.\.").replace(" . ", " .\\ ")


def words(comment, margin):
    """Returns the text of a comment that begins in column `margin`."""
    lines = comment[2:-2].strip().split("\n")
    lines = lines[:1] + [line[margin + 3:] if line[:margin + 3].isspace()
                         else line.strip() for line in lines[1:]]
    result, formula = [], False
    for line in lines:
        if line.startswith("  ") != formula and line:
            formula = not formula
            result.append("@verbatim" if formula else "@endverbatim")
        result.append(line if formula else escaped(line))
    return "\n".join(result + ["@endverbatim"] * formula)


def simplified(text):
    """Leaves out what is no declaration: bodies, guards, C++."""
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text,
                  flags=re.M | re.S)
    text = re.sub(r"^#(ifndef|define) \w+_H$", "", text, flags=re.M)
    return re.sub(r"^(static inline [^{;]*?)\n\{.*?^\}$", r"\1;", text,
                  flags=re.M | re.S).rsplit("#endif", 1)[0]


def pieces(text):
    """Yields the parts of a header in their order: code, which may be empty,
    and the comment behind it."""
    code, lines = "", iter(text.split("\n"))
    for line in lines:
        before, sign, behind = line.partition("/*")
        if sign:
            behind = sign + behind
            while not behind.rstrip().endswith("*/"):
                behind += "\n" + next(lines)
            behind = words(behind, len(before))
        code = f"{code}\n{before}" if code else before.rstrip()
        ends = code.rstrip().endswith((";", "{", ",")) or code[:1] in ("", "#")
        if behind or ends and code.count("(") == code.count(")"):
            yield code, behind
            code = ""


def documented(code, text):
    """Returns a declaration with its text: each of several names, and each
    constant of an enum in one line, has all of it."""
    note = f"/** {text} */\n" if text else ""
    constants = re.fullmatch(r"((?:typedef )?enum \{)(.*)(\}[^}]*;)", code)
    if constants:
        begin, middle, end = constants.groups()
        return note + begin + ",".join(
            note + name for name in middle.split(",")) + end
    several = re.fullmatch(r"( *(?:(?:const|struct|unsigned) )*\w+ )"
                           r"([^(){}=]*,[^(){}=]*);", code, flags=re.S)
    if several:
        kind, names = several.groups()
        return "\n".join(f"{note}{kind}{name.strip()};"
                         for name in names.split(","))
    return note + code


def rewritten(text):
    """Returns a header's text as Doxygen is to read it."""
    result = []
    above, group, depth = "", "", 0
    is_first = True
    for code, behind in pieces(simplified(text)):
        if not code.strip():
            if "SPDX" in behind:
                continue
            if is_first and behind:
                result.append(f"/** @file\n{behind} */")
                is_first, behind = False, ""
            above, group = behind, ""
            if not behind:
                result.append("")
            continue
        group = above or (group if depth == 0 else "")
        above = ""
        result.append(documented(code, behind or group))
        depth += code.count("{") - code.count("}")
    return "\n".join(result)


for header in sys.argv[2:]:
    path = pathlib.Path(sys.argv[1], header)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rewritten(pathlib.Path(header).read_text()))
