import triton_python_backend_utils as pb_utils


def compute_outputs(inputs):
    return {"OUTPUT0": inputs["INPUT0"] + inputs["INPUT1"], "OUTPUT1": inputs["INPUT0"] - inputs["INPUT1"]}


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            outputs = compute_outputs({tensor.name(): tensor.as_numpy() for tensor in request.inputs()})
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor(*output) for output in outputs.items()]))
        return responses
