"""Trains small tree models and creates small OpenVINO models, each with its config.pbtxt and an example.

The expected values are calculated by the library that created the model: XGBoost, LightGBM, scikit-learn or OpenVINO. Requires, in a separate
Python environment: xgboost-cpu==3.2.0 lightgbm==4.7.0 scikit-learn==1.9.1 treelite==4.8.1 openvino==2024.4.0
"""

import json
from pathlib import Path

import lightgbm
import numpy
import openvino
import treelite
import xgboost
from openvino.runtime import opset8
from sklearn.ensemble import GradientBoostingRegressor, RandomForestClassifier

HERE = Path(__file__).parent
random = numpy.random.default_rng(19)
ROWS = random.random((200, 4), numpy.float32).round(3)
EXAMPLE_ROWS = ROWS[:6]
SUM = ROWS.sum(axis=1)
TWO_CLASSES = (SUM + random.normal(0, 0.3, 200) > 2).astype(int)
THREE_CLASSES = numpy.digitize(SUM, [1.7, 2.3])


def write(name, config, request, response):
    folder = HERE / name
    (folder / "config.pbtxt").write_text(config)
    tensor = lambda name, values: {"name": name, "datatype": "FP32", "shape": list(values.shape), "data": values.ravel().tolist()}
    inputs = [tensor(*item) for item in request.items()]
    outputs = [tensor(*item) for item in response.items()]
    (folder / "example.json").write_text(json.dumps({"request": {"inputs": inputs}, "response": {"outputs": outputs}}) + "\n")


def file(name, base):
    (HERE / name / "1").mkdir(parents=True, exist_ok=True)
    return str(HERE / name / "1" / base)


def write_forest(name, values, **parameters):
    values = numpy.asarray(values, numpy.float32).reshape(len(EXAMPLE_ROWS), -1)
    config = f"""backend: "fil"
max_batch_size: 32768
input [{{ name: "input__0" data_type: TYPE_FP32 dims: [ 4 ] }}]
output [{{ name: "output__0" data_type: TYPE_FP32 dims: [ {values.shape[1]} ] }}]
instance_group [{{ kind: KIND_AUTO }}]
"""
    config += "".join(f'parameters {{ key: "{key}" value: {{ string_value: "{value}" }} }}\n' for key, value in parameters.items())
    write(name, config, {"input__0": EXAMPLE_ROWS}, {"output__0": values})


def write_forests():
    size = {"n_estimators": 4, "max_depth": 2}
    binary_model = xgboost.XGBClassifier(**size).fit(ROWS, TWO_CLASSES)
    probability = binary_model.predict_proba(EXAMPLE_ROWS)[:, 1]
    binary_model.save_model(file("xgboost-threshold", "xgboost.json"))
    write_forest("xgboost-threshold", probability > 0.7, model_type="xgboost_json", output_class="true", threshold="0.7", storage_type="AUTO")
    binary_model.save_model(file("xgboost-scores", "xgboost.ubj"))
    score_parameters = {"model_type": "xgboost_ubj", "is_classifier": "true", "threshold": "0.5", "predict_proba": "true"}
    write_forest("xgboost-scores", binary_model.predict_proba(EXAMPLE_ROWS), **score_parameters)
    three_class_model = xgboost.XGBClassifier(**size).fit(ROWS, THREE_CLASSES)
    three_class_model.save_model(file("xgboost-classes", "xgboost.json"))
    write_forest("xgboost-classes", three_class_model.predict(EXAMPLE_ROWS), model_type="xgboost_json", output_class="true", threshold="0.5")
    regressor = xgboost.XGBRegressor(**size).fit(ROWS, SUM)
    regressor.save_model(file("xgboost-number", "xgboost.json"))
    write_forest("xgboost-number", regressor.predict(EXAMPLE_ROWS), model_type="xgboost_json", output_class="false")
    lightgbm_model = lightgbm.LGBMClassifier(n_estimators=4, num_leaves=4, verbose=-1).fit(ROWS, THREE_CLASSES)
    lightgbm_model.booster_.save_model(file("lightgbm-scores", "model.txt"))
    scores = {"output_class": "true", "threshold": "0.5", "predict_proba": "true"}
    write_forest("lightgbm-scores", lightgbm_model.predict_proba(EXAMPLE_ROWS), model_type="lightgbm", **scores)
    trees = RandomForestClassifier(**size, random_state=19).fit(ROWS, THREE_CLASSES)
    treelite.sklearn.import_model(trees).serialize(file("sklearn-scores", "checkpoint.tl"))
    write_forest("sklearn-scores", trees.predict_proba(EXAMPLE_ROWS), model_type="treelite_checkpoint", **scores)
    boosted_trees = GradientBoostingRegressor(**size, random_state=19).fit(ROWS, SUM)
    treelite.sklearn.import_model(boosted_trees).serialize(file("sklearn-number", "checkpoint.tl"))
    write_forest("sklearn-number", boosted_trees.predict(EXAMPLE_ROWS), model_type="treelite_checkpoint", output_class="false")


def write_layer(name, max_batch_size, parameters=""):
    """Write a model with a dense layer and softmax. The model file accepts batches of any size."""
    weights = random.normal(0, 1, (4, 3)).astype(numpy.float32)
    x = opset8.parameter([-1, 4], numpy.float32, name="x")
    y = opset8.softmax(opset8.matmul(x, opset8.constant(weights), False, False), 1)
    y.output(0).set_names({"y"})
    x.output(0).set_names({"x"})
    model = openvino.Model([y], [x], name)
    openvino.save_model(model, file(name, "model.xml"), compress_to_fp16=False)
    rows = EXAMPLE_ROWS[:2]
    batch = [] if max_batch_size else [-1]
    config = f"""backend: "openvino"
max_batch_size: {max_batch_size}
input [{{ name: "x" data_type: TYPE_FP32 dims: {[*batch, 4]} }}]
output [{{ name: "y" data_type: TYPE_FP32 dims: {[*batch, 3]} }}]
{parameters}"""
    write(name, config, {"x": rows}, {"y": openvino.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})({"x": rows})["y"]})


write_forests()
write_layer("openvino-open", 0)
write_layer("openvino-padded", 4, 'parameters { key: "ENABLE_BATCH_PADDING" value: { string_value: "YES" } }\n')
write_layer("openvino-full-batches", 4)
