import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { DEREGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { isTimeAlmostOver, POLL_MILLISECONDS, ResourceRequest, UnfinishedError } from '../shared/custom-resource';
import { isRollingBack } from '../shared/stack-status';

/** The current state of an endpoint or an inference component. */
export interface CurrentState {
  readonly status: string;
}

/** The time limit of this invocation (`context`), and the time limit of all invocations for the event (`deadline`). */
export type TimeLimits = Pick<ResourceRequest<object>, 'context' | 'deadline'>;

/**
 * Statuses in which SageMaker neither updates nor deletes an endpoint or component (API reference, DescribeEndpoint and
 * DescribeInferenceComponent; "Cannot update in-progress endpoint").
 */
const CHANGING_STATUSES = ['Creating', 'Updating', 'SystemUpdating', 'RollingBack', 'Deleting'];

/**
 * The required number of successive polls in which nothing changes the endpoint or component. The first poll may not yet show a scaling
 * activity that has just begun.
 */
const QUIET_POLLS = 2;

export function isChanging({ status }: CurrentState): boolean {
  return CHANGING_STATUSES.includes(status);
}

/** Waits until nothing changes an endpoint or component; returns undefined if it does not exist. */
export async function waitUntilQuiet<State extends CurrentState>(
  describe: () => Promise<State | undefined>,
  { context, deadline }: TimeLimits,
  requiredPolls = QUIET_POLLS,
): Promise<State | undefined> {
  for (let quietPolls = 0; ; await sleep(POLL_MILLISECONDS)) {
    const state = await describe();
    if (!state) return undefined;
    quietPolls = isChanging(state) ? 0 : quietPolls + 1;
    if (quietPolls === requiredPolls) return state;
    if (Date.now() > deadline) throw new Error(`the status is still ${state.status}`);
    if (isTimeAlmostOver(context)) throw new UnfinishedError();
  }
}

/**
 * Whether CloudFormation continues after an error of this function. In deletions and rollbacks, SageMaker's error about the endpoint or
 * component is more useful.
 */
export async function isErrorIgnored(event: CloudFormationCustomResourceEvent<object>): Promise<boolean> {
  const { RequestType, ResourceType, StackId } = event;
  if (RequestType === 'Delete') return true;
  return RequestType === 'Update' && ResourceType === DEREGISTRATION_TYPE && isRollingBack(StackId).catch(() => false);
}
