"""Loads the program that replaces a backend. If the program cannot be imported, the cause is the Python of this host, not the model."""

import json
import os
from pathlib import Path

if "NOT_RUN_REASON" in os.environ:  # of stub.sh, which cannot replace this program, because the server selects the program by the backend
    raise RuntimeError(f"NOT RUN: {os.environ['NOT_RUN_REASON']}")
try:
    from program import TritonPythonModel
except Exception as error:  # a library can raise any error when it is imported, for example because of a different version of NumPy
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    advice = json.loads((Path(__file__).parent / "image.json").read_text())["advice"]
    raise RuntimeError(f"NOT RUN: the Python of this run cannot import the library that executes the model ({reason}); to run it: {advice}") from None
