# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Pantin authors
"""CMA-ES: minimises a function of a few variables without derivatives."""
import numpy as np

from .library import (Error, GSL_EINVAL, check, ffi, lib, new_error, owned,
                      pointer, reals, settings, view)


class CMAES:
    """A run of CMA-ES that is asked for points and told their values.

    >>> es = CMAES([0, 0], 0.5)
    >>> while not es.stop:
    ...     es.tell([f(x) for x in es.ask()])
    """

    def __init__(self, mean, deviation, low=None, high=None, **options):
        """Begins at `mean` with these standard deviations (one, or one for
        each variable), between bounds if they are given. Options are
        population, seed, target, evaluations, active and so on."""
        n = len(mean)
        mean = reals(mean, n)
        deviation = reals(np.broadcast_to(deviation, n), n)
        error = new_error()
        self._c = owned(check(lib.pn_cmaes_alloc(
            n, settings("cmaes", options), pointer(mean), pointer(deviation),
            error), error), lib.pn_cmaes_free)
        if low is not None or high is not None:
            low = reals(np.broadcast_to(-np.inf if low is None else low, n), n)
            high = reals(np.broadcast_to(np.inf if high is None else high, n),
                         n)
            if lib.pn_cmaes_set_bounds(self._c, pointer(low), pointer(high)):
                raise Error("the mean must lie between the bounds")
        self.mean = view(self._c, self._c.mean, n)  #: a view
        self.covariance = view(self._c, self._c.C, n, n)  #: C, a view

    def ask(self):
        """Draws a generation: a view of shape (population, variables)."""
        lib.pn_cmaes_ask(self._c)
        return view(self._c, self._c.points, self._c.population, self._c.n)

    def tell(self, values):
        """Takes the values of the points asked for, and makes a step."""
        values = reals(values, self._c.population)
        code = lib.pn_cmaes_tell(self._c, pointer(values))
        if code == GSL_EINVAL:
            raise Error("there are no points to tell the values of: ask() "
                        "comes before tell()")
        if code:
            raise Error("the covariance is not finite any more")

    @property
    def stop(self):
        """Why the run is over, in a word; None while it is not."""
        reason = lib.pn_cmaes_test(self._c)
        if reason == lib.PN_CMAES_RUNNING:
            return None
        return ffi.string(lib.pn_cmaes_reason_name(reason)).decode()

    @property
    def best(self):
        """The best point so far, a copy."""
        return view(self._c, self._c.best, self._c.n).copy()

    @property
    def best_value(self):
        return self._c.best_value

    @property
    def sigma(self):
        """The step size."""
        return self._c.sigma

    @property
    def evaluations(self):
        return self._c.evaluations


def minimise(function, mean, deviation, **options):
    """Runs CMA-ES on a function of an array to its end; returns the run, whose
    `best` and `best_value` are the answer."""
    es = CMAES(mean, deviation, **options)
    while not es.stop:
        es.tell([function(point) for point in es.ask()])
    return es
