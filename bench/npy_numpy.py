# SPDX-License-Identifier: Apache-2.0
"""npy_numpy.py PATH: what numpy takes for bench_npy, with its file."""

import sys
import time

import numpy as np

RUNS = 9


def best(name, function):
    """Print the seconds of the fastest of several runs."""
    fastest = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        function()
        fastest = min(fastest, time.process_time() - start)
    print(f"{name}\t{fastest}", flush=True)


def main():
    path = sys.argv[1]
    print(f"version\tnumpy {np.__version__}")
    array = np.load(path)
    best("save 100 MB", lambda: np.save(path, array))
    best("load 100 MB", lambda: np.load(path))


main()
