import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    """Sends n responses to a request with the number n. Each response is n."""

    def execute(self, requests):
        for request in requests:
            sender = request.get_response_sender()
            number = pb_utils.get_input_tensor_by_name(request, "IN").as_numpy()
            for _ in range(int(number[0])):
                sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUT", number)]))
            sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)
