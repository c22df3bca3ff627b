import { setTimeout as sleep } from 'node:timers/promises';
import { SmokeTestProperties, TestSpec } from '../../lib/contracts/smoke-test-properties';
import {
  EVENT_TIME_LIMIT_MILLISECONDS,
  isTimeAlmostOver,
  POLL_MILLISECONDS,
  ResourceRequest,
  UnfinishedError,
} from '../shared/custom-resource';
import { describeComponentState } from './component-status';
import { findDeploymentProblems } from './deployed-version';
import { hasNoCapacity } from './describe-error';
import { EndpointClient } from './invoke';
import { readPlan } from './read-plan';
import { requestsFor } from './requests';

/**
 * Waits until the inference component has a copy. Without a copy, SageMaker rejects each request. The metric of the rejected requests makes
 * scaling start the first copy. The function sends a request at each poll, because scaling might not be ready for the first one.
 *
 * The time limit applies to the wait and the test together, as for an asynchronous endpoint: a copy that required a new instance responded
 * after nine minutes (measured by a user, July 2026), which leaves too little time in one invocation.
 *
 * @returns a sentence that describes what did not happen in time; undefined if there is a copy, or no request to send
 * @throws UnfinishedError if a new invocation has to continue to wait, or to run the test in the full time of an invocation
 */
export async function awaitFirstCopy({
  event,
  context,
}: ResourceRequest<SmokeTestProperties>): Promise<string | undefined> {
  const properties = event.ResourceProperties;
  const spec = JSON.parse(properties.Spec) as TestSpec;
  const limit = spec.timeoutSeconds === undefined ? EVENT_TIME_LIMIT_MILLISECONDS : spec.timeoutSeconds * 1000;
  const { deadline = Date.now() + limit } = event;
  if ((await findDeploymentProblems(properties, spec)).length > 0) return undefined; // the test reports these problems
  const { models, examples } = await readPlan(properties, spec);
  const [request] = models.flatMap((model) => requestsFor(model, examples[model.name]));
  if (request === undefined) return undefined;
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis());
  const client = new EndpointClient({ endpointName: properties.EndpointName, ...spec }, 1, signal);
  const lacksCopy = (): Promise<boolean> =>
    client.invoke(request).then(
      () => false,
      ({ cause }: Error) => hasNoCapacity(cause as Error),
    );
  if (!(await lacksCopy())) return undefined;
  do {
    if (Date.now() >= deadline) return describeWait(spec, limit);
    if (isTimeAlmostOver(context)) throw new UnfinishedError({ deadline });
    await sleep(POLL_MILLISECONDS);
  } while (await lacksCopy());
  throw new UnfinishedError({ deadline });
}

async function describeWait({ inferenceComponent = '' }: TestSpec, limit: number): Promise<string> {
  const { status, copies, desiredCopies, failureReason } = (await describeComponentState(inferenceComponent)) ?? {};
  const reason = failureReason === undefined ? '' : `: ${failureReason}`;
  return `The smoke test sent requests to the inference component ${inferenceComponent}, and waited ${limit / 60_000} minutes for scaling to start its first copy: ${copies} of ${desiredCopies} copies run (status ${status}${reason})`;
}
