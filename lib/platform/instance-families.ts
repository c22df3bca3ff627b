/*
 * What the name of a family says (Amazon EC2 user guide, "Amazon EC2 instance type naming conventions", read 2026-11-22): letters for the
 * kind, the generation, and letters for what is special. `g` right after the generation is a Graviton processor.
 */

/** Families that were made for processors alone. */
const WITHOUT_GPU = /^(?:[acdhmrtxz]|i[ms]?|hpc|u)\d/;

const GRAVITON = /^(?:a1$|[a-z]{1,3}\dg)/;

/** Accelerators for which Triton's images have no code, by what their families begin with. */
const ACCELERATORS: Record<string, string> = {
  inf: 'AWS Inferentia',
  trn: 'AWS Trainium',
  dl: 'Gaudi or Qualcomm AI 100',
  g4ad: 'AMD GPUs',
};

/** What sizes are called, such as `xlarge`, `12xlarge` and `metal-24xl`. */
const SIZE = /^(?:nano|micro|small|medium|large|\d{0,3}xlarge|metal(?:-\d+xl)?)$/;

/** What a family has in place of NVIDIA GPUs, as far as its name says so. */
export function insteadOfGpu(family: string): string | undefined {
  const accelerator = Object.keys(ACCELERATORS).find(
    (name) => family.startsWith(name) && (name === family || /^\d/.test(family.slice(name.length))),
  );
  if (accelerator) return ACCELERATORS[accelerator];
  return isCpuFamily(family) ? 'no GPU' : undefined;
}

/** Whether the family was made for processors alone. */
export function isCpuFamily(family: string): boolean {
  return WITHOUT_GPU.test(family);
}

/** Whether the family is called as those with GPUs are, such as `g6e` and `p5`. */
export function mayHaveGpus(family: string): boolean {
  return /^(?:gr?|p)\d/.test(family);
}

/** Whether the family's processors are Arm. */
export function isArm(family: string): boolean {
  return GRAVITON.test(family);
}

/** Whether a size can be one. */
export function isSize(size: string): boolean {
  return SIZE.test(size);
}
