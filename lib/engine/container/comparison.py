"""Compares the outputs of the engine with the outputs of the ONNX model, on the Triton server of the image.

The server runs first the engine and then the ONNX model. Each model can therefore use all memory, and a crash of the server with the ONNX
model does not affect the engine.
"""

import os

from difference import Difference, parts_of
from engine_outputs import run_engine
from failure import BuildFailure
from model_repository import is_complete, create_onnx_repository
from processes import write_log
from tensors import FLOATS, size_of
from triton_client import Rejected, read_into
from triton_server import ServerFailure, find_server, has_backend, serving

BACKEND = "onnxruntime"


def serve_and_compare(task, plan, source, folder, version):
    """Returns the inputs and outputs of the engine, and the result of the comparison for the sidecar.

    `folder` receives the model repositories and the outputs of the engine.
    """
    server = find_server()
    comparison = Comparison(task["tolerance"])
    can_compare = has_backend(server, BACKEND)
    plugins = [os.path.join(source, plugin) for plugin in task["plugins"]]
    inputs, outputs, engine_outputs = run_engine(task, server, plan, plugins, folder, version, can_compare)
    if can_compare:
        repository = os.path.join(folder, "onnx")
        create_onnx_repository(repository, os.path.join(source, task["onnx"]), task)
        try:
            with serving(server, repository, is_complete(task), [], version) as client:
                compare(client, engine_outputs, comparison)
        except (ServerFailure, OSError) as problem:
            # Not an error of the engine. For example, the memory is exhausted.
            comparison.skip("ONNX Runtime fails: {}".format(problem))
    else:
        comparison.skip("the image has no {} backend".format(BACKEND))
    return {"inputs": inputs, "outputs": outputs, **comparison.described(len(engine_outputs))}


def compare(client, engine_outputs, comparison):
    problem = client.problem_of("onnx")
    if problem:
        comparison.skip(problem)
        return
    inputs, _ = client.tensors_of("onnx")
    for engine_output in engine_outputs:
        if engine_output.problem:
            comparison.skip("{} ({})".format(engine_output.problem, engine_output.title))
            continue
        try:
            with client.infer("onnx", inputs, engine_output.request) as (outputs, stream):
                differences = {output.name: comparison.difference(output, stream, engine_output) for output in outputs}
        except Rejected as problem:
            comparison.skip("ONNX Runtime fails ({}): {}".format(engine_output.title, problem))
            continue
        comparison.add(differences)


class Comparison:
    """The result of the comparison."""

    def __init__(self, tolerance):
        self.tolerance = tolerance
        self.requests = 0
        self.skipped = []
        self.values = 0
        self.compared = 0
        self.largest = {}

    def skip(self, reason):
        self.skipped.append(reason)
        write_log("The engine is NOT COMPARED with the ONNX model: " + reason)

    def add(self, differences):
        """Adds the differences of all outputs of a request."""
        self.requests += 1
        for name, difference in differences.items():
            self.values += difference.values
            self.compared += difference.compared
            magnitudes = difference.absolute, difference.relative()
            self.largest[name] = tuple(map(max, zip(magnitudes, self.largest.get(name, magnitudes))))

    def difference(self, output, stream, engine_output):
        """Compares an output with the output of the ONNX model in the stream. Raises BuildFailure if the difference is too large."""
        type_, values, start = engine_output.outputs.get(output.name, (None, None, None))
        if values != output.values:
            title = engine_output.title
            raise BuildFailure("The engine and the ONNX model have different shapes of output {} ({}).".format(output.name, title))
        difference = Difference(output.type, values)
        with open(engine_output.path, "rb") as file:
            for first, end, is_compared in parts_of(values):
                expected = bytearray((end - first) * size_of(output.type))
                read_into(stream, memoryview(expected))
                if is_compared:
                    file.seek(start + first * size_of(type_))
                    difference.add(expected, type_, file.read((end - first) * size_of(type_)))
        self.check(difference, output.name, engine_output.title)
        return difference

    def check(self, difference, name, title):
        sample = (
            ""
            if difference.compared == difference.values
            else " in a sample of {} of {} values".format(difference.compared, difference.values)
        )
        relative = difference.relative()
        write_log("{}, output {}: largest difference {:.3g}, relative {:.3g}{}".format(title, name, difference.absolute, relative, sample))
        if difference.wrong:
            raise BuildFailure(
                "The engine gives NaN or infinity where the ONNX model has a number, or the other way round, in {} of {} values of output "
                "{} ({}): build with a precision with a wider range, such as FP32 or BF16.".format(
                    difference.wrong, difference.compared, name, title
                )
            )
        if relative > self.tolerance:
            raise BuildFailure(
                "The engine differs from the ONNX model in output {} ({}) by {:.3g} {}, and the tolerance is {:g}: build with a wider "
                "precision, or raise the tolerance if the model's quality allows that.".format(
                    name, title, relative, "of the largest value" if difference.type in FLOATS else "of the values", self.tolerance
                )
            )

    def described(self, requests):
        """Result for the sidecar. `requests` is the number of planned requests."""
        if not self.requests:
            return {"comparison": None, "notCompared": self.skipped[0]}
        differences = [
            {"name": name, "absolute": absolute, "relative": relative} for name, (absolute, relative) in sorted(self.largest.items())
        ]
        return {
            "comparison": {
                "tolerance": self.tolerance,
                "largestDifference": max(each["relative"] for each in differences),
                "requests": self.requests,
                "skipped": requests - self.requests,
                "values": self.values,
                "compared": self.compared,
                "outputs": differences,
            }
        }
