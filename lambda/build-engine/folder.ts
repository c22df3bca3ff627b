import type { EngineFolderProperties } from '../../lib/contracts/engine-properties';
import { createHandler, nameAndMessage } from '../shared/custom-resource';
import { listIfBucketExists, removeObjects } from '../shared/store';

/**
 * The custom resource `Custom::TritonEngineFolder`: all engines in the bucket of a stack. Its deletion empties the folder. CloudFormation
 * deletes it after the engines, and before the bucket.
 */
export const handleFolder = createHandler<EngineFolderProperties>({
  run: async ({ event: { RequestType, ResourceProperties } }) => ({
    status: 'SUCCESS',
    reason: RequestType === 'Delete' ? await empty(ResourceProperties) : 'Nothing to do',
  }),
  afterError: (error, { event: { ResourceProperties } }) => ({
    status: 'FAILED',
    reason: `${uriOf(ResourceProperties)} could not be emptied: ${nameAndMessage(error)}`,
  }),
  physicalId: (event) => (event.RequestType === 'Delete' ? event.PhysicalResourceId : uriOf(event.ResourceProperties)),
});

function uriOf({ Bucket, Prefix }: EngineFolderProperties): string {
  return `s3://${Bucket}/${Prefix}`;
}

async function empty({ Bucket, Prefix }: EngineFolderProperties): Promise<string> {
  const keys = [...(await listIfBucketExists(Bucket, Prefix)).keys()];
  if (keys.length > 0) await removeObjects(Bucket, keys);
  return `${keys.length} objects removed`;
}
