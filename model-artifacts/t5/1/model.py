"""Greedy decoding: asks the encoder once and the decoder for one token after the other."""

import numpy as np
import triton_python_backend_utils as pb_utils

MAX_TOKENS = 32
END_OF_SENTENCE = 1
PADDING = 0


def ask(model, inputs, output):
    tensors = [pb_utils.Tensor(name, value) for name, value in inputs.items()]
    request = pb_utils.InferenceRequest(model_name=model, requested_output_names=[output], inputs=tensors)
    response = request.exec()
    if response.has_error():
        raise pb_utils.TritonModelException(response.error().message())
    return pb_utils.get_output_tensor_by_name(response, output).as_numpy()


class TritonPythonModel:
    def execute(self, requests):
        return [self.translate(request) for request in requests]

    def translate(self, request):
        source = pb_utils.get_input_tensor_by_name(request, "source_ids").as_numpy()
        states = ask("t5-encoder", {"source_ids": source}, "hidden_states")
        target = np.full((1, MAX_TOKENS), PADDING, dtype=np.int32)
        for position in range(MAX_TOKENS - 1):
            logits = ask("t5-decoder", {"target_ids": target, "hidden_states": states}, "logits")
            token = int(logits[0, position].argmax())
            if token in (END_OF_SENTENCE, PADDING):
                break
            target[0, position + 1] = token
        return pb_utils.InferenceResponse([pb_utils.Tensor("target_ids", target)])
