import { DeclaredCapture, rangeOf, RegisteredPolicy, Registration } from '../../lib/scaling/registration-properties';

/** What CloudFormation wants to change, before and after. On the way back `after` is what was there before the deployment. */
export interface Change {
  readonly endpointName: string;
  readonly stackId: string;
  readonly before: Generation;
  readonly after: Generation;
  readonly rollingBack: boolean;
}

/** What the endpoint serves with what is registered of it. */
export interface Generation {
  readonly configName: string;
  /** JSON of the endpoint's deployment configuration. */
  readonly deployment: string;
  readonly variants: Registration[];
  /** Undefined when nothing is captured. */
  readonly capture?: DeclaredCapture;
}

/** The variants that scale. */
export function scaled({ variants }: Generation): Registration[] {
  return variants.filter(({ target }) => target !== undefined);
}

/** The scaled variants that go or get other instance types: SageMaker takes neither while they are registered. */
export function changing(from: Generation, to: Generation): Registration[] {
  return scaled(from).filter(
    ({ variantName, instanceTypes }) => find(to, variantName)?.instanceTypes.join() !== instanceTypes.join(),
  );
}

/** The scaled variants whose registrations can stay. */
export function staying(from: Generation, to: Generation): Registration[] {
  const others = changing(from, to);
  return scaled(from).filter((variant) => !others.includes(variant));
}

/** The number of instances that scaling may have made of a variant, next to the one that it has. */
export function withinLimits({ target }: Registration, count: number): number {
  if (!target) return count;
  const { least, most } = rangeOf(target);
  return Math.min(Math.max(count, least), most);
}

/** The policies of a variant that another generation of it does not have. Policies that differ have other names. */
export function policiesMissing(variant?: Registration, other?: Registration): RegisteredPolicy[] {
  const names = other?.policies.map(({ policyName }) => policyName) ?? [];
  return variant?.policies.filter(({ policyName }) => !names.includes(policyName)) ?? [];
}

export function find({ variants }: Generation, name: string): Registration | undefined {
  return variants.find(({ variantName }) => variantName === name);
}
