"""Turns pixels into what the image classifier takes: 32 x 32 x 3 bytes to 3 x 32 x 32 numbers around zero."""

import numpy
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        pixels = pb_utils.get_input_tensor_by_name(request, "pixels").as_numpy()
        image = (pixels.astype(numpy.float32) / 127.5 - 1).transpose(0, 3, 1, 2)
        return pb_utils.InferenceResponse([pb_utils.Tensor("image", numpy.ascontiguousarray(image))])
