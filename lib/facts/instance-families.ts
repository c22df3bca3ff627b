/*
 * Naming convention of instance families (Amazon EC2 user guide, "Amazon EC2 instance type naming conventions", read 2026-11-22): letters for
 * the series, the generation, and letters for options. `g` after the generation is a Graviton processor.
 */

/** Families without GPUs or accelerators. */
const CPU_ONLY = /^(?:[acdhmrtxz]|i[ms]?|hpc|u)\d/;

const GRAVITON = /^(?:a1$|[a-z]{1,3}\dg)/;

/** Accelerators that Triton's images do not support, by the prefix of their families. */
const ACCELERATORS: Record<string, string> = {
  inf: 'AWS Inferentia',
  trn: 'AWS Trainium',
  dl: 'Gaudi or Qualcomm AI 100',
  g4ad: 'AMD GPUs',
};

/** Names of sizes, such as `xlarge`, `12xlarge` and `metal-24xl`. */
const SIZE = /^(?:nano|micro|small|medium|large|\d{0,3}xlarge|metal(?:-\d+xl)?)$/;

/** The accelerator of a family without NVIDIA GPUs, or `no GPU`; undefined if the name of the family does not indicate it. */
export function nonNvidiaAccelerator(family: string): string | undefined {
  const accelerator = Object.keys(ACCELERATORS).find(
    (name) => family.startsWith(name) && (name === family || /^\d/.test(family.slice(name.length))),
  );
  if (accelerator) return ACCELERATORS[accelerator];
  return isCpuFamily(family) ? 'no GPU' : undefined;
}

/** Whether the family has neither GPUs nor accelerators. */
export function isCpuFamily(family: string): boolean {
  return CPU_ONLY.test(family);
}

/** Whether the name of the family is in a GPU series, such as `g6e` and `p5`. */
export function mayHaveGpus(family: string): boolean {
  return /^(?:gr?|p)\d/.test(family);
}

/** Whether the family has Arm processors. */
export function isArm(family: string): boolean {
  return GRAVITON.test(family);
}

/** Whether a text has the form of a size. */
export function isSize(size: string): boolean {
  return SIZE.test(size);
}
