import {
  RegisteredPolicy,
  Registration,
  VariantRegistration,
} from '../../lib/contracts/scaling-registration-properties';

/** A version of the endpoint: its configuration, and its registrations in Application Auto Scaling. */
export interface Generation {
  readonly configName: string;
  readonly variants: VariantRegistration[];
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

/** The scaling variants that remain registered during the update. */
export function variantsToKeep(from: Generation, to: Generation): VariantRegistration[] {
  const changingVariants = variantsToDeregister(from, to);
  return scalingVariants(from).filter((variant) => !changingVariants.includes(variant));
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
