"""Serves TorchScript models on the CPU, as Triton's backend does (triton-inference-server/pytorch_backend, src/pt/model_instance_state.cc)."""

import numpy
import torch
from cpu_backend import CpuBackend


class TritonPythonModel(CpuBackend):
    default_file = "model.pt"
    library = torch
    too_old = (
        "Unknown builtin op|Unknown type name|too old|maximum supported version|Arguments for call are not valid|arguments? but"
        "|not implemented for '(Half|BFloat16)'"
    )
    gpu_only = "not implemented for '(Half|BFloat16)'"

    def load(self, path):
        self.model = torch.jit.load(path, map_location="cpu").eval()
        arguments = [argument for argument in self.model.forward.schema.arguments if argument.name != "self"]
        inputs = [tensor["name"] for tensor in self.config["input"]]
        controls = [control["name"] for control in self.sequence.get("control_input", [])]
        self.inputs = [*inputs, *controls, *self.state_inputs.values()]
        self.has_dictionary = [argument.type.kind() for argument in arguments] == ["DictType"]
        if not self.has_dictionary:
            for argument in arguments:
                if argument.type.kind() not in ("TensorType", "ListType"):
                    raise ValueError(f"An input of type '{argument.type}' was detected in the model, which is neither a tensor nor a single dictionary")
            if len(self.inputs) != len(arguments):
                raise ValueError(f"configuration expects {len(self.inputs)} inputs, model provides {len(arguments)}")
            order = indices(self.inputs) if self.sequence else positions(inputs, [argument.name for argument in arguments])
            self.inputs = [name for _, name in sorted(zip(order, self.inputs))]
        outputs = list(self.types)
        self.positions = dict(zip(outputs, indices(outputs) if self.sequence else positions(outputs)))

    def run(self, inputs):
        values = [from_numpy(inputs[name]) for name in self.inputs]
        with torch.inference_mode():
            result = self.model(dict(zip(self.inputs, values))) if self.has_dictionary else self.model(*values)
        results = [to_numpy(each) for each in (result if isinstance(result, tuple) else (result,))]
        for name, position in self.positions.items():
            if position >= len(results):
                raise ValueError(f"output '{name}' is number {position}, but the model has {len(results)} outputs")
        return {name: results[position] for name, position in self.positions.items()}


def from_numpy(values):
    return [text.decode() for text in values.flat] if values.dtype == numpy.object_ else torch.from_numpy(values)


def to_numpy(result):
    if isinstance(result, list) and all(isinstance(text, str) for text in result):
        return numpy.array(result, numpy.object_)
    if not isinstance(result, torch.Tensor):
        raise ValueError("output must be of type Tensor, List[str] or Tuple containing one of these two types")
    return result.numpy()


def positions(names, arguments=()):
    """Return the position of each tensor, as Triton's backend finds it: by the names of the arguments of forward(), otherwise by NAME__<n>,
    otherwise by the order in the configuration."""
    if arguments and all(name in arguments for name in names):
        return [arguments.index(name) for name in names]
    return indices(names) if all(name.partition("__")[2].isdigit() for name in names) else list(range(len(names)))


def indices(names):
    """Return the indices in names of the form NAME__<n>, which the backend requires of all tensors of a model with sequence batching."""
    for name in names:
        if not name.partition("__")[2].isdigit():
            raise ValueError(f"'{name}' does not follow the <name>__<index> naming convention, which sequence batching requires")
    return [int(name.partition("__")[2]) for name in names]
