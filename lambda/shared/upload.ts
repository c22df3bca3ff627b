import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Condition, Destination, markOf, unlessTaken } from './own-objects';
import { s3 } from './store';

/** 10,000 parts of this size have 312 GiB, more than any engine. S3 accepts no smaller ones than 5 MiB. Only the tests set another size. */
export const PART_BYTES = Number(process.env.UPLOADED_PART_BYTES ?? 32 * 1024 ** 2);

/**
 * Writes an object of any size from its pieces. Only one part is in memory. If a piece cannot be read, there is no object: S3 shows none
 * before the upload is complete.
 *
 * @returns its ETag; undefined if someone else has written there
 */
export async function upload(
  destination: Destination,
  content: () => AsyncIterable<Buffer>,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  return unlessTaken(destination, (condition) => uploadParts(destination, condition, content(), abortSignal));
}

async function uploadParts(
  destination: Destination,
  condition: Condition,
  content: AsyncIterable<Buffer>,
  abortSignal: AbortSignal,
): Promise<{ ETag?: string }> {
  const target = { Bucket: destination.bucket, Key: destination.key };
  const create = new CreateMultipartUploadCommand({ ...target, Metadata: markOf(destination) });
  const { UploadId } = await s3.send(create, { abortSignal });
  try {
    const Parts: CompletedPart[] = [];
    for await (const Body of piecesOf(content, PART_BYTES)) {
      const PartNumber = Parts.length + 1;
      const part = new UploadPartCommand({ ...target, UploadId, PartNumber, Body });
      const { ETag, ChecksumCRC32 } = await s3.send(part, { abortSignal });
      Parts.push({ PartNumber, ETag, ...(ChecksumCRC32 !== undefined && { ChecksumCRC32 }) });
    }
    const MultipartUpload = { Parts };
    const complete = new CompleteMultipartUploadCommand({ ...target, ...condition, UploadId, MultipartUpload });
    return await s3.send(complete, { abortSignal });
  } catch (error) {
    await s3.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** The same bytes in pieces of one size; the last one has the rest. */
export async function* piecesOf(content: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for await (const chunk of content) {
    for (let start = 0; start < chunk.length;) {
      const copied = chunk.copy(piece, filled, start);
      start += copied;
      filled += copied;
      if (filled < bytes) continue;
      yield piece;
      piece = Buffer.allocUnsafe(bytes);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
