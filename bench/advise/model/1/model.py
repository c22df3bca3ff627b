import json
import time

import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    """Stands for a model on a GPU: an execution takes a fixed time, and a time for each item, and does not use the CPU."""

    def initialize(self, args):
        parameters = json.loads(args["model_config"])["parameters"]
        self.fixed, self.per_item = (float(parameters[name]["string_value"]) / 1000 for name in ("fixed", "per_item"))

    def execute(self, requests):
        started = time.monotonic()
        inputs = [pb_utils.get_input_tensor_by_name(request, "INPUT").as_numpy() for request in requests]
        seconds = self.fixed + self.per_item * sum(len(each) for each in inputs)
        responses = [
            pb_utils.InferenceResponse(output_tensors=[pb_utils.Tensor("OUTPUT", each)]) for each in inputs
        ]
        time.sleep(max(0, seconds - (time.monotonic() - started)))
        return responses
