import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { Outcome, respond } from '../shared/respond';
import type { ProbeEvent } from './probe';
import { describeDefect } from './describe-defect';
import { notTestedBecause, runSmokeTest } from './smoke-test';
import { SmokeTestProperties } from './test-plan';

/** What is left of the function's time for the container's log and for telling CloudFormation. */
const RESERVE_MILLISECONDS = 30_000;

/**
 * Asks the models of an endpoint: for the custom resource `Custom::TritonSmokeTest`, whose deployment a wrong answer fails, and for
 * the probe's schedule.
 */
export async function handler(event: CloudFormationCustomResourceEvent | ProbeEvent, context: Context): Promise<void> {
  if ('ResponseURL' in event) return answerCloudFormation(event, context);
  const { runProbe } = await import('./probe.js');
  // Lambda logs all that an uncaught error has.
  await runProbe(event, context).catch((error: unknown) => {
    throw new Error(`The probe could not run: ${describeDefect(error)}`);
  });
}

async function answerCloudFormation(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  const outcome = await outcomeOf(event, context).catch((error: unknown): Outcome => ({
    status: 'FAILED',
    reason: `The smoke test could not run: ${describeDefect(error)}`,
  }));
  if (!outcome) return;
  await respond(event, context, physicalId(event), outcome);
}

/** Undefined when another invocation goes on. */
async function outcomeOf(event: CloudFormationCustomResourceEvent, context: Context): Promise<Outcome | undefined> {
  if (event.RequestType === 'Delete') return { status: 'SUCCESS', reason: 'Nothing to delete' };
  if (event.RequestType === 'Update' && (await rollsBack(event.StackId))) {
    // A failure here would leave the stack between two states.
    return notTestedBecause('The stack is rolling back');
  }
  const properties = event.ResourceProperties as unknown as SmokeTestProperties;
  if (properties.InputBucket) {
    const { runQueuedTest } = await import('./queued-test.js');
    return runQueuedTest(event, context);
  }
  return runSmokeTest(properties, AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS));
}

async function rollsBack(stackId: string): Promise<boolean> {
  const { isRollingBack } = await import('../shared/stack-status.js');
  return isRollingBack(stackId);
}

/** Stays the same for the resource's life: a new one would make CloudFormation delete the old. */
function physicalId(event: CloudFormationCustomResourceEvent): string {
  return 'PhysicalResourceId' in event
    ? event.PhysicalResourceId
    : `smoke-test-${event.ResourceProperties.EndpointName}`;
}
