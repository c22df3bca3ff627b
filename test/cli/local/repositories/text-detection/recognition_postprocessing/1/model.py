import numpy
import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    letters = [chr(round(float(word[0, 0]))) for word in inputs["recognition_postprocessing_input"]]
    return {"recognition_postprocessing_output": numpy.array(letters, numpy.object_)[:, None]}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
