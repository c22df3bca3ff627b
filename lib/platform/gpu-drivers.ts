/**
 * First branch of NVIDIA's driver that lists a GPU, by its model (README.md of NVIDIA/open-gpu-kernel-modules at the tag of each release, read
 * 2026-11-23). GPUs that the driver of every AMI lists are left out.
 */
const FIRST_DRIVERS: Record<string, number> = {
  'NVIDIA L40S': 535, // 535.104.05
  'NVIDIA B200': 570, // 570.86.15
  'NVIDIA RTX PRO 6000 Blackwell Server Edition': 575, // 575.57.08, which the platform support page of NVIDIA's GPU Operator requires, too
  'NVIDIA B300': 580, // 580.82.07; neither 580.76.05 nor any release of 570 and 575
  'NVIDIA RTX PRO 4500 Blackwell': 580, // 580.142, as PCI device 2C3A, "Server Edition"
};

/**
 * Drivers that a source requires of a GPU although NVIDIA lists the GPU earlier. The 4500: doc/usage/g7-ami.md of awslabs/amazon-eks-ami
 * (fb36663, 2026-06-25) and its issue 2768, read 2026-11-23. Whether it holds for SageMaker is not known.
 */
const REPORTED_DRIVERS: Record<string, number> = { 'NVIDIA RTX PRO 4500 Blackwell': 595 };

/** Oldest driver (major version) for a GPU; 0 where every driver in use will do, or the GPU is not known. */
export function firstDriver(gpuModel: string | undefined): number {
  return (gpuModel !== undefined && FIRST_DRIVERS[gpuModel]) || 0;
}

/** The driver that others than NVIDIA require for a GPU, where it is a newer one. */
export function reportedDriver(gpuModel: string | undefined): number | undefined {
  return gpuModel === undefined ? undefined : REPORTED_DRIVERS[gpuModel];
}
