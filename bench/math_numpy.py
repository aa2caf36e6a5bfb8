# SPDX-License-Identifier: Apache-2.0
"""math_numpy.py ROW DTYPE: what numpy takes for a row of bench_math.

Prints the seconds of the best of several runs, and the version, on one line.
All results go into existing arrays.
"""

import sys
import time

import numpy as np

SMALL = 65536
LARGE = 4096


def best(run):
    """Return the seconds of the fastest of many calls, the first of which may
    meet memory for the first time."""
    seconds = float("inf")
    n_runs = 0
    end = time.perf_counter() + 0.5
    while n_runs < 7 or time.perf_counter() < end:
        n_runs += 1
        start = time.perf_counter()
        run()
        seconds = min(seconds, time.perf_counter() - start)
    return seconds


def main():
    row, dtype = sys.argv[1], np.dtype(sys.argv[2])
    unit = np.arange(SMALL) * 0.6180339887498949 % 1
    other = np.arange(SMALL) * 0.7548776662466927 % 1
    x = (20 * unit - 10).astype(dtype)
    y = (20 * other - 10).astype(dtype)
    out = np.empty(SMALL, dtype)
    truth = np.empty(SMALL, bool)
    n = LARGE if row.startswith("add") else 1
    matrix, total = np.ones((n, n), dtype), np.empty((n, n), dtype)
    line, column = np.ones(n, dtype), np.ones((n, 1), dtype)
    block, block_out = np.ones((256, 256), dtype), np.empty((256, 256), dtype)
    wide = (10 * x).astype(dtype)
    positive = np.exp(x) if dtype.kind == "f" else x
    base = np.exp(x * dtype.type(0.3)) if dtype.kind == "f" else x
    power = (y * dtype.type(0.5)).astype(dtype)
    rows = {
        "exp": lambda: np.exp(x, out=out),
        "log": lambda: np.log(positive, out=out),
        "sin": lambda: np.sin(wide, out=out),
        "cos": lambda: np.cos(wide, out=out),
        "tanh": lambda: np.tanh(x, out=out),
        "sqrt": lambda: np.sqrt(positive, out=out),
        "power": lambda: np.power(base, power, out=out),
        "less": lambda: np.less(x, y, out=truth),
        "equal": lambda: np.equal(x, y, out=truth),
        "maximum": lambda: np.maximum(x, y, out=out),
        "add_row": lambda: np.add(matrix, line, out=total),
        "add_column": lambda: np.add(matrix, column, out=total),
        "add_outer": lambda: np.add(line, column, out=total),
        "add_row_l2": lambda: np.add(block, block[0], out=block_out),
    }
    print(best(rows[row]), "numpy-" + np.__version__)


main()
