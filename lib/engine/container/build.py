"""Builds a TensorRT engine from an ONNX file on this machine's GPU, proves it, and measures it. It runs in Triton's image.

    build.py --source <folder> --output <folder> --message <file> [--timeout <seconds>]

The source has build.json, which says what to build (lib/model/engine/engine-description.ts), the ONNX file and plugins. The output gets
model.plan, trtexec.log and, last of all, model.plan.json: without that there is no engine. When it fails, the message gets one sentence
that says why. So it does when the time is over, which is less than that of the job: SageMaker ends a job without a reason.
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
from processes import say
from run_log import RunLog
from trtexec import Trtexec, find_trtexec
from trtexec_causes import cause_of
from trtexec_output import layer_types
from work_folder import work_folder

# With these, of today's images and those of 2021, NVIDIA's images load libraries for an older driver, as when they serve.
ENTRYPOINTS = ("/opt/nvidia/nvidia_entrypoint.sh", "/opt/tritonserver/nvidia_entrypoint.sh")
ENTERED = "TENSORRT_ENGINE_BUILD_ENTERED"

MIB = 1024 * 1024

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
LATE = (
    "The build did not end within {} minutes: lower optimizationLevel, or build the engine ahead of the deployment with TensorRtEngine, "
    "whose maxBuildTime can be up to 11 hours."
)
# That of a job is in its request; the longest one has 11 hours.
DEFAULT_SECONDS = 11 * 3600
# The volume, the user's share of it, or the largest file is full.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Stopped(BaseException):
    """The build is not to go on, by a signal."""


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
        return end(message, reason_of(options))
    except Stopped as stopped:
        # There is no second one: it ignores all signals.
        late = stopped.args == (signal.SIGALRM,)
        return end(message, LATE.format(options.timeout // 60) if late else "The build was stopped before the engine was complete.")
    finally:
        signal.alarm(0)


def reason_of(options):
    """Why there is no engine; None where there is one."""
    try:
        build(os.path.abspath(options.source), os.path.abspath(options.output))
        return None
    except BuildFailure as failure:
        return str(failure)
    except Exception as error:  # a job that fails without a reason helps no one
        say(traceback.format_exc())
        if isinstance(error, OSError) and error.errno in FULL:
            return str(BuildFailure(cause_of("no space left on device")[1], str(error)))
        return str(BuildFailure("The program that builds the engine has failed: read the job's log.", repr(error)))


def end(message, reason):
    if reason is None:
        message.remove()
        return 0
    say("FAILED: " + reason)
    message.write(reason)
    return 1


def stop(number, _):
    # Once: what ends the programs is not to be stopped.
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped(number)


def build(source, output):
    started = time.time()
    with open(os.path.join(source, "build.json"), encoding="utf-8") as file:
        task = json.load(file)
    os.makedirs(output, exist_ok=True)
    with work_folder(output) as work:
        plan = os.path.join(work, "model.plan")
        sidecar = prove(task, source, plan, work, os.path.join(output, "trtexec.log"))
        sidecar["builtAt"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        sidecar["seconds"] = round(time.time() - started)
        publish(plan, sidecar, output)


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
    # In whatever encoding: a character that the log does not have is no reason to fail.
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
