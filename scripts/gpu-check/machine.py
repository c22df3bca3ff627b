"""Describes the host."""

import os
import platform
import shutil
import subprocess
import sys

# Python interpreters outside of PATH that may have PyTorch.
OTHER_PYTHONS = ("/usr/bin/python3", "/opt/conda/bin/python3", "/opt/venv/bin/python3", "/venv/bin/python3")
IMPORT_SECONDS = 60
PROBE = "import torch; print(torch.__version__, torch.cuda.is_available())"


def find_torch():
    """Return (path, None) for a Python interpreter whose PyTorch finds a GPU, or (None, reasons) if there is none."""
    on_path = [shutil.which(name) for name in ("python3", "python")]
    reasons = []
    for path in dict.fromkeys([sys.executable, *on_path, *OTHER_PYTHONS]):
        if path and os.path.exists(path):
            problem = problem_of(path)
            if problem is None:
                return path, None
            reasons.append("{} {}".format(path, problem))
    return None, "; ".join(reasons)


def problem_of(python):
    try:
        process = subprocess.run(
            [python, "-c", PROBE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True, timeout=IMPORT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "fails: {}".format(error)
    if process.returncode:
        return "has no PyTorch"
    version, available = process.stdout.split()
    return None if available == "True" else "has PyTorch {}, which finds no GPU".format(version)


def describe_machine():
    """Describe the host without host names, addresses and serial numbers."""
    return {
        "system": "{} {}".format(platform.system(), platform.machine()),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "memoryGiB": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "programs": {name: shutil.which(name) is not None for name in ("nvidia-smi", "nvcc", "trtexec", "tritonserver", "node")},
    }
