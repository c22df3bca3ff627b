import {
  DeleteObjectsCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

/** What S3 deletes in one request. */
const DELETE_LIMIT = 1000;

export const s3 = new S3Client({ maxAttempts: 6, followRegionRedirects: false });

export async function readBytes(bucket: string, key: string, from?: number, bytes?: number): Promise<Uint8Array> {
  const Range = from === undefined || bytes === undefined ? undefined : `bytes=${from}-${from + bytes - 1}`;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

export async function write(
  bucket: string,
  key: string,
  body: Uint8Array | string,
  abortSignal?: AbortSignal,
): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }), { abortSignal });
}

/** The objects below a prefix, with their sizes. */
export async function list(bucket: string, prefix: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '', Size = 0 } of Contents) found.set(Key, Size);
  }
  return found;
}

export async function removeAll(bucket: string, keys: string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += DELETE_LIMIT) {
    const Objects = keys.slice(start, start + DELETE_LIMIT).map((Key) => ({ Key }));
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`${Errors[0].Key} cannot be deleted: ${Errors[0].Message}`);
  }
}
