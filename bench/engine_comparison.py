"""Measures the comparison of an engine's output with the output of its ONNX model, without inference. Prints JSON.

    engine_comparison.py <folder of the program> <method> <values>

Methods: "numpy", "sample" (without numpy), and "lists", which first decodes all values of both outputs.
"""

import json
import os
import resource
import sys
import tempfile
import time
from array import array
from random import Random

folder, method, values = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
if method != "numpy":
    sys.modules["numpy"] = None

from comparison import Comparison  # noqa: E402
from difference import compare_numbers, numpy  # noqa: E402
from engine_outputs import EngineOutput  # noqa: E402
from tensors import decode  # noqa: E402
from triton_client import Output  # noqa: E402

BLOCK = 2**14


def write(path, factor):
    numbers = Random(0)
    block = array("f", [factor * numbers.random() for _ in range(BLOCK)])
    with open(path, "wb") as file:
        for start in range(0, values, BLOCK):
            file.write(block[: values - start])


def compare_streams(engine, onnx):
    description = {"name": "scores", "datatype": "FP32", "parameters": {"binary_data_size": 4 * values}}
    engine_output = EngineOutput("values", {}, engine)
    engine_output.outputs["scores"] = ("FP32", values, 0)
    with open(onnx, "rb") as response:
        return Comparison(1).difference(Output(description), response, engine_output).compared


def compare_lists(engine, onnx):
    with open(engine, "rb") as actual, open(onnx, "rb") as expected:
        return compare_numbers(decode("FP32", expected.read()), decode("FP32", actual.read()))[0]


assert (method == "numpy") == (numpy is not None)
with tempfile.TemporaryDirectory() as work:
    paths = [os.path.join(work, name) for name in ("engine", "onnx")]
    for path, factor in zip(paths, (1.001, 1)):
        write(path, factor)
    sys.stdout, out = sys.stderr, sys.stdout
    started = time.process_time()
    compared = (compare_lists if method == "lists" else compare_streams)(*paths)
    seconds = time.process_time() - started
    gigabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9
    json.dump({"seconds": seconds, "gigabytes": gigabytes, "compared": compared}, out)
