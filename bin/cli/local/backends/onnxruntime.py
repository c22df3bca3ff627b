"""Serves ONNX models on the CPU in place of Triton's ONNX Runtime backend, with config.pbtxt unchanged."""

import json
import os

import onnxruntime
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def initialize(self, args):
        config = json.loads(args["model_config"])
        file = config.get("default_model_filename") or "model.onnx"
        path = os.path.join(args["model_repository"], args["model_version"], file)
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        self.outputs = [tensor["name"] for tensor in config["output"]]

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        inputs = {tensor.name(): tensor.as_numpy() for tensor in request.inputs()}
        try:
            results = self.session.run(self.outputs, inputs)
        except Exception as error:  # the library's errors have no common class
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(f"onnx runtime error: {error}"))
        return pb_utils.InferenceResponse([pb_utils.Tensor(name, values) for name, values in zip(self.outputs, results)])
