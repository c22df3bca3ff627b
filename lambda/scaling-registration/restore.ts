import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { Registration, ScalableTargetId, variantTargetId } from '../../lib/contracts/scaling-registration-properties';
import { isTimeAlmostOver, POLL_MILLISECONDS } from '../shared/custom-resource';
import { invokeLater } from '../shared/invoke-later';
import { stackStatus, stackTags } from '../shared/stack-status';
import { deletePolicies, putPolicies, register } from './autoscaling';
import { describeServed } from './endpoint';
import { isChanging } from './quiet';
import { findVariant, Generation, policiesNotIn, scalingVariants, variantsToKeep } from './generations';

/** A failed deployment, whose rollback restores the previous generation of the endpoint. */
export interface Rollback {
  readonly endpointName: string;
  readonly stackId: string;
  readonly failed: Generation;
  readonly previous: Generation;
}

/** The event of an invocation that waits for the end of the rollback. */
export type LaterRestoration = Rollback;

/**
 * Restores the previous targets and policies after a failed deployment, and deletes the policies that the deployment created.
 * CloudFormation does neither, since it assumes that the previous targets and policies still exist.
 */
export async function restore({ endpointName, stackId, failed, previous }: Rollback): Promise<string[]> {
  const kept = variantsToKeep(previous, failed).filter(({ variantName }) => findVariant(failed, variantName)?.target);
  for (const variant of kept) {
    const { variantName } = variant;
    await restorePolicies(variantTargetId(endpointName, variantName), findVariant(failed, variantName), variant);
  }
  const deregistered = scalingVariants(previous).filter((variant) => !kept.includes(variant));
  const tags = deregistered.length > 0 ? await stackTags(stackId) : {};
  for (const variant of deregistered) {
    const targetId = variantTargetId(endpointName, variant.variantName);
    await register(targetId, variant, tags);
    await putPolicies(targetId, variant.policies);
  }
  return deregistered.map(({ variantName }) => `${variantName} registered with its policies`);
}

/** Restores the policies of a target that has remained registered. */
export async function restorePolicies(
  targetId: ScalableTargetId,
  failed: Registration | undefined,
  previous: Registration,
): Promise<void> {
  await deletePolicies(targetId, policiesNotIn(failed, previous));
  await putPolicies(targetId, policiesNotIn(previous, failed));
}

/**
 * Restores after the end of the rollback. Only this invocation can do this if the deployment has failed while the endpoint was being updated:
 * CloudFormation then sends no event to the resource that it updates after the endpoint.
 */
export async function restoreLater(rollback: LaterRestoration, context: Context): Promise<void> {
  for (;;) {
    const hasEnded = /COMPLETE|FAILED/.test(await stackStatus(rollback.stackId));
    const endpoint = await describeServed(rollback.endpointName);
    if (!endpoint) return;
    if (hasEnded && !isChanging(endpoint)) {
      if (endpoint.configName === rollback.previous.configName) await restore(rollback);
      return;
    }
    if (isTimeAlmostOver(context)) return invokeLater(rollback, context);
    await sleep(POLL_MILLISECONDS);
  }
}
