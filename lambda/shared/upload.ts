import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
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
  const target = { Bucket: destination.bucket, Key: destination.key };
  const createCommand = new CreateMultipartUploadCommand({ ...target, Metadata: markOf(destination) });
  const { UploadId } = await s3.send(createCommand, { abortSignal });
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of piecesOf(content, PART_BYTES)) {
      const PartNumber = Parts.length + 1;
      const part = new UploadPartCommand({ ...target, UploadId, PartNumber, Body });
      const { ETag, ChecksumCRC32 } = await s3.send(part, { abortSignal });
      Parts.push({ PartNumber, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) });
    }
    const MultipartUpload = { Parts };
    const completeCommand = new CompleteMultipartUploadCommand({ ...target, ...condition, UploadId, MultipartUpload });
    return await s3.send(completeCommand, { abortSignal });
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** Splits content into pieces of equal size; the last piece contains the remaining bytes. */
export async function* piecesOf(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
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
