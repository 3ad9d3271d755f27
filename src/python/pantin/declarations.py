# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Turns the installed headers into declarations that cffi can read.

The preprocessor expands pantin/pantin.h; what comes from Pantin's own headers
is kept, without inline functions and attributes. Types of GSL are declared
without their members, but for the one that a struct of ours contains.
"""
import os
import re
import shlex
import subprocess

ODE_SYSTEM = """
typedef struct {
  int (*function)(double t, const double *y, double *dydt, void *params);
  int (*jacobian)(double t, const double *y, double *dfdy, double *dfdt,
                  void *params);
  size_t dimension;
  void *params;
} gsl_odeiv2_system;
"""


def cflags():
    """Returns the compiler's flags for the headers: the folder
    PANTIN_INCLUDE, or what pkg-config says."""
    if "PANTIN_INCLUDE" in os.environ:
        return ["-I" + os.environ["PANTIN_INCLUDE"]]
    flags = subprocess.run(["pkg-config", "--cflags", "pantin"], text=True,
                           stdout=subprocess.PIPE, check=True).stdout
    return shlex.split(flags)


def own_lines(text):
    """Returns the preprocessed lines that come from a header of Pantin."""
    ours = False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            ours = "/pantin/" in marker[1]
        elif ours and line.strip():
            yield line


def without_bodies(text):
    """Returns the text without its inline functions."""
    kept, end = [], 0
    for inline in re.finditer(r"static inline", text):
        kept.append(text[end:inline.start()])
        end, depth = text.index("{", inline.start()) + 1, 1
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
    return "".join(kept) + text[end:]


def declarations(flags):
    """Returns what cffi shall read, for these flags of the compiler."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    text = subprocess.run([*compiler, "-E", *flags, "-x", "c", "-"],
                          input="#include <pantin/pantin.h>\n", text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    text = without_bodies("\n".join(own_lines(text)))
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    gsl = set(re.findall(r"\b(gsl_\w+)\s*(?:\*|const\b)", text))
    opaque = sorted(gsl - {"gsl_odeiv2_system"})
    return "".join(f"typedef struct {name} {name};\n" for name in opaque) \
        + ODE_SYSTEM + text + "\n"
