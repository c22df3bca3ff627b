import {
  DeclaredCapture,
  rangeOf,
  RegisteredPolicy,
  Registration,
  VariantRegistration,
} from '../../lib/contracts/scaling-registration-properties';

/** The change of an endpoint that CloudFormation makes. In a rollback, `before` is the failed deployment, and `after` is the state that is restored. */
export interface Change {
  readonly endpointName: string;
  readonly stackId: string;
  readonly before: Generation;
  readonly after: Generation;
  readonly rollingBack: boolean;
}

/** A version of the endpoint: its configuration, and its registrations in Application Auto Scaling. */
export interface Generation {
  readonly configName: string;
  /** JSON of the endpoint's deployment configuration. */
  readonly deployment: string;
  readonly variants: VariantRegistration[];
  /** Undefined without data capture. */
  readonly capture?: DeclaredCapture;
}

/** The variants that scale. */
export function scalingVariants({ variants }: Generation): VariantRegistration[] {
  return variants.filter(({ target }) => target !== undefined);
}

/** The scaling variants that a deployment removes or moves to new instance types. SageMaker rejects both changes of a registered variant. */
export function variantsToDeregister(from: Generation, to: Generation): VariantRegistration[] {
  return scalingVariants(from).filter(
    ({ variantName, instanceTypes }) => findVariant(to, variantName)?.instanceTypes.join() !== instanceTypes.join(),
  );
}

/** The scaling variants that can remain registered during the update, so that their scaling is only suspended. */
export function variantsToSuspend(from: Generation, to: Generation): VariantRegistration[] {
  const changingVariants = variantsToDeregister(from, to);
  return scalingVariants(from).filter((variant) => !changingVariants.includes(variant));
}

/** The capacity within the limits of scaling that is nearest to the current capacity. */
export function clampToLimits({ target }: Registration, count: number): number {
  if (!target) return count;
  const { minimum, maximum } = rangeOf(target);
  return Math.min(Math.max(count, minimum), maximum);
}

/**
 * The policies of a registration that do not exist in a different generation of the registration. They are compared by name, since a changed policy
 * has a new name.
 */
export function policiesNotIn(registration?: Registration, other?: Registration): RegisteredPolicy[] {
  const names = other?.policies.map(({ policyName }) => policyName) ?? [];
  return registration?.policies.filter(({ policyName }) => !names.includes(policyName)) ?? [];
}

export function findVariant({ variants }: Generation, name: string): VariantRegistration | undefined {
  return variants.find(({ variantName }) => variantName === name);
}
