import { register, resume } from './autoscaling';
import { deletePolicies, putPolicies } from './policies';
import { variantsToDeregister, findVariant, Generation, policiesNotIn, variantsToSuspend } from './registrations';

/**
 * Restores the previous targets and policies after a failed deployment, and deletes the policies that the deployment created.
 * CloudFormation does neither, since it assumes that the previous targets and policies still exist.
 */
export async function restore(endpointName: string, failed: Generation, previous: Generation): Promise<string[]> {
  const deregistered = variantsToDeregister(previous, failed);
  for (const variant of deregistered) {
    await register(endpointName, variant);
    await putPolicies(endpointName, variant.variantName, variant.policies);
  }
  const suspended = variantsToSuspend(previous, failed);
  for (const variant of suspended) {
    const { variantName, policies } = variant;
    const failedVariant = findVariant(failed, variantName);
    await deletePolicies(endpointName, variantName, policiesNotIn(failedVariant, variant));
    const wasRegistered = await resume(endpointName, variant);
    await putPolicies(endpointName, variantName, wasRegistered ? policiesNotIn(variant, failedVariant) : policies);
  }
  return [
    ...deregistered.map(({ variantName }) => `${variantName} registered with its policies`),
    ...suspended.map(({ variantName }) => `${variantName} resumed`),
  ];
}
