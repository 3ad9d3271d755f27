# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Installs the module with the declarations of the library found now."""
import pathlib
import runpy

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).parent / "pantin"


class Build(build_py):
    def run(self):
        super().run()
        make = runpy.run_path(str(HERE / "declarations.py"))
        target = pathlib.Path(self.build_lib) / "pantin" / "declarations.h"
        target.write_text(make["declarations"](make["cflags"]()))


setup(cmdclass={"build_py": Build})
