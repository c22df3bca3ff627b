import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { CleanupProperties } from '../../lib/endpoint/cleanup/cleanup-properties';
import { invokeLater, isTimeOver, PATIENCE_MILLISECONDS, POLL_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { Outcome, respond } from '../shared/respond';
import { servedConfiguration } from './endpoint';
import { leftovers } from './leftovers';

/**
 * CloudFormation deletes the permission to write the log before this resource, and the log group after it. Others measured that AWS takes 7
 * to 12 seconds to know a change of IAM (go-to-k/cdkd#2062): until then, a late line would make the group again.
 */
const PERMISSIONS_END_MILLISECONDS = Number(process.env.PERMISSIONS_END_MILLISECONDS ?? 30_000);

/** An event that goes on in another invocation has the time at which it gives up. */
type Event = CloudFormationCustomResourceEvent & { readonly deadline?: number };

/**
 * The custom resource `Custom::TritonEndpointCleanup`. Its deletion waits until SageMaker has removed the network interfaces and grants of a
 * fleet that is gone, which it does some minutes later, with the permissions of the endpoint's role. When the endpoint is gone, it waits
 * until SageMaker can no longer make the log group.
 */
export async function handler(event: Event, context: Context): Promise<void> {
  const { deadline = Date.now() + PATIENCE_MILLISECONDS } = event;
  const outcome = await outcomeOf(event, context, deadline).catch(async (error: unknown) => {
    const goesOn = error instanceof Unfinished;
    const problem = goesOn
      ? await invokeLater({ ...event, deadline }, context).catch((cause: unknown) => cause)
      : error;
    if (problem === undefined) return undefined;
    const reason = problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
    return { status: 'FAILED', reason: `The search for resources that SageMaker has left failed: ${reason}` } as const;
  });
  if (!outcome) return;
  await respond(event, context, event.LogicalResourceId, outcome);
}

async function outcomeOf(event: Event, context: Context, deadline: number): Promise<Outcome> {
  if (event.RequestType !== 'Delete') return { status: 'SUCCESS', reason: 'Nothing to do' };
  const properties = event.ResourceProperties as unknown as CleanupProperties;
  const isContinued = event.deadline !== undefined;
  if (!isContinued && !(await servedConfiguration(properties.EndpointName))) await sleep(PERMISSIONS_END_MILLISECONDS);
  for (;;) {
    const left = await leftovers(properties);
    if (left.length === 0) return { status: 'SUCCESS', reason: 'SageMaker has left no resources' };
    if (Date.now() > deadline) {
      const reason = `SageMaker has not yet removed these resources of the endpoint ${properties.EndpointName}: ${left.join('; ')}. The role is kept, so that SageMaker can still remove them; delete the stack again later`;
      return { status: 'FAILED', reason };
    }
    if (isTimeOver(context)) throw new Unfinished();
    await sleep(POLL_MILLISECONDS);
  }
}
