import type { CheckedFleet, PreflightProperties } from '../../lib/contracts/preflight-properties';
import { checkQuota, describeCheck, endpointNeeds } from '../../lib/contracts/quotas';
import { readQuotas } from '../shared/account-quotas';
import { permissionRetryOptions } from '../shared/await-permissions';
import { nameAndMessage, createHandler, ResourceRequest } from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { runningFleets } from '../shared/running-fleets';
import { isRollingBack } from '../shared/stack-status';

/**
 * The custom resource `Custom::TritonPreflight`: makes a deployment fail before other resources change if a quota of the account is too
 * small. Deletions and rollbacks are not checked, since they must succeed with any quotas.
 */
export const handler = createHandler<PreflightProperties>({
  run: checkQuotas,
  afterError: (error) => ({
    status: 'FAILED',
    reason: `The quotas could not be checked (preflight): ${nameAndMessage(error)}`,
  }),
  physicalId: ({ LogicalResourceId }) => LogicalResourceId,
});

async function checkQuotas({ event }: ResourceRequest<PreflightProperties>): Promise<Outcome> {
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to check' };
  // If the status of the stack cannot be read, skip the check: the stack may be rolling back. SageMaker itself also reports small quotas.
  if (await isRollingBack(event.StackId).catch(() => true)) {
    return { status: 'SUCCESS', reason: 'A rollback is not checked' };
  }
  const previousFleets = event.RequestType === 'Update' ? fleetsOf(event.OldResourceProperties) : [];
  const unchanged = new Set(previousFleets.map((fleet) => JSON.stringify(fleet)));
  const changedFleets = fleetsOf(event.ResourceProperties)
    .filter((fleet) => !unchanged.has(JSON.stringify(fleet)))
    .map((fleet) => ({ ...fleet, startsFleet: !previousFleets.some((previous) => hasSameInstances(previous, fleet)) }));
  const { fleets } = await runningFleets(permissionRetryOptions());
  const needs = endpointNeeds(changedFleets, fleets);
  const names = needs.map(({ quota }) => quota);
  const quotas = await readQuotas(names, permissionRetryOptions());
  const checks = needs.map((need) => checkQuota(need, quotas.get(need.quota)));
  const tooSmall = checks.filter(({ result }) => result === 'tooSmall');
  const reportedChecks = tooSmall.length > 0 ? tooSmall : checks;
  return {
    status: tooSmall.length > 0 ? 'FAILED' : 'SUCCESS',
    reason: reportedChecks.map(describeCheck).join(' ') || 'No new fleet starts',
  };
}

function fleetsOf({ Fleets }: PreflightProperties): CheckedFleet[] {
  return JSON.parse(Fleets) as CheckedFleet[];
}

/** Whether two versions of an endpoint differ at most in their inference components, so that an update keeps the instances. */
function hasSameInstances(previous: CheckedFleet, fleet: CheckedFleet): boolean {
  const withoutComponents = (each: CheckedFleet): string => JSON.stringify({ ...each, componentsVersion: undefined });
  return withoutComponents(previous) === withoutComponents(fleet);
}
