"""Requests to tritonserver, with tensors in the binary form of its HTTP endpoint, which alone has FP16 and BF16."""

import http.client
import json
import socket
import subprocess
from contextlib import contextmanager

from tensors import encode, repeated, size_of

# Between two pieces of a response, of which the first waits for the inference.
SECONDS = 600
LIVE_SECONDS = 5
# From the end of a connection to the end of the server.
END_SECONDS = 0.2


class Rejected(Exception):
    """What the server says of a request that it rejects."""


class Output:
    def __init__(self, described):
        self.name = described["name"]
        self.type = described["datatype"]
        self.bytes = described["parameters"]["binary_data_size"]
        self.values = self.bytes // size_of(self.type)


class Client:
    """All that fails in a way other than that the server rejects it is an OSError."""

    def __init__(self, port, process):
        self.port = port
        self.process = process

    def check_live(self):
        with self._response("GET", "/health/live", timeout=LIVE_SECONDS):
            pass

    def problem_of(self, model):
        """Why the server did not load a model; None when it did."""
        models = self._json("POST", "/repository/index", b"{}")
        found = next(each for each in models if each["name"] == model)
        return None if found.get("state") == "READY" else found.get("reason") or "it says no reason"

    def tensors_of(self, model):
        """Inputs and outputs, as the sidecar has them."""
        metadata = self._json("GET", "/models/" + model)
        return [
            [{"name": each["name"], "dataType": each["datatype"], "shape": each["shape"]} for each in metadata[kind]]
            for kind in ("inputs", "outputs")
        ]

    @contextmanager
    def infer(self, model, tensors, inputs):
        """`inputs` are shape, number of values and values by name, of which the values repeat.

        The outputs, and a stream with their data in the same order.
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
            answer = bytearray(int(response.headers["Inference-Header-Content-Length"]))
            read_into(response, memoryview(answer))
            yield [Output(output) for output in json.loads(answer)["outputs"]], response

    def _json(self, *request):
        with self._response(*request) as response:
            return json.loads(response.read())

    @contextmanager
    def _response(self, method, path, body=None, headers=None, timeout=None):
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
            raise OSError(self._end() or repr(error)) from None
        finally:
            connection.close()

    def _end(self):
        """That the server has ended, which is why a connection to it breaks; None where it has not."""
        try:
            return "tritonserver ended with status {}".format(self.process.wait(END_SECONDS))
        except subprocess.TimeoutExpired:
            return None


def error_in(text):
    try:
        return json.loads(text)["error"]
    except (ValueError, KeyError, TypeError):
        return text


def read_into(stream, view):
    """Fills all of it."""
    while view:
        count = stream.readinto(view)
        if not count:
            raise ConnectionError("the response ends too early")
        view = view[count:]
