import type { Context } from 'aws-lambda';
import { EngineFolderProperties, EngineProperties, FOLDER_TYPE } from '../../lib/contracts/engine-properties';
import { nameAndMessage, createHandler, ResourceEvent } from '../shared/custom-resource';
import { log } from '../shared/log';
import { build } from './build';
import type { EngineEvent } from './build-state';
import { endBuild, stopRunningJob } from './end-build';
import { handleFolder } from './folder';

/** The custom resource `Custom::TritonEngine`: a TensorRT engine in S3, which a SageMaker job builds if it does not exist. */
const handleEngine = createHandler<EngineProperties, EngineEvent>({
  run: async (request) => {
    const act = request.event.RequestType === 'Delete' ? endBuild : build;
    return { status: 'SUCCESS', reason: await act({ ...request, properties: request.event.ResourceProperties }) };
  },
  afterError: async ({ message }, request) => {
    const { event } = request;
    const properties = event.ResourceProperties;
    const isDelete = event.RequestType === 'Delete';
    if (!isDelete) await stopRunningJob({ ...request, properties }).catch(logStopError);
    const action = isDelete ? 'deleted' : `built on ${properties.InstanceType}`;
    return { status: 'FAILED', reason: `The TensorRT engine could not be ${action}: ${message}` };
  },
  physicalId: ({ ResourceProperties: { Bucket, Prefix }, ...event }) =>
    event.RequestType === 'Delete' ? event.PhysicalResourceId : `s3://${Bucket}/${Prefix}`,
});

export async function handler(
  event: EngineEvent | ResourceEvent<EngineFolderProperties>,
  context: Context,
): Promise<void> {
  if (event.ResourceType === FOLDER_TYPE) return handleFolder(event as ResourceEvent<EngineFolderProperties>, context);
  return handleEngine(event as EngineEvent, context);
}

/** Logs an error of `stopRunningJob`, so that the response is still sent. Without a response, CloudFormation would wait for one hour. */
function logStopError(error: Error): void {
  log(`The job could not be stopped: ${nameAndMessage(error)}`);
}
