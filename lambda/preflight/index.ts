import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { CheckedFleet, PreflightProperties } from '../../lib/endpoint/preflight/preflight-properties';
import { checkQuota, describeCheck, endpointNeeds } from '../../lib/endpoint/preflight/quotas';
import { readQuotas } from '../shared/account-quotas';
import { awaitPermissions } from '../shared/await-permissions';
import { Outcome, respond } from '../shared/respond';
import { runningFleets } from '../shared/running-fleets';
import { isRollingBack } from '../shared/stack-status';

/**
 * The custom resource `Custom::TritonPreflight`: a deployment fails where a quota is too small for it, before anything else changes. A deletion
 * and a rollback are never checked: they have to succeed whatever the quotas are.
 */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const outcome = await outcomeOf(event).catch((error: unknown): Outcome => {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { status: 'FAILED', reason: `The quotas could not be checked (preflight): ${reason}` };
  });
  await respond(event, context, event.LogicalResourceId, outcome);
}

async function outcomeOf(event: CloudFormationCustomResourceEvent): Promise<Outcome> {
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to check' };
  // Where the status of the stack cannot be read, it may be a rollback, which must not fail. A quota that is too small then fails in SageMaker.
  if (await isRollingBack(event.StackId).catch(() => true)) {
    return { status: 'SUCCESS', reason: 'A rollback is not checked' };
  }
  const before = event.RequestType === 'Update' ? fleetsOf(event.OldResourceProperties) : [];
  const unchanged = new Set(before.map((fleet) => JSON.stringify(fleet)));
  const updates = fleetsOf(event.ResourceProperties).filter((fleet) => !unchanged.has(JSON.stringify(fleet)));
  const { fleets } = await runningFleets(awaitPermissions());
  const needs = endpointNeeds(updates, fleets);
  const names = needs.map(({ quota }) => quota);
  const quotas = await readQuotas(names, awaitPermissions());
  const checks = needs.map((need) => checkQuota(need, quotas.get(need.quota)));
  const tooSmall = checks.filter(({ result }) => result === 'tooSmall');
  const described = tooSmall.length > 0 ? tooSmall : checks;
  return {
    status: tooSmall.length > 0 ? 'FAILED' : 'SUCCESS',
    reason: described.map(describeCheck).join(' ') || 'No new fleet starts',
  };
}

function fleetsOf(properties: object): CheckedFleet[] {
  return JSON.parse((properties as PreflightProperties).Fleets) as CheckedFleet[];
}
