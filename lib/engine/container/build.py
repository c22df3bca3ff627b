"""Builds a TensorRT engine from an ONNX file on this machine's GPU, proves it, and measures it. It runs in Triton's image.

    build.py --source <folder> --output <folder> --message <file>

The source has build.json, which says what to build (lib/model/engine/engine-description.ts), the ONNX file and plugins. The output gets
model.plan, trtexec.log and, last of all, model.plan.json: without that there is no engine. When it fails, the message gets one sentence
that says why.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback

from comparison import serve_and_compare
from failure import BuildFailure
from gpu import check_capability, check_gpu
from latency import measure_engine
from processes import say
from trtexec import RunLog, Trtexec, find_trtexec
from trtexec_output import layer_types

# With these, of today's images and those of 2021, NVIDIA's images load libraries for an older driver, as when they serve.
ENTRYPOINTS = ("/opt/nvidia/nvidia_entrypoint.sh", "/opt/tritonserver/nvidia_entrypoint.sh")
ENTERED = "TENSORRT_ENGINE_BUILD_ENTERED"

MIB = 1024 * 1024


class Stopped(BaseException):
    """The job is being stopped."""


def main(arguments):
    parser = argparse.ArgumentParser()
    for name in ("--source", "--output", "--message"):
        parser.add_argument(name, required=True)
    options = parser.parse_args(arguments)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    try:
        build(os.path.abspath(options.source), os.path.abspath(options.output))
        return 0
    except BuildFailure as failure:
        message = str(failure)
    except Stopped:
        message = "The build was stopped before the engine was complete."
    except Exception as error:  # a job that fails without a reason helps no one
        traceback.print_exc()
        message = str(BuildFailure("The program that builds the engine has failed: read the job's log.", repr(error)))
    say("FAILED: " + message)
    os.makedirs(os.path.dirname(os.path.abspath(options.message)), exist_ok=True)
    with open(options.message, "w", encoding="utf-8") as file:
        file.write(message)
    return 1


def stop(*_):
    # Once: what ends the programs is not to be stopped.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    raise Stopped


def build(source, output):
    started = time.time()
    with open(os.path.join(source, "build.json"), encoding="utf-8") as file:
        task = json.load(file)
    os.makedirs(output, exist_ok=True)
    # On the volume of the output, which has room for engines.
    work = tempfile.mkdtemp(prefix=".build-", dir=output)
    try:
        plan = os.path.join(work, "model.plan")
        sidecar = prove(task, source, plan, work, os.path.join(output, "trtexec.log"))
        sidecar["builtAt"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        sidecar["seconds"] = round(time.time() - started)
        publish(plan, sidecar, output)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def prove(task, source, plan, work, log):
    """Builds the engine, and hands back what its sidecar says of it."""
    driver = check_gpu(task)
    trtexec = Trtexec(find_trtexec(), [os.path.join(source, plugin) for plugin in task["plugins"]], RunLog(log))
    trtexec.check_version(task.get("tensorRt"))
    built = trtexec.build(os.path.join(source, task["onnx"]), plan, task["arguments"])
    check_capability(task, built["device"].get("computeCapability"))
    served = serve_and_compare(task, plan, source, os.path.join(work, "served"), trtexec.version)
    layers = os.path.join(work, "layers.json")
    latency, runs = measure_engine(trtexec, plan, task["profiles"], served["inputs"], layers)
    weights, execution = largest(runs, "loadedMiB"), largest(runs, "contextMiB")
    return {
        "gpu": task["gpu"],
        "computeCapability": task["computeCapability"],
        "hardwareCompatibility": task.get("hardwareCompatibility"),
        "tensorRtVersion": trtexec.version_text,
        "image": task["image"],
        "driver": driver,
        "key": task["key"],
        "bytes": os.path.getsize(plan),
        "sha256": sha256_of(plan),
        "deviceMemoryBytes": None if weights is None or execution is None else weights + execution,
        "executionMemoryBytes": execution,
        "profiles": task["profiles"],
        "precisions": precisions_of(layers),
        "latency": latency,
        **served,
    }


def largest(runs, name):
    """In bytes, of the profile that needs the most; None where trtexec does not print it."""
    sizes = [run["engine"].get(name) for run in runs]
    return None if None in sizes else round(max(sizes) * MIB)


def precisions_of(layers):
    """Layers by the type that they write; None where trtexec does not describe them."""
    try:
        with open(layers, encoding="utf-8") as file:
            return layer_types(json.load(file))
    except (OSError, ValueError, KeyError, TypeError) as error:
        say("The types of the layers are not known: {!r}".format(error))
        return None


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for part in iter(lambda: file.read(MIB), b""):
            digest.update(part)
    return digest.hexdigest()


def publish(plan, sidecar, output):
    """The engine first and its sidecar last, each whole or not at all. A sidecar of an earlier engine never describes this one."""
    described = os.path.join(output, "model.plan.json")
    if os.path.exists(described):
        os.remove(described)
    os.replace(plan, os.path.join(output, "model.plan"))
    text = os.path.join(os.path.dirname(plan), "model.plan.json")
    with open(text, "w", encoding="utf-8") as file:
        json.dump(sidecar, file, indent=2)
    os.replace(text, described)
    say("The engine is complete: {bytes} bytes, SHA-256 {sha256}".format(**sidecar))


def enter(entrypoints=ENTRYPOINTS):
    """Goes on in the environment that the image's own entry point makes."""
    entrypoint = next(filter(os.path.exists, entrypoints), None)
    if entrypoint and ENTERED not in os.environ:
        os.environ[ENTERED] = "1"
        os.execv(entrypoint, [entrypoint, sys.executable, *sys.argv])


if __name__ == "__main__":
    enter()
    sys.exit(main(sys.argv[1:]))
