"""Evaluates the values in docs/python.md: each has to raise the error beside it, and its fix none."""

import re
from pathlib import Path

import numpy
from cdk_sagemaker_triton import ModelFiles, Tensor

ROOT = Path(__file__).parent.parent
NAMES = {
    "ModelFiles": ModelFiles,
    "Tensor": Tensor,
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
