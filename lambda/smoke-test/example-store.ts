import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** Reads a JSON object from S3. This file is imported dynamically, so that the S3 client is in a separate chunk of the bundle. */
export async function readJson<T>(bucket: string, key: string): Promise<T> {
  const object = await new S3Client().send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  try {
    return JSON.parse((await object.Body?.transformToString()) ?? '{}') as T;
  } catch {
    throw new Error(`s3://${bucket}/${key} is not JSON`); // JSON.parse would quote the text in its error
  }
}
