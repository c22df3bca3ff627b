"""Serves tree models on the CPU with Treelite, the library of Triton's FIL backend."""

import numpy
import treelite
from cpu_backend import CpuBackend

# The model file and its reader by the parameter `model_type` (triton-inference-server/fil_backend, src/model.h).
READERS = {
    "xgboost": ("xgboost.model", treelite.frontend.load_xgboost_model_legacy_binary),
    "xgboost_json": ("xgboost.json", lambda path, **options: treelite.frontend.load_xgboost_model(path, format_choice="json", **options)),
    "xgboost_ubj": ("xgboost.ubj", lambda path, **options: treelite.frontend.load_xgboost_model(path, format_choice="ubjson", **options)),
    "lightgbm": ("model.txt", treelite.frontend.load_lightgbm_model),
    "treelite_checkpoint": ("checkpoint.tl", treelite.Model.deserialize),
}
MULTI_CLASS = 2  # Treelite's task type kMultiClf


class TritonPythonModel(CpuBackend):
    library = treelite
    too_old = "major version|Unsupported version"

    @property
    def default_file(self):
        return READERS[self.model_type()][0]

    def load(self, path):
        self.is_classifier = self.flag("output_class") if "output_class" in self.config["parameters"] else self.flag("is_classifier")
        self.predict_proba = self.flag("predict_proba", "false")
        self.threshold = float(self.parameter("threshold")) if self.is_classifier else 0.5
        self.columns = int(numpy.prod([int(size) for size in self.config["output"][0]["dims"]]))
        xgboost_with_fields = self.model_type() in ("xgboost_json", "xgboost_ubj")
        options = {"allow_unknown_field": self.flag("xgboost_allow_unknown_field", "false")} if xgboost_with_fields else {}
        self.model = READERS[self.model_type()][1](path, **options)
        header = self.model.get_header_accessor()
        self.classes = int(header.get_field("num_class")[0])
        if self.predict_proba and header.get_field("task_type")[0] == MULTI_CLASS:
            one_score_per_leaf = header.get_field("leaf_vector_shape")[1] == 1
            header.set_field("postprocessor", "softmax" if one_score_per_leaf else "identity_multiclass")

    def run(self, inputs):
        rows = inputs["input__0"]
        if rows.dtype != numpy.float32:
            # Treelite would also execute FP64, unlike the backend (rapidsai/rapids-triton, triton/input.hpp).
            type_name = self.config["input"][0]["data_type"].replace("TYPE_", "")
            raise ValueError(f"incorrect type {type_name} for input with required type FP32")
        scores = treelite.gtil.predict(self.model, rows).reshape(len(rows), -1).astype(numpy.float32)
        values = self.predict(scores).astype(numpy.float32)
        if values.shape[1] != self.columns:
            raise ValueError(f"the model answers {values.shape[1]} values per row, but output__0 has {self.columns} in its configuration")
        return {"output__0": values}

    def predict(self, scores):
        """Convert scores like TreeliteModel::predict of src/tl_model.h."""
        if not self.is_classifier:
            return scores
        if not self.predict_proba:
            return scores.clip(0).argmax(axis=1, keepdims=True) if self.classes > 1 else scores > self.threshold
        return numpy.hstack([1 - scores, scores]) if self.classes == 1 and self.columns == 2 else scores

    def model_type(self):
        name = self.parameter("model_type", "xgboost")
        if name not in READERS:
            raise ValueError(f"{name} not recognized as a valid serialization format.")
        return name

    def flag(self, name, default=None):
        value = self.parameter(name, default)
        if value not in ("true", "false"):
            raise ValueError(f"Expected 'true' or 'false' for parameter '{name}', got: '{value}'")
        return value == "true"

    def parameter(self, name, default=None):
        value = self.config["parameters"].get(name, {}).get("string_value", default)
        if value is None:
            raise ValueError(f"Required parameter {name} not found in config")
        return value
