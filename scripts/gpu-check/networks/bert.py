"""BERT with a classifier in plain PyTorch, like the export of model-artifacts/bert-large/export.py. The parameters have the order of transformers."""

import math

import torch
from torch import nn

LARGE = {"vocabulary": 30522, "width": 1024, "layers": 24, "heads": 16, "inner": 4096, "tokens": 512}
LENGTHS = [512, 384, 128, 16]  # number of tokens of each text in the batch
SEPARATOR = 102


class Layer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.attention_norm = nn.LayerNorm(width, eps=1e-12)
        self.widen, self.narrow = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)

    def forward(self, states, bias):
        batch, tokens, width = states.shape
        query, key, value = (
            part(states).view(batch, tokens, self.heads, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        # Does not use PyTorch's fused attention, because the ONNX file contains these separate operators.
        weights = (query @ key.transpose(2, 3) / math.sqrt(width // self.heads) + bias).softmax(-1)
        attended = (weights @ value).transpose(1, 2).reshape(batch, tokens, width)
        states = self.attention_norm(self.out(attended) + states)
        return self.norm(self.narrow(nn.functional.gelu(self.widen(states))) + states)


class Bert(nn.Module):
    def __init__(self, vocabulary, width, layers, heads, inner, tokens):
        super().__init__()
        self.words, self.positions, self.types = nn.Embedding(vocabulary, width), nn.Embedding(tokens, width), nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.pooler = nn.Linear(width, width)
        self.classifier = nn.Linear(width, 2)

    def forward(self, token_ids, attn_mask):
        states = self.words(token_ids) + self.types.weight[0] + self.positions.weight[: token_ids.shape[1]]
        bias = torch.zeros(attn_mask.shape, dtype=states.dtype, device=states.device)
        bias = bias.masked_fill(attn_mask == 0, torch.finfo(states.dtype).min)[:, None, None]
        states = self.norm(states)
        for layer in self.layers:
            states = layer(states, bias)
        return {"output": self.classifier(self.pooler(states[:, 0]).tanh())}


def seeded(size=None, lengths=None):
    """Return the network and its inputs. The weights are initialized as in transformers: normal with deviation 0.02, and zero biases."""
    torch.manual_seed(22)
    size = size or LARGE
    network = Bert(**size).eval()
    with torch.no_grad():
        for module in network.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                module.weight.normal_(std=0.02)
            if isinstance(module, nn.Linear):
                module.bias.zero_()
    lengths = lengths or LENGTHS
    token_ids = torch.zeros(len(lengths), max(lengths), dtype=torch.long)
    for row, length in zip(token_ids, lengths):
        row[:length] = torch.randint(1, size["vocabulary"], (length,))
        row[length - 1] = SEPARATOR
    return network, {"token_ids": token_ids, "attn_mask": (token_ids != 0).long()}
