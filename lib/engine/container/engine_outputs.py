"""Runs the engine on the Triton server of the image. The outputs are stored on the volume, because they can exceed the memory."""

import os

from comparison_requests import requests_of
from failure import BuildFailure
from model_repository import is_complete, create_engine_repository
from processes import write_log
from triton_client import Rejected, read_into
from triton_server import ServerFailure, serving

BLOCK = 2**20


class EngineOutput:
    """The outputs of the engine for a request."""

    def __init__(self, title, request, path):
        self.title = title
        self.request = request
        self.path = path
        # Reason why the outputs could not be stored.
        self.problem = None
        # Type, number of values and offset in the file, by output name.
        self.outputs = {}

    def store(self, outputs, stream):
        start = 0
        for output in outputs:
            self.outputs[output.name] = (output.type, output.values, start)
            start += output.bytes
        block = memoryview(bytearray(BLOCK))
        with open(self.path, "wb", buffering=0) as file:
            for offset in range(0, start, BLOCK):
                part = block[: start - offset]
                read_into(stream, part)
                self._write(file, part)

    def _write(self, file, part):
        if self.problem:
            return
        try:
            while part:
                part = part[file.write(part) :]
        except OSError as error:
            # Not an error of the engine. For example, the volume is full.
            self.problem = "the outputs of the engine cannot be kept: {}".format(error)
            os.remove(self.path)


def run_engine(task, server, plan, plugins, folder, version, with_requests):
    """Returns the inputs and outputs of the engine, and its outputs for the requests of the comparison if `with_requests` is true.

    Raises BuildFailure if Triton cannot serve the engine. `folder` receives the model repository and the outputs.
    """
    repository = os.path.join(folder, "engine")
    create_engine_repository(repository, plan, task, version)
    try:
        with serving(server, repository, is_complete(task), plugins, version) as client:
            problem = client.problem_of("engine")
            if problem:
                raise BuildFailure("Triton cannot serve the engine with the inputs and outputs of the ONNX graph:", problem)
            inputs, outputs = client.tensors_of("engine")
            requests = requests_of(task, inputs) if with_requests else []
            return inputs, outputs, [run_request(client, inputs, folder, *numbered) for numbered in enumerate(requests)]
    except (ServerFailure, OSError) as problem:
        raise BuildFailure("Triton cannot serve the engine: read the job's log.", str(problem)) from None


def run_request(client, inputs, folder, number, request):
    title, values = request
    engine_output = EngineOutput(title, values, os.path.join(folder, "outputs-{}".format(number)))
    try:
        with client.infer("engine", inputs, values) as (outputs, stream):
            engine_output.store(outputs, stream)
    except (Rejected, OSError) as problem:
        raise BuildFailure("The engine fails in the comparison with the ONNX model ({}):".format(title), str(problem)) from None
    write_log("{}: the engine has responded".format(title))
    return engine_output
