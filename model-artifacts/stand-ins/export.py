"""Exports what stands for ResNet-50 as TorchScript and as ONNX: the same input and output, and next to no weights."""

import sys
from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from export_common import write_onnx, write_torchscript  # noqa: E402


class StandIn(nn.Module):
    """Scores of 1,000 classes from the mean colour of 3 x 224 x 224 pixels."""

    def __init__(self):
        super().__init__()
        self.scores = nn.Linear(3, 1000)

    def forward(self, image):
        return self.scores(image.mean([2, 3]))


torch.manual_seed(20)
model = StandIn().eval()
write_torchscript(torch.jit.freeze(torch.jit.script(model)), HERE / "resnet-50/torchscript/1/model.pt")
write_onnx(model, HERE / "resnet-50/onnx/1/model.onnx", {"input": torch.zeros(1, 3, 224, 224)}, ["output"], 17)
