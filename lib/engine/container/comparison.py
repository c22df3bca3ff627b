"""Compares the engine with the ONNX model that it was built from: the image's own server has both.

It has one after the other. So each has all of the memory, and what ends the server with the ONNX model leaves the engine as it is.
"""

import os

from difference import Difference, parts_of
from engine_answers import ask_engine
from failure import BuildFailure
from model_repository import is_complete, lay_out_onnx
from processes import say
from tensors import FLOATS, size_of
from triton_client import Rejected, read_into
from triton_server import ServerFailure, find_server, has_backend, serving

BACKEND = "onnxruntime"


def serve_and_compare(task, plan, source, folder, version):
    """Inputs and outputs of the engine, and what the sidecar says of the comparison.

    `folder` gets the model repositories and the outputs of the engine.
    """
    server = find_server()
    comparison = Comparison(task["tolerance"])
    able = has_backend(server, BACKEND)
    plugins = [os.path.join(source, plugin) for plugin in task["plugins"]]
    inputs, outputs, answers = ask_engine(task, server, plan, plugins, folder, version, able)
    if able:
        repository = os.path.join(folder, "onnx")
        lay_out_onnx(repository, os.path.join(source, task["onnx"]), task)
        try:
            with serving(server, repository, is_complete(task), [], version) as client:
                compare(client, answers, comparison)
        except (ServerFailure, OSError) as problem:
            # Such as too little memory for it, which is no fault of the engine.
            comparison.skip("ONNX Runtime fails: {}".format(problem))
    else:
        comparison.skip("the image has no {} backend".format(BACKEND))
    return {"inputs": inputs, "outputs": outputs, **comparison.described(len(answers))}


def compare(client, answers, comparison):
    problem = client.problem_of("onnx")
    if problem:
        comparison.skip(problem)
        return
    inputs, _ = client.tensors_of("onnx")
    for answer in answers:
        if answer.problem:
            comparison.skip("{} ({})".format(answer.problem, answer.title))
            continue
        try:
            with client.infer("onnx", inputs, answer.request) as (outputs, stream):
                differences = {output.name: comparison.difference(output, stream, answer) for output in outputs}
        except Rejected as problem:
            comparison.skip("ONNX Runtime fails ({}): {}".format(answer.title, problem))
            continue
        comparison.add(differences)


class Comparison:
    """What the comparison has found so far."""

    def __init__(self, tolerance):
        self.tolerance = tolerance
        self.requests = 0
        self.skipped = []
        self.values = 0
        self.compared = 0
        self.largest = {}

    def skip(self, reason):
        self.skipped.append(reason)
        say("The engine is NOT COMPARED with the ONNX model: " + reason)

    def add(self, differences):
        """Those of all outputs of a request."""
        self.requests += 1
        for name, difference in differences.items():
            self.values += difference.values
            self.compared += difference.compared
            found = difference.absolute, difference.relative()
            self.largest[name] = tuple(map(max, zip(found, self.largest.get(name, found))))

    def difference(self, output, stream, answer):
        """It fails where the engine's output is too far from that of the ONNX model, which the stream has."""
        type_, values, start = answer.outputs.get(output.name, (None, None, None))
        if values != output.values:
            raise BuildFailure("The engine and the ONNX model have different shapes of output {} ({}).".format(output.name, answer.title))
        found = Difference(output.type, values)
        with open(answer.path, "rb") as file:
            for first, end, wanted in parts_of(values):
                expected = bytearray((end - first) * size_of(output.type))
                read_into(stream, memoryview(expected))
                if wanted:
                    file.seek(start + first * size_of(type_))
                    found.add(expected, type_, file.read((end - first) * size_of(type_)))
        self.check(found, output.name, answer.title)
        return found

    def check(self, found, name, title):
        sample = "" if found.compared == found.values else " in a sample of {} of {} values".format(found.compared, found.values)
        relative = found.relative()
        say("{}, output {}: largest difference {:.3g}, relative {:.3g}{}".format(title, name, found.absolute, relative, sample))
        if found.wrong:
            raise BuildFailure(
                "The engine gives NaN or infinity where the ONNX model has a number, or the other way round, in {} of {} values of output "
                "{} ({}): build with a precision with a wider range, such as FP32 or BF16.".format(found.wrong, found.compared, name, title)
            )
        if relative > self.tolerance:
            raise BuildFailure(
                "The engine differs from the ONNX model in output {} ({}) by {:.3g} {}, and the tolerance is {:g}: build with a wider "
                "precision, or raise the tolerance if the model's quality allows that.".format(
                    name, title, relative, "of the largest value" if found.type in FLOATS else "of the values", self.tolerance
                )
            )

    def described(self, requests):
        """As the sidecar has it. `requests` are those to compare by."""
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
