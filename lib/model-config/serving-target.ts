import { nonNvidiaAccelerator } from '../facts/instance-families';
import { instanceFacts } from '../facts/instance-facts';
import type { ValidateOptions } from './validate-options';

/**
 * The properties of an instance type that the rules read. Both `InstanceType` and the rows of the instance table have these properties. The
 * instance table can be read without aws-cdk-lib.
 */
export interface ServingInstance {
  readonly name: string;
  readonly gpuCount?: number;
  readonly gpuModel?: string;
  readonly computeCapability?: string;
  readonly vcpus?: number;
}

/** Returns an instance type by its name. For a type that is not in the instance table, `gpuCount` is 0 if the family has no NVIDIA GPUs. */
export function servingInstance(name: string): ServingInstance {
  const gpuCount = nonNvidiaAccelerator(name.split('.')[1]) === undefined ? undefined : 0;
  return instanceFacts(name) ?? { name, gpuCount };
}

/** Properties of the endpoint that serves a model, for the rules. */
export interface ServingTarget extends Omit<ValidateOptions, 'instanceType'> {
  readonly instanceType?: ServingInstance;
  /** Whether the rules of the backends also apply without an instance type. */
  readonly backendRules?: boolean;
}
