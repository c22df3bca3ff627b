"""Checks the GPU of this host and its driver with nvidia-smi."""

import os
import re

from failure import BuildFailure
from processes import write_log
from program_output import output_of

# CUDA version of the user-mode driver, which no query returns. Driver 610 has a new label (docs.nvidia.com/deploy/nvidia-smi: "deprecated
# Driver Version and CUDA Version in favor of KMD Version and CUDA UMD Version"; output of 610.43.02 is in sgl-project/sglang#27487).
CUDA = re.compile(r"CUDA (?:UMD )?Version: (\d+\.\d+)")

# Timeout. nvidia-smi hangs if the driver hangs.
SMI_SECONDS = 120


def check_gpu(task):
    """Returns the driver version. Raises BuildFailure for a different GPU, or if the driver does not support the CUDA of the image."""
    table = nvidia_smi()
    found = query("name")
    if not is_gpu(task["gpu"], found or ""):
        raise BuildFailure(
            "The engine is for {}, and this machine has {}: build on the instance type that serves the model.".format(
                task["gpu"], found or "no GPU"
            )
        )
    check_capability(task, query("compute_cap"))
    check_cuda(CUDA.search(table), os.environ.get("CUDA_VERSION"))
    return query("driver_version")


def nvidia_smi(*options):
    status, output = run_nvidia_smi(*options)
    if status != 0:
        raise no_gpu(output)
    return output


def query(field):
    """Returns a field of the first GPU. None if nvidia-smi does not support it, such as compute_cap in driver 470 (candle#733)."""
    status, output = run_nvidia_smi("--query-gpu=" + field, "--format=csv,noheader")
    if status != 0 and "is not a valid field" not in output:
        raise no_gpu(output)
    value = output.partition("\n")[0].strip()
    return value if value and status == 0 and not value.startswith("[") else None


def run_nvidia_smi(*options):
    try:
        status, lines = output_of(["nvidia-smi", *options], SMI_SECONDS)
    except OSError as error:
        raise no_gpu(str(error)) from None
    text = "\n".join(lines)
    write_log(text.rstrip())
    return status, text.strip()


def no_gpu(reason):
    return BuildFailure("This machine has no GPU that can be used: build on the GPU instance type that serves the model.", reason)


def is_gpu(model, name):
    """Whether a name that nvidia-smi prints is the GPU model: Tesla T4 is the NVIDIA T4, L40S is not L4, and H200 is the H200 141GB."""
    found = words(name)
    expected = words(re.sub(r"\(.*\)", "", model))
    sizes = {word for word in expected if word.endswith("GB")}
    return (expected if any(word.endswith("GB") for word in found) else expected - sizes) <= found


def words(name):
    return set(re.findall(r"[A-Z0-9]+", name.upper())) - {"NVIDIA", "TESLA"}


def check_capability(task, capability):
    """Raises BuildFailure for a different compute capability. `capability` is None if the compute capability is not known."""
    if capability not in (None, task["computeCapability"]):
        raise BuildFailure(
            "The engine is for compute capability {}, and this machine's GPU has {}: build on the instance type that serves the "
            "model.".format(task["computeCapability"], capability)
        )


def check_cuda(driver, image):
    """Checks that the driver supports the CUDA of the image. A driver supports all CUDA versions with its major version.

    With forward compatibility libraries, nvidia-smi prints their CUDA version.
    """
    if not (driver and image):
        write_log("It is not known whether the driver runs the image's CUDA: CUDA_VERSION is {}.".format(image or "not set"))
        return
    runs = driver.group(1)
    if int(runs.split(".")[0]) < int(image.split(".")[0]):
        raise BuildFailure(
            "The driver of this machine runs CUDA {}, and the image needs CUDA {}: build on an endpoint of one instance or a host with "
            "the inference AMI that the image needs, or choose a release of the image with an older CUDA.".format(runs, image)
        )
