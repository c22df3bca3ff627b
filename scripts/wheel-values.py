"""
Evaluates the expressions in the table of docs/python.md: each must raise the documented error, and the fixed expression must not. Then checks that
the errors of the library have the names of Python.
"""

import re
from pathlib import Path

import numpy
from aws_cdk import App, Duration, Stack
from cdk_sagemaker_triton import LatencyObjective, Tensor, TritonModel, TritonRealtimeEndpoint, UpdateStrategy

ROOT = Path(__file__).parent.parent
NAMES = {
    "Tensor": Tensor,
    "TritonModel": TritonModel,
    "array": numpy.zeros((3, 32, 32), dtype=numpy.int64) + 1,
    "folder": ROOT / "model-artifacts" / "image-classifier" / "onnx",
}

rows = re.findall(r"^\| `(.+)` \| `(\w+: .+)` \| `(.+)` \|$", (ROOT / "docs" / "python.md").read_text(), re.MULTILINE)
assert rows
for value, expected, fix in rows:
    eval(fix, NAMES)
    try:
        eval(value, NAMES)
    except Exception as error:
        assert f"{type(error).__name__}: {error}" == expected, f"{value}: {type(error).__name__}: {error}"
    else:
        raise AssertionError(f"{value} is accepted")


def message_of(create):
    try:
        create()
    except RuntimeError as error:
        return str(error)
    raise AssertionError("no error")


def create_endpoint():
    strategy = UpdateStrategy.all_at_once(bake_time=Duration.hours(9))
    model = TritonModel.from_directory(str(NAMES["folder"]))
    TritonRealtimeEndpoint(Stack(App(), "Serving"), "Classifier", model=model, update_strategy=strategy)


assert "LatencyObjective.of_percentile: got 101" in message_of(lambda: LatencyObjective.of_percentile(101, Duration.millis(5)))
assert "  - update_strategy.bake_time: got 32400 seconds" in message_of(create_endpoint)
