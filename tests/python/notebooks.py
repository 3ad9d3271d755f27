# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""Runs a notebook, which is stored without outputs, from its first cell to its
last. Prints how long it took and how many pictures it drew; fails with the cell
that failed, or when there is no picture."""
import sys
import time

import nbclient
import nbformat

SECONDS = 120  # for a cell, on a machine that does much else

notebook = nbformat.read(sys.argv[1], as_version=4)
cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
if any(cell.outputs or cell.execution_count for cell in cells):
    sys.exit("it is stored with outputs: clear them")
begin = time.monotonic()
nbclient.NotebookClient(notebook, timeout=SECONDS,
                        kernel_name="python3").execute()
pictures = sum("image/png" in output.get("data", {})
               for cell in cells for output in cell.outputs)
errors = [output.text for cell in cells for output in cell.outputs
          if output.get("name") == "stderr"]
if pictures < 2 or errors:
    sys.exit(f"{pictures} pictures; on standard error: {errors}")
print(f"{pictures} pictures in {time.monotonic() - begin:.1f} s")
