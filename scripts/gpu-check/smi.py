"""nvidia-smi in four forms, and what the program that builds engines reads of each."""

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
# Of the long forms only the lines that name a version, a GPU or its memory: others have serial numbers.
KEPT = re.compile(r"version|product.?name|compute|attached|<total>|\bTotal\b|<used>|\bUsed\b|mig", re.I)
LONGEST = 60


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
    """What the program reads of each form is the CUDA of the driver: it prefers queries for all else."""
    try:
        output = gpu.nvidia_smi(*options)
    except BuildFailure as failure:
        return {"failed": str(failure)}
    lines = output.splitlines()
    if form in ("query", "xml"):
        lines = [line for line in lines if KEPT.search(line)]
    cuda = gpu.CUDA.search(output)
    return {"cuda": cuda.group(1) if cuda else None, "lines": lines[:LONGEST]}
