"""Serves ONNX models on the CPU."""

import onnxruntime
from cpu_backend import CpuBackend


class TritonPythonModel(CpuBackend):
    default_file = "model.onnx"

    def load(self, path):
        self.session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])

    def run(self, inputs):
        names = list(self.types)
        return dict(zip(names, self.session.run(names, inputs)))
