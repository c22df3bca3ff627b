"""Greedy decoding: calls the encoder once, then the decoder for one token after the other, as `generate` of transformers does."""

import numpy as np
import triton_python_backend_utils as pb_utils

MAX_NEW_TOKENS = 32
START = PADDING = 0
END = 1


def call(model, inputs, outputs):
    tensors = [pb_utils.Tensor(name, values) for name, values in inputs.items()]
    on_cpu = pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU)  # numpy reads no memory of a GPU
    request = pb_utils.InferenceRequest(
        model_name=model, requested_output_names=outputs, inputs=tensors, preferred_memory=on_cpu
    )
    response = request.exec()
    if response.has_error():
        raise pb_utils.TritonModelException(response.error().message())
    return [pb_utils.get_output_tensor_by_name(response, name).as_numpy() for name in outputs]


class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(request) for request in requests]

    def respond(self, request):
        source, mask = (pb_utils.get_input_tensor_by_name(request, name).as_numpy() for name in ("source_ids", "attn_mask"))
        try:
            return pb_utils.InferenceResponse([pb_utils.Tensor("target_ids", self.generate(source, mask))])
        except pb_utils.TritonModelException as error:
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(str(error)))

    def generate(self, source, mask):
        cross_keys, cross_values = call("t5-encoder", {"source_ids": source, "attn_mask": mask}, ["cross_keys", "cross_values"])
        batch, layers, heads, _, size = cross_keys.shape
        keys = values = np.zeros((batch, layers, heads, 1, size), np.float32)  # the decoder ignores the first entry
        target = np.full((batch, 1), START, np.int32)
        ended = np.zeros(batch, bool)
        for _ in range(MAX_NEW_TOKENS):
            inputs = {
                "target_ids": target[:, -1:],
                "attn_mask": mask,
                "cross_keys": cross_keys,
                "cross_values": cross_values,
                "past_keys": keys,
                "past_values": values,
            }
            logits, keys, values = call("t5-decoder", inputs, ["logits", "keys", "values"])
            token = np.where(ended, PADDING, logits.argmax(axis=-1)).astype(np.int32)
            target = np.concatenate([target, token[:, None]], axis=1)
            ended |= token == END
            if ended.all():
                break
        return target
