"""Exports torchvision's ResNet-50 as ONNX and as TorchScript, with an example for each.

The default are random weights from a fixed seed; --model takes a file with weights, a state_dict. Each file has 98 MB, too much for the
repository: name another folder with --output.
"""

import sys
from pathlib import Path

import torch
from torchvision.models import resnet50

sys.path.insert(0, str(Path(__file__).parents[1]))
from export_common import arguments, write_example, write_onnx, write_torchscript  # noqa: E402

options = arguments(__doc__, "resnet-50", "a file that torch.save wrote of a ResNet-50's state_dict()")
torch.manual_seed(20)
model = resnet50()
if options.model:
    model.load_state_dict(torch.load(options.model, map_location="cpu"))
model.eval()
images = (torch.randn(2, 3, 224, 224) * 100).round() / 100
with torch.inference_mode():
    scores = model(images)
write_onnx(model, options.output / "onnx/1/model.onnx", {"input": images}, ["output"], 17)
write_example(options.output / "onnx.examples/2-images.json", {"input": images}, {"output": scores})
with torch.no_grad():
    traced = torch.jit.trace(model, images)
write_torchscript(torch.jit.freeze(traced), options.output / "torchscript/1/model.pt")
write_example(options.output / "torchscript.examples/2-images.json", {"INPUT__0": images}, {"OUTPUT__0": scores})
