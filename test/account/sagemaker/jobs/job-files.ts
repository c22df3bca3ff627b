import { sageMakerWithRole } from '../../call';
import { locationOf, readObjects } from '../model-data';
import type { SageMakerState } from '../state';
import type { Job } from './job';

/** Reads the input of a job with the role of the job. Returns the files by their paths in the container. */
export async function readInputs({ account }: SageMakerState, { request }: Job): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { uri, folder } of request.inputs) {
    const { key } = locationOf(uri);
    for (const [name, body] of await readObjects(account, request.role, { uri, kind: 'prefix' })) {
      files.set(`${folder}/${name.slice(key.length).replace(/^\//, '')}`, body);
    }
  }
  return files;
}

/** Uploads files from the output folder with the role of the job. */
export async function upload(
  { account }: SageMakerState,
  { request }: Job,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const principal = sageMakerWithRole(request.role);
  const encryption =
    request.outputKey === undefined ? {} : { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: request.outputKey };
  for (const { uri } of request.outputs) {
    const { bucket, key } = locationOf(uri);
    for (const [name, Body] of Object.entries(files)) {
      const input = { Bucket: bucket, Key: `${key.replace(/\/$/, '')}/${name}`, Body, ...encryption };
      await account.call({ principal, service: 's3', operation: 'PutObject', input });
    }
  }
}
