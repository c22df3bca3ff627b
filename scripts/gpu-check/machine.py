"""What the machine has."""

import os
import platform
import shutil
import subprocess
import sys

# Where PyTorch is installed when it is not the Python of PATH that has it.
ELSEWHERE = ("/usr/bin/python3", "/opt/conda/bin/python3", "/opt/venv/bin/python3", "/venv/bin/python3")
IMPORT_SECONDS = 60
PROBE = "import torch; print(torch.__version__, torch.cuda.is_available())"


def find_torch():
    """A Python whose PyTorch finds a GPU, and None; or None, and the reasons of all that were tried."""
    on_path = [shutil.which(name) for name in ("python3", "python")]
    reasons = []
    for path in dict.fromkeys([sys.executable, *on_path, *ELSEWHERE]):
        if path and os.path.exists(path):
            problem = problem_of(path)
            if problem is None:
                return path, None
            reasons.append("{} {}".format(path, problem))
    return None, "; ".join(reasons)


def problem_of(python):
    try:
        ended = subprocess.run(
            [python, "-c", PROBE], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True, timeout=IMPORT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "fails: {}".format(error)
    if ended.returncode:
        return "has no PyTorch"
    version, available = ended.stdout.split()
    return None if available == "True" else "has PyTorch {}, which finds no GPU".format(version)


def describe_machine():
    """The JSON names no host, address or serial number."""
    return {
        "system": "{} {}".format(platform.system(), platform.machine()),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "memoryGiB": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        "programs": {name: shutil.which(name) is not None for name in ("nvidia-smi", "nvcc", "trtexec", "tritonserver", "node")},
    }
