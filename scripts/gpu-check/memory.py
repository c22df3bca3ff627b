"""Measures the usable GPU memory, and the memory that a CUDA context uses, with the driver's library and without PyTorch."""

import ctypes
import shutil
import subprocess

from part import Skip

LIBRARY = "libcuda.so.1"
MIB = 2**20
PIECE = 128 * MIB
COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR = 75, 76  # CUdevice_attribute


def measure():
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise Skip("the driver's library is missing: {}".format(error)) from None
    return measure_with(Driver(library))


class Driver:
    """The first GPU. Sizes are in bytes."""

    def __init__(self, library):
        self.library = library
        problem = library.cuInit(0)
        if problem:
            raise Skip("CUDA finds no GPU: cuInit returns {}".format(problem))
        self.device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)

    def call(self, name, *arguments):
        problem = getattr(self.library, name)(*arguments)
        if problem:
            raise OSError("{} returns {}".format(name, problem))

    def capability(self):
        numbers = [ctypes.c_int(), ctypes.c_int()]
        for number, attribute in zip(numbers, (COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR)):
            self.call("cuDeviceGetAttribute", ctypes.byref(number), attribute, self.device)
        return ".".join(str(number.value) for number in numbers)

    def total(self):
        total = ctypes.c_size_t()
        self.call("cuDeviceTotalMem_v2", ctypes.byref(total), self.device)
        return total.value

    def enter_context(self):
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)

    def free(self):
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value

    def allocate(self):
        """Allocate memory until none is left. It is freed when the process ends."""
        count = 0
        while self.library.cuMemAlloc_v2(ctypes.byref(ctypes.c_uint64()), ctypes.c_size_t(PIECE)) == 0:
            count += 1
        return count * PIECE


def measure_with(driver):
    before = used_mib()
    driver.enter_context()
    after = used_mib()
    free = driver.free()
    return {
        "computeCapability": driver.capability(),
        "totalMiB": driver.total() // MIB,
        "freeInContextMiB": free // MIB,
        "usableMiB": driver.allocate() // MIB,
        "usedBeforeMiB": before,
        "contextMiB": None if before is None or after is None else after - before,
    }


def used_mib():
    """Read the used memory of the first GPU from nvidia-smi; None if nvidia-smi is missing or does not report it."""
    if not shutil.which("nvidia-smi"):
        return None
    command = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits", "--id=0"]
    output = subprocess.run(command, stdout=subprocess.PIPE, universal_newlines=True, check=False).stdout.strip()
    return int(output) if output.isdigit() else None
