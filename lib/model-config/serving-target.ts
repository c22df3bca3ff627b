import type { ValidateOptions } from './validate-options';

/** What the rules read of an instance type: `InstanceType` has it, and so has a row of the table, which needs no aws-cdk-lib. */
export interface ServingInstance {
  readonly name: string;
  readonly gpuCount?: number;
  readonly gpuModel?: string;
  readonly computeCapability?: string;
}

/** Where a model is going to be served, as the rules see it. */
export interface ServingTarget extends Omit<ValidateOptions, 'instanceType'> {
  readonly instanceType?: ServingInstance;
  /** Whether the rules of the backends apply without an instance type, too. */
  readonly backendRules?: boolean;
}
