"""What a machine with a GPU can tell of what this library assumes about GPUs, without internet, TensorRT and AWS:

    python3 scripts/gpu-check/check.py --output <file>

It needs Python 3.8 and the folders that FOLDERS names, and uses what else the machine has. The JSON has an entry for each part: `measured`
with a result, `skipped` with the reason, or `failed` with the error; and in `notDone` all that the run cannot say. It is written after each
part, for a run that is cut off. A part that exceeds its limit is ended. The status is 1 if a part failed.
"""

import argparse
import json
import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# All that has to be copied to the machine.
FOLDERS = ("scripts/gpu-check", "lib/engine/container", "test/engine")
sys.path.insert(0, os.path.join(ROOT, "lib/engine/container"))

from machine import describe_machine, find_torch  # noqa: E402
from part import run_part  # noqa: E402
from plan import BEYOND, parts_of  # noqa: E402


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True, help="the file for the JSON")
    parser.add_argument("--millions", type=float, nargs="+", default=[20, 50, 100], help="values of the outputs that build.py compares")
    options = parser.parse_args(arguments)
    started = time.time()
    plan = parts_of(*find_torch(), options.millions)
    report = {
        "format": 1,
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "limitSeconds": sum(part.limit for part in plan),
        "machine": describe_machine(),
        "parts": [],
    }
    for part in plan:
        entry = run_part(part)
        report["parts"].append(entry)
        print("{name}: {outcome}{why}".format(why=", " + entry["reason"] if "reason" in entry else "", **entry), flush=True)
        missing = [line for each in report["parts"] for line in not_done(each, each["name"])]
        pending = [each.name + ": not begun" for each in plan[len(report["parts"]) :]]
        write(options.output, {**report, "seconds": round(time.time() - started), "notDone": [*missing, *pending, *BEYOND]})
    return 1 if any(" failed: " in line for line in missing) else 0


def not_done(entry, name):
    """Also what a part that ran has skipped, or failed to do."""
    if "reason" in entry:
        yield "{} {}: {}".format(name, entry["outcome"], entry["reason"])
    for outcome in ("skipped", "failed"):
        if isinstance(entry.get(outcome), str):
            yield "{} {}: {}".format(name, outcome, entry[outcome])
    for key, value in entry.items():
        if isinstance(value, dict):
            yield from not_done(value, name if key == "result" else name + ", " + key)


def write(path, report):
    """Whole or not at all."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        json.dump(report, file, indent=2)
        file.write("\n")
    os.replace(file.name, path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
