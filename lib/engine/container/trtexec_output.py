"""Parses the output of trtexec: whether the run passed, its measurements, and the cause of a failure.

Uses only the standard library, because it runs in Triton's image. The formats are those of samples/common in NVIDIA/TensorRT 8.0 to 11.1.
"""

import math
import re

from trtexec_failure import PREFIX, failure_of

# Version 10.3 prints v100300, and 8.6.1 prints v8601.
VERDICT = re.compile(r"^&&&& (RUNNING|PASSED|FAILED) TensorRT\.trtexec \[TensorRT v(\d+)\]")

TIMES = {
    "Latency": "latency",
    "Enqueue Time": "enqueue",
    "H2D Latency": "hostToDevice",
    "GPU Compute Time": "gpuCompute",
    "D2H Latency": "deviceToHost",
}
TIME = re.compile(r"(min|max|mean|median|percentile\((\d+(?:\.\d+)?)%\)) = ([0-9.e+-]+) ms")

NUMBER = r"([0-9.]+(?:e[+-]?\d+)?)"
FACTS = [
    ("device", "name", str, re.compile(r"Selected Device: (.+)")),
    ("device", "computeCapability", str, re.compile(r"Compute Capability: (\d+\.\d+)")),
    ("device", "memoryMiB", int, re.compile(r"Device Global Memory: (\d+) MiB")),
    ("engine", "buildSeconds", float, re.compile("Engine built in " + NUMBER + " sec")),
    ("engine", "sizeMiB", float, re.compile("Created engine with size: " + NUMBER + " MiB")),
    ("engine", "loadedMiB", float, re.compile(r"Loaded engine size: " + NUMBER + " Mi?B")),
    ("engine", "contextMiB", float, re.compile("Created execution context with device memory size: " + NUMBER + " MiB")),
    ("engine", "weightsBytes", int, re.compile(r"Total Weights Memory: (\d+)")),
    ("engine", "activationBytes", int, re.compile(r"Total Activation Memory: (\d+)")),
    ("performance", "throughputQps", float, re.compile("Throughput: " + NUMBER + " qps")),
    ("performance", "queries", int, re.compile(r"Timing trace has (\d+) queries")),
    ("performance", "variationPercent", float, re.compile(r".*with coefficient of variance = " + NUMBER + "%")),
]

LAYER_TYPES = {
    "BF16": ["BF16", "BFloat16"],
    "FP32": ["FP32", "Float"],
    "FP16": ["FP16", "Half"],
    "FP8": ["FP8"],
    "INT8": ["INT8", "Int8"],
    "INT4": ["INT4", "Int4"],
    "INT64": ["INT64", "Int64"],
    "INT32": ["INT32", "Int32"],
    "BOOL": ["BOOL", "Bool"],
}

SHAPE = r"(\d+(?:x\d+)*|scalar)"
BINDING = re.compile(
    r"(?:Created )?(input|output) binding for (.+) with dimensions " + SHAPE + r"(?: and type (\S+))?(?: is created\.)?$", re.I
)
# Printed as an option, during a build (10.4 and later), and by --dumpOptimizationProfile. Version 8.6 has one profile, without an index.
SHAPES = SHAPE.replace("(", "(?P<min>", 1) + "{}" + SHAPE.replace("(", "(?P<opt>", 1) + "{}" + SHAPE.replace("(", "(?P<max>", 1) + "$"
PROFILE = [
    re.compile(r"Input build shape ?(?:\(profile (?P<index>\d+)\))?: (?P<name>.+)=" + SHAPES.format(r"\+", r"\+")),
    re.compile(
        r"Set shape of input tensor (?P<name>.+) for optimization profile (?P<index>\d+) to: MIN="
        + SHAPES.format(" OPT=", " MAX=")
    ),
    re.compile(r"Model input (?P<name>.+) \(profile (?P<index>\d+)\): min=" + SHAPES.format(", opt=", ", max=")),
]
ASSUMED = re.compile(
    r"Dynamic dimensions required for input: (.+), but no shapes were provided\. Automatically overriding shape to: " + SHAPE
)


def read_output(text, status=None):
    """Parses the output of one run. Returns a dictionary that can be serialized as JSON.

    `status` is the exit status of subprocess, which is negative for a signal. A run has passed if trtexec prints so, and the status is 0 or
    None.
    """
    result = {"version": None, "outcome": "unfinished", "device": {}, "engine": {}, "performance": None}
    result.update({"inputs": [], "outputs": [], "profiles": [], "assumedShapes": {}, "failure": None})
    performance = {}
    for line in text.splitlines():
        verdict = VERDICT.match(line)
        if verdict:
            result["version"] = version_of(int(verdict.group(2)))
            if verdict.group(1) != "RUNNING":
                result["outcome"] = verdict.group(1).lower()
            continue
        prefix = PREFIX.match(line)
        if prefix and prefix.group(1) in "IW":
            _read_line(line[prefix.end() :].rstrip(), result, performance)
    if "throughputQps" in performance and "latency" in performance:
        result["performance"] = performance
    if status not in (None, 0):
        result["outcome"] = "failed"
    if result["outcome"] != "passed":
        result["failure"] = failure_of(text, status)
    return result


def version_of(number):
    """Returns 10.3.0 for 100300, and 8.6.1 for 8601. Since version 10, each part has two digits."""
    has_two_digits = number >= 100000
    major, rest = divmod(number, 10000 if has_two_digits else 1000)
    return "{}.{}.{}".format(major, *divmod(rest, 100))


def _read_line(line, result, performance):
    name, _, values = line.partition(": ")
    if name in TIMES and " = " in values:
        performance[TIMES[name]] = {
            ("p" + match.group(2) if match.group(2) else match.group(1)): float(match.group(3))
            for match in TIME.finditer(values)
        }
        return
    for group, key, kind, expression in FACTS:
        match = expression.match(line)
        if match:
            value = kind(match.group(1))
            if not isinstance(value, float) or math.isfinite(value):
                (performance if group == "performance" else result[group])[key] = value
            return
    binding = BINDING.match(line)
    if binding:
        kind, tensor, dimensions, type_ = binding.groups()
        entry = {"name": tensor, "shape": shape_of(dimensions)}
        if type_:
            entry["type"] = type_
        result[kind.lower() + "s"].append(entry)
        return
    assumed = ASSUMED.match(line)
    if assumed:
        result["assumedShapes"][assumed.group(1)] = shape_of(assumed.group(2))
        return
    for expression in PROFILE:
        match = expression.match(line)
        if match:
            index = int(match.group("index") or 0)
            while len(result["profiles"]) <= index:
                result["profiles"].append({})
            shapes = {shape_kind: shape_of(match.group(shape_kind)) for shape_kind in ("min", "opt", "max")}
            result["profiles"][index][match.group("name")] = shapes
            return


def shape_of(text):
    """Returns [1, 3, 224, 224] for 1x3x224x224. A scalar has no dimensions."""
    return [] if text == "scalar" else [int(size) for size in text.split("x")]


def layer_types(info):
    """Counts the layers by output type, from the file of --exportLayerInfo with --profilingVerbosity=detailed.

    Version 8 writes formats such as "Row major linear FP16 format", and version 10 writes "Half".
    """
    counts = {}
    for layer in info["Layers"]:
        # Without detailed verbosity, layers are only names.
        for tensor in layer.get("Outputs", [])[:1] if isinstance(layer, dict) else []:
            written = tensor.get("Format/Datatype", "")
            layer_type = next((name for name, texts in LAYER_TYPES.items() if any(text in written for text in texts)), written)
            counts[layer_type] = counts.get(layer_type, 0) + 1
    return counts
