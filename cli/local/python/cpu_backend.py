"""The base class of the programs that replace Triton's backends on the CPU, with an unchanged config.pbtxt."""

import json
import os
import re
import sys
from itertools import groupby
from pathlib import Path

import numpy
import triton_python_backend_utils as pb_utils

SEQUENCE_START, SEQUENCE_END = 1, 2  # of TRITONSERVER_RequestFlag


class CpuBackend:
    """A subclass defines `default_file`, and the methods `load(path)` and `run(inputs)`. `run` receives the inputs as a dictionary of arrays by
    name, and returns the outputs as such a dictionary.

    A subclass that defines the module `library` also defines two patterns for errors: `too_old` if the library is too old for a file, and `gpu_only`
    if the file can be executed only on a GPU.
    """

    library = None

    def initialize(self, args):
        self.config = json.loads(args["model_config"])
        self.sequence = self.config.get("sequence_batching") or {}
        self.outputs = [tensor["name"] for tensor in self.config["output"]]
        states = self.sequence.get("state", [])
        self.types = {state["output_name"]: state["data_type"] for state in states}
        self.types.update({tensor["name"]: tensor["data_type"] for tensor in self.config["output"]})
        # The core pairs the sorted names (triton-inference-server/core, src/sequence_state.cc, SequenceStates::OutputState).
        self.state_inputs = dict(zip(sorted(state["output_name"] for state in states), sorted(state["input_name"] for state in states)))
        self.sequences = {}
        file = self.config.get("default_model_filename") or self.default_file
        try:
            self.load(os.path.join(args["model_repository"], args["model_version"], file))
        except Exception as error:  # the errors of the libraries have no common class
            reason = str(error)
            raise RuntimeError(self.not_run_reason(f"cannot load {file}", reason) or self.explain(file, reason)) from None

    def explain(self, file, reason):
        return f"{self.library.__name__} {self.library.__version__} of this machine cannot load {file}: {reason}" if self.library else reason

    def not_run_reason(self, failure, reason):
        """Return the message about an error that does not mean that the model is invalid, because the endpoint has a GPU or a newer library."""
        if self.library is None:
            return None
        name, version = self.library.__name__, self.library.__version__
        image = json.loads((Path(__file__).parent / "image.json").read_text())
        if not image.get("onCpu") and re.search(self.gpu_only, reason):
            return f"NOT RUN: {name} {version} of this machine, which has no GPU as the endpoint has, {failure}: {first_line(self.gpu_only, reason)}"
        image_version = image.get(name)
        if not re.search(self.too_old, reason) or (image_version and version_numbers(image_version) <= version_numbers(version)):
            return None
        needed = f"the {image_version} of the image" if image_version else "what the file needs"
        line = first_line(self.too_old, reason)
        return f"NOT RUN: {name} {version} of this machine is older than {needed}, and {failure} ({line}); to run it: {image['advice']}"

    def execute(self, requests):
        """Execute the requests in batches, as the scheduler groups them."""
        batch = [(request, self.inputs_of(request)) for request in requests]
        if self.config["max_batch_size"] == 0:
            return [self.responses([single])[0] for single in batch]
        groups = groupby(batch, lambda each: item_shapes(each[1]))
        return [response for _, group in groups for response in self.responses(list(group))]

    def inputs_of(self, request):
        """Return the inputs. The server adds the states, with their initial values: it never receives the values of the previous request."""
        inputs = {tensor.name(): tensor.as_numpy() for tensor in request.inputs()}
        if request.flags() & SEQUENCE_START:
            self.sequences.pop(request.correlation_id(), None)
        return {**inputs, **self.sequences.get(request.correlation_id(), {})}

    def responses(self, group):
        inputs = [each for _, each in group]
        try:
            outputs = self.run(inputs[0] if len(group) == 1 else concatenate(inputs))
            self.check_types(outputs)
        except Exception as error:  # the errors of the libraries have no common class
            message = self.not_run_reason("cannot execute the model", str(error)) or str(error)
            if message.startswith("NOT RUN"):
                print(message, file=sys.stderr, flush=True)  # for the log, because the model that calls this one may replace the message
            return [pb_utils.InferenceResponse(error=pb_utils.TritonError(message)) for _ in group]
        parts = [outputs] if len(group) == 1 else split(outputs, [len(next(iter(each.values()))) for each in inputs])
        return [self.respond(request, part) for (request, _), part in zip(group, parts)]

    def respond(self, request, outputs):
        """Create the response, and keep the states for the next request of the sequence."""
        if request.flags() & SEQUENCE_END:
            self.sequences.pop(request.correlation_id(), None)
        elif self.state_inputs:
            self.sequences[request.correlation_id()] = {name: outputs[output] for output, name in self.state_inputs.items() if output in outputs}
        return pb_utils.InferenceResponse([pb_utils.Tensor(name, numpy.ascontiguousarray(outputs[name])) for name in self.outputs])

    def check_types(self, outputs):
        for name, values in outputs.items():
            expected = pb_utils.triton_string_to_numpy(self.types[name])
            if values.dtype != expected:
                raise ValueError(f"output '{name}' is {values.dtype} in the model, but {self.types[name]} in its configuration")


def version_numbers(version):
    return [int(number) for number in re.findall(r"\d+", version)[:2]]


def first_line(pattern, text):
    line = next(line.strip() for line in text.splitlines() if re.search(pattern, line))
    return line if len(line) <= 300 else f"{line[:300]}…"


def item_shapes(inputs):
    """Return the shapes without the batch dimension. Requests with equal shapes form a batch."""
    return {name: values.shape[1:] for name, values in inputs.items()}


def concatenate(group):
    return {name: numpy.concatenate([inputs[name] for inputs in group]) for name in group[0]}


def split(outputs, sizes):
    ends = numpy.cumsum(sizes)
    return [{name: values[end - size : end] for name, values in outputs.items()} for size, end in zip(sizes, ends)]
