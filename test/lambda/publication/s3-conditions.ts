import type { IncomingMessage } from 'node:http';
import { HeadObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

// Implements conditional requests, because moto (the S3 server of the tests) ignores conditions. The conditions are checked before moto
// receives the request. The check is not atomic, so concurrent requests are tested in the simulated account instead.

/** S3's error if a condition is not met. */
export interface ConditionError {
  readonly status: number;
  readonly code: string;
}

/** The error of a copy request whose condition is not met. Returns undefined if the condition is met. */
export async function copyConditionError(
  client: S3Client,
  { method, url = '', headers }: IncomingMessage,
): Promise<ConditionError | undefined> {
  if (method !== 'PUT' || headers['x-amz-copy-source'] === undefined || url.includes('partNumber=')) return undefined;
  const [bucket, ...key] = new URL(url, 'http://s3').pathname.slice(1).split('/').map(decodeURIComponent);
  const etag = await etagOf(client, bucket, key.join('/'));
  const conditionFailed = { status: 412, code: 'PreconditionFailed' };
  if (headers['if-none-match'] === '*' && etag !== undefined) return conditionFailed;
  if (headers['if-match'] === undefined || headers['if-match'] === etag) return undefined;
  return etag === undefined ? { status: 404, code: 'NoSuchKey' } : conditionFailed;
}

/**
 * Removes objects with an unmet condition (a different ETag) from a DeleteObjects request. Returns the remaining request body, and the errors
 * of the removed objects.
 */
export async function withoutChangedObjects(
  client: S3Client,
  url: string,
  body: string,
): Promise<{ body: string; errors: string }> {
  const bucket = new URL(url, 'http://s3').pathname.split('/')[1];
  const etags = new Map<string, string | undefined>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key = '', ETag } of Contents) etags.set(Key, ETag);
  let remainingBody = body;
  let errors = '';
  for (const [object] of body.matchAll(/<Object>.*?<\/Object>/gs)) {
    const expected = textOf(object, 'ETag');
    if (expected === undefined) continue;
    const key = textOf(object, 'Key') ?? '';
    const etag = etags.get(key);
    if (etag === expected) continue;
    const code = etag === undefined ? 'NoSuchKey' : 'PreconditionFailed';
    remainingBody = remainingBody.replace(object, '');
    errors += `<Error><Key>${escape(key)}</Key><Code>${code}</Code><Message>${code}</Message></Error>`;
  }
  return { body: remainingBody, errors };
}

async function etagOf(client: S3Client, Bucket: string, Key: string): Promise<string | undefined> {
  const head = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(() => undefined);
  return head?.ETag;
}

function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(xml)?.[1];
  return text?.replace(/&(quot|lt|gt|apos|amp);/g, (_, name: string) => ENTITIES[name]);
}

const ENTITIES: Record<string, string> = { quot: '"', lt: '<', gt: '>', apos: "'", amp: '&' };

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
