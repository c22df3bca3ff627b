"""Runs a part in a separate process, so a failure of the process, such as exhausted memory, does not end other parts."""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "lib/engine/container"))

from processes import running  # noqa: E402

LAST_LINES = 5


class Skip(Exception):
    """The reason why this host cannot run a part."""


def run_part(part):
    """Run a part, and return its entry in the report."""
    if part.python is None:
        return {"name": part.name, "outcome": "skipped", "reason": part.reason}
    started = time.time()
    with tempfile.TemporaryDirectory(prefix="gpu-check-") as folder:
        entry = in_process(part, folder)
    return {"name": part.name, **entry, "seconds": round(time.time() - started, 1)}


def in_process(part, folder):
    result, log = os.path.join(folder, "result.json"), os.path.join(folder, "log")
    command = [part.python, "-B", os.path.abspath(__file__), part.module, json.dumps(part.arguments), result]
    with open(log, "w", encoding="utf-8") as output:
        with running(command, stdout=output) as process:
            try:
                status = process.wait(part.limit)
            except subprocess.TimeoutExpired:
                return {"outcome": "failed", "reason": "not complete after {} seconds".format(part.limit)}
    if os.path.exists(result):
        with open(result, encoding="utf-8") as file:
            return json.load(file)
    with open(log, encoding="utf-8", errors="replace") as file:
        last_lines = " / ".join(file.read().splitlines()[-LAST_LINES:])
    return {"outcome": "failed", "reason": "the process ended with status {}: {}".format(status, last_lines)}


def main(module, arguments, result):
    try:
        entry = {"outcome": "measured", "result": importlib.import_module(module).measure(*json.loads(arguments))}
    except Skip as skip:
        entry = {"outcome": "skipped", "reason": str(skip)}
    except Exception as error:
        traceback.print_exc()
        entry = {"outcome": "failed", "reason": "{}: {}".format(type(error).__name__, error)}
    with open(result + ".part", "w", encoding="utf-8") as file:
        # NaN is not valid JSON.
        json.dump(entry, file, allow_nan=False)
    os.replace(result + ".part", result)


if __name__ == "__main__":
    # Modules that import Skip must get the class of this module, not of a second copy.
    sys.modules["part"] = sys.modules["__main__"]
    main(*sys.argv[1:])
