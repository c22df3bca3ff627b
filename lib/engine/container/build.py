"""Builds a TensorRT engine from an ONNX file on the GPU of this host, compares it with the ONNX model, and measures it.

Runs in Triton's image.

    build.py --source <folder> --output <folder> --message <file> [--timeout <seconds>]

The source folder contains build.json, which describes the build (lib/model/engine/engine-description.ts), the ONNX file and plugins. The
output folder receives model.plan, trtexec.log and, last, model.plan.json. Without model.plan.json, there is no engine. If the build fails,
the message file receives one sentence with the reason, also after the timeout. The timeout is shorter than the timeout of the job, because
SageMaker ends a job without a reason.
"""

import argparse
import errno
import hashlib
import json
import os
import signal
import sys
import time
import traceback

from comparison import serve_and_compare
from failure import BuildFailure
from gpu import check_capability, check_gpu
from latency import measure_engine
from message import Message
from processes import write_log
from run_log import RunLog
from trtexec import Trtexec, find_trtexec
from trtexec_causes import cause_of
from trtexec_output import layer_types
from work_folder import work_folder

# Entry points of NVIDIA's current images and of the images of 2021. An entry point loads compatibility libraries for older drivers.
ENTRYPOINTS = ("/opt/nvidia/nvidia_entrypoint.sh", "/opt/tritonserver/nvidia_entrypoint.sh")
ENTERED = "TENSORRT_ENGINE_BUILD_ENTERED"

MIB = 1024 * 1024

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
TIMEOUT_REASON = (
    "The build did not end within {} minutes: lower --builderOptimizationLevel, or build the engine on your own host with "
    "cdk-sagemaker-triton engine, which has no time limit."
)
# For a build without --timeout, on a host of the user.
DEFAULT_SECONDS = 7 * 24 * 3600
# The volume is full, or a quota of the user or the maximum file size is exceeded.
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Stopped(BaseException):
    """A signal has stopped the build."""


def main(arguments):
    parser = argparse.ArgumentParser()
    for name in ("--source", "--output", "--message"):
        parser.add_argument(name, required=True)
    parser.add_argument("--timeout", type=int, default=DEFAULT_SECONDS)
    options = parser.parse_args(arguments)
    message = Message(options.message)
    for number in SIGNALS:
        signal.signal(number, stop)
    signal.alarm(options.timeout)
    try:
        return finish(message, failure_reason(options))
    except Stopped as stopped:
        # `stop` ignores all signals after the first signal, so `stopped` has only one argument.
        is_timeout = stopped.args == (signal.SIGALRM,)
        reason = TIMEOUT_REASON.format(options.timeout // 60) if is_timeout else "The build was stopped before the engine was complete."
        return finish(message, reason)
    finally:
        signal.alarm(0)


def failure_reason(options):
    """Builds the engine. Returns the reason of a failure, or None."""
    try:
        build(os.path.abspath(options.source), os.path.abspath(options.output))
        return None
    except BuildFailure as failure:
        return str(failure)
    except Exception as error:  # each failed job must have a reason
        write_log(traceback.format_exc())
        if isinstance(error, OSError) and error.errno in DISK_FULL:
            return str(BuildFailure(cause_of("no space left on device")[1], str(error)))
        return str(BuildFailure("The program that builds the engine has failed: read the job's log.", repr(error)))


def finish(message, reason):
    if reason is None:
        message.remove()
        return 0
    write_log("FAILED: " + reason)
    message.write(reason)
    return 1


def stop(number, _):
    # Ignores further signals, so that they do not interrupt the cleanup.
    for signal_number in SIGNALS:
        signal.signal(signal_number, signal.SIG_IGN)
    raise Stopped(number)


def build(source, output):
    started = time.time()
    with open(os.path.join(source, "build.json"), encoding="utf-8") as file:
        task = json.load(file)
    os.makedirs(output, exist_ok=True)
    with work_folder(output) as work:
        plan = os.path.join(work, "model.plan")
        sidecar = build_and_measure(task, source, plan, work, os.path.join(output, "trtexec.log"))
        sidecar["builtAt"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        sidecar["seconds"] = round(time.time() - started)
        publish(plan, sidecar, output)


def build_and_measure(task, source, plan, work, log):
    """Builds, compares and measures the engine. Returns the content of its sidecar."""
    driver = check_gpu(task)
    trtexec = Trtexec(find_trtexec(), [os.path.join(source, plugin) for plugin in task["plugins"]], RunLog(log))
    trtexec.check_version(task.get("tensorRt"))
    build_result = trtexec.build(os.path.join(source, task["onnx"]), plan, task["arguments"])
    check_capability(task, build_result["device"].get("computeCapability"))
    serving_result = serve_and_compare(task, plan, source, os.path.join(work, "served"), trtexec.version)
    layers = os.path.join(work, "layers.json")
    latency, runs = measure_engine(trtexec, plan, task["profiles"], serving_result["inputs"], layers)
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
        **serving_result,
    }


def largest(runs, name):
    """Maximum of all profiles in bytes. None if trtexec does not print the value."""
    sizes = [run["engine"].get(name) for run in runs]
    return None if None in sizes else round(max(sizes) * MIB)


def precisions_of(layers):
    """Number of layers by output type. None if trtexec does not describe the layers."""
    try:
        with open(layers, encoding="utf-8") as file:
            return layer_types(json.load(file))
    except (OSError, ValueError, KeyError, TypeError) as error:
        write_log("The types of the layers are not known: {!r}".format(error))
        return None


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for part in iter(lambda: file.read(MIB), b""):
            digest.update(part)
    return digest.hexdigest()


def publish(plan, sidecar, output):
    """Moves the engine and then its sidecar (model.plan.json) to the output folder, each atomically. Removes a previous sidecar first."""
    described = os.path.join(output, "model.plan.json")
    if os.path.exists(described):
        os.remove(described)
    os.replace(plan, os.path.join(output, "model.plan"))
    text = os.path.join(os.path.dirname(plan), "model.plan.json")
    with open(text, "w", encoding="utf-8") as file:
        json.dump(sidecar, file, indent=2)
    os.replace(text, described)
    write_log("The engine is complete: {bytes} bytes, SHA-256 {sha256}".format(**sidecar))


def enter(entrypoints=ENTRYPOINTS):
    """Restarts this program with the entry point of the image, which sets up the environment."""
    entrypoint = next(filter(os.path.exists, entrypoints), None)
    if entrypoint and ENTERED not in os.environ:
        os.environ[ENTERED] = "1"
        os.execv(entrypoint, [entrypoint, sys.executable, *sys.argv])


if __name__ == "__main__":
    enter()
    # A character that the encoding of the log does not support must not fail the build.
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
