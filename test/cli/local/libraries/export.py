"""Trains small tree models and makes small OpenVINO models, each with its config.pbtxt and an example.

The expected values are those of the library that made the model: XGBoost, LightGBM, scikit-learn or OpenVINO. Needs, in an environment
of its own: xgboost-cpu==3.2.0 lightgbm==4.7.0 scikit-learn==1.9.1 treelite==4.8.1 openvino==2024.4.0
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
QUESTIONS = ROWS[:6]
SUM = ROWS.sum(axis=1)
BINARY = (SUM + random.normal(0, 0.3, 200) > 2).astype(int)
THREE = numpy.digitize(SUM, [1.7, 2.3])


def write(name, config, request, answer):
    folder = HERE / name
    (folder / "config.pbtxt").write_text(config)
    tensor = lambda name, values: {"name": name, "datatype": "FP32", "shape": list(values.shape), "data": values.ravel().tolist()}
    inputs = [tensor(*item) for item in request.items()]
    outputs = [tensor(*item) for item in answer.items()]
    (folder / "example.json").write_text(json.dumps({"request": {"inputs": inputs}, "response": {"outputs": outputs}}) + "\n")


def file(name, base):
    (HERE / name / "1").mkdir(parents=True, exist_ok=True)
    return str(HERE / name / "1" / base)


def forest(name, values, **parameters):
    values = numpy.asarray(values, numpy.float32).reshape(len(QUESTIONS), -1)
    config = f"""backend: "fil"
max_batch_size: 32768
input [{{ name: "input__0" data_type: TYPE_FP32 dims: [ 4 ] }}]
output [{{ name: "output__0" data_type: TYPE_FP32 dims: [ {values.shape[1]} ] }}]
instance_group [{{ kind: KIND_AUTO }}]
"""
    config += "".join(f'parameters {{ key: "{key}" value: {{ string_value: "{value}" }} }}\n' for key, value in parameters.items())
    write(name, config, {"input__0": QUESTIONS}, {"output__0": values})


def forests():
    small = {"n_estimators": 4, "max_depth": 2}
    binary = xgboost.XGBClassifier(**small).fit(ROWS, BINARY)
    yes = binary.predict_proba(QUESTIONS)[:, 1]
    binary.save_model(file("xgboost-threshold", "xgboost.json"))
    forest("xgboost-threshold", yes > 0.7, model_type="xgboost_json", output_class="true", threshold="0.7", storage_type="AUTO")
    binary.save_model(file("xgboost-scores", "xgboost.ubj"))
    both = {"model_type": "xgboost_ubj", "is_classifier": "true", "threshold": "0.5", "predict_proba": "true"}
    forest("xgboost-scores", binary.predict_proba(QUESTIONS), **both)
    three = xgboost.XGBClassifier(**small).fit(ROWS, THREE)
    three.save_model(file("xgboost-classes", "xgboost.json"))
    forest("xgboost-classes", three.predict(QUESTIONS), model_type="xgboost_json", output_class="true", threshold="0.5")
    number = xgboost.XGBRegressor(**small).fit(ROWS, SUM)
    number.save_model(file("xgboost-number", "xgboost.json"))
    forest("xgboost-number", number.predict(QUESTIONS), model_type="xgboost_json", output_class="false")
    light = lightgbm.LGBMClassifier(n_estimators=4, num_leaves=4, verbose=-1).fit(ROWS, THREE)
    light.booster_.save_model(file("lightgbm-scores", "model.txt"))
    scores = {"output_class": "true", "threshold": "0.5", "predict_proba": "true"}
    forest("lightgbm-scores", light.predict_proba(QUESTIONS), model_type="lightgbm", **scores)
    trees = RandomForestClassifier(**small, random_state=19).fit(ROWS, THREE)
    treelite.sklearn.import_model(trees).serialize(file("sklearn-scores", "checkpoint.tl"))
    forest("sklearn-scores", trees.predict_proba(QUESTIONS), model_type="treelite_checkpoint", **scores)
    boosted = GradientBoostingRegressor(**small, random_state=19).fit(ROWS, SUM)
    treelite.sklearn.import_model(boosted).serialize(file("sklearn-number", "checkpoint.tl"))
    forest("sklearn-number", boosted.predict(QUESTIONS), model_type="treelite_checkpoint", output_class="false")


def layer(name, max_batch_size, parameters=""):
    """A dense layer with softmax; the file has room for a batch of any size."""
    weights = random.normal(0, 1, (4, 3)).astype(numpy.float32)
    x = opset8.parameter([-1, 4], numpy.float32, name="x")
    y = opset8.softmax(opset8.matmul(x, opset8.constant(weights), False, False), 1)
    y.output(0).set_names({"y"})
    x.output(0).set_names({"x"})
    model = openvino.Model([y], [x], name)
    openvino.save_model(model, file(name, "model.xml"), compress_to_fp16=False)
    rows = QUESTIONS[:2]
    batch = [] if max_batch_size else [-1]
    config = f"""backend: "openvino"
max_batch_size: {max_batch_size}
input [{{ name: "x" data_type: TYPE_FP32 dims: {[*batch, 4]} }}]
output [{{ name: "y" data_type: TYPE_FP32 dims: {[*batch, 3]} }}]
{parameters}"""
    write(name, config, {"x": rows}, {"y": openvino.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})({"x": rows})["y"]})


forests()
layer("openvino-open", 0)
layer("openvino-padded", 4, 'parameters { key: "ENABLE_BATCH_PADDING" value: { string_value: "YES" } }\n')
layer("openvino-full-batches", 4)
