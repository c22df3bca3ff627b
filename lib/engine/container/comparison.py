"""Compares the engine with the ONNX model that it was built from: the image's own server has both."""

import math
import os
from random import Random

from failure import BuildFailure
from model_repository import lay_out
from processes import say
from tensors import FLOATS, flat, random_values
from triton_server import Rejected, find_server, has_backend, serving

BACKEND = "onnxruntime"


def serve_and_compare(task, plan, source, folder, version):
    """Inputs and outputs of the engine, and what the sidecar says of the comparison.

    `folder` is an empty one for the model repository.
    """
    server = find_server()
    able = has_backend(server, BACKEND)
    onnx = os.path.join(source, task["onnx"])
    plugins = [os.path.join(source, plugin) for plugin in task["plugins"]]
    complete = lay_out(folder, plan, onnx if able else "", task, version)
    with serving(server, folder, complete, plugins, version) as client:
        problem = client.problem_of("engine")
        if problem:
            raise BuildFailure("Triton cannot serve the engine with the inputs and outputs of the ONNX graph:", problem)
        inputs, outputs = client.tensors_of("engine")
        reason = None if able else "the image has no {} backend".format(BACKEND)
        reason = reason or client.problem_of("onnx")
        if reason:
            say("The engine is NOT COMPARED with the ONNX model: " + reason)
            return {"inputs": inputs, "outputs": outputs, "comparison": None, "notCompared": reason}
        return {"inputs": inputs, "outputs": outputs, **compare(task, client, inputs)}


def compare(task, client, inputs):
    tolerance = task["tolerance"]
    requests = list(example_requests(task["examples"]) if task["examples"] else random_requests(task["profiles"], inputs))
    onnx_inputs, _ = client.tensors_of("onnx")
    largest, skipped = {}, []
    for title, request in requests:
        try:
            actual = client.infer("engine", inputs, request)
        except (Rejected, OSError) as problem:
            raise BuildFailure("The engine fails in the comparison with the ONNX model ({}):".format(title), str(problem)) from None
        try:
            expected = client.infer("onnx", onnx_inputs, request)
        except Rejected as problem:
            # Such as too little memory for it besides the engine, which is no fault of the engine.
            skipped.append("ONNX Runtime fails ({}): {}".format(title, problem))
            say("The engine is NOT COMPARED with the ONNX model by this request: " + skipped[-1])
            continue
        for name, output in expected.items():
            found = compare_output(name, title, output, actual, tolerance)
            largest[name] = tuple(map(max, zip(found, largest.get(name, found))))
    if not largest:
        return {"comparison": None, "notCompared": skipped[0]}
    differences = [{"name": name, "absolute": absolute, "relative": relative} for name, (absolute, relative) in sorted(largest.items())]
    return {
        "comparison": {
            "tolerance": tolerance,
            "largestDifference": max(each["relative"] for each in differences),
            "requests": len(requests) - len(skipped),
            "skipped": len(skipped),
            "outputs": differences,
        }
    }


def compare_output(name, title, output, actual, tolerance):
    type_, values = output
    absolute, relative = difference(name, title, type_, values, actual)
    say("{}, output {}: largest difference {:.3g}, relative {:.3g}".format(title, name, absolute, relative))
    if relative > tolerance:
        raise BuildFailure(
            "The engine differs from the ONNX model in output {} ({}) by {:.3g} {}, and the tolerance is {:g}: build with a wider "
            "precision, or raise the tolerance if the model's quality allows that.".format(
                name, title, relative, "of the largest value" if type_ in FLOATS else "of the values", tolerance
            )
        )
    return absolute, relative


def example_requests(examples):
    for number, example in enumerate(examples, 1):
        inputs = {each["name"]: (each["shape"], list(flat(each["data"]))) for each in example["inputs"]}
        yield "example {}".format(number), inputs


def random_requests(profiles, inputs):
    """The smallest, usual and largest shapes of each profile. The same numbers in each build."""
    random = Random(0)
    # Triton calls the batch open where it has found out itself that a model batches.
    fixed = {each["name"]: [abs(size) for size in each["shape"]] for each in inputs}
    for index, profile in enumerate(profiles or [{}]):
        for which in ("min", "opt", "max") if profile else ("fixed",):
            shapes = {name: profile[name][which] if name in profile else shape for name, shape in fixed.items()}
            yield "random values, {} shapes of profile {}".format(which, index), {
                each["name"]: (
                    shapes[each["name"]],
                    random_values(random, each["dataType"], math.prod(shapes[each["name"]])),
                )
                for each in inputs
            }


def difference(name, title, type_, expected, actual):
    """The largest one, and how large it is: of numbers against the largest number, of classes as the share of those that differ."""
    if name not in actual or len(actual[name][1]) != len(expected):
        raise BuildFailure("The engine and the ONNX model have different shapes of output {} ({}).".format(name, title))
    found = actual[name][1]
    pairs = [(a, b) for a, b in zip(found, expected) if a != b and not (a != a and b != b)]
    wrong = sum(1 for a, b in pairs if not (math.isfinite(a) and math.isfinite(b)))
    if wrong:
        raise BuildFailure(
            "The engine gives NaN or infinity where the ONNX model has a number, or the other way round, in {} of {} values of output {} "
            "({}): build with a precision with a wider range, such as FP32 or BF16.".format(wrong, len(expected), name, title)
        )
    largest = max((abs(a - b) for a, b in pairs), default=0)
    if type_ not in FLOATS:
        return largest, len(pairs) / len(expected) if expected else 0
    scale = max((abs(b) for b in expected if math.isfinite(b)), default=0)
    # An output of zeros has no scale.
    return largest, largest / (scale or 1)
