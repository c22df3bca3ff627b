"""Compares the outputs of the example networks in narrower types with FP32, like the comparison after a build."""

import copy
import importlib
import statistics
import time

import torch

MODULES = {"bert-large": "bert", "resnet-50": "resnet", "t5": "t5"}
# The tolerances of lib/model/engine/engine-source.ts. GPUs calculate FP32 as TF32.
TOLERANCES = {"TF32": 0.01, "FP16": 0.01, "BF16": 0.05}
AMPERE = (8, 0)
ROUNDS = 5


def measure(name):
    network, inputs = importlib.import_module("networks." + MODULES[name]).seeded()
    return compare(network.cuda(), {key: value.cuda() for key, value in inputs.items()})


def compare(network, inputs):
    """Compare each variant with FP32 and with TF32. ONNX Runtime uses TF32 for the reference of a build on Ampere and newer GPUs."""
    device = next(iter(inputs.values())).device
    use_tf32(False)
    reference, milliseconds = run(network, inputs)
    result = {"FP32": {"milliseconds": milliseconds, "notFinite": not_finite(reference)}}
    references = {"FP32": reference}
    for variant, reason in variants(network, device).items():
        result[variant] = {"skipped": reason} if reason else attempt(network, inputs, variant, references)
    use_tf32(False)
    return result


def attempt(network, inputs, variant, references):
    """Return the error of a variant, such as too little memory, so the other variants are still measured."""
    try:
        outputs, milliseconds = in_variant(network, inputs, variant)
    except RuntimeError as error:
        return {"failed": str(error).splitlines()[0]}
    tolerance = TOLERANCES[variant.split(",")[0]]
    differences = {name: difference(reference, outputs) for name, reference in references.items()}
    if variant == "TF32":
        references["TF32"] = outputs
    return {
        "milliseconds": milliseconds,
        "notFinite": not_finite(outputs),
        "tolerance": tolerance,
        "differences": differences,
        "withinTolerance": all(each is not None and each <= tolerance for by_output in differences.values() for each in by_output.values()),
    }


def variants(network, device):
    """Return the variants. The value is the reason if this device does not support the variant, and None otherwise."""
    capability = torch.cuda.get_device_capability() if device.type == "cuda" else None
    reasons = {
        "TF32": None if capability and capability >= AMPERE else "the device has no TF32",
        "FP16": None,
        "BF16": "the GPU has no BF16" if capability and capability < AMPERE else None,
    }
    # Engines use FP32 in these layers, because a square above 65504 is infinite in FP16.
    return {**reasons, "FP16, norms too": None} if norms_of(network) else reasons


def norms_of(network):
    return [module for module in network.modules() if hasattr(module, "half_squares")]


def in_variant(network, inputs, variant):
    use_tf32(variant == "TF32")
    if variant == "TF32":
        return run(network, inputs)
    type_ = torch.bfloat16 if variant == "BF16" else torch.float16
    narrow = copy.deepcopy(network).to(type_)
    for norm in norms_of(narrow):
        norm.half_squares = variant == "FP16, norms too"
    return run(narrow, {key: value.to(type_) if value.is_floating_point() else value for key, value in inputs.items()})


def use_tf32(allowed):
    torch.backends.cuda.matmul.allow_tf32 = allowed
    torch.backends.cudnn.allow_tf32 = allowed


@torch.inference_mode()
def run(network, inputs):
    """Return the outputs in FP32, and the median time."""
    times = []
    for _ in range(ROUNDS + 1):
        started = time.perf_counter()
        outputs = {name: output.float().cpu() for name, output in network(**inputs).items()}
        times.append(time.perf_counter() - started)
    return outputs, round(statistics.median(times[1:]) * 1000, 2)


def not_finite(outputs):
    return {name: int((~output.isfinite()).sum()) for name, output in outputs.items()}


def difference(expected, actual):
    """Return the largest difference relative to the largest value; None if a value is finite in only one of the outputs."""
    differences = {}
    for name, output in expected.items():
        comparable = bool((output.isfinite() == actual[name].isfinite()).all())
        finite = output.isfinite()
        scale = float(output[finite].abs().max()) if comparable and finite.any() else 0.0
        differences[name] = float((output - actual[name])[finite].abs().max()) / (scale or 1) if comparable and finite.any() else None
    return differences
