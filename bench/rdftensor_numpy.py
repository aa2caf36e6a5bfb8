# SPDX-License-Identifier: Apache-2.0
"""What numpy takes for the rows of bench_rdftensor: see numpy_times.h.

The same functions of the rows of a matrix in memory, with the dtype of the
result that the vocabulary asks for.  Results go to memory that is there
already, where numpy can do that; views are copied, as a result is.
"""

import os
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402  (after the number of threads is set)

RUNS = 5
MAX_SECONDS = 4.0
ROWS, COLUMNS, WIDE, PAIRS = 100000, 384, 768, 5000


def best(function):
    """Return the seconds of the fastest of several runs."""
    seconds = float("inf")
    begin = time.monotonic()
    for _ in range(RUNS):
        start = time.process_time()
        function()
        seconds = min(seconds, time.process_time() - start)
        if time.monotonic() - begin > MAX_SECONDS:
            break
    return seconds


def random(rng, rows, columns):
    """Return a matrix like that of vectors.h."""
    units = rng.integers(5000, 15000, (rows, columns), dtype=np.int32)
    return (units / 10000.0).astype(np.float32)


def functions(x):
    """Return what computes each function, by name."""
    q = x[0].copy()
    f64 = np.empty(x.shape)
    f32 = np.empty_like(x)
    i32 = np.empty(x.shape, np.int32)
    flags = np.empty(x.shape, bool)
    half = np.arange(x.shape[1]) % 2 == 1
    numbers = range(x.shape[0])

    def logp():
        np.log(x, out=f64, dtype=np.float64)
        np.divide(f64, np.log(2), out=f64)

    def sort():
        np.copyto(f32, x)
        f32.sort(axis=1)

    def cosine():
        return x @ q / (np.linalg.norm(x, axis=1) * np.linalg.norm(q))

    def join(axis):
        repeated = np.broadcast_to(q, x.shape)
        return np.concatenate((x, repeated), axis=axis)

    def stack():
        return np.stack((x, np.broadcast_to(q, x.shape)), axis=1)

    return {
        "cos": lambda: np.cos(x, out=f64, dtype=np.float64),
        "exp": lambda: np.exp(x, out=f64, dtype=np.float64),
        "log": lambda: np.log(x, out=f64, dtype=np.float64),
        "logp": logp,
        "poly": lambda: np.power(x, 3.0, out=f64, dtype=np.float64),
        "scale": lambda: np.multiply(x, 2.5, out=f64, dtype=np.float64),
        "sin": lambda: np.sin(x, out=f64, dtype=np.float64),
        "abs": lambda: np.abs(x, out=f32),
        "cast to float64": lambda: np.copyto(f64, x),
        "cast to int32": lambda: np.copyto(i32, x, casting="unsafe"),
        "reshape": lambda: np.copyto(f32, x),
        "transpose": lambda: np.copyto(f32, x),
        "flatten": lambda: np.copyto(f32, x),
        "not": lambda: np.logical_not(x, out=flags),
        "sort": sort,
        "add": lambda: np.add(x, q, out=f32),
        "add two columns": lambda: np.add(x, x, out=f32),
        "subtract": lambda: np.subtract(x, q, out=f32),
        "multiply": lambda: np.multiply(x, q, out=f32),
        "divide": lambda: np.divide(x, q, out=f32),
        "eq": lambda: np.equal(x, q, out=flags),
        "neq": lambda: np.not_equal(x, q, out=flags),
        "and": lambda: np.logical_and(x, q, out=flags),
        "or": lambda: np.logical_or(x, q, out=flags),
        "gt": lambda: np.greater(x, q, out=flags),
        "lt": lambda: np.less(x, q, out=flags),
        "shape": lambda: [row.shape for row in x],
        "sub": lambda: x[:, 8:200].copy(),
        "mask": lambda: x[:, half],
        "index": lambda: x[:, 3].copy(),
        "concat": lambda: join(1),
        "hstack": lambda: join(1),
        "vstack": stack,
        "all": lambda: np.all(x, axis=1),
        "any": lambda: np.any(x, axis=1),
        "none": lambda: ~np.any(x, axis=1),
        "avg": lambda: np.mean(x, axis=1, dtype=np.float64),
        "sum": lambda: np.sum(x, axis=1),
        "sum along an axis": lambda: np.sum(x, axis=1),
        "prod": lambda: np.prod(x, axis=1),
        "max": lambda: np.max(x, axis=1),
        "min": lambda: np.min(x, axis=1),
        "std": lambda: np.std(x, axis=1, dtype=np.float64, ddof=1),
        "var": lambda: np.var(x, axis=1, dtype=np.float64, ddof=1),
        "norm1": lambda: np.linalg.norm(x, ord=1, axis=1),
        "norm2": lambda: np.linalg.norm(x, axis=1),
        "quantile": lambda: np.quantile(x, 0.3, axis=1, method="lower"),
        "quantileInterpolate": lambda: np.quantile(x, 0.3, axis=1),
        "cosineSimilarity": cosine,
        "euclideanDistance": lambda: np.linalg.norm(x - q, axis=1),
        "create": lambda: [np.array([i, 1, 2.5], np.float32) for i in numbers],
        "range": lambda: [range(i, 1000000) for i in numbers],
        "arange": lambda: [np.arange(i, i + 384) for i in numbers],
        "top 10": lambda: np.argpartition(-cosine(), 10),
    }


def aggregates(x):
    """Return what computes each aggregate, by name."""
    return {
        "SUM": lambda: np.sum(x, axis=0),
        "AVG": lambda: np.mean(x, axis=0, dtype=np.float64),
        "VAR": lambda: np.var(x, axis=0, dtype=np.float64),
        "STD": lambda: np.std(x, axis=0, dtype=np.float64),
    }


def main():
    print(f"version\tnumpy {np.__version__}")
    rng = np.random.default_rng(1)
    x = random(rng, ROWS, COLUMNS)
    first = x[:PAIRS].copy()
    groups = [functions(x)]
    groups.append({"all pairs of 5,000": lambda: first @ first.T})
    for group in groups:
        for case, function in group.items():
            print(f"{case}\t{best(function)}", flush=True)
    del groups, group, function, x
    for case, function in aggregates(random(rng, ROWS, WIDE)).items():
        print(f"{case}\t{best(function)}", flush=True)


main()
