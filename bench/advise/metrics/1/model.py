from urllib.request import urlopen

import numpy
import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(request) for request in requests]

    def respond(self, request):
        [port] = pb_utils.get_input_tensor_by_name(request, "PORT").as_numpy()
        text = urlopen(f"http://127.0.0.1:{port}/metrics").read()
        return pb_utils.InferenceResponse(output_tensors=[pb_utils.Tensor("METRICS", numpy.array([text], dtype=object))])
