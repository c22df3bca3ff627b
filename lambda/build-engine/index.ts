import type { Context } from 'aws-lambda';
import { EngineFolderProperties, EngineProperties, FOLDER_TYPE } from '../../lib/contracts/engine-properties';
import { escapeControlCharacters } from '../../lib/findings/escape-control-characters';
import {
  CustomResource,
  nameAndMessage,
  createHandler,
  EVENT_TIME_LIMIT_MILLISECONDS,
  ResourceEvent,
} from '../shared/custom-resource';
import { log } from '../shared/log';
import { Outcome, putResult, respond } from '../shared/respond';
import { build } from './build';
import type { EngineEvent } from './build-state';
import { endBuild, stopJobs } from './end-build';
import { handleFolder } from './folder';

/** The maximum length of the reason that is sent to a wait condition. Usual reasons are shorter. */
const MAXIMUM_CHARACTERS = 1500;

/**
 * The custom resource `Custom::TritonEngine`: a TensorRT engine in S3, which a SageMaker job builds if it does not exist.
 *
 * Without a wait condition, the resource is complete when the engine exists. With a wait condition, which can wait longer than a custom
 * resource, the resource is complete when the build has started, and the wait condition receives the outcome.
 */
const engineResource: CustomResource<EngineProperties, EngineEvent> = {
  run: async (request) => {
    const act = request.event.RequestType === 'Delete' ? endBuild : build;
    return { status: 'SUCCESS', reason: await act({ ...request, properties: request.event.ResourceProperties }) };
  },
  afterError: async ({ message }, request) => {
    const { event } = request;
    const properties = event.ResourceProperties;
    const isDelete = event.RequestType === 'Delete';
    if (!isDelete) await stopJobs({ ...request, properties }).catch(logStopError);
    const action = isDelete ? 'deleted' : `built on ${properties.InstanceType}`;
    return { status: 'FAILED', reason: `The TensorRT engine could not be ${action}: ${message}` };
  },
  physicalId: ({ ResourceProperties: { Bucket, Prefix }, ...event }) =>
    event.RequestType === 'Delete' ? event.PhysicalResourceId : `s3://${Bucket}/${Prefix}`,
};

export async function handler(
  event: EngineEvent | ResourceEvent<EngineFolderProperties>,
  context: Context,
): Promise<void> {
  if (event.ResourceType === FOLDER_TYPE) return handleFolder(event as ResourceEvent<EngineFolderProperties>, context);
  return handleEngine(event as EngineEvent, context);
}

async function handleEngine(event: EngineEvent, context: Context): Promise<void> {
  const { WaitHandle, MaxRuntimeInSeconds } = event.ResourceProperties;
  if (WaitHandle === undefined || event.RequestType === 'Delete') return createHandler(engineResource)(event, context);
  if (event.deadline === undefined) {
    await respond(event, context, engineResource.physicalId(event), {
      status: 'SUCCESS',
      reason: 'The build has started',
    });
  }
  const handleBuildAhead = createHandler({
    ...engineResource,
    timeLimitMilliseconds: EVENT_TIME_LIMIT_MILLISECONDS + Number(MaxRuntimeInSeconds) * 1000,
    send: (outcome: Outcome) => signal(WaitHandle, event.RequestId, outcome),
  });
  await handleBuildAhead(event, context);
}

/** Logs an error of `stopJobs`, so that the response is still sent. Without a response, CloudFormation would wait for one hour. */
function logStopError(error: Error): void {
  log(`The jobs could not be stopped: ${nameAndMessage(error)}`);
}

/** Sends the outcome to a wait condition. A repeated signal has the same ID, so CloudFormation counts it once. */
async function signal(waitHandle: string, id: string, { status, reason }: Outcome): Promise<void> {
  log(`Signal ${id}: ${status}: ${reason}`);
  const body = {
    Status: status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE',
    UniqueId: id,
    Reason: [...escapeControlCharacters(reason)].slice(0, MAXIMUM_CHARACTERS).join(''),
    Data: status,
  };
  await putResult(waitHandle, JSON.stringify(body));
}
