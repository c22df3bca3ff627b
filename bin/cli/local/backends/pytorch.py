"""Serves TorchScript models on the CPU in place of Triton's PyTorch backend, with config.pbtxt unchanged."""

import json
import os

import torch
import triton_python_backend_utils as pb_utils


def positions(names, arguments=()):
    """The position of each tensor, as the PyTorch backend finds it: by the names of forward()'s arguments, else by NAME__<n>,
    else by the order of the configuration."""
    if arguments and all(name in arguments for name in names):
        return [arguments.index(name) for name in names]
    indices = [name.partition("__")[2] for name in names]
    if all(index.isdigit() for index in indices):
        return [int(index) for index in indices]
    return list(range(len(names)))


class TritonPythonModel:
    def initialize(self, args):
        config = json.loads(args["model_config"])
        file = config.get("default_model_filename") or "model.pt"
        path = os.path.join(args["model_repository"], args["model_version"], file)
        self.model = torch.jit.load(path, map_location="cpu").eval()
        arguments = [argument.name for argument in self.model.forward.schema.arguments if argument.name != "self"]
        inputs = [tensor["name"] for tensor in config["input"]]
        if len(arguments) != len(inputs):
            raise pb_utils.TritonModelException(
                f"configuration expects {len(inputs)} inputs, model provides {len(arguments)}"
            )
        self.inputs = sorted(zip(positions(inputs, arguments), inputs))
        outputs = config["output"]
        self.outputs = list(zip(positions([tensor["name"] for tensor in outputs]), outputs))

    def execute(self, requests):
        return [self.answer(request) for request in requests]

    def answer(self, request):
        tensors = [torch.from_numpy(pb_utils.get_input_tensor_by_name(request, name).as_numpy()) for _, name in self.inputs]
        with torch.inference_mode():
            result = self.model(*tensors)
        results = result if isinstance(result, (tuple, list)) else (result,)
        outputs = []
        for position, tensor in self.outputs:
            if position >= len(results):
                error = f"the model has {len(results)} outputs; output '{tensor['name']}' asks for number {position}"
                return pb_utils.InferenceResponse(error=pb_utils.TritonError(error))
            values = results[position].numpy()
            expected = pb_utils.triton_string_to_numpy(tensor["data_type"])
            if values.dtype != expected:
                error = f"output '{tensor['name']}' is {values.dtype} in the model, but {tensor['data_type']} in the configuration"
                return pb_utils.InferenceResponse(error=pb_utils.TritonError(error))
            outputs.append(pb_utils.Tensor(tensor["name"], values))
        return pb_utils.InferenceResponse(outputs)
