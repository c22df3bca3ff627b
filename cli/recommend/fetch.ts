import { existsSync, readFileSync, writeFileSync } from 'fs';
import { GetObjectCommand, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { RESULTS_CONTEXT } from '../../lib/recommender/recommendations';

/** Puts an object's text into the CDK context, where `Recommendations.fromBucket` finds it. */
export async function fetchResults(uri: string, contextFile: string): Promise<void> {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (Key === undefined) throw new Error(`recommend fetch: got '${uri}'; allowed: s3://<bucket>/<key>`);
  const text = await download({ Bucket, Key }).catch((error: Error) => {
    throw new Error(`${uri} cannot be fetched: ${error.message}`, { cause: error });
  });
  const context = existsSync(contextFile) ? JSON.parse(readFileSync(contextFile, 'utf8')) : {};
  writeFileSync(contextFile, `${JSON.stringify({ ...context, [`${RESULTS_CONTEXT}:${uri}`]: text }, undefined, 2)}\n`);
  console.log(`${contextFile}: ${uri}, ${text.length} bytes`);
}

async function download(object: GetObjectCommandInput): Promise<string> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { Body } = await new S3Client({ followRegionRedirects: true }).send(new GetObjectCommand(object));
  return (await Body?.transformToString()) ?? '';
}
