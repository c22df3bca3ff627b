import numpy
import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    """Return 15 columns: numbers unchanged, the lengths of texts, and the amount as a number."""
    amount = [[float(value.decode().strip("$"))] for value in inputs["Amount"].flat]
    columns = [values if values.dtype == numpy.float32 else [[len(text)] for text in values.flat] for values in inputs.values()]
    return {"OUTPUT": numpy.hstack([*columns, amount]).astype(numpy.float32)}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
