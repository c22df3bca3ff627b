"""Bytes of an image, 0 to 255, to the numbers that the classifier was trained on."""

import numpy as np
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [self.normalize(request) for request in requests]

    def normalize(self, request):
        pixels = pb_utils.get_input_tensor_by_name(request, "pixels").as_numpy()
        image = (pixels.astype(np.float32) / 255.0 - 0.5) / 0.25
        return pb_utils.InferenceResponse([pb_utils.Tensor("image", image.transpose(0, 3, 1, 2))])
