"""Continues a text word by word, each in a response of its own, as a language model does: with the word that follows in a poem."""

import json

import numpy as np
import triton_python_backend_utils as pb_utils

# Lewis Carroll, "The Walrus and the Carpenter" (1871)
POEM = """the time has come the walrus said to talk of many things of shoes and ships and sealing wax
of cabbages and kings and why the sea is boiling hot and whether pigs have wings"""


class TritonPythonModel:
    def initialize(self, args):
        words = POEM.split()
        self.following = dict(zip(zip(words, words[1:]), words[2:]))

    def execute(self, requests):
        for request in requests:
            sender = request.get_response_sender()
            parameters = json.loads(request.parameters() or "{}")
            text = pb_utils.get_input_tensor_by_name(request, "text_input").as_numpy().item().decode()
            last_two = tuple(text.lower().split()[-2:])
            for _ in range(parameters.get("max_tokens", 16)):
                word = self.following.get(last_two)
                if word is None:
                    break
                output = pb_utils.Tensor("text_output", np.array([f" {word}".encode()], dtype=object))
                sender.send(pb_utils.InferenceResponse([output]))
                last_two = (last_two[1], word)
            sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)
