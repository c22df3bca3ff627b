"""T5 in plain PyTorch, like the export of model-artifacts/t5/export.py: an encoder, which returns keys and values, and a decoder with a cache.

The default has the size of flan-t5-large. The parameters have the order of transformers.
"""

import math

import torch
from torch import nn

LARGE = {"vocabulary": 32128, "width": 1024, "head": 64, "heads": 16, "inner": 2816, "layers": 24}
SOURCE = 128  # number of tokens of a prompt
DISTANCES, FARTHEST = 32, 128  # number of position biases, and the distance from which all tokens share a bias


class Norm(nn.Module):
    """Root mean square norm in FP32, as in transformers. With `half_squares`, the norm has the type of the states, as TensorRT may do."""

    def __init__(self, width):
        super().__init__()
        self.half_squares = False
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, states):
        precise_states = states if self.half_squares else states.float()
        return self.weight * (states * torch.rsqrt(precise_states.pow(2).mean(-1, keepdim=True) + 1e-6)).to(states.dtype)


class Attention(nn.Module):
    def __init__(self, width, head, heads, biased=False):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, head * heads, bias=False) for _ in range(3))
        self.out = nn.Linear(head * heads, width, bias=False)
        self.bias = nn.Embedding(DISTANCES, heads) if biased else None

    def split(self, states):
        return states.view(*states.shape[:2], self.heads, -1).transpose(1, 2)

    def forward(self, states, keys, values, bias):
        weights = (self.split(self.query(states)) @ keys.transpose(2, 3) + bias).float().softmax(-1).to(states.dtype)
        return self.out((weights @ values).transpose(1, 2).reshape(*states.shape[:2], -1))


class Gated(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.gate, self.widen = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.narrow = nn.Linear(inner, width, bias=False)

    def forward(self, states):
        return self.narrow(nn.functional.gelu(self.gate(states), approximate="tanh") * self.widen(states))


class Layer(nn.Module):
    def __init__(self, width, head, heads, inner, first, decodes):
        super().__init__()
        self.attention, self.attention_norm = Attention(width, head, heads, first), Norm(width)
        if decodes:
            self.cross, self.cross_norm = Attention(width, head, heads), Norm(width)
        self.gated, self.norm = Gated(width, inner), Norm(width)


class T5(nn.Module):
    def __init__(self, vocabulary, width, head, heads, inner, layers):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        size = (width, head, heads, inner)
        self.encoder = nn.ModuleList(Layer(*size, first=not index, decodes=False) for index in range(layers))
        self.encoder_norm = Norm(width)
        self.decoder = nn.ModuleList(Layer(*size, first=not index, decodes=True) for index in range(layers))
        self.decoder_norm = Norm(width)
        self.scores = nn.Linear(width, vocabulary, bias=False)

    def encode(self, source_ids, attn_mask):
        """Return the cross keys and values of all decoder layers: [batch, layers, heads, tokens, size]."""
        states = self.words(source_ids)
        places = torch.arange(source_ids.shape[1], device=states.device)
        bias = position_bias(self.encoder, places[:, None], places[None], True) + mask_bias(attn_mask, states)
        for layer in self.encoder:
            normalized, attention = layer.attention_norm(states), layer.attention
            states = states + attention(normalized, *(attention.split(part(normalized)) for part in (attention.key, attention.value)), bias)
            states = states + layer.gated(layer.norm(states))
        states = self.encoder_norm(states)
        crosses = [layer.cross for layer in self.decoder]
        keys = torch.stack([cross.split(cross.key(states)) for cross in crosses], 1)
        return keys, torch.stack([cross.split(cross.value(states)) for cross in crosses], 1)

    def decode(self, target_ids, attn_mask, cross_keys, cross_values, past_keys, past_values):
        """Decode one token of each target. Return the scores of the next token, and the keys and values including this token."""
        states = self.words(target_ids)
        place = past_keys.shape[3]
        places = torch.arange(place + 1, device=states.device)
        bias, cross_bias = position_bias(self.decoder, places[-1:, None], places[None], False), mask_bias(attn_mask, states)
        keys, values = [], []
        for index, layer in enumerate(self.decoder):
            normalized, attention = layer.attention_norm(states), layer.attention
            keys.append(torch.cat([past_keys[:, index], attention.split(attention.key(normalized))], 2))
            values.append(torch.cat([past_values[:, index], attention.split(attention.value(normalized))], 2))
            states = states + attention(normalized, keys[-1], values[-1], bias)
            states = states + layer.cross(layer.cross_norm(states), cross_keys[:, index], cross_values[:, index], cross_bias)
            states = states + layer.gated(layer.norm(states))
        return self.scores(self.decoder_norm(states))[:, -1], torch.stack(keys, 1), torch.stack(values, 1)

    def forward(self, source_ids, attn_mask, target_ids):
        """Return the outputs of encoder and decoder. The target tokens are fixed, so that rounding a score does not change later tokens."""
        keys, values = self.encode(source_ids, attn_mask)
        past = (keys[:, :, :, :0], values[:, :, :, :0])
        scores = []
        for token in target_ids.split(1, 1):
            logits, *past = self.decode(token, attn_mask, keys, values, *past)
            scores.append(logits)
        return {"cross_keys": keys, "cross_values": values, "logits": torch.stack(scores, 1)}


def mask_bias(attn_mask, states):
    bias = torch.zeros(attn_mask.shape, dtype=states.dtype, device=states.device)
    return bias.masked_fill(attn_mask == 0, torch.finfo(states.dtype).min)[:, None, None]


def position_bias(layers, queries, keys, both_ways):
    """Each short distance has its own bias. Long distances share biases on a logarithmic scale."""
    distance = keys - queries
    count, offset = DISTANCES, 0
    if both_ways:
        count //= 2
        offset, distance = (distance > 0).long() * count, distance.abs()
    else:
        distance = -distance.clamp(max=0)
    exact = count // 2
    scale = torch.log(distance.float().clamp(min=1) / exact) / math.log(FARTHEST / exact)
    far = (exact + (scale * (count - exact)).long()).clamp(max=count - 1)
    return layers[0].attention.bias(offset + torch.where(distance < exact, distance, far)).permute(2, 0, 1)[None]


def seeded(size=None, batch=2, source=SOURCE, target=8):
    """Return the network and its inputs. The weights are initialized as in transformers."""
    torch.manual_seed(14)
    size = size or LARGE
    network = T5(**size).eval()
    width, head, heads, inner = (size[name] for name in ("width", "head", "heads", "inner"))
    deviations = {"query": (width * head) ** -0.5, "out": (head * heads) ** -0.5, "narrow": inner**-0.5, "words": 1.0, "scores": 1.0}
    with torch.no_grad():
        for name, module in network.named_modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                module.weight.normal_(std=deviations.get(name.rpartition(".")[2], width**-0.5))
    ids = torch.randint(2, size["vocabulary"], (batch, source))
    ids[-1, source // 2 :] = 0
    targets = torch.randint(2, size["vocabulary"], (batch, target))
    targets[:, 0] = 0
    return network, {"source_ids": ids, "attn_mask": (ids != 0).long(), "target_ids": targets}
