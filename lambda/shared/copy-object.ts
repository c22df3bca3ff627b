import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CopiedFile } from '../../lib/artifacts/publication-manifest';
import { inParallel } from './in-parallel';
import { Condition, Destination, markOf, unlessTaken } from './own-objects';
import { s3 } from './store';

/** S3 copies no more in one request. Only the tests set another limit. */
const SINGLE_COPY_LIMIT = Number(process.env.SINGLE_COPY_LIMIT ?? 5 * 1024 ** 3);
/** 10,000 of these reach the largest object that S3 has, 5 TB. */
const PART_BYTES = Number(process.env.PART_BYTES ?? 512 * 1024 ** 2);

/** A file in S3, and the bucket that it is in. */
interface Source {
  readonly file: CopiedFile;
  readonly sourceBucket: string;
}

interface Copy extends Source, Destination {
  readonly signal: AbortSignal;
}

interface SizedCopy extends Copy {
  readonly bytes: number;
}

/**
 * Copies inside S3, and compares size and, where S3 has one over the whole object, checksum.
 *
 * @returns the ETag of the copy; undefined if someone else has written there
 */
export async function copyObject(copy: Copy): Promise<string | undefined> {
  const { file, sourceBucket, signal } = copy;
  const bytes = await sizeOf(copy);
  return unlessTaken(copy, (condition) =>
    bytes > SINGLE_COPY_LIMIT ? copyParts({ ...copy, bytes }, condition) : copyWhole(copy, condition),
  ).catch((error: Error) => {
    if (signal.aborted || error.message.startsWith(file.path)) throw error;
    throw new Error(`${file.path}: s3://${sourceBucket}/${file.key} cannot be copied: ${error.name}: ${error.message}`);
  });
}

/**
 * Size of a file in S3.
 *
 * @throws when it cannot be read, or has another size than it should
 */
export async function sizeOf(source: Pick<Copy, 'file' | 'sourceBucket' | 'signal'>): Promise<number> {
  const { file, sourceBucket, signal } = source;
  const { ContentLength } = await s3
    .send(new HeadObjectCommand({ Bucket: sourceBucket, Key: file.key }), { abortSignal: signal })
    .catch((error: S3ServiceException) => {
      if (signal.aborted) throw error;
      throw new Error(`${file.path}: s3://${sourceBucket}/${file.key} cannot be read: ${reasonOf(error)}`);
    });
  const bytes = ContentLength ?? 0;
  if (bytes !== (file.bytes ?? bytes)) throw changed(source, `${file.bytes} bytes`, `${bytes} bytes`);
  return bytes;
}

/** A response to HEAD has no body that says what is wrong. */
function reasonOf({ name, $metadata }: S3ServiceException): string {
  const status = $metadata?.httpStatusCode;
  if (status === 403 || status === 404) return `${name}; was it uploaded?`;
  return status === undefined ? name : `S3 responded with status ${status}`;
}

async function copyWhole(copy: Copy, condition: Condition): Promise<{ ETag?: string }> {
  const { file, sourceBucket, bucket, key, signal } = copy;
  const { CopyObjectResult } = await s3.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: key,
      CopySource: copySource(sourceBucket, file.key),
      ...condition,
      MetadataDirective: 'REPLACE',
      Metadata: markOf(copy),
      ChecksumAlgorithm: 'SHA256', // S3 computes it over the whole copy
      TaggingDirective: 'REPLACE', // no tags: else the copy needs rights to read and write them
    }),
    { abortSignal: signal },
  );
  compare(copy, file.sha256, CopyObjectResult?.ChecksumSHA256);
  return { ETag: CopyObjectResult?.ETag };
}

async function copyParts(copy: SizedCopy, condition: Condition): Promise<{ ETag?: string }> {
  const { file, bytes, sourceBucket, bucket, key, signal } = copy;
  const target = { Bucket: bucket, Key: key };
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      ...target,
      Metadata: markOf(copy),
      ChecksumAlgorithm: 'CRC32',
      ChecksumType: 'FULL_OBJECT',
    }),
    { abortSignal: signal },
  );
  try {
    const count = Math.ceil(bytes / PART_BYTES);
    const parts = Array.from({ length: count }, (_, index) => ({ PartNumber: index + 1, ETag: '', ChecksumCRC32: '' }));
    await inParallel(parts, signal, async (part, abortSignal) => {
      const first = (part.PartNumber - 1) * PART_BYTES;
      const last = Math.min(first + PART_BYTES, bytes) - 1;
      const { CopyPartResult } = await s3.send(
        new UploadPartCopyCommand({
          ...target,
          UploadId,
          PartNumber: part.PartNumber,
          CopySource: copySource(sourceBucket, file.key),
          CopySourceRange: `bytes=${first}-${last}`,
        }),
        { abortSignal },
      );
      part.ETag = CopyPartResult?.ETag ?? '';
      part.ChecksumCRC32 = CopyPartResult?.ChecksumCRC32 ?? '';
    });
    const Parts = parts.map(({ ChecksumCRC32, ...part }) => (ChecksumCRC32 ? { ...part, ChecksumCRC32 } : part));
    const { ETag, ChecksumCRC32, ChecksumType } = await s3.send(
      new CompleteMultipartUploadCommand({
        ...target,
        ...condition,
        UploadId,
        MultipartUpload: { Parts },
        ChecksumType: 'FULL_OBJECT',
      }),
      { abortSignal: signal },
    );
    if (file.crc32 && ChecksumType === 'FULL_OBJECT') compare(copy, file.crc32, ChecksumCRC32);
    return { ETag };
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

function compare(copy: Copy, expectedHex: string | undefined, actualBase64: string | undefined): void {
  if (expectedHex === undefined || actualBase64 === undefined) return; // an archive, or a server without checksums
  const actual = Buffer.from(actualBase64, 'base64').toString('hex');
  if (actual !== expectedHex) throw changed(copy, `checksum ${expectedHex}`, actual);
}

/** CDK uploads nothing to a key that has an object, so that the wrong one has to be deleted first. */
export function changed({ file: { path, key, bucket }, sourceBucket }: Source, before: string, now: string): Error {
  if (bucket !== undefined) {
    return new Error(
      `${path} is not the engine of its record: ${before} in the record, ${now} in s3://${bucket}/${key}`,
    );
  }
  return new Error(
    `${path} changed between synth and upload: ${before} at synth, ${now} uploaded; delete s3://${sourceBucket}/${key}, and deploy again ` +
      "from a checkout that has the file itself ('git lfs pull')",
  );
}

function copySource(bucket: string, key: string): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
