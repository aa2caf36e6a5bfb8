# SPDX-License-Identifier: Apache-2.0
"""topk_numpy.py FILE ROWS COLUMNS: what numpy takes for a top 10 by cosine.

FILE holds ROWS x COLUMNS float32 numbers.  The rows are normalised beforehand,
which is not timed; the question is the first row.  Prints the seconds of the
best of several runs, and which BLAS kernel ran, on one line.
"""

import ctypes
import os
import sys
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402  (after the number of threads is set)


def blas_kernel():
    """Return the name of the kernel that OpenBLAS chose, or 'unknown'."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        for line in maps:
            path = line.split()[-1]
            if "openblas" in path:
                library = ctypes.CDLL(path)
                for name in ("openblas_get_corename", "openblas_get_corename64_"):
                    if hasattr(library, name):
                        function = getattr(library, name)
                        function.restype = ctypes.c_char_p
                        return function().decode()
    return "unknown"


def main():
    path, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    x = np.fromfile(path, dtype=np.float32).reshape(rows, columns)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    q = x[0].copy()

    best = float("inf")
    for _ in range(15):
        start = time.perf_counter()
        np.argpartition(-(x @ q), 10)
        best = min(best, time.perf_counter() - start)
    print(best, f"numpy-{np.__version__}-{blas_kernel()}")


main()
