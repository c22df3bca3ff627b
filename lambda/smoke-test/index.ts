import type { Context } from 'aws-lambda';
import { awaitDeployment } from './await-deployment';
import { createHandler, currentPhysicalId, ResourceRequest } from '../shared/custom-resource';
import { Outcome } from '../shared/respond';
import { describeWithoutPayload } from './describe-error';
import type { ProbeEvent } from './probe';
import type { QueuedTestEvent } from './queued-test';
import { notTestedOutcome, runSmokeTest } from './smoke-test';
import { SmokeTestProperties } from '../../lib/contracts/smoke-test-properties';

/** Time reserved at the end of an invocation, to send the response. */
const RESERVE_MILLISECONDS = 30_000;

/** The custom resource `Custom::TritonSmokeTest`: makes a deployment fail if a model does not respond as expected. */
const handleResource = createHandler<SmokeTestProperties, QueuedTestEvent>({
  run: testEndpoint,
  afterError: (error) => ({
    status: 'FAILED',
    reason: `The smoke test could not run: ${describeWithoutPayload(error)}`,
  }),
  physicalId: (event) => currentPhysicalId(event, `smoke-test-${event.ResourceProperties.EndpointName}`),
});

/** Handles events of the custom resource, and scheduled events of the probe, which sends test requests regularly. */
export async function handler(event: QueuedTestEvent | ProbeEvent, context: Context): Promise<void> {
  if ('ResponseURL' in event) return handleResource(event, context);
  const { runProbe } = await import('./probe.js');
  // Throw a new error: Lambda logs all properties of an uncaught error, and they may contain payloads.
  await runProbe(event, context).catch((error: unknown) => {
    throw new Error(`The probe could not run: ${describeWithoutPayload(error)}`);
  });
}

async function testEndpoint(request: ResourceRequest<SmokeTestProperties, QueuedTestEvent>): Promise<Outcome> {
  const { event, context } = request;
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to delete' };
  if (event.RequestType === 'Update' && (await isRollback(event.StackId))) {
    // Do not test: if the rollback failed, the stack would be in a mixed state.
    return notTestedOutcome('The stack is rolling back');
  }
  const properties = event.ResourceProperties;
  const problem = await awaitDeployment(request);
  if (problem !== undefined) return { status: 'FAILED', reason: problem };
  if (properties.InputBucket) {
    const { runQueuedTest } = await import('./queued-test.js');
    return runQueuedTest(request);
  }
  const remaining = Math.min(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS, request.deadline - Date.now());
  return runSmokeTest(properties, AbortSignal.timeout(Math.max(0, remaining)));
}

/** Whether the stack is rolling back. Loads the client of CloudFormation, which not all invocations need. */
async function isRollback(stackId: string): Promise<boolean> {
  const { isRollingBack } = await import('../shared/stack-status.js');
  return isRollingBack(stackId);
}
