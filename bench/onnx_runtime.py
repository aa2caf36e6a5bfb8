# SPDX-License-Identifier: Apache-2.0
"""onnx_runtime.py MODEL DTYPE N_INPUTS SPREAD EXTENT EXTENT: times of ONNX
Runtime with one thread, for a row of bench_onnx.

Prints the seconds of the best of several runs and of several session creations,
and the version, on one line.  An extent of 0 is no axis.
"""

import sys
import time

import numpy as np
import onnxruntime as ort


def best(run, seconds):
    """Return the processor seconds of the fastest of many calls."""
    fastest = float("inf")
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time()
        run()
        fastest = min(fastest, time.process_time() - start)
    return fastest


def main():
    model, dtype = sys.argv[1], np.dtype(sys.argv[2])
    n_inputs, spread = int(sys.argv[3]), float(sys.argv[4])
    shape = [int(extent) for extent in sys.argv[5:] if int(extent) > 0]
    n = int(np.prod(shape))
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    ort.set_default_logger_severity(3)

    def create():
        return ort.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    session = create()
    binding = session.io_binding()
    for i, info in enumerate(session.get_inputs()):
        units = (np.arange(n) + 17 * i) * 0.6180339887498949 % 1
        x = (1 + spread * (2 * units - 1)).astype(dtype).reshape(shape)
        assert i < n_inputs
        binding.bind_ortvalue_input(info.name, ort.OrtValue.ortvalue_from_numpy(x))
    for info in session.get_outputs():
        binding.bind_output(info.name, "cpu")
    session.run_with_iobinding(binding)
    outputs = binding.get_outputs()
    for info, value in zip(session.get_outputs(), outputs):
        binding.bind_ortvalue_output(info.name, value)

    n_calls = 1000 if n < 10000 else 1

    def run():
        for _ in range(n_calls):
            session.run_with_iobinding(binding)

    print(
        best(run, 0.5) / n_calls,
        best(create, 0.2),
        "onnxruntime-" + ort.__version__,
    )


main()
