"""Records the output of nvidia-smi in four forms, and the values that the engine build reads from each."""

import re
import shutil

import gpu
from failure import BuildFailure
from part import Skip

FORMS = {
    "table": (),
    "query": ("-q",),
    "xml": ("-q", "-x"),
    "csv": ("--query-gpu=name,driver_version,compute_cap,memory.total,memory.used", "--format=csv"),
}
# Lines of the long forms that are kept: versions, GPUs and memory. Other lines contain serial numbers.
KEPT_LINES = re.compile(r"version|product.?name|compute|attached|<total>|\bTotal\b|<used>|\bUsed\b|mig", re.I)
MAX_LINES = 60


def measure():
    if not shutil.which("nvidia-smi"):
        raise Skip("nvidia-smi is not on PATH")
    name, capability = gpu.query("name"), gpu.query("compute_cap")
    return {
        "name": name,
        "computeCapability": capability,
        "forms": {form: read(form, options) for form, options in FORMS.items()},
        "driver": gpu.check_gpu({"gpu": name, "computeCapability": capability}),
    }


def read(form, options):
    """Read a form. The build reads only the CUDA version of the driver from these forms, and uses queries for other values."""
    try:
        output = gpu.nvidia_smi(*options)
    except BuildFailure as failure:
        return {"failed": str(failure)}
    lines = output.splitlines()
    if form in ("query", "xml"):
        lines = [line for line in lines if KEPT_LINES.search(line)]
    cuda = gpu.CUDA.search(output)
    return {"cuda": cuda.group(1) if cuda else None, "lines": lines[:MAX_LINES]}
