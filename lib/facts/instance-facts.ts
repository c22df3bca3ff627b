import cpuTable from './cpu-instances.json';
import gpuTable from './gpu-instances.json';

/** Properties of a SageMaker instance type, from the tables of types with and without GPUs. */
export interface InstanceFacts {
  readonly name: string;
  /** 0 for a type without NVIDIA GPUs; the other GPU properties are then undefined. */
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

/** Properties that all types in the table without GPUs share. */
const WITHOUT_GPU = { gpuCount: 0, arch: 'x86_64', multiModel: false };

let factsByName: Map<string, InstanceFacts> | undefined;

/** Properties of a type by its name; undefined for a type that is not in the tables. */
export function instanceFacts(name: string): InstanceFacts | undefined {
  factsByName ??= new Map(allInstanceFacts().map((row) => [row.name, row]));
  return factsByName.get(name);
}

/** All types in the tables; types with GPUs are first. */
export function allInstanceFacts(): InstanceFacts[] {
  return [...(gpuTable.instances as InstanceFacts[]), ...cpuTable.instances.map((row) => ({ ...row, ...WITHOUT_GPU }))];
}
