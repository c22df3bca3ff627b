"""The image's own tritonserver, and requests to it."""

import json
import os
import shutil
import socket
import time
import urllib.error
import urllib.request
from contextlib import contextmanager

from failure import BuildFailure
from processes import running
from tensors import decode, encode

# Where Triton's image has it.
FOLDER = "/opt/tritonserver/bin"
POLL_SECONDS = 0.2


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
    with running(command) as process:
        client = Client("http://127.0.0.1:{}/v2".format(port))
        # The server opens the port when it has tried to load all models.
        while not client.is_live():
            if process.poll() is not None:
                raise BuildFailure("tritonserver ended with status {}: read the job's log.".format(process.returncode))
            time.sleep(POLL_SECONDS)
        yield client


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Rejected(Exception):
    """What the server says of a request that it rejects."""


class Client:
    def __init__(self, url):
        self.url = url

    def is_live(self):
        try:
            self._open("/health/live")
            return True
        except (OSError, Rejected):
            return False

    def problem_of(self, model):
        """Why the server did not load a model; None when it did."""
        models = json.loads(self._open("/repository/index", b"{}")[0])
        found = next(each for each in models if each["name"] == model)
        return None if found.get("state") == "READY" else found.get("reason") or "it says no reason"

    def tensors_of(self, model):
        """Inputs and outputs, as the sidecar has them."""
        metadata = json.loads(self._open("/models/" + model)[0])
        return [
            [{"name": each["name"], "dataType": each["datatype"], "shape": each["shape"]} for each in metadata[kind]]
            for kind in ("inputs", "outputs")
        ]

    def infer(self, model, tensors, inputs):
        """`inputs` are shape and values by name; outputs are type and values by name."""
        types = {tensor["name"]: tensor["dataType"] for tensor in tensors}
        data = {name: encode(types[name], values) for name, (_, values) in inputs.items()}
        described = [
            {"name": name, "shape": shape, "datatype": types[name], "parameters": {"binary_data_size": len(data[name])}}
            for name, (shape, _) in inputs.items()
        ]
        header = json.dumps({"inputs": described, "parameters": {"binary_data_output": True}}).encode()
        size = {"Inference-Header-Content-Length": str(len(header)), "Content-Type": "application/octet-stream"}
        body, headers = self._open("/models/{}/infer".format(model), header + b"".join(data.values()), size)
        end = int(headers["Inference-Header-Content-Length"])
        outputs = {}
        for output in json.loads(body[:end])["outputs"]:
            start, end = end, end + output["parameters"]["binary_data_size"]
            outputs[output["name"]] = (output["datatype"], decode(output["datatype"], body[start:end]))
        return outputs

    def _open(self, path, data=None, headers=None):
        request = urllib.request.Request(self.url + path, data, headers or {})
        try:
            # Without the proxies of the environment.
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
                return response.read(), response.headers
        except urllib.error.HTTPError as error:
            text = error.read().decode("utf-8", "replace")
            try:
                raise Rejected(json.loads(text)["error"]) from None
            except (ValueError, KeyError, TypeError):
                raise Rejected(text or str(error)) from None
