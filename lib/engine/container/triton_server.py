"""The image's own tritonserver."""

import os
import shutil
import socket
import time
from contextlib import contextmanager

from failure import BuildFailure
from processes import end_first, running
from triton_client import Client, Rejected

# Where Triton's image has it.
FOLDER = "/opt/tritonserver/bin"
POLL_SECONDS = 0.2
# To load a model; a job of a deployment has 50 minutes.
START_SECONDS = 900


class ServerFailure(Exception):
    """The server does not start."""


def find_server():
    found = shutil.which("tritonserver") or shutil.which("tritonserver", path=FOLDER)
    if not found:
        raise BuildFailure(
            "The image has no tritonserver, neither on PATH nor in {}: build with the image that serves the model.".format(FOLDER)
        )
    return found


def has_backend(server, name):
    """The server looks for backends next to its own folder."""
    return os.path.isdir(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(server))), "backends", name))


@contextmanager
def serving(server, repository, complete, plugins, tensorrt):
    """`complete` is whether the models' configurations lack nothing that Triton would have to find out; `tensorrt` is its version."""
    port = free_port()
    command = [
        server,
        "--model-repository=" + repository,
        "--strict-model-config=" + ("true" if complete else "false"),
        "--exit-on-error=false",
        "--http-port={}".format(port),
        "--allow-grpc=false",
        "--allow-metrics=false",
        "--log-info=false",
    ]
    if not complete:
        # Otherwise the ONNX model would get 4.
        command.append("--backend-config=default-max-batch-size=0")
    if tensorrt >= (8, 6):
        # The servers of 2021 and 2022 do not have it.
        command.append("--http-address=127.0.0.1")
    if plugins:
        command.append("--backend-config=tensorrt,plugins=" + ";".join(plugins))
    with running(command, env=on_one_gpu(os.environ)) as process:
        # This program says what has failed.
        end_first(process)
        client = Client(port, process)
        wait_for(client, process)
        yield client


def on_one_gpu(environment):
    """Otherwise Triton loads a model on each GPU: "a single execution instance of the model is created for each GPU available"."""
    first = environment.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
    return {**environment, "CUDA_VISIBLE_DEVICES": first}


def wait_for(client, process):
    """The server opens the port when it has tried to load all models."""
    deadline = time.monotonic() + START_SECONDS
    while not is_live(client):
        if process.poll() is not None:
            raise ServerFailure("tritonserver ended with status {}".format(process.returncode))
        if time.monotonic() > deadline:
            raise ServerFailure("tritonserver did not start within {} seconds".format(START_SECONDS))
        time.sleep(POLL_SECONDS)


def is_live(client):
    try:
        client.check_live()
        return True
    except (OSError, Rejected):
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
