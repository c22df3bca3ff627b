"""The GPU of this machine and its driver, as nvidia-smi has them."""

import os
import re
import subprocess

from failure import BuildFailure
from processes import say

DRIVER = re.compile(r"Driver Version: (\S+)")
CUDA = re.compile(r"CUDA Version: (\d+\.\d+)")


def check_gpu(task):
    """The driver's version. Fails where the GPU is another one than the engine is for, or the driver cannot run the image's CUDA."""
    table = nvidia_smi()
    names = nvidia_smi("--query-gpu=name", "--format=csv,noheader").splitlines()
    found = names[0].strip() if names else ""
    if not is_gpu(task["gpu"], found):
        raise BuildFailure(
            "The engine is for {}, and this machine has {}: build on the instance type that serves the model.".format(
                task["gpu"], found or "no GPU"
            )
        )
    check_cuda(CUDA.search(table), os.environ.get("CUDA_VERSION"))
    driver = DRIVER.search(table)
    return driver.group(1) if driver else None


def nvidia_smi(*options):
    try:
        result = subprocess.run(
            ["nvidia-smi", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False
        )
    except OSError as error:
        raise no_gpu(str(error)) from None
    say(result.stdout.rstrip())
    if result.returncode != 0:
        raise no_gpu(result.stdout.strip())
    return result.stdout


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
