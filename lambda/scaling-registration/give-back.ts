import { register, resume } from './autoscaling';
import { deletePolicies, putPolicies } from './policies';
import { changing, find, Generation, policiesMissing, staying } from './registrations';

/**
 * After a deployment that failed: CloudFormation believes that targets and policies are those of before, and touches none of them. They are
 * again, and what the deployment created in their place is not.
 */
export async function giveBack(endpointName: string, failed: Generation, before: Generation): Promise<string[]> {
  const gone = changing(before, failed);
  for (const variant of gone) {
    await register(endpointName, variant);
    await putPolicies(endpointName, variant.variantName, variant.policies);
  }
  const stayed = staying(before, failed);
  for (const variant of stayed) {
    const { variantName, policies } = variant;
    const other = find(failed, variantName);
    await deletePolicies(endpointName, variantName, policiesMissing(other, variant));
    const isThere = await resume(endpointName, variant);
    await putPolicies(endpointName, variantName, isThere ? policiesMissing(variant, other) : policies);
  }
  return [
    ...gone.map(({ variantName }) => `${variantName} registered with its policies`),
    ...stayed.map(({ variantName }) => `${variantName} resumed`),
  ];
}
