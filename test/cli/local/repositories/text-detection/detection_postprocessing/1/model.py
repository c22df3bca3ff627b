import numpy
import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    """Return an image for each detected pixel, filled with this pixel. The images are the batch of the next model."""
    detected = inputs["detection_postprocessing_input_1"][0, 0, :, 0] > 0.5
    pixels = inputs["detection_postprocessing_input_3"][0, 0, detected, 0]
    return {"detection_postprocessing_output": numpy.ones((len(pixels), 1, 32, 100), numpy.float32) * pixels[:, None, None, None]}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
