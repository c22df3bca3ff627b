"""What the engine answers in the image's own server. It is kept on the volume, since outputs may not fit in memory."""

import os

from comparison_requests import requests_of
from failure import BuildFailure
from model_repository import is_complete, lay_out_engine
from processes import say
from triton_client import Rejected, read_into
from triton_server import ServerFailure, serving

BLOCK = 2**20


class Answer:
    """Of the engine to a request."""

    def __init__(self, title, request, path):
        self.title = title
        self.request = request
        self.path = path
        # Why the outputs are not at that path.
        self.problem = None
        # Types, numbers of values and places of the outputs by name.
        self.outputs = {}

    def keep(self, outputs, stream):
        start = 0
        for output in outputs:
            self.outputs[output.name] = (output.type, output.values, start)
            start += output.bytes
        block = memoryview(bytearray(BLOCK))
        with open(self.path, "wb", buffering=0) as file:
            for at in range(0, start, BLOCK):
                part = block[: start - at]
                read_into(stream, part)
                self._write(file, part)

    def _write(self, file, part):
        if self.problem:
            return
        try:
            while part:
                part = part[file.write(part) :]
        except OSError as error:
            # Such as a full volume, which says nothing of the engine.
            self.problem = "the outputs of the engine cannot be kept: {}".format(error)
            os.remove(self.path)


def ask_engine(task, server, plan, plugins, folder, version, asks):
    """Inputs and outputs of the engine, and its answers; none unless `asks`. It fails where the engine cannot be served.

    `folder` gets the model repository and the outputs.
    """
    repository = os.path.join(folder, "engine")
    lay_out_engine(repository, plan, task, version)
    try:
        with serving(server, repository, is_complete(task), plugins, version) as client:
            problem = client.problem_of("engine")
            if problem:
                raise BuildFailure("Triton cannot serve the engine with the inputs and outputs of the ONNX graph:", problem)
            inputs, outputs = client.tensors_of("engine")
            requests = requests_of(task, inputs) if asks else []
            return inputs, outputs, [ask(client, inputs, folder, *numbered) for numbered in enumerate(requests)]
    except (ServerFailure, OSError) as problem:
        raise BuildFailure("Triton cannot serve the engine: read the job's log.", str(problem)) from None


def ask(client, inputs, folder, number, request):
    title, values = request
    answer = Answer(title, values, os.path.join(folder, "answer-{}".format(number)))
    try:
        with client.infer("engine", inputs, values) as (outputs, stream):
            answer.keep(outputs, stream)
    except (Rejected, OSError) as problem:
        raise BuildFailure("The engine fails in the comparison with the ONNX model ({}):".format(title), str(problem)) from None
    say("{}: the engine answers".format(title))
    return answer
