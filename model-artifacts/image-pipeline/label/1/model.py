"""Scores to the name of the best class."""

import numpy as np
import triton_python_backend_utils as pb_utils

LABELS = np.array(
    ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"], dtype=np.object_
)


class TritonPythonModel:
    def execute(self, requests):
        return [self.name(request) for request in requests]

    def name(self, request):
        scores = pb_utils.get_input_tensor_by_name(request, "scores").as_numpy()
        best = LABELS[scores.argmax(axis=1)].reshape(-1, 1)
        return pb_utils.InferenceResponse([pb_utils.Tensor("label", best)])
