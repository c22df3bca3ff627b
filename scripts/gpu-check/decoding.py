"""Compares T5 decoding with tensors on the GPU with decoding through numpy, which copies all tensors to the host and back for each token."""

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
    """Measure the bandwidth of a copy in GPU memory, which reads and writes each byte, in GB/s."""
    source = torch.zeros(BANDWIDTH_BYTES, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2 * BANDWIDTH_BYTES / seconds(lambda: target.copy_(source), device) / 1e9


def weights_of_a_token(network):
    """Count the weight bytes that are read for each token. The cross keys and values are excluded, because the encoder calculates them once."""
    names = [name for name, _ in network.named_parameters() if name.startswith(("decoder", "scores"))]
    read = [name for name in names if ".cross.key" not in name and ".cross.value" not in name]
    parameters = dict(network.named_parameters())
    return sum(parameters[name].numel() * parameters[name].element_size() for name in read)


def compare(network, inputs, count):
    device = inputs["source_ids"].device
    call_wrappers = {"onDevice": on_device, "throughNumpy": lambda call: through_numpy(call, device)}
    tokens = {name: decode(network, inputs, count, wrap_call) for name, wrap_call in call_wrappers.items()}
    times = {
        name + "Milliseconds": round(seconds(lambda: decode(network, inputs, count, wrap_call), device) * 1000, 2)
        for name, wrap_call in call_wrappers.items()
    }
    return {"tokens": count, **times, "sameTokens": tokens["onDevice"] == tokens["throughNumpy"]}


@torch.inference_mode()
def decode(network, inputs, count, wrap_call):
    """Generate tokens like model-artifacts/t5/generate, but a fixed number, because random weights produce no end token."""
    encode, step = wrap_call(network.encode), wrap_call(network.decode)
    source, mask = inputs["source_ids"], inputs["attn_mask"]
    keys, values = encode(source, mask)
    past = (keys[:, :, :, :0], values[:, :, :, :0])
    token = source[:, :1] * 0
    tokens = []
    for _ in range(count):
        scores, *past = step(token, mask, keys, values, *past)
        # Reads each token, as a loop must to detect the end token.
        tokens.append(int(scores.argmax(-1)[0]))
        token = source[:, :1] * 0 + tokens[-1]
    return tokens


def on_device(call):
    return call


def through_numpy(call, device):
    """Copy the tensors to host memory between two calls."""

    def call_with_copies(*tensors):
        on_gpu = [torch.from_numpy(tensor.cpu().numpy()).to(device) for tensor in tensors]
        return [torch.from_numpy(output.cpu().numpy()) for output in call(*on_gpu)]

    return call_with_copies


def seconds(action, device):
    """Measure the median time of several rounds, after a first round that is not measured."""
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
