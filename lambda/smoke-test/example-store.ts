import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** Reads an object of a test. A file of its own with a static import, so that it is bundled small and loaded only when used. */
export async function readJson<T>(bucket: string, key: string): Promise<T> {
  const object = await new S3Client().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  try {
    return JSON.parse((await object.Body?.transformToString()) ?? '{}') as T;
  } catch {
    throw new Error(`s3://${bucket}/${key} is not JSON`); // JSON.parse quotes what it does not understand
  }
}
