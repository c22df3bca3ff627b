"""Runs the tritonserver of the image."""

import os
import shutil
import socket
import time
from contextlib import contextmanager

from failure import BuildFailure
from processes import end_first, running
from triton_client import Client, Rejected

# Folder in Triton's image.
FOLDER = "/opt/tritonserver/bin"
POLL_SECONDS = 0.2
# Timeout to load a model. A job of a deployment has 50 minutes.
START_SECONDS = 900


class ServerFailure(Exception):
    """The server did not start."""


def find_server():
    server_path = shutil.which("tritonserver") or shutil.which("tritonserver", path=FOLDER)
    if not server_path:
        raise BuildFailure(
            "The image has no tritonserver, neither on PATH nor in {}: build with the image that serves the model.".format(FOLDER)
        )
    return server_path


def has_backend(server, name):
    """Whether the image has a backend. The folder of the backends is next to the folder of the server."""
    return os.path.isdir(os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(server))), "backends", name))


@contextmanager
def serving(server, repository, complete, plugins, tensorrt):
    """Runs the server, and yields a client.
    `complete` is whether the model configurations contain all inputs and outputs. `tensorrt` is the version of TensorRT.
    """
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
        # The default for ONNX models is 4.
        command.append("--backend-config=default-max-batch-size=0")
    if tensorrt >= (8, 6):
        # Not supported by the servers of 2021 and 2022.
        command.append("--http-address=127.0.0.1")
    if plugins:
        command.append("--backend-config=tensorrt,plugins=" + ";".join(plugins))
    with running(command, env=on_one_gpu(os.environ)) as process:
        # If memory is exhausted, the kernel must end the server and not this program, because this program reports the failure.
        end_first(process)
        client = Client(port, process)
        wait_for(client, process)
        yield client


def on_one_gpu(environment):
    """Limits Triton to one GPU. By default, "a single execution instance of the model is created for each GPU available"."""
    first = environment.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
    return {**environment, "CUDA_VISIBLE_DEVICES": first}


def wait_for(client, process):
    """Waits for the server, which opens its port after it has tried to load all models."""
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
