# SPDX-License-Identifier: Apache-2.0
"""What numpy takes for the rows of bench_reduce: see numpy_times.h."""

import os
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402  (after the number of threads is set)

RUNS = 7
REDUCTION_RUNS = 20


def best(function, runs):
    """Return the seconds of the fastest of several runs."""
    seconds = float("inf")
    for _ in range(runs):
        start = time.process_time()
        function()
        seconds = min(seconds, time.process_time() - start)
    return seconds


def main():
    print(f"version\tnumpy {np.__version__}")
    rng = np.random.default_rng(1)
    for name, dtype in (("f32", np.float32), ("f64", np.float64)):
        m = rng.standard_normal((4096, 4096)).astype(dtype)
        x = rng.standard_normal(1000000).astype(dtype)
        s = rng.standard_normal((1000, 1000)).astype(dtype)
        cases = {}
        for op in ("sum", "max", "mean", "std"):
            function = getattr(np, op)
            for axis, text in ((None, "all"), (0, "axis 0"), (1, "axis 1")):
                cases[f"{op} {name} {text}"] = (
                    lambda f=function, a=axis: f(m, axis=a))
        for axis in (0, 1):
            cases[f"argmax {name} axis {axis}"] = (
                lambda a=axis: np.argmax(m, axis=a))
            cases[f"sort {name} 1000^2 axis {axis}"] = (
                lambda a=axis: np.sort(s, axis=a))
        cases[f"sort {name} 1M"] = lambda: np.sort(x)
        cases[f"argsort {name} 1M"] = lambda: np.argsort(x)
        cases[f"median {name} 1M"] = lambda: np.median(x)
        for case, function in cases.items():
            is_reduction = not case.startswith(("sort", "argsort", "median"))
            runs = REDUCTION_RUNS if is_reduction else RUNS
            print(f"{case}\t{best(function, runs)}", flush=True)


main()
