import type { IncomingMessage } from 'node:http';
import { HeadObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

// Conditions of requests that moto ignores. They are held against what is there before moto receives the request; who may come between is
// shown in the simulated account, where a request is one step.

/** An error as S3 names it. */
export interface Unmet {
  readonly status: number;
  readonly code: string;
}

/** What a copy demands of its destination; undefined when it may be made. */
export async function unmetByCopy(
  client: S3Client,
  { method, url = '', headers }: IncomingMessage,
): Promise<Unmet | undefined> {
  if (method !== 'PUT' || headers['x-amz-copy-source'] === undefined || url.includes('partNumber=')) return undefined;
  const [bucket, ...key] = new URL(url, 'http://s3').pathname.slice(1).split('/').map(decodeURIComponent);
  const etag = await etagOf(client, bucket, key.join('/'));
  const unmet = { status: 412, code: 'PreconditionFailed' };
  if (headers['if-none-match'] === '*' && etag !== undefined) return unmet;
  if (headers['if-match'] === undefined || headers['if-match'] === etag) return undefined;
  return etag === undefined ? { status: 404, code: 'NoSuchKey' } : unmet;
}

/** A request to delete many objects, without those whose ETag is another one: they are reported. */
export async function withoutChanged(
  client: S3Client,
  url: string,
  body: string,
): Promise<{ body: string; errors: string }> {
  const bucket = new URL(url, 'http://s3').pathname.split('/')[1];
  const etags = new Map<string, string | undefined>();
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
    for (const { Key = '', ETag } of Contents) etags.set(Key, ETag);
  let rest = body;
  let errors = '';
  for (const [object] of body.matchAll(/<Object>.*?<\/Object>/gs)) {
    const expected = textOf(object, 'ETag');
    if (expected === undefined) continue;
    const key = textOf(object, 'Key') ?? '';
    const etag = etags.get(key);
    if (etag === expected) continue;
    const code = etag === undefined ? 'NoSuchKey' : 'PreconditionFailed';
    rest = rest.replace(object, '');
    errors += `<Error><Key>${escape(key)}</Key><Code>${code}</Code><Message>${code}</Message></Error>`;
  }
  return { body: rest, errors };
}

async function etagOf(client: S3Client, Bucket: string, Key: string): Promise<string | undefined> {
  const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(() => undefined);
  return found?.ETag;
}

function textOf(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(xml)?.[1];
  return text?.replace(/&(quot|lt|gt|apos|amp);/g, (_, name: string) => ENTITIES[name]);
}

const ENTITIES: Record<string, string> = { quot: '"', lt: '<', gt: '>', apos: "'", amp: '&' };

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
