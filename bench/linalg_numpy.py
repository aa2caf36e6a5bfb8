# SPDX-License-Identifier: Apache-2.0
"""linalg_numpy.py ROWS COLUMNS: what numpy takes for bench_linalg's rows.

One BLAS thread.  Prints the version and the kernel, and a line for each row: see
numpy_times.h.  OPENBLAS_CORETYPE in the environment chooses the kernel.
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
                for name in ("openblas_get_corename", "openblas_get_corename64_",
                             "scipy_openblas_get_corename64_"):
                    if hasattr(library, name):
                        function = getattr(library, name)
                        function.restype = ctypes.c_char_p
                        return function().decode()
    return "unknown"


def best(name, n_runs, function):
    """Print the seconds of the fastest of several runs."""
    fastest = float("inf")
    for _ in range(n_runs):
        start = time.process_time()
        function()
        fastest = min(fastest, time.process_time() - start)
    print(f"{name}\t{fastest}", flush=True)


def main():
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    print(f"version\tnumpy {np.__version__} {blas_kernel()}")
    random = np.random.default_rng(1)
    for name, dtype in (("f32", np.float32), ("f64", np.float64)):
        for n in (512, 1024):
            a = random.random((n, n)).astype(dtype)
            b = random.random((n, n)).astype(dtype)
            best(f"matmul-{name}-{n}", 9, lambda: a @ b)
        a = random.random((200, 200)).astype(dtype)
        best(f"svd-{name}", 9, lambda: np.linalg.svd(a))
        best(f"inv-{name}", 9, lambda: np.linalg.inv(a))
        best(f"eigh-{name}", 9, lambda: np.linalg.eigh(a))
        c = random.random((500, 500)).astype(dtype)
        d = random.random(500).astype(dtype)
        best(f"solve-{name}", 9, lambda: np.linalg.solve(c, d))
    a = random.integers(0, 100, (256, 256))
    best("matmul-i64-256", 3, lambda: a @ a)
    small = random.random((10000, 4, 4))
    best("matmul-batch", 9, lambda: small @ small)
    best("einsum", 9, lambda: np.einsum("bij,bkj->bik", small, small))
    x = random.random((rows, columns), dtype=np.float32)
    q = random.random(columns, dtype=np.float32)
    best("matvec", 9, lambda: x @ q)


main()
