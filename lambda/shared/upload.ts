import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandOutput,
  type CompletedPart,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { WriteCondition, Destination, markOf, writeUnlessForeign } from './own-objects';
import { s3 } from './store';

/**
 * The size of the parts of a multipart upload. With this size, 10,000 parts (the maximum) contain 312 GiB, more than any engine. S3 requires
 * at least 5 MiB. Only tests set a different size.
 */
export const PART_BYTES = Number(process.env.UPLOADED_PART_BYTES ?? 32 * 1024 ** 2);

/**
 * Writes an object of any size, with only one part in memory at a time. If the content cannot be read, S3 creates no object.
 *
 * @returns the ETag of the object; undefined if there is already a foreign object (not written by this library) at the destination
 */
export async function upload(
  destination: Destination,
  content: () => AsyncIterable<Buffer>,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  return writeUnlessForeign(destination, (condition) => uploadParts(destination, condition, content(), abortSignal));
}

async function uploadParts(
  destination: Destination,
  condition: WriteCondition,
  content: AsyncIterable<Buffer>,
  abortSignal: AbortSignal,
): Promise<{ ETag?: string }> {
  return sendParts(destination, condition, abortSignal, async (target) => {
    const parts: CompletedPart[] = [];
    for await (const Body of piecesOf(content, PART_BYTES)) {
      const PartNumber = parts.length + 1;
      const command = new UploadPartCommand({ ...target, PartNumber, Body, ChecksumAlgorithm: 'CRC32' });
      const { ETag, ChecksumCRC32 } = await s3.send(command, { abortSignal });
      parts.push({ PartNumber, ETag, ChecksumCRC32 });
    }
    return parts;
  });
}

/** The location of an upload in parts. */
interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Writes an object in parts, with a checksum of the entire object. If `send` fails, S3 creates no object. */
export async function sendParts(
  destination: Destination,
  condition: WriteCondition,
  abortSignal: AbortSignal,
  send: (target: Upload) => Promise<CompletedPart[]>,
): Promise<CompleteMultipartUploadCommandOutput> {
  const location = { Bucket: destination.bucket, Key: destination.key };
  const checksum = { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' } as const;
  const createCommand = new CreateMultipartUploadCommand({
    ...location,
    ...checksum,
    Metadata: markOf(destination),
  });
  const { UploadId } = await s3.send(createCommand, { abortSignal });
  const target = { ...location, UploadId };
  try {
    const Parts = await send(target);
    const { ChecksumType } = checksum;
    return await s3.send(
      new CompleteMultipartUploadCommand({ ...target, ...condition, ChecksumType, MultipartUpload: { Parts } }),
      { abortSignal },
    );
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand(target)).catch(() => undefined);
    throw error;
  }
}

/** Splits content into pieces of equal size; the last piece contains the remaining bytes. */
async function* piecesOf(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(bytes);
  let filledBytes = 0;
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const copiedBytes = chunk.copy(piece, filledBytes, start);
      start += copiedBytes;
      filledBytes += copiedBytes;
      if (filledBytes < bytes) continue;
      yield piece;
      piece = Buffer.allocUnsafe(bytes);
      filledBytes = 0;
    }
  }
  if (filledBytes > 0) yield piece.subarray(0, filledBytes);
}
