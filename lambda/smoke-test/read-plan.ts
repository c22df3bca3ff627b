import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { permissionRetryOptions } from '../shared/await-permissions';
import { Examples, SmokeTestProperties, TestPlan, TestSpec } from '../../lib/contracts/smoke-test-properties';

/** Reads the models and examples of a test from the properties, or from S3. This file is imported dynamically, with the S3 client. */
export async function readPlan(properties: SmokeTestProperties, { models }: TestSpec): Promise<TestPlan> {
  const { PlanBucket, PlanKey, ExamplesBucket, ExamplesKey } = properties;
  if (PlanBucket && PlanKey) return readJson<TestPlan>(PlanBucket, PlanKey);
  const examples = ExamplesBucket && ExamplesKey ? await readJson<Examples>(ExamplesBucket, ExamplesKey) : {};
  return { models, examples };
}

/** Reads a JSON object from S3. */
export async function readJson<T>(bucket: string, key: string): Promise<T> {
  const object = await new S3Client(permissionRetryOptions()).send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  try {
    return JSON.parse((await object.Body?.transformToString()) ?? '{}') as T;
  } catch {
    throw new Error(`s3://${bucket}/${key} is not JSON`); // JSON.parse would quote the text in its error
  }
}
