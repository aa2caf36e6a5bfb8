# SPDX-License-Identifier: Apache-2.0
"""view_numpy.py: what numpy takes for transposed copies and fancy indexing.

Prints one line for each row of bench_view: its name, and the seconds of the
best of several runs, by processor time.  The last line names the version of numpy.
"""

import os
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402  (after the number of threads is set)

N = 4096
RUNS = 7


def report(name, function):
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    print(name, best, flush=True)


def transposes():
    for name in ("uint8", "int16", "float32", "float64", "complex128"):
        a = np.ones((N, N), dtype=name)
        out = np.ones((N, N), dtype=name)
        report(f"transpose-into-{name}", lambda: np.copyto(out, a.T))
        if name == "float32":
            report("transpose-copy-float32", lambda: a.T.copy())
            flipped = a[::-1, ::-1]
            report("flip-copy-float32", flipped.copy)
    a = np.ones((2048, 2048, 3), dtype=np.uint8)
    report("channels-first-uint8", lambda: np.moveaxis(a, -1, 0).copy())
    b = np.ones((3, 2048, 2048), dtype=np.uint8)
    report("channels-last-uint8", lambda: np.moveaxis(b, 0, -1).copy())
    c = np.ones((1000, 1000), dtype=np.float32)
    report("transpose-copy-1000-float32", lambda: c.T.copy())


def positions(n, extent):
    """The same multiplicative sequence as in bench_view.c."""
    return (np.arange(n, dtype=np.uint64) * np.uint64(2654435761) % np.uint64(extent)).astype(np.int64)


def indexing():
    a = np.ones(10_000_000, dtype=np.float32)
    i = positions(1_000_000, len(a))
    report("take-1M-of-10M-float32", lambda: a.take(i))
    report("index-1M-of-10M-float32", lambda: a[i])
    j = positions(1_000_000, 10_000)
    report("take-1M-of-10K-float32", lambda: a[:10_000].take(j))
    rows = np.ones((100_000, 384), dtype=np.float32)
    k = positions(100_000, len(rows))
    report("take-100K-rows-of-384-float32", lambda: rows.take(k, axis=0))
    m = positions(192, 384)
    report("take-192-of-384-columns-float32", lambda: rows.take(m, axis=1))
    order = np.argsort(rows[:10_000], axis=1)
    report("take-along-axis-10Kx384-float32",
           lambda: np.take_along_axis(rows[:10_000], order, axis=1))
    values = np.ones(1_000_000, dtype=np.float32)

    def put():
        a[i] = values

    report("put-1M-of-10M-float32", put)
    mask = positions(len(a), 7) < 3
    report("select-3-of-7-of-10M-float32", lambda: a[mask])

    def put_mask():
        a[mask] = 2

    report("assign-where-3-of-7-of-10M-float32", put_mask)
    report("nonzero-3-of-7-of-10M", lambda: np.argwhere(mask))
    big = np.ones((N, N), dtype=np.float32)
    small = np.ones(N, dtype=np.float32)

    def assign():
        big[:, :] = small

    report("assign-row-to-4096x4096-float32", assign)

    def shift():
        big[1:] = big[:-1]

    report("assign-overlapping-4096x4096-float32", shift)


transposes()
indexing()
print("numpy", np.__version__)
