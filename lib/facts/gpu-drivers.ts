/**
 * First NVIDIA driver branch that lists a GPU model (README.md of NVIDIA/open-gpu-kernel-modules at the tag of each release, read
 * 2026-11-23). GPUs that the drivers of all inference AMIs support are omitted.
 */
const FIRST_DRIVERS: Record<string, number> = {
  'NVIDIA L40S': 535, // 535.104.05
  'NVIDIA B200': 570, // 570.86.15
  'NVIDIA RTX PRO 6000 Blackwell Server Edition': 575, // 575.57.08, which NVIDIA's GPU Operator (platform support) also requires
  'NVIDIA B300': 580, // 580.82.07; neither 580.76.05 nor any release of 570 and 575
  'NVIDIA RTX PRO 4500 Blackwell': 580, // 580.142, as PCI device 2C3A, "Server Edition"
};

/**
 * Newer drivers that other sources require for a GPU. For the RTX PRO 4500: doc/usage/g7-ami.md of awslabs/amazon-eks-ami
 * (fb36663, 2026-06-25) and issue 2768 of that repository, read 2026-11-23. Whether SageMaker also requires these drivers is unknown.
 */
const REPORTED_DRIVERS: Record<string, number> = { 'NVIDIA RTX PRO 4500 Blackwell': 595 };

/** Oldest driver (major version) for a GPU; 0 if the drivers of all inference AMIs support the GPU, or if the GPU is unknown. */
export function oldestDriver(gpuModel: string | undefined): number {
  return (gpuModel !== undefined && FIRST_DRIVERS[gpuModel]) || 0;
}

/** Driver (major version) that a source other than NVIDIA requires for a GPU; undefined if no such source requires a newer driver. */
export function driverRequiredByOtherSources(gpuModel: string | undefined): number | undefined {
  return gpuModel === undefined ? undefined : REPORTED_DRIVERS[gpuModel];
}
