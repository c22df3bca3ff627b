"""The metrics exporter, a model that serves no requests. A thread in its process publishes the metrics of the server.

A model that fails to load stops the server. Therefore, this file imports only what every Python model requires, and `initialize` never raises.
"""

import sys

import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def initialize(self, args):
        self.publisher = None
        try:
            from .publisher import start_publisher

            self.publisher = start_publisher()
        except Exception as error:
            print("metrics exporter: not started:", repr(error)[:200], file=sys.stderr, flush=True)

    def execute(self, requests):
        error = pb_utils.TritonError("the metrics exporter serves no requests")
        return [pb_utils.InferenceResponse(output_tensors=[], error=error) for _ in requests]

    def finalize(self):
        if self.publisher:
            self.publisher.stop()
