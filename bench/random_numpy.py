# SPDX-License-Identifier: Apache-2.0
"""random_numpy.py N KIND: how fast numpy's Generator makes N numbers of a kind.

Prints the seconds of the best of several runs, and the version, on one line.
"""

import sys
import time

import numpy as np


def best(run):
    """Return the seconds of the fastest of several calls."""
    seconds = float("inf")
    for _ in range(25):
        start = time.perf_counter()
        run()
        seconds = min(seconds, time.perf_counter() - start)
    return seconds


def main():
    n = int(sys.argv[1])
    g = np.random.default_rng(1)
    wide = np.empty(n)
    narrow = np.empty(n, dtype=np.float32)
    weights = np.arange(1, 101) / 5050.0
    kinds = {
        "uniform_f64": lambda: g.random(out=wide),
        "uniform_f32": lambda: g.random(dtype=np.float32, out=narrow),
        "normal_f64": lambda: g.standard_normal(out=wide),
        "normal_f32": lambda: g.standard_normal(dtype=np.float32, out=narrow),
        "normal_new": lambda: g.normal(2.0, 3.0, n),
        "exponential": lambda: g.standard_exponential(out=wide),
        "gamma": lambda: g.standard_gamma(2.5, out=wide),
        "gamma_half": lambda: g.standard_gamma(0.5, out=wide),
        "beta": lambda: g.beta(2.0, 3.0, n),
        "student_t": lambda: g.standard_t(30.0, n),
        "laplace": lambda: g.laplace(0.5, 2.0, n),
        "lognormal": lambda: g.lognormal(0.5, 1.0, n),
        "integers": lambda: g.integers(0, 1000, n),
        "integers_i32": lambda: g.integers(0, 1000, n, dtype=np.int32),
        "poisson": lambda: g.poisson(1.0, n),
        "poisson_large": lambda: g.poisson(1000.0, n),
        "binomial": lambda: g.binomial(50, 0.5, n),
        "binomial_rare": lambda: g.binomial(50, 0.05, n),
        "binomial_large": lambda: g.binomial(100000, 0.3, n),
        "categorical": lambda: g.choice(100, n, p=weights),
        "permutation": lambda: g.permutation(n),
    }
    print(best(kinds[sys.argv[2]]), "numpy-" + np.__version__)


main()
