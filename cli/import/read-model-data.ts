import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Parser } from 'tar';
import { describeAwsError } from '../aws-error';
import { isObject } from '../input/shape';
import { ReadConfiguration } from './description';
import { parseS3Uri } from './map/context';

/** The configurations in the files of models, and the versions of these files. */
export interface ReadModelData {
  readonly configurations: ReadConfiguration[];
  readonly versions: Record<string, string>;
  /** What could not be read, as sentences. */
  readonly unread: string[];
}

/** Larger archives are not downloaded: the user passes their configurations. */
const MAX_ARCHIVE_BYTES = 2 * 1024 ** 3;
const MAX_CONFIG_BYTES = 1024 ** 2;
/** Limit of the content of an archive, which can be compressed to a small part of its size. */
const MAX_CONTENT_BYTES = 64 * 1024 ** 3;
const MAX_LISTED_OBJECTS = 10_000;
const CONFIG_PATH = /^(?:\.\/)?(?!\.\.?\/)([^/]+)\/config\.pbtxt$/;

/** Reads `<model>/config.pbtxt` of the model repositories to which the containers in the values refer. */
export async function readModelData(values: unknown[], region?: string): Promise<ReadModelData> {
  const client = new S3Client({ region, followRegionRedirects: true });
  const data: ReadModelData = { configurations: [], versions: {}, unread: [] };
  for (const uri of new Set(values.flatMap(dataUrisIn))) {
    try {
      await (uri.endsWith('.tar.gz') ? readArchive(client, uri, data) : readPrefix(client, uri, data));
    } catch (error) {
      data.unread.push(`${uri} cannot be read: ${describeAwsError(error)}`);
    }
  }
  return data;
}

/** The model data of the containers that load one repository. The archives of a multi-model endpoint are not read. */
function dataUrisIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(dataUrisIn);
  if (!isObject(value) || value.Mode === 'MultiModel') return [];
  return Object.entries(value).flatMap(([key, each]) =>
    ['ModelDataUrl', 'S3Uri', 'ArtifactUrl'].includes(key) && typeof each === 'string' ? [each] : dataUrisIn(each),
  );
}

async function readPrefix(client: S3Client, uri: string, data: ReadModelData): Promise<void> {
  const { bucket: Bucket = '', key = '' } = parseS3Uri(uri) ?? {};
  const prefix = key === '' || key.endsWith('/') ? key : `${key}/`;
  let count = 0;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
    for (const { Key = '' } of Contents) {
      const [, folder] = CONFIG_PATH.exec(Key.slice(prefix.length)) ?? [];
      if (folder === undefined) continue;
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key }));
      if (ContentLength > MAX_CONFIG_BYTES) throw new Error(`${Key} is larger than ${MAX_CONFIG_BYTES} bytes`);
      data.configurations.push({ folder, source: uri, text: (await Body?.transformToString()) ?? '' });
    }
    count += Contents.length;
    if (count > MAX_LISTED_OBJECTS) throw new Error(`it has more than ${MAX_LISTED_OBJECTS} objects`);
  }
}

async function readArchive(client: S3Client, uri: string, data: ReadModelData): Promise<void> {
  const { bucket: Bucket = '', key: Key = '' } = parseS3Uri(uri) ?? {};
  const { Body, ContentLength = 0, VersionId, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }));
  // An object that was written without versioning has the version 'null', also after it is replaced.
  const version = VersionId !== undefined && VersionId !== 'null' ? VersionId : ETag?.replaceAll('"', '');
  if (version !== undefined) data.versions[uri] = version;
  const body = Body as Readable;
  if (ContentLength > MAX_ARCHIVE_BYTES) {
    body.destroy();
    throw new Error(`the archive has ${ContentLength} bytes, and archives are read up to ${MAX_ARCHIVE_BYTES}`);
  }
  for (const [folder, text] of await configurationsIn(body)) data.configurations.push({ folder, source: uri, text });
}

/** The configurations in an archive, which is read as a stream. */
export async function configurationsIn(archive: Readable): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let contentBytes = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      contentBytes += entry.size;
      if (contentBytes > MAX_CONTENT_BYTES)
        parser.abort(new Error(`its content is larger than ${MAX_CONTENT_BYTES} bytes`));
      const [, folder] = CONFIG_PATH.exec(entry.path) ?? [];
      if (folder === undefined || entry.type !== 'File' || entry.size > MAX_CONFIG_BYTES) return void entry.resume();
      const chunks: Buffer[] = [];
      entry.on('data', (chunk) => chunks.push(chunk));
      entry.on('end', () => found.set(folder, Buffer.concat(chunks).toString()));
    },
  });
  await pipeline(archive, parser as unknown as NodeJS.WritableStream);
  return found;
}
