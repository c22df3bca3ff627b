"""Measures the time and memory of build.py for models with large outputs. nvidia-smi, trtexec and tritonserver are fake programs."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.path.join(ROOT, "lib/engine/container/build.py")
STAND_INS = os.path.join(ROOT, "test/engine")
MILLION = 10**6
INPUT = [1, 16]
TASK = {
    "format": 1,
    "key": "gpu-check",
    "onnx": "onnx/model.onnx",
    "plugins": [],
    "arguments": [],
    "tensorRt": "10.4.0",
    "image": "gpu-check",
    "gpu": "NVIDIA A10G",
    "computeCapability": "8.6",
    "profiles": [{"pixels": {"min": INPUT, "opt": INPUT, "max": INPUT}}],
    "inputs": [{"name": "pixels", "dataType": "FP32", "shape": [-1, 16]}],
    "tolerance": 0.01,
    "examples": [],
}


def measure(millions):
    values = round(millions * MILLION)
    with tempfile.TemporaryDirectory(prefix="gpu-check-build-") as folder:
        source, output, message = (os.path.join(folder, name) for name in ("source", "output", "message"))
        os.makedirs(os.path.join(source, "onnx"))
        with open(os.path.join(source, "onnx", "model.onnx"), "w", encoding="utf-8") as file:
            file.write("no model: the stand-in does not read it\n")
        with open(os.path.join(source, "build.json"), "w", encoding="utf-8") as file:
            json.dump({**TASK, "outputs": [{"name": "scores", "dataType": "FP32", "shape": [-1, values]}]}, file)
        command = [sys.executable, "-B", PROGRAM, "--source", source, "--output", output, "--message", message]
        started = time.time()
        process = subprocess.Popen(command, env=environment(create_stand_ins(folder), values))
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.time() - started
        if status:
            raise OSError("build.py ended with wait status {}: {}".format(status, read(message)))
        sidecar = json.loads(read(os.path.join(output, "model.plan.json")))
    return {
        "seconds": round(seconds, 1),
        # The peak memory of the largest process, which is build.py: the fake programs are small.
        "peakMiB": usage.ru_maxrss // 1024,
        "numpy": importlib.util.find_spec("numpy") is not None,
        "comparison": sidecar["comparison"],
        "notCompared": sidecar.get("notCompared"),
    }


def create_stand_ins(folder):
    """Return folders for PATH. The server is copied, because the program searches for backends next to the real file."""
    programs, server = os.path.join(folder, "programs"), os.path.join(folder, "server")
    os.makedirs(programs)
    os.makedirs(os.path.join(server, "backends", "onnxruntime"))
    os.symlink(os.path.join(STAND_INS, "trtexec", "trtexec"), os.path.join(programs, "trtexec"))
    os.symlink(os.path.join(STAND_INS, "container", "nvidia-smi"), os.path.join(programs, "nvidia-smi"))
    os.makedirs(os.path.join(server, "bin"))
    shutil.copy(os.path.join(HERE, "stand-ins", "tritonserver"), os.path.join(server, "bin"))
    return [programs, os.path.join(server, "bin")]


def environment(folders, values):
    return {
        **os.environ,
        "PATH": os.pathsep.join([*folders, os.environ["PATH"]]),
        # Skips the entry point of an NVIDIA image, in case the check runs in one.
        "TENSORRT_ENGINE_BUILD_ENTERED": "1",
        "SMI_REPLAY": "a10g-535",
        "TRTEXEC_VERSION": "10.4.0",
        "TRTEXEC_REPLAY": "built-10.3",
        "CUDA_VERSION": "12.2.0",
        "OUTPUT_VALUES": str(values),
    }


def read(path):
    if not os.path.exists(path):
        return "no message"
    with open(path, encoding="utf-8") as file:
        return file.read()
