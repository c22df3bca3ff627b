"""Answers each input with an output of the same type and elements, and misbehaves on request."""

import time

import numpy as np
import triton_python_backend_utils as pb_utils

FAIL_EVERY_THIRD = -1
RUN_OUT_OF_MEMORY = -2
ANSWER_NAN = -3


class TritonPythonModel:
    def initialize(self, args):
        self.counted = 0

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        behaviour = pb_utils.get_input_tensor_by_name(request, "behaviour")
        value = 0 if behaviour is None else int(behaviour.as_numpy().reshape(-1)[0])
        if value > 0:
            time.sleep(value / 1000)
        if value == FAIL_EVERY_THIRD:
            self.counted += 1
            if self.counted % 3 == 0:
                return failure("the third request is one too many")
        if value == RUN_OUT_OF_MEMORY:
            return failure("CUDA out of memory. Tried to allocate 2.00 GiB")
        if value == ANSWER_NAN:
            endless = np.array([[1, np.nan, -np.inf]], dtype=np.float32)
            return pb_utils.InferenceResponse([pb_utils.Tensor("out_FP32", endless)])
        echoed = [tensor for tensor in request.inputs() if tensor.name() != "behaviour"]
        return pb_utils.InferenceResponse(output_tensors=[echo(tensor) for tensor in echoed])


def echo(tensor):
    name = tensor.name().replace("in_", "out_")
    if tensor.name() == "in_BF16":  # numpy has no such type
        return pb_utils.Tensor.from_dlpack(name, tensor.to_dlpack())
    return pb_utils.Tensor(name, tensor.as_numpy())


def failure(message):
    return pb_utils.InferenceResponse(error=pb_utils.TritonError(message))
