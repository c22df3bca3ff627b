import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import type { EngineProperties } from '../../lib/engine/engine-properties';
import { invokeLater, PATIENCE_MILLISECONDS, Unfinished } from '../shared/invoke-later';
import { log } from '../shared/log';
import { Outcome, respond } from '../shared/respond';
import { build, Request } from './build';
import { abandon, release } from './release';
import { signal } from './signal';
import { removeUnused } from './unused';

/** An event that goes on in another invocation has the time at which it gives up. */
type Event = CloudFormationCustomResourceEvent & { readonly deadline?: number };

/**
 * The custom resource `Custom::TritonEngine`: a TensorRT engine in S3, built by a SageMaker job when it is not there.
 *
 * In a deployment the resource is complete when the engine is there. With a wait condition, which waits longer than a resource may, it is
 * complete when the build has begun, and the condition gets the outcome.
 */
export async function handler(event: Event, context: Context): Promise<void> {
  const properties = event.ResourceProperties as unknown as EngineProperties;
  const resumed = event.deadline !== undefined;
  const deadline = event.deadline ?? Date.now() + patienceOf(event, properties);
  const request: Request = { event, properties, context, deadline, resumed };
  const answersLater = properties.WaitHandle !== undefined && event.RequestType !== 'Delete';
  if (answersLater && !resumed) await answer(event, context, { status: 'SUCCESS', reason: 'The build has started' });
  const outcome = await outcomeOf(request).catch((error: unknown) => outcomeAfter(error, request));
  if (!outcome) return;
  if (answersLater) await signal(properties, event.RequestId, outcome);
  else await answer(event, context, outcome);
}

function patienceOf({ RequestType }: Event, { WaitHandle, MaxRuntimeInSeconds }: EngineProperties): number {
  const isAhead = WaitHandle !== undefined && RequestType !== 'Delete';
  return PATIENCE_MILLISECONDS + (isAhead ? Number(MaxRuntimeInSeconds) * 1000 : 0);
}

async function outcomeOf(request: Request): Promise<Outcome> {
  if (request.event.RequestType === 'Delete') return { status: 'SUCCESS', reason: await release(request) };
  const reason = await build(request);
  await removeUnused(request.properties).catch((error: Error) => {
    log(`Unused engines could not be removed: ${error.name}: ${error.message}`);
  });
  return { status: 'SUCCESS', reason };
}

/** Undefined when the work goes on in another invocation. */
async function outcomeAfter(error: unknown, request: Request): Promise<Outcome | undefined> {
  const { event, context, deadline, properties } = request;
  const problem =
    error instanceof Unfinished
      ? await invokeLater({ ...event, deadline }, context).catch((cause: unknown) => cause)
      : error;
  if (problem === undefined) return undefined;
  const message = problem instanceof Error ? problem.message : String(problem);
  if (event.RequestType !== 'Delete') await abandon(request, message).catch(logged);
  const what = event.RequestType === 'Delete' ? 'given up' : `built on ${properties.InstanceType}`;
  return { status: 'FAILED', reason: `The TensorRT engine could not be ${what}: ${message}` };
}

/** Whatever keeps a request from being given up, such as a bucket that denies it, is no reason to let CloudFormation wait for an hour. */
function logged(error: unknown): void {
  log(
    `The request could not be given up: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
  );
}

/** Another key is another resource: its predecessor is deleted when the update went well. */
async function answer(event: Event, context: Context, outcome: Outcome): Promise<void> {
  const { Bucket, Prefix } = event.ResourceProperties as unknown as EngineProperties;
  const id = event.RequestType === 'Delete' ? event.PhysicalResourceId : `s3://${Bucket}/${Prefix}`;
  await respond(event, context, id, outcome);
}
