import { Registration, ScalableTargetId, variantTargetId } from '../../lib/contracts/scaling-registration-properties';
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
    const targetId = variantTargetId(endpointName, variant.variantName);
    await register(targetId, variant);
    await putPolicies(targetId, variant.policies);
  }
  const suspended = variantsToSuspend(previous, failed);
  for (const variant of suspended) {
    const { variantName } = variant;
    await restoreSuspended(variantTargetId(endpointName, variantName), findVariant(failed, variantName), variant);
  }
  return [
    ...deregistered.map(({ variantName }) => `${variantName} registered with its policies`),
    ...suspended.map(({ variantName }) => `${variantName} resumed`),
  ];
}

/** Resumes the scaling of a target that the deployment suspended, with the previous policies. */
export async function restoreSuspended(
  targetId: ScalableTargetId,
  failed: Registration | undefined,
  previous: Registration,
): Promise<void> {
  await deletePolicies(targetId, policiesNotIn(failed, previous));
  const wasRegistered = await resume(targetId, previous);
  await putPolicies(targetId, wasRegistered ? policiesNotIn(previous, failed) : previous.policies);
}
