"""Sends requests to tritonserver, with tensors in the binary format, which is required for FP16 and BF16."""

import http.client
import json
import socket
import subprocess
from contextlib import contextmanager

from tensors import encode, repeated, size_of

# Timeout between two parts of a response. The first part is sent after the inference.
SECONDS = 600
LIVE_SECONDS = 5
# After a broken connection, time to wait for the end of the server process, which may have to write a core dump first.
END_SECONDS = 30


class Rejected(Exception):
    """The error of a request that the server rejects."""


class Output:
    def __init__(self, described):
        self.name = described["name"]
        self.type = described["datatype"]
        self.bytes = described["parameters"]["binary_data_size"]
        self.values = self.bytes // size_of(self.type)


class Client:
    """Raises Rejected if the server rejects a request, and OSError for all other failures."""

    def __init__(self, port, process):
        self.port = port
        self.process = process

    def check_live(self):
        # The caller detects the end of the server process.
        with self._response("GET", "/health/live", timeout=LIVE_SECONDS, end_seconds=0):
            pass

    def problem_of(self, model):
        """Returns the reason why the server did not load a model, or None."""
        models = self._json("POST", "/repository/index", b"{}")
        entry = next(each for each in models if each["name"] == model)
        return None if entry.get("state") == "READY" else entry.get("reason") or "without a reason"

    def tensors_of(self, model):
        """Returns the inputs and outputs in the format of the sidecar."""
        metadata = self._json("GET", "/models/" + model)
        return [
            [{"name": each["name"], "dataType": each["datatype"], "shape": each["shape"]} for each in metadata[kind]]
            for kind in ("inputs", "outputs")
        ]

    @contextmanager
    def infer(self, model, tensors, inputs):
        """Yields the outputs, and a stream with their data in the same order.

        `inputs` contains the shape, the number of values, and values by name. The values are repeated.
        """
        types = {tensor["name"]: tensor["dataType"] for tensor in tensors}
        sizes = {name: count * size_of(types[name]) for name, (_, count, _) in inputs.items()}
        described = [
            {"name": name, "shape": shape, "datatype": types[name], "parameters": {"binary_data_size": sizes[name]}}
            for name, (shape, _, _) in inputs.items()
        ]
        header = json.dumps({"inputs": described, "parameters": {"binary_data_output": True}}).encode()
        size = {
            "Inference-Header-Content-Length": str(len(header)),
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(header) + sum(sizes.values())),
        }

        def body():
            yield header
            for name, (_, _, values) in inputs.items():
                yield from repeated(encode(types[name], values), sizes[name])

        with self._response("POST", "/models/{}/infer".format(model), body(), size) as response:
            response_header = bytearray(int(response.headers["Inference-Header-Content-Length"]))
            read_into(response, memoryview(response_header))
            yield [Output(output) for output in json.loads(response_header)["outputs"]], response

    def _json(self, *request):
        with self._response(*request) as response:
            return json.loads(response.read())

    @contextmanager
    def _response(self, method, path, body=None, headers=None, timeout=None, end_seconds=END_SECONDS):
        timeout = timeout or SECONDS
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, "/v2" + path, body, headers or {})
            response = connection.getresponse()
            if response.status != 200:
                raise Rejected(error_in(response.read().decode("utf-8", "replace")) or response.reason)
            yield response
        except socket.timeout:
            raise OSError("tritonserver sent nothing for {} seconds".format(timeout)) from None
        except (OSError, http.client.HTTPException) as error:
            raise OSError(self._end(end_seconds) or repr(error)) from None
        finally:
            connection.close()

    def _end(self, seconds):
        """Returns a message if the server has ended, because that explains a broken connection. Otherwise returns None."""
        try:
            return "tritonserver ended with status {}".format(self.process.wait(seconds))
        except subprocess.TimeoutExpired:
            return None


def error_in(text):
    try:
        return json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        return text


def read_into(stream, view):
    """Reads until the view is full."""
    while view:
        count = stream.readinto(view)
        if not count:
            raise ConnectionError("the response ends too early")
        view = view[count:]
