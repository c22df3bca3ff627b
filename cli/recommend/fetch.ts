import { existsSync } from 'fs';
import { GetObjectCommand, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { readJson } from '../read-json';
import { writeText } from '../write-text';
import { RESULTS_CONTEXT } from '../../lib/recommender/recommendations';
import { print } from '../print';

/** Puts an object's text into the CDK context, where `Recommendations.fromBucket` finds it. */
export async function fetchResults(uri: string, contextFile: string): Promise<void> {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (Key === undefined) throw new Error(`recommend fetch: got '${uri}'; allowed: s3://<bucket>/<key>`);
  const context = readContext(contextFile);
  const text = await download({ Bucket, Key }).catch((error: Error) => {
    throw new Error(`${uri} cannot be fetched: ${error.message}`, { cause: error });
  });
  writeText(contextFile, `${JSON.stringify({ ...context, [`${RESULTS_CONTEXT}:${uri}`]: text }, undefined, 2)}\n`);
  print(`${contextFile}: ${uri}, ${text.length} bytes`);
}

function readContext(file: string): object {
  if (!existsSync(file)) return {};
  const context: unknown = readJson(file, { maximumBytes: 64 * 1024 * 1024 });
  if (typeof context === 'object' && context !== null && !Array.isArray(context)) return context;
  throw new Error(`${file}: allowed: a JSON object, as the CDK context is; the file was not changed`);
}

async function download(object: GetObjectCommandInput): Promise<string> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { Body } = await new S3Client({ followRegionRedirects: true }).send(new GetObjectCommand(object));
  return (await Body?.transformToString()) ?? '';
}
