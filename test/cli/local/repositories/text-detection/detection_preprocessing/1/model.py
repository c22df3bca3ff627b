import numpy
import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    """Return an image with one row, in which each byte is a gray pixel."""
    row = inputs["detection_preprocessing_input"].astype(numpy.float32)[:, None, :]
    return {"detection_preprocessing_output": numpy.stack([row, row, row], axis=-1)}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
