"""What the programs have in common that run models on the CPU in the place of Triton's own backends, with config.pbtxt unchanged."""

import json
import os
import re
from itertools import groupby
from pathlib import Path

import numpy
import triton_python_backend_utils as pb_utils


class CpuBackend:
    """A subclass has `default_file`, and the methods `load(path)` and `run(inputs)`: arrays by name in, arrays by name out.

    With a `library`, a module, it has `too_old`: a pattern of what that says of a file that is too new for it.
    """

    library = None

    def initialize(self, args):
        self.config = json.loads(args["model_config"])
        self.types = {tensor["name"]: tensor["data_type"] for tensor in self.config["output"]}
        file = self.config.get("default_model_filename") or self.default_file
        try:
            self.load(os.path.join(args["model_repository"], args["model_version"], file))
        except Exception as error:  # the libraries' errors have no common class
            raise RuntimeError(self.explain(file, str(error))) from None

    def explain(self, file, reason):
        """What a library says of a file that it cannot load. Where the image's is newer, that says nothing of the model."""
        if self.library is None:
            return reason
        name, version = self.library.__name__, self.library.__version__
        image = json.loads((Path(__file__).parent / "image.json").read_text()).get(name)
        if not re.search(self.too_old, reason) or (image and numbers(image) <= numbers(version)):
            return f"{name} {version} of this machine cannot load {file}: {reason}"
        first = next(line.strip() for line in reason.splitlines() if re.search(self.too_old, line))
        than = f"the {image} of the image" if image else "what the file needs"
        return f"NOT RUN: {name} {version} of this machine is older than {than}, and cannot load {file} ({first}); give another with --python"

    def execute(self, requests):
        """Runs together what the scheduler hands over together."""
        inputs = [{tensor.name(): tensor.as_numpy() for tensor in request.inputs()} for request in requests]
        if self.config["max_batch_size"] == 0:
            return [self.answers([one])[0] for one in inputs]
        return [answer for _, group in groupby(inputs, item_shapes) for answer in self.answers(list(group))]

    def answers(self, group):
        try:
            outputs = self.run(group[0] if len(group) == 1 else concatenated(group))
            self.check_types(outputs)
        except Exception as error:  # the libraries' errors have no common class
            return [pb_utils.InferenceResponse(error=pb_utils.TritonError(str(error))) for _ in group]
        sizes = [len(next(iter(inputs.values()))) for inputs in group]
        return [response(part) for part in split(outputs, sizes)] if len(group) > 1 else [response(outputs)]

    def check_types(self, outputs):
        for name, values in outputs.items():
            expected = pb_utils.triton_string_to_numpy(self.types[name])
            if values.dtype != expected:
                raise ValueError(f"output '{name}' is {values.dtype} in the model, but {self.types[name]} in its configuration")


def numbers(version):
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def item_shapes(inputs):
    """Requests with equal ones go into one batch; the first dimension is the batch's."""
    return {name: values.shape[1:] for name, values in inputs.items()}


def concatenated(group):
    return {name: numpy.concatenate([inputs[name] for inputs in group]) for name in group[0]}


def split(outputs, sizes):
    ends = numpy.cumsum(sizes)
    return [{name: values[end - size : end] for name, values in outputs.items()} for size, end in zip(sizes, ends)]


def response(outputs):
    return pb_utils.InferenceResponse([pb_utils.Tensor(name, numpy.ascontiguousarray(values)) for name, values in outputs.items()])
