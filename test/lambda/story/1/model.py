"""Continues a prompt with numbers, like a language model. Each number is in a separate response. The parameter `words` is their count."""

import json

import numpy as np
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            sender = request.get_response_sender()
            parameters = json.loads(request.parameters() or "{}")
            if not pb_utils.get_input_tensor_by_name(request, "prompt").as_numpy().item():
                sender.send(failure("the prompt is empty"), flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)
                continue
            for number in range(parameters.get("words", 1)):
                text = np.array([f" {number}".encode()], dtype=object)
                sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("text", text)]))
            if parameters.get("break"):
                sender.send(failure("the cache is full"))
            sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)


def failure(message):
    return pb_utils.InferenceResponse(error=pb_utils.TritonError(message))
