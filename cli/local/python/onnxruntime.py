"""Serves ONNX models on the CPU."""

import numpy
import onnxruntime
from cpu_backend import CpuBackend


class TritonPythonModel(CpuBackend):
    default_file = "model.onnx"
    library = onnxruntime
    too_old = "Unsupported model IR version|is under development and support for this is limited|is not a registered function/op"
    gpu_only = "Could not find an implementation for"

    def load(self, path):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        for tensor in [*self.session.get_inputs(), *self.session.get_outputs()]:
            if not tensor.type.startswith("tensor("):
                raise ValueError(f"Unsupported ONNX Type '{tensor.type}' for I/O '{tensor.name}', expected 'ONNX_TYPE_TENSOR'.")

    def run(self, inputs):
        names = list(self.types)
        return dict(zip(names, self.session.run(names, {name: decode_strings(values) for name, values in inputs.items()})))


def decode_strings(values):
    """Decode strings, which Triton passes as bytes. The library would use the representation of the bytes object, including b'…'."""
    if values.dtype != numpy.object_:
        return values
    return numpy.array([text.decode() for text in values.flat], numpy.object_).reshape(values.shape)
