import { locationOf, readObjects } from '../model-data';
import type { Hosting } from '../state';
import type { Job } from './job';

/** Reads what a job has as input, with its role. Each file is where the container finds it. */
export async function readInputs({ world }: Hosting, { request }: Job): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { uri, folder } of request.inputs) {
    const { key } = locationOf(uri);
    for (const [name, body] of await readObjects(world, request.role, { uri, kind: 'prefix' })) {
      files.set(`${folder}/${name.slice(key.length).replace(/^\//, '')}`, body);
    }
  }
  return files;
}

/** Writes files of the output folder, with the job's role. */
export async function upload(
  { world }: Hosting,
  { request, kind }: Job,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const principal = { role: request.role, service: 'sagemaker.amazonaws.com' };
  const encryption =
    request.outputKey === undefined ? {} : { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: request.outputKey };
  for (const { uri } of request.outputs) {
    const { bucket, key } = locationOf(uri);
    const keepsOne = kind === 'training' || world.assumes('sagemaker.output-uri-ends-in-one-slash');
    const prefix = `${keepsOne ? key.replace(/\/$/, '') : key}/`;
    for (const [name, Body] of Object.entries(files)) {
      const input = { Bucket: bucket, Key: `${prefix}${name}`, Body, ...encryption };
      await world.call({ principal, service: 's3', operation: 'PutObject', input });
    }
  }
}
