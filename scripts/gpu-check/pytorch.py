"""Reports the GPU architectures that PyTorch is compiled for, and measures the GPU memory that its libraries use."""

import torch
from memory import used_mib


def measure():
    used = {"before": used_mib()}
    numbers = torch.ones(1, device="cuda")
    used["withContext"] = used_mib()
    matrix = numbers.expand(64, 64).contiguous()
    (matrix @ matrix).sum().item()
    used["withCublas"] = used_mib()
    torch.nn.functional.conv2d(numbers.expand(1, 3, 32, 32), numbers.expand(8, 3, 3, 3)).sum().item()
    used["withCudnn"] = used_mib()
    free, total = torch.cuda.mem_get_info()
    return {
        "version": torch.__version__,
        "cuda": torch.version.cuda,
        "cudnn": torch.backends.cudnn.version(),
        "architectures": torch.cuda.get_arch_list(),
        "gpu": torch.cuda.get_device_name(),
        "computeCapability": "{}.{}".format(*torch.cuda.get_device_capability()),
        "usedMiB": used,
        "freeMiB": free // 2**20,
        "totalMiB": total // 2**20,
    }
