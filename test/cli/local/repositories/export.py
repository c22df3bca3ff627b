"""Creates the weights for the copies of public repositories: small models with the inputs and outputs of the original models.

Requires, in a separate Python environment: torch onnx==1.23.2 xgboost-cpu==3.2.0
"""

import sys
from pathlib import Path

import numpy
import onnx
import torch
import xgboost
from onnx import TensorProto, helper

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[3] / "model-artifacts"))
from export_common import write_torchscript  # noqa: E402


def write_onnx(path, element, inputs, outputs, nodes, weights=()):
    """Write an ONNX model. Inputs and outputs are shapes by name. None is a dimension of any size."""
    tensors = lambda shapes: [helper.make_tensor_value_info(name, element, shape) for name, shape in shapes.items()]
    weights = [onnx.numpy_helper.from_array(values, name) for name, values in dict(weights).items()]
    graph = helper.make_graph([helper.make_node(*node[:3], **node[3]) for node in nodes], "graph", tensors(inputs), tensors(outputs), weights)
    (HERE / path).parent.mkdir(parents=True, exist_ok=True)
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]), HERE / path)


SIXTEEN_NUMBERS = [None, 16]
PAIR_OF_INPUTS = {"INPUT0": SIXTEEN_NUMBERS, "INPUT1": SIXTEEN_NUMBERS}
PAIR_OF_OUTPUTS = {"OUTPUT0": SIXTEEN_NUMBERS, "OUTPUT1": SIXTEEN_NUMBERS}
write_onnx(
    "simple/simple/1/model.onnx",
    TensorProto.INT32,
    PAIR_OF_INPUTS,
    PAIR_OF_OUTPUTS,
    [("Add", ["INPUT0", "INPUT1"], ["OUTPUT0"], {}), ("Sub", ["INPUT0", "INPUT1"], ["OUTPUT1"], {})],
)
write_onnx(
    "simple-string/simple_string/1/model.onnx",
    TensorProto.STRING,
    PAIR_OF_INPUTS,
    PAIR_OF_OUTPUTS,
    [
        ("Cast", ["INPUT0"], ["a"], {"to": TensorProto.INT32}),
        ("Cast", ["INPUT1"], ["b"], {"to": TensorProto.INT32}),
        ("Add", ["a", "b"], ["sum"], {}),
        ("Sub", ["a", "b"], ["difference"], {}),
        ("Cast", ["sum"], ["OUTPUT0"], {"to": TensorProto.STRING}),
        ("Cast", ["difference"], ["OUTPUT1"], {"to": TensorProto.STRING}),
    ],
)
write_onnx(
    "simple-sequence/simple_sequence/1/model.onnx",
    TensorProto.INT32,
    {name: [None, 1] for name in ("INPUT", "START", "READY")},
    {"OUTPUT": [None, 1]},
    [("Add", ["INPUT", "START"], ["sum"], {}), ("Mul", ["sum", "READY"], ["OUTPUT"], {})],
)
write_onnx(
    "text-detection/text_detection/1/model.onnx",
    TensorProto.FLOAT,
    {"input_images:0": [None, None, None, 3]},
    {"feature_fusion/Conv_7/Sigmoid:0": [None, None, None, 1], "feature_fusion/concat_3:0": [None, None, None, 5]},
    [
        ("ReduceMean", ["input_images:0"], ["grey"], {"axes": [-1]}),
        ("Sigmoid", ["grey"], ["feature_fusion/Conv_7/Sigmoid:0"], {}),
        ("Concat", ["input_images:0", "grey", "grey"], ["feature_fusion/concat_3:0"], {"axis": -1}),
    ],
)
write_onnx(
    "text-detection/text_recognition/1/model.onnx",
    TensorProto.FLOAT,
    {"input.1": [None, 1, 32, 100]},
    {"308": [None, 26, 37]},
    [("ReduceMax", ["input.1"], ["brightest"], {"axes": [2, 3]}), ("Mul", ["brightest", "ones"], ["four"], {}), ("Squeeze", ["four", "one"], ["308"], {})],
    {"ones": numpy.ones([1, 1, 26, 37], numpy.float32), "one": numpy.array([1])},
)


class Resnet(torch.nn.Module):
    def forward(self, image):
        return image.mean([2, 3]).sum(1, keepdim=True) + torch.arange(1000)


class Bert(torch.nn.Module):
    def forward(self, tokens, mask):
        words = (tokens * mask).float().unsqueeze(2).expand(-1, -1, 768)
        return words, words.sum(1)


write_torchscript(torch.jit.script(Resnet()), HERE / "aws-resnet/resnet/1/model.pt")
write_torchscript(torch.jit.script(Bert()), HERE / "aws-bert/bert/1/model.pt")

rows = numpy.random.default_rng(19).integers(0, 50, (300, 15)).astype(numpy.float32)
fraud = xgboost.XGBClassifier(n_estimators=1, max_depth=1).fit(rows, rows[:, 14] > 25)
(HERE / "aws-fil/fil/1").mkdir(exist_ok=True)
fraud.save_model(HERE / "aws-fil/fil/1/xgboost.json")
