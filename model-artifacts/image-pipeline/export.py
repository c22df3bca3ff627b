"""Writes the examples of the preprocessing and of an ensemble of it with the image classifier, from the classifier as TorchScript."""

import sys
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from export_common import write_example  # noqa: E402

torch.manual_seed(21)
torch.set_num_threads(1)
pixels = torch.randint(0, 256, (1, 32, 32, 3), dtype=torch.uint8)
image = ((pixels.float() / 255.0 - 0.5) / 0.25).permute(0, 3, 1, 2).contiguous()
classifier = torch.jit.load(str(HERE.parent / "image-classifier/torchscript/1/model.pt"))
with torch.inference_mode():
    scores = classifier(image)

write_example(HERE / "preprocess.example.json", {"pixels": pixels}, {"image": image})
write_example(HERE / "pixels-to-scores.example.json", {"pixels": pixels}, {"scores": scores})
