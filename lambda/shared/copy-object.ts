import {
  type CompletedPart,
  CopyObjectCommand,
  HeadObjectCommand,
  type S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CopiedFile } from '../../lib/contracts/publication-manifest';
import { inParallel } from './in-parallel';
import { WriteCondition, Destination, markOf, removeUnlessChanged, writeUnlessForeign } from './own-objects';
import { s3 } from './store';
import { sendParts } from './upload';

/** The most bytes that S3 copies in one request: 5 GiB. Only tests set a different limit. */
const SINGLE_COPY_LIMIT = Number(process.env.SINGLE_COPY_LIMIT ?? 5 * 1024 ** 3);
/** The size of the parts of a multipart copy. With this size, 10,000 parts (the maximum) suffice for the largest object of S3, 5 TB. */
const PART_BYTES = Number(process.env.PART_BYTES ?? 512 * 1024 ** 2);

/** A file in S3, and its bucket. */
interface Source {
  readonly file: CopiedFile;
  readonly sourceBucket: string;
}

interface CopyRequest extends Source, Destination {
  readonly signal: AbortSignal;
}

interface SizedCopyRequest extends CopyRequest {
  readonly bytes: number;
}

/**
 * Copies a file within S3. Compares the size with the declared size, and also the checksum, if S3 returns one for the entire object.
 *
 * @returns the ETag of the copy; undefined if there is already a foreign object (not written by this library) at the destination
 */
export async function copyObject(request: CopyRequest): Promise<string | undefined> {
  const { file, sourceBucket, signal } = request;
  const bytes = await sizeOf(request);
  return writeUnlessForeign(request, (condition) =>
    bytes > SINGLE_COPY_LIMIT ? copyParts({ ...request, bytes }, condition) : copyInOneRequest(request, condition),
  ).catch((error: Error) => {
    if (signal.aborted || error.message.startsWith(file.path)) throw error;
    throw new Error(`${file.path}: s3://${sourceBucket}/${file.key} cannot be copied: ${error.name}: ${error.message}`);
  });
}

/**
 * The size of a file in S3.
 *
 * @throws if the file cannot be read, or does not have the declared size
 */
export async function sizeOf(source: Pick<CopyRequest, 'file' | 'sourceBucket' | 'signal'>): Promise<number> {
  const { file, sourceBucket, signal } = source;
  const { ContentLength } = await s3
    .send(new HeadObjectCommand({ Bucket: sourceBucket, Key: file.key }), { abortSignal: signal })
    .catch((error: S3ServiceException) => {
      if (signal.aborted) throw error;
      throw new Error(`${file.path}: s3://${sourceBucket}/${file.key} cannot be read: ${describeHeadError(error)}`);
    });
  const bytes = ContentLength ?? 0;
  if (bytes !== (file.bytes ?? bytes)) throw changedFileError(source, `${file.bytes} bytes`, `${bytes} bytes`);
  return bytes;
}

/** Describes an error of a HEAD request by its status, since the response has no body with a message. */
function describeHeadError({ name, $metadata }: S3ServiceException): string {
  const status = $metadata?.httpStatusCode;
  if (status === 403 || status === 404) return `${name}; was it uploaded?`;
  return status === undefined ? name : `S3 responded with status ${status}`;
}

async function copyInOneRequest(request: CopyRequest, condition: WriteCondition): Promise<{ ETag?: string }> {
  const { file, sourceBucket, bucket, key, signal } = request;
  const { CopyObjectResult } = await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: key,
      CopySource: copySource(sourceBucket, file.key),
      ...condition,
      MetadataDirective: 'REPLACE',
      Metadata: markOf(request),
      ChecksumAlgorithm: 'SHA256', // S3 computes this checksum for the entire copy
      TaggingDirective: 'REPLACE', // no tags, which would need permissions to read and write them
    }),
    { abortSignal: signal },
  );
  await compareChecksum(request, file.sha256, CopyObjectResult?.ChecksumSHA256, CopyObjectResult?.ETag);
  return { ETag: CopyObjectResult?.ETag };
}

async function copyParts(request: SizedCopyRequest, condition: WriteCondition): Promise<{ ETag?: string }> {
  const { file, bytes, sourceBucket, signal } = request;
  const { ETag, ChecksumCRC32, ChecksumType } = await sendParts(request, condition, signal, async (target) => {
    const parts: CompletedPart[] = Array.from({ length: Math.ceil(bytes / PART_BYTES) }, () => ({}));
    await inParallel([...parts.keys()], signal, async (index, abortSignal) => {
      const firstByte = index * PART_BYTES;
      const PartNumber = index + 1;
      const { CopyPartResult } = await s3.send(
        new UploadPartCopyCommand({
          ...target,
          PartNumber,
          CopySource: copySource(sourceBucket, file.key),
          CopySourceRange: `bytes=${firstByte}-${Math.min(firstByte + PART_BYTES, bytes) - 1}`,
        }),
        { abortSignal },
      );
      const { ETag: partETag, ChecksumCRC32: partChecksum } = CopyPartResult ?? {};
      parts[index] = { PartNumber, ETag: partETag, ChecksumCRC32: partChecksum };
    });
    return parts;
  });
  if (ChecksumType === 'FULL_OBJECT') await compareChecksum(request, file.crc32, ChecksumCRC32, ETag);
  return { ETag };
}

/** Compares the checksum of a copy, and removes an incorrect copy. */
async function compareChecksum(
  request: CopyRequest,
  expectedHex: string | undefined,
  actualBase64: string | undefined,
  etag = '',
): Promise<void> {
  if (expectedHex === undefined || actualBase64 === undefined) return; // no declared checksum (an archive), or none from S3
  const actual = Buffer.from(actualBase64, 'base64').toString('hex');
  if (actual === expectedHex) return;
  const { bucket, key } = request;
  await removeUnlessChanged(bucket, key, new Map([[key, etag]]));
  throw changedFileError(request, `checksum ${expectedHex}`, actual);
}

/**
 * The error for a file that has changed. The message tells the user to delete the incorrect asset, since CDK does not overwrite uploaded
 * assets.
 */
export function changedFileError(
  { file: { path, key, bucket }, sourceBucket }: Source,
  expected: string,
  actual: string,
): Error {
  if (bucket !== undefined) {
    return new Error(
      `${path} is not the engine of its record: ${expected} in the record, ${actual} in s3://${bucket}/${key}`,
    );
  }
  return new Error(
    `${path} changed between synth and upload: ${expected} at synth, ${actual} uploaded; delete s3://${sourceBucket}/${key}, and deploy again ` +
      "from a checkout that has the file itself ('git lfs pull')",
  );
}

function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
