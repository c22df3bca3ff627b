"""Exports the image classifier as TorchScript and as ONNX, with an example for each.

A small convolutional network: 3 x 32 x 32 pixels to the scores of 10 classes. Its weights come from a fixed seed.
"""

import sys
from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from export_common import write_example, write_onnx, write_torchscript  # noqa: E402


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 3, stride=2, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, stride=2, padding=1)
        self.conv3 = nn.Conv2d(32, 64, 3, stride=2, padding=1)
        self.scores = nn.Linear(64 * 4 * 4, 10)

    def forward(self, image):
        x = torch.relu(self.conv1(image))
        x = torch.relu(self.conv2(x))
        x = torch.relu(self.conv3(x))
        return self.scores(x.flatten(1))


torch.manual_seed(20)
torch.set_num_threads(1)  # the order of additions does not depend on the machine
model = Classifier().eval()
with torch.no_grad():
    model.scores.weight.mul_(20)  # spreads the scores far beyond any tolerance
image = (torch.randn(1, 3, 32, 32) * 1000).round() / 1000
with torch.inference_mode():
    scores = model(image)

write_torchscript(torch.jit.freeze(torch.jit.script(model)), HERE / "torchscript/1/model.pt")
write_example(HERE / "torchscript.example.json", {"INPUT__0": image}, {"OUTPUT__0": scores})
write_onnx(model, HERE / "onnx/1/model.onnx", {"image": image}, ["scores"])
write_example(HERE / "onnx.example.json", {"image": image}, {"scores": scores})
