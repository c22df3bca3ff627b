import { existsSync } from 'fs';
import { GetObjectCommand, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { resultsContextKey } from '../../lib/contracts/recommendations/results-context';
import { readJson } from '../input/shape';
import { writeText } from '../output/write-text';
import { print } from '../output/print';

/** Writes the text of an S3 object to the CDK context file, from which `Recommendations.fromBucket` reads the text. */
export async function fetchResults(uri: string, contextFile: string): Promise<void> {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (Key === undefined) throw new Error(`recommend fetch: got '${uri}'; allowed: s3://<bucket>/<key>`);
  const context = readContext(contextFile);
  const text = await download({ Bucket, Key }).catch((error: Error) => {
    throw new Error(`${uri} cannot be fetched: ${error.message}`, { cause: error });
  });
  writeText(contextFile, `${JSON.stringify({ ...context, [resultsContextKey(uri)]: text }, undefined, 2)}\n`);
  print(`${contextFile}: ${uri}, ${text.length} bytes`);
}

function readContext(file: string): object {
  if (!existsSync(file)) return {};
  const context: unknown = readJson(file, { maximumBytes: 64 * 1024 * 1024 });
  if (typeof context === 'object' && context !== null && !Array.isArray(context)) return context;
  throw new Error(`${file}: allowed: a JSON object, as the CDK context is; the file was not changed`);
}

async function download(object: GetObjectCommandInput): Promise<string> {
  const { Body } = await new S3Client({ followRegionRedirects: true }).send(new GetObjectCommand(object));
  return (await Body?.transformToString()) ?? '';
}
