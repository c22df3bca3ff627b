"""Checks the library's assumptions about GPUs on a host with a GPU, without internet access, TensorRT and AWS:

    python3 scripts/gpu-check/check.py --output <file>

Requires Python 3.8 and the folders in FOLDERS, and uses other programs of the host if they are installed. The JSON contains an entry for each
part: `measured` with a result, `skipped` with the reason, or `failed` with the error. `notDone` lists everything that was not checked. The file is
written after each part, in case the run is interrupted. A part that exceeds its time limit is stopped. The exit status is 1 if a part failed.
"""

import argparse
import json
import os
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The folders that have to be copied to the host.
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
    """Describe what was skipped or failed, including steps of measured parts."""
    if "reason" in entry:
        yield "{} {}: {}".format(name, entry["outcome"], entry["reason"])
    for outcome in ("skipped", "failed"):
        if isinstance(entry.get(outcome), str):
            yield "{} {}: {}".format(name, outcome, entry[outcome])
    for key, value in entry.items():
        if isinstance(value, dict):
            yield from not_done(value, name if key == "result" else name + ", " + key)


def write(path, report):
    """Write the file atomically."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        json.dump(report, file, indent=2)
        file.write("\n")
    os.replace(file.name, path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
