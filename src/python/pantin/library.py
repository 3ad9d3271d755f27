# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""The C library: its functions (lib), errors, settings and arrays."""
import ctypes.util
import os
import pathlib
import re
import shlex
import subprocess
import warnings

import cffi
import numpy as np

from . import declarations

ffi = cffi.FFI()
WORLD = 2 ** (8 * ffi.sizeof("size_t")) - 1  # PN_WORLD
GSL_CONTINUE, GSL_EINVAL = -2, 4


class Error(ValueError):
    """What the library refuses, in its own words."""


def _declare():
    made = pathlib.Path(__file__).with_name("declarations.h")
    if made.exists():
        return made.read_text()
    return declarations.declarations(declarations.cflags())


def _candidates():
    """Yields where the library may be, the likeliest first."""
    if "PANTIN_LIBRARY" in os.environ:
        yield os.environ["PANTIN_LIBRARY"]
        return
    try:
        flags = subprocess.run(["pkg-config", "--libs-only-L", "pantin"],
                               text=True, capture_output=True).stdout
        for flag in shlex.split(flags):
            yield flag[2:] + "/libpantin.so.0"
    except OSError:
        pass
    yield ctypes.util.find_library("pantin") or "libpantin.so.0"


def _open():
    reasons = []
    for name in _candidates():
        try:
            return ffi.dlopen(name)
        except OSError as reason:
            reasons.append(str(reason))
    raise ImportError("the library of Pantin is not found: install it, or set "
                      "PANTIN_LIBRARY to its file; " + "; ".join(reasons))


ffi.cdef(_declare())
lib = _open()


def new_error():
    return ffi.new("pn_error *")


def text_of(pointer):
    """Returns a text of the library, which may have been cut in the middle of
    a character."""
    return ffi.string(pointer).decode(errors="replace")


def message(error):
    """Returns the text of an error, with its file and line."""
    text = ffi.new("char[]", 1100)
    lib.pn_error_message(error, text, 1100)
    return text_of(text)


def encoded(path):
    """Returns a path as the library takes it; raises Error for one that the
    library would cut."""
    path = os.fsencode(path)
    if b"\0" in path:
        raise Error(f"{path!r} is no path: it holds a null character")
    return path


def check(result, error):
    """Returns a result; raises what the library says where it is NULL, or a
    code other than 0."""
    if error.code:
        raise Error(message(error))
    if result == ffi.NULL if isinstance(result, ffi.CData) else result:
        raise MemoryError("Pantin could not get the memory that it needs")
    return result


def warn(remarks):
    """Warns of what a robot's file says that is not used, line by line."""
    if remarks != ffi.NULL:
        for line in text_of(remarks).splitlines():
            warnings.warn(line, stacklevel=4)


def owned(pointer, free):
    """Returns the pointer; `free` is called when nothing holds it any more."""
    return ffi.gc(pointer, free)


class _Memory:
    """Memory of the library, as NumPy asks for it."""

    def __init__(self, owner, pointer, shape):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": np.dtype(float).str,
            "data": (int(ffi.cast("uintptr_t", pointer)), False),
        }


def view(owner, pointer, *shape):
    """Returns reals of the library as an array, without a copy; the array
    keeps its owner alive."""
    if 0 in shape:
        return np.empty(shape)
    return np.asarray(_Memory(owner, pointer, shape))


def reals(values, *shape):
    """Returns values as an array that C can read; raises Error for another
    shape, and for what is not real."""
    if np.iscomplexobj(values):
        raise Error("real numbers are expected, not complex ones")
    try:
        array = np.ascontiguousarray(values, dtype=float)
    except (TypeError, ValueError) as reason:
        raise Error(f"numbers are expected: {reason}") from None
    if array.shape != shape:
        raise Error(f"an array of shape {shape} is expected, not "
                    f"{array.shape}")
    return array


def pointer(array):
    """Returns the array's memory as a pointer to its kind of number."""
    kind = {"f": "double *", "i": "int *"}[array.dtype.kind]
    return ffi.cast(kind, ffi.from_buffer(array))


def find(family, name):
    """Returns the member of a family, as "integrator", that has this name."""
    found = ffi.NULL
    if isinstance(name, str):
        found = getattr(lib, f"pn_{family}_find")(name.encode())
    if found == ffi.NULL:
        raise Error(f"there is no {family.replace('_', ' ')} '{name}'; there "
                    f"are {', '.join(names(family))}")
    return found


def names(family):
    """Returns the names of a family's members."""
    found, get = [], getattr(lib, f"pn_{family}_get", None)
    if get is None:
        raise Error(f"there is no family '{family}'; there are "
                    + ", ".join(sorted(
                        m[1] for m in map(re.compile(
                            "pn_(.*)_get").fullmatch, dir(lib)) if m)))
    while get(len(found)) != ffi.NULL:
        found.append(ffi.string(get(len(found)).name).decode())
    return found


def change(result, kind, values, families=()):
    """Changes some values in settings of a kind, as "lcp", and returns them.
    `families` says which members are of which family."""
    for name, value in values.items():
        if not hasattr(result, name):
            raise Error(f"there is no setting '{name}' of {kind}; there are "
                        + ", ".join(dir(result)))
        if name in dict(families):
            value = find(dict(families)[name], value)
        setattr(result, name, value)
    return result


def settings(kind, values, families=()):
    """Returns the default settings of a kind, changed as by `change`."""
    default = getattr(lib, f"pn_{kind}_settings_default")()
    return change(ffi.new(f"pn_{kind}_settings *", default), kind, values,
                  families)


def vec3(values):
    x, y, z = reals(values, 3).tolist()
    return {"x": x, "y": y, "z": z}


def numbers(v):
    """Returns a vector of the library as an array."""
    return np.array([v.x, v.y, v.z])


def quat(values):
    w, x, y, z = reals(values, 4).tolist()
    return {"w": w, "x": x, "y": y, "z": z}
