import { insteadOfGpu } from '../platform/instance-families';
import { instanceFacts } from '../platform/instance-facts';
import type { ValidateOptions } from './validate-options';

/** What the rules read of an instance type: `InstanceType` has it, and so has a row of the table, which needs no aws-cdk-lib. */
export interface ServingInstance {
  readonly name: string;
  readonly gpuCount?: number;
  readonly gpuModel?: string;
  readonly computeCapability?: string;
  readonly vcpus?: number;
}

/** An instance type by its name. One that is not in the table has no NVIDIA GPUs where its family says so. */
export function servingInstance(name: string): ServingInstance {
  const gpuCount = insteadOfGpu(name.split('.')[1]) === undefined ? undefined : 0;
  return instanceFacts(name) ?? { name, gpuCount };
}

/** Where a model is going to be served, as the rules see it. */
export interface ServingTarget extends Omit<ValidateOptions, 'instanceType'> {
  readonly instanceType?: ServingInstance;
  /** Whether the rules of the backends apply without an instance type, too. */
  readonly backendRules?: boolean;
}
