"""The GPU of this machine and its driver, as nvidia-smi has them."""

import os
import re

from failure import BuildFailure
from processes import say
from program_output import output_of

# No query has it. The CUDA of the user-mode driver, by the label of 610 (docs.nvidia.com/deploy/nvidia-smi: "deprecated Driver Version and
# CUDA Version in favor of KMD Version and CUDA UMD Version"; a table of 610.43.02 is in sgl-project/sglang#27487) and by that of before.
CUDA = re.compile(r"CUDA (?:UMD )?Version: (\d+\.\d+)")

# It does not end at all where the driver does not.
SMI_SECONDS = 120


def check_gpu(task):
    """The driver's version. Fails where the GPU is another one than the engine is for, or the driver cannot run the image's CUDA."""
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
    """What nvidia-smi has of the first GPU; None where it does not know the field, as 470 does not know compute_cap (candle#733)."""
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
    say(text.rstrip())
    return status, text.strip()


def no_gpu(reason):
    return BuildFailure("This machine has no GPU that can be used: build on the GPU instance type that serves the model.", reason)


def is_gpu(model, name):
    """Whether nvidia-smi's name is that of a model: Tesla T4 is an NVIDIA T4, L40S is no L4, and H200 is the H200 141GB."""
    found = words(name)
    wanted = words(re.sub(r"\(.*\)", "", model))
    sizes = {word for word in wanted if word.endswith("GB")}
    return (wanted if any(word.endswith("GB") for word in found) else wanted - sizes) <= found


def words(name):
    return set(re.findall(r"[A-Z0-9]+", name.upper())) - {"NVIDIA", "TESLA"}


def check_capability(task, capability):
    """`capability` is None where a program does not say it."""
    if capability not in (None, task["computeCapability"]):
        raise BuildFailure(
            "The engine is for compute capability {}, and this machine's GPU has {}: build on the instance type that serves the "
            "model.".format(task["computeCapability"], capability)
        )


def check_cuda(driver, image):
    """A driver runs each CUDA of its major version.

    nvidia-smi prints the CUDA of the libraries for forward compatibility where the image has loaded them for an older driver.
    """
    if not (driver and image):
        say("It is not known whether the driver runs the image's CUDA: CUDA_VERSION is {}.".format(image or "not set"))
        return
    runs = driver.group(1)
    if int(runs.split(".")[0]) < int(image.split(".")[0]):
        raise BuildFailure(
            "The driver of this machine runs CUDA {}, and the image needs CUDA {}: build on an endpoint of one instance or a host with "
            "the inference AMI that the image needs, or choose a release of the image with an older CUDA.".format(runs, image)
        )
