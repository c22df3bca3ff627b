"""Returns each input as an output with the same type and elements. The input `behavior` makes the model slow or makes it fail."""

import time

import numpy as np
import triton_python_backend_utils as pb_utils

FAIL_EVERY_THIRD = -1
RUN_OUT_OF_MEMORY = -2
RETURN_NAN = -3


class TritonPythonModel:
    def initialize(self, args):
        self.failing_requests = 0

    def execute(self, requests):
        return [self.respond(request) for request in requests]

    def respond(self, request):
        behavior = pb_utils.get_input_tensor_by_name(request, "behavior")
        value = 0 if behavior is None else int(behavior.as_numpy().reshape(-1)[0])
        if value > 0:
            time.sleep(value / 1000)
        if value == FAIL_EVERY_THIRD:
            self.failing_requests += 1
            if self.failing_requests % 3 == 0:
                return failure("the third request is one too many")
        if value == RUN_OUT_OF_MEMORY:
            return failure("CUDA out of memory. Tried to allocate 2.00 GiB")
        if value == RETURN_NAN:
            not_finite = np.array([[1, np.nan, -np.inf]], dtype=np.float32)
            return pb_utils.InferenceResponse([pb_utils.Tensor("out_FP32", not_finite)])
        echoed_tensors = [tensor for tensor in request.inputs() if tensor.name() != "behavior"]
        return pb_utils.InferenceResponse(output_tensors=[echo(tensor) for tensor in echoed_tensors])


def echo(tensor):
    name = tensor.name().replace("in_", "out_")
    if tensor.name() == "in_BF16":  # numpy does not support BF16
        return pb_utils.Tensor.from_dlpack(name, tensor.to_dlpack())
    return pb_utils.Tensor(name, tensor.as_numpy())


def failure(message):
    return pb_utils.InferenceResponse(error=pb_utils.TritonError(message))
