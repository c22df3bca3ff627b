"""Writes TorchScript models of the kinds that Triton's backend accepts: <folder>/<name>/1/model.pt"""

import sys
from pathlib import Path
from typing import Dict, List

import torch


class RunningSum(torch.nn.Module):
    def forward(self, value, state):
        total = value + state
        return total, total


class CountsStart(torch.nn.Module):
    def forward(self, value, start):
        return value + start


class AddsEntries(torch.nn.Module):
    def forward(self, tensors: Dict[str, torch.Tensor]):
        return tensors["a"] - tensors["b"]


class Shouts(torch.nn.Module):
    def forward(self, texts: List[str]) -> List[str]:
        return [text + "!" for text in texts]


class UsesGpu(torch.nn.Module):
    def forward(self, value):
        return value + torch.zeros([1], device="cuda:0")


MODELS = {
    "running-sum": RunningSum(),
    "start": CountsStart(),
    "dictionary": AddsEntries(),
    "strings": Shouts(),
    "gpu-constant": UsesGpu(),
    "gpu-constant-on-cpu": UsesGpu(),
    "half": torch.nn.Linear(4, 4).half(),
    "half-on-cpu": torch.nn.Linear(4, 4).half(),
    "library": torch.nn.Identity(),
}
for name, module in MODELS.items():
    folder = Path(sys.argv[1]) / name / "1"
    folder.mkdir(parents=True)
    torch.jit.save(torch.jit.script(module), str(folder / "model.pt"))
