"""Tokens of T5 with tensors that stay on the GPU, against the way through numpy, which copies all of them to the host and back for each token."""

import statistics
import time

import torch
from networks import t5

TOKENS = (11, 32)
TYPES = {"FP32": torch.float32, "FP16": torch.float16}
ROUNDS = 5
BANDWIDTH_BYTES = 2**30


def measure():
    device = torch.device("cuda")
    network, inputs = t5.seeded(batch=1)
    del inputs["target_ids"]
    network = network.to(device)
    gigabytes = bandwidth(device)
    result = {"sourceTokens": t5.SOURCE, "bandwidthGBs": round(gigabytes), "types": {}}
    for name, type_ in TYPES.items():
        bytes_ = weights_of_a_token(network.to(type_))
        result["types"][name] = {
            "bytesReadForEachToken": bytes_,
            "leastMillisecondsForEachToken": round(bytes_ / gigabytes / 1e6, 2),
            "decoded": [compare(network, {key: value.to(device) for key, value in inputs.items()}, count) for count in TOKENS],
        }
    return result


def bandwidth(device):
    """Of a copy in the GPU's memory, which reads and writes each byte, in GB/s."""
    source = torch.zeros(BANDWIDTH_BYTES, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2 * BANDWIDTH_BYTES / seconds(lambda: target.copy_(source), device) / 1e9


def weights_of_a_token(network):
    """Without keys and values of the prompt, which the encoder calculates once, and with one row of the words."""
    names = [name for name, _ in network.named_parameters() if name.startswith(("decoder", "scores"))]
    read = [name for name in names if ".cross.key" not in name and ".cross.value" not in name]
    parameters = dict(network.named_parameters())
    return sum(parameters[name].numel() * parameters[name].element_size() for name in read)


def compare(network, inputs, count):
    device = inputs["source_ids"].device
    ways = {"onDevice": on_device, "throughNumpy": lambda call: through_numpy(call, device)}
    found = {name: decode(network, inputs, count, way) for name, way in ways.items()}
    times = {
        name + "Milliseconds": round(seconds(lambda: decode(network, inputs, count, way), device) * 1000, 2) for name, way in ways.items()
    }
    return {"tokens": count, **times, "sameTokens": found["onDevice"] == found["throughNumpy"]}


@torch.inference_mode()
def decode(network, inputs, count, way):
    """As model-artifacts/t5/generate does, but for a given count of tokens: random weights have no end."""
    encode, step = way(network.encode), way(network.decode)
    source, mask = inputs["source_ids"], inputs["attn_mask"]
    keys, values = encode(source, mask)
    past = (keys[:, :, :, :0], values[:, :, :, :0])
    token = source[:, :1] * 0
    tokens = []
    for _ in range(count):
        scores, *past = step(token, mask, keys, values, *past)
        # The loop looks at each token: it could be the end.
        tokens.append(int(scores.argmax(-1)[0]))
        token = source[:, :1] * 0 + tokens[-1]
    return tokens


def on_device(call):
    return call


def through_numpy(call, device):
    """The numbers lie in memory of the host between two calls."""

    def called(*tensors):
        given = [torch.from_numpy(tensor.cpu().numpy()).to(device) for tensor in tensors]
        return [torch.from_numpy(output.cpu().numpy()) for output in call(*given)]

    return called


def seconds(action, device):
    """The median of some rounds, after one that is not measured."""
    times = []
    for _ in range(ROUNDS + 1):
        synchronize(device)
        started = time.perf_counter()
        action()
        synchronize(device)
        times.append(time.perf_counter() - started)
    return statistics.median(times[1:])


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()
