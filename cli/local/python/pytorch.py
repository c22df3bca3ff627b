"""Serves TorchScript models on the CPU."""

import torch
from cpu_backend import CpuBackend


class TritonPythonModel(CpuBackend):
    default_file = "model.pt"
    library = torch
    too_old = "Unknown builtin op|Unknown type name|too old|maximum supported version|Arguments for call are not valid|arguments? but"

    def load(self, path):
        self.model = torch.jit.load(path, map_location="cpu").eval()
        arguments = [argument.name for argument in self.model.forward.schema.arguments if argument.name != "self"]
        inputs = [tensor["name"] for tensor in self.config["input"]]
        if len(inputs) > len(arguments):
            raise ValueError(f"the configuration has {len(inputs)} inputs, the model takes {len(arguments)}")
        self.inputs = [name for _, name in sorted(zip(positions(inputs, arguments), inputs))]
        outputs = list(self.types)
        self.outputs = list(zip(positions(outputs), outputs))

    def run(self, inputs):
        with torch.inference_mode():
            result = self.model(*[torch.from_numpy(inputs[name]) for name in self.inputs])
        results = result if isinstance(result, (tuple, list)) else (result,)
        for position, name in self.outputs:
            if position >= len(results):
                raise ValueError(f"output '{name}' is number {position}, but the model has {len(results)} outputs")
        return {name: results[position].numpy() for position, name in self.outputs}


def positions(names, arguments=()):
    """Return the position of each tensor, as Triton's backend finds it: by the names of the arguments of forward(), otherwise by NAME__<n>,
    otherwise by the order in the configuration."""
    if arguments and all(name in arguments for name in names):
        return [arguments.index(name) for name in names]
    indices = [name.partition("__")[2] for name in names]
    return [int(index) for index in indices] if all(index.isdigit() for index in indices) else list(range(len(names)))
