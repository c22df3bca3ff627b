import cpuTable from './cpu-instances.json';
import gpuTable from './gpu-instances.json';

/** What the table says of a SageMaker instance type. */
export interface InstanceFacts {
  readonly name: string;
  /** 0 for a type without NVIDIA GPUs, which has no other fact about them. */
  readonly gpuCount: number;
  readonly gpuModel?: string;
  readonly gpuMemoryMiB?: number;
  readonly computeCapability?: string;
  readonly vcpus: number;
  readonly memoryGiB: number;
  readonly localStorageGb?: number;
  readonly arch: string;
  readonly multiModel: boolean;
  readonly defaultDriver?: number;
  readonly usdPerHour?: number;
}

/** What is the same for all types of the table without GPUs. */
const WITHOUT_GPU = { gpuCount: 0, arch: 'x86_64', multiModel: false };

let rows: Map<string, InstanceFacts> | undefined;

/** Facts of a type by its name; undefined for one that is not in the table. */
export function instanceFacts(name: string): InstanceFacts | undefined {
  rows ??= new Map(allInstanceFacts().map((row) => [row.name, row]));
  return rows.get(name);
}

/** All types of the tables: those with GPUs first. */
export function allInstanceFacts(): InstanceFacts[] {
  return [...(gpuTable.instances as InstanceFacts[]), ...cpuTable.instances.map((row) => ({ ...row, ...WITHOUT_GPU }))];
}

/** Memory bandwidth of a GPU in GB/s of 10^9 bytes, by its model; undefined where it is not known. */
export function gpuMemoryBandwidth(gpuModel = ''): number | undefined {
  const known: Record<string, number> = gpuTable.gpuMemoryBandwidth.gigabytesPerSecond;
  return known[gpuModel];
}
