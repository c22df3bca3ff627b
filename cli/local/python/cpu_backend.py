"""The base class of the programs that replace Triton's backends on the CPU, with an unchanged config.pbtxt."""

import json
import os
import re
from itertools import groupby
from pathlib import Path

import numpy
import triton_python_backend_utils as pb_utils


class CpuBackend:
    """A subclass defines `default_file`, and the methods `load(path)` and `run(inputs)`. `run` receives the inputs as a dictionary of arrays by
    name, and returns the outputs as such a dictionary.

    A subclass that defines the module `library` also defines `too_old`: a pattern for errors about files that are too new for the library.
    """

    library = None

    def initialize(self, args):
        self.config = json.loads(args["model_config"])
        self.types = {tensor["name"]: tensor["data_type"] for tensor in self.config["output"]}
        file = self.config.get("default_model_filename") or self.default_file
        try:
            self.load(os.path.join(args["model_repository"], args["model_version"], file))
        except Exception as error:  # the errors of the libraries have no common class
            raise RuntimeError(self.explain(file, str(error))) from None

    def explain(self, file, reason):
        """Describe why a file cannot be loaded. If the library of the image is newer, the failure does not mean that the model is invalid."""
        if self.library is None:
            return reason
        name, version = self.library.__name__, self.library.__version__
        image = json.loads((Path(__file__).parent / "image.json").read_text())
        image_version = image.get(name)
        if not re.search(self.too_old, reason) or (image_version and version_numbers(image_version) <= version_numbers(version)):
            return f"{name} {version} of this machine cannot load {file}: {reason}"
        error_line = next(line.strip() for line in reason.splitlines() if re.search(self.too_old, line))
        needed = f"the {image_version} of the image" if image_version else "what the file needs"
        return f"NOT RUN: {name} {version} of this machine is older than {needed}, and cannot load {file} ({error_line}); to run it: {image['advice']}"

    def execute(self, requests):
        """Execute the requests in batches, as the scheduler groups them."""
        inputs = [{tensor.name(): tensor.as_numpy() for tensor in request.inputs()} for request in requests]
        if self.config["max_batch_size"] == 0:
            return [self.responses([single])[0] for single in inputs]
        return [response for _, group in groupby(inputs, item_shapes) for response in self.responses(list(group))]

    def responses(self, group):
        try:
            outputs = self.run(group[0] if len(group) == 1 else concatenate(group))
            self.check_types(outputs)
        except Exception as error:  # the errors of the libraries have no common class
            return [pb_utils.InferenceResponse(error=pb_utils.TritonError(str(error))) for _ in group]
        sizes = [len(next(iter(inputs.values()))) for inputs in group]
        return [create_response(part) for part in split(outputs, sizes)] if len(group) > 1 else [create_response(outputs)]

    def check_types(self, outputs):
        for name, values in outputs.items():
            expected = pb_utils.triton_string_to_numpy(self.types[name])
            if values.dtype != expected:
                raise ValueError(f"output '{name}' is {values.dtype} in the model, but {self.types[name]} in its configuration")


def version_numbers(version):
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def item_shapes(inputs):
    """Return the shapes without the batch dimension. Requests with equal shapes form a batch."""
    return {name: values.shape[1:] for name, values in inputs.items()}


def concatenate(group):
    return {name: numpy.concatenate([inputs[name] for inputs in group]) for name in group[0]}


def split(outputs, sizes):
    ends = numpy.cumsum(sizes)
    return [{name: values[end - size : end] for name, values in outputs.items()} for size, end in zip(sizes, ends)]


def create_response(outputs):
    return pb_utils.InferenceResponse([pb_utils.Tensor(name, numpy.ascontiguousarray(values)) for name, values in outputs.items()])
