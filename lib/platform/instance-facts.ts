import table from './gpu-instances.json';

/** What the table says of a SageMaker instance type. */
export interface InstanceFacts {
  readonly name: string;
  readonly gpuModel: string;
  readonly gpuCount: number;
  readonly gpuMemoryGiB?: number;
  readonly computeCapability: string;
  readonly vcpus: number;
  readonly memoryGiB: number;
  readonly localStorageGb?: number;
  readonly arch: string;
  readonly multiModel: boolean;
  readonly defaultDriver?: number;
  readonly usdPerHour?: number;
}

let rows: Map<string, InstanceFacts> | undefined;

/** Facts of a type by its name; undefined for one that is not in the table. */
export function instanceFacts(name: string): InstanceFacts | undefined {
  rows ??= new Map(allInstanceFacts().map((row) => [row.name, row]));
  return rows.get(name);
}

/** All types of the table. */
export function allInstanceFacts(): InstanceFacts[] {
  return table.instances as InstanceFacts[];
}
