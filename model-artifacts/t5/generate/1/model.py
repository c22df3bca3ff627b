"""Greedy decoding: calls the encoder once, then the decoder for one token after the other, as `generate` of transformers does.

Tensors are passed on where the called model left them. Keys, values and scores of a TensorRT engine stay in the memory of the GPU; only the
chosen tokens are read here.
"""

import numpy as np
import triton_python_backend_utils as pb_utils

MAX_NEW_TOKENS = 11
START = PADDING = 0
END = 1


def call(model, inputs, outputs):
    request = pb_utils.InferenceRequest(model_name=model, requested_output_names=outputs, inputs=inputs)
    response = request.exec()
    if response.has_error():
        raise pb_utils.TritonModelException(response.error().message())
    return [pb_utils.get_output_tensor_by_name(response, name) for name in outputs]


def renamed(name, tensor):
    """The same memory under the name of an input."""
    return pb_utils.Tensor.from_dlpack(name, tensor.to_dlpack())


class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(request) for request in requests]

    def respond(self, request):
        source, mask = (pb_utils.get_input_tensor_by_name(request, name) for name in ("source_ids", "attn_mask"))
        try:
            return pb_utils.InferenceResponse([pb_utils.Tensor("target_ids", self.generate(source, mask))])
        except pb_utils.TritonModelException as error:
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(str(error)))

    def generate(self, source, mask):
        cross = call("t5-encoder", [source, mask], ["cross_keys", "cross_values"])
        batch, layers, heads, _, size = cross[0].shape()
        empty = np.zeros((batch, layers, heads, 1, size), np.float32)  # the decoder ignores the first entry
        past = [pb_utils.Tensor(name, empty) for name in ("past_keys", "past_values")]
        target = np.full((batch, 1), START, np.int32)
        ended = np.zeros(batch, bool)
        for _ in range(MAX_NEW_TOKENS):
            last = pb_utils.Tensor("target_ids", target[:, -1:])
            logits, keys, values = call("t5-decoder", [last, mask, *cross, *past], ["logits", "keys", "values"])
            past = [renamed("past_keys", keys), renamed("past_values", values)]
            (best,) = call("t5-token", [logits], ["token"])  # on the CPU: numpy reads no memory of a GPU
            token = np.where(ended, PADDING, best.as_numpy()[:, 0])
            target = np.concatenate([target, token[:, None]], axis=1, dtype=np.int32)
            ended |= token == END
            if ended.all():
                break
        return target
