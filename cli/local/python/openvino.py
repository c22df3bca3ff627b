"""Serves OpenVINO models on the CPU like Triton's backend (triton-inference-server/openvino_backend, src/openvino.cc)."""

import numpy
import openvino
import triton_python_backend_utils as pb_utils
from cpu_backend import CpuBackend


class TritonPythonModel(CpuBackend):
    default_file = "model.xml"
    library = openvino
    too_old = "unsupported opset|from unsupported opset"

    def load(self, path):
        self.batch = self.config["max_batch_size"]
        self.is_padding_enabled = self.is_enabled("ENABLE_BATCH_PADDING")
        model = openvino.Core().read_model(path)
        if self.is_enabled("RESHAPE_IO_LAYERS") or self.batch:
            model.reshape({tensor["name"]: self.shape_of(model, tensor) for tensor in self.config["input"]})
        # By default, OpenVINO computes in bfloat16 on CPUs with AMX. FP32 gives the same results on every host.
        self.model = openvino.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def shape_of(self, model, tensor):
        shape = model.input(tensor["name"]).partial_shape
        start = 1 if self.batch else 0
        if self.is_enabled("RESHAPE_IO_LAYERS"):
            shape = openvino.PartialShape([-1] * start + [int(size) for size in tensor["dims"]])
        if self.batch:
            shape[0] = openvino.Dimension(self.batch)
        return shape

    def run(self, inputs):
        rows = len(next(iter(inputs.values())))
        if self.batch and rows != self.batch and not self.is_padding_enabled:
            raise ValueError(
                f"expected requests with batch size '{self.batch}', got '{rows}'... this error can be avoided by setting "
                "'ENABLE_BATCH_PADDING' parameter in model configuration to 'YES' at a performance cost."
            )
        results = self.model({name: self.pad(values) for name, values in inputs.items()})
        return {name: self.convert(results[name], rows, name) for name in self.types}

    def pad(self, values):
        if not self.batch:
            return values
        return numpy.concatenate([values, numpy.zeros((self.batch - len(values), *values.shape[1:]), values.dtype)])

    def convert(self, values, rows, name):
        """Convert the output to the type in the configuration, as the backend does, and remove the padding."""
        values = values.astype(pb_utils.triton_string_to_numpy(self.types[name]))
        return values[:rows] if self.batch else values

    def is_enabled(self, name):
        return self.config["parameters"].get(name, {}).get("string_value", "").upper() == "YES"
