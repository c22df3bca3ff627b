import numpy
import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    call = pb_utils.InferenceRequest(
        model_name=inputs["MODEL_NAME"][0].decode(),
        requested_output_names=["OUTPUT0", "OUTPUT1"],
        inputs=[pb_utils.Tensor(name, inputs[name]) for name in ("INPUT0", "INPUT1")],
    )
    response = call.exec()
    if response.has_error():
        raise pb_utils.TritonModelException(response.error().message())
    return {tensor.name(): tensor.as_numpy() for tensor in response.output_tensors()}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
