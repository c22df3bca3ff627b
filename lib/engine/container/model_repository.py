"""Creates model repositories with the engine as model "engine", or with the ONNX file as model "onnx"."""

import json
import os


def is_complete(task):
    """Whether the inputs and outputs of the graph are known."""
    described = task["inputs"] + task["outputs"]
    return bool(task["inputs"] and task["outputs"]) and all("dataType" in each and "shape" in each for each in described)


def create_engine_repository(repository, plan, task, version):
    folder = os.path.join(repository, "engine", "1")
    os.makedirs(folder)
    os.symlink(plan, os.path.join(folder, "model.plan"))
    profiles = [str(index) for index in range(len(task["profiles"]))]
    group = "instance_group [{{ profile: {} }}]".format(json.dumps(profiles)) if len(profiles) > 1 else ""
    tensors = tensors_config(task, version) if is_complete(task) else ""
    write(repository, "engine", "tensorrt", "model.plan", group, tensors)


def create_onnx_repository(repository, onnx, task):
    folder, name = os.path.split(onnx)
    os.makedirs(os.path.join(repository, "onnx"))
    # Links the folder and not the file, because external data must be in the real folder of the file.
    os.symlink(folder, os.path.join(repository, "onnx", "1"))
    write(repository, "onnx", "onnxruntime", name, "", tensors_config(task) if is_complete(task) else "")


def write(repository, model, backend, file, group, tensors):
    # max_batch_size is 0, because the shapes of the tensors include the batch dimension.
    lines = ['backend: "{}"'.format(backend), "default_model_filename: " + json.dumps(file), "max_batch_size: 0", group, tensors]
    with open(os.path.join(repository, model, "config.pbtxt"), "w", encoding="utf-8") as config:
        config.write("\n".join(line for line in lines if line) + "\n")


def tensors_config(task, version=(10,)):
    return "\n".join(
        "{} [{}]".format(kind, ", ".join(tensor_config(tensor, version) for tensor in task[kind + "s"])) for kind in ("input", "output")
    )


def tensor_config(tensor, version):
    """Returns the configuration of a tensor. TensorRT supports INT64 since version 10. Earlier versions convert INT64 to INT32."""
    type_ = "INT32" if tensor["dataType"] == "INT64" and version < (10,) else tensor["dataType"]
    # Triton supports scalars only with reshape.
    shape = "dims: {}".format(tensor["shape"]) if tensor["shape"] else "dims: [1] reshape { shape: [] }"
    return "{{ name: {} data_type: TYPE_{} {} }}".format(json.dumps(tensor["name"]), type_, shape)
