"""ResNet-50 in plain PyTorch, like the export of model-artifacts/resnet-50/export.py. The parameters have the order of torchvision."""

import torch
from torch import nn

LARGE = {"blocks": (3, 4, 6, 3), "classes": 1000}
IMAGES = (16, 3, 224, 224)


class Bottleneck(nn.Module):
    def __init__(self, channels, inner, stride):
        super().__init__()
        outer = inner * 4
        self.conv1, self.norm1 = nn.Conv2d(channels, inner, 1, bias=False), nn.BatchNorm2d(inner)
        self.conv2, self.norm2 = nn.Conv2d(inner, inner, 3, stride, 1, bias=False), nn.BatchNorm2d(inner)
        self.conv3, self.norm3 = nn.Conv2d(inner, outer, 1, bias=False), nn.BatchNorm2d(outer)
        self.shortcut = None
        if stride > 1 or channels != outer:
            self.shortcut = nn.Sequential(nn.Conv2d(channels, outer, 1, stride, bias=False), nn.BatchNorm2d(outer))

    def forward(self, image):
        inner = self.norm1(self.conv1(image)).relu()
        inner = self.norm2(self.conv2(inner)).relu()
        return (self.norm3(self.conv3(inner)) + (self.shortcut(image) if self.shortcut else image)).relu()


class ResNet(nn.Module):
    def __init__(self, blocks, classes):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        layers, channels = [], 64
        for stage, count in enumerate(blocks):
            inner = 64 * 2**stage
            for block in range(count):
                layers.append(Bottleneck(channels, inner, 2 if stage and not block else 1))
                channels = inner * 4
        self.layers = nn.Sequential(*layers)
        self.classifier = nn.Linear(channels, classes)

    def forward(self, input):
        image = nn.functional.max_pool2d(self.norm(self.conv(input)).relu(), 3, 2, 1)
        return {"output": self.classifier(self.layers(image).mean((2, 3)))}


def seeded(size=None, shape=None):
    """Return the network and its inputs. The weights are initialized as in torchvision."""
    torch.manual_seed(20)
    network = ResNet(**(size or LARGE)).eval()
    for module in network.modules():
        if isinstance(module, nn.Conv2d):
            nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
    return network, {"input": torch.randn(shape or IMAGES)}
