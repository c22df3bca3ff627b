"""Takes the place of a model that this machine cannot run, and says why."""

import os


class TritonPythonModel:
    def initialize(self, args):
        raise RuntimeError(f"NOT RUN: {os.environ['NOT_RUN_REASON']}")
