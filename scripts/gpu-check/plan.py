"""The parts of a check, and the limits of all parts."""

import sys
from collections import namedtuple

# `python` is the interpreter that runs `measure` of the module, for at most `limit` seconds. If `python` is None, the part is skipped because of
# `reason`.
Part = namedtuple("Part", "name module arguments limit python reason")

NETWORKS = ("bert-large", "resnet-50", "t5")

BEYOND = [
    "TensorRT: the stand-in for trtexec replays the output of other machines, so no engine is built, loaded, compared or measured",
    "INT8 and FP8: PyTorch alone does not calculate as TensorRT does with quantized layers",
    "ONNX Runtime and Triton: the references are PyTorch's, and the server in the builds is a stand-in",
    "trained weights: the weights are random, and larger activations of a trained model can overflow where these do not",
    "SageMaker: the driver, the inference AMI and the hosts of jobs are not those of this machine",
]


def parts_of(torch, reason, millions):
    """Return all parts. `torch` is a Python interpreter whose PyTorch finds a GPU. If it is None, `reason` explains why."""
    return [
        Part("nvidia-smi", "smi", [], 60, sys.executable, None),
        Part("memory", "memory", [], 90, sys.executable, None),
        Part("pytorch", "pytorch", [], 60, torch, reason),
        *(Part("precisions of " + name, "precisions", [name], 150, torch, reason) for name in NETWORKS),
        Part("decoding of t5", "decoding", [], 240, torch, reason),
        *(Part("build with {:g} million values".format(count), "builds", [count], 170, sys.executable, None) for count in millions),
    ]
