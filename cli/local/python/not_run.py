"""Replaces a model that this host cannot run, and reports why."""

import os


class TritonPythonModel:
    def initialize(self, args):
        raise RuntimeError(f"NOT RUN: {os.environ['NOT_RUN_REASON']}")
