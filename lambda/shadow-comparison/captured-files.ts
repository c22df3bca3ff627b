import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { s3 } from '../shared/store';

/** The most objects that a run lists. S3 lists 1000 objects for each request. */
const MAX_LISTED = 20_000;
/** The most files that a run reads. */
const MAX_FILES = 2_000;
/** The most bytes that a run reads. They must fit into the memory of the function several times: as bytes, as text, and as records. */
const MAX_BYTES = 128 * 1024 * 1024;

/** A file of captured data. */
export interface CapturedFile {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** Files of captured data that a run reads. */
export interface SelectedFiles {
  readonly files: CapturedFile[];
  /** Whether these are all files. */
  readonly isComplete: boolean;
}

/** Lists the files below the prefixes that were written since a time. */
export async function listCapturedFiles(bucket: string, prefixes: string[], since: number): Promise<SelectedFiles> {
  const files: CapturedFile[] = [];
  let listedCount = 0;
  for (const prefix of prefixes) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key: key = '', Size: bytes = 0, LastModified } of Contents) {
        const modified = LastModified?.getTime() ?? Infinity;
        if (modified >= since) files.push({ key, bytes, modified });
      }
      listedCount += Contents.length;
      if (listedCount >= MAX_LISTED) return { files, isComplete: false };
    }
  }
  return { files, isComplete: true };
}

/**
 * Selects the files that were written closest to a time, within the limits of a run. The files of both variants are selected together, so the
 * selected files contain the responses of both variants to the same requests.
 */
export function selectFiles(files: CapturedFile[], time: number): SelectedFiles {
  const distance = ({ modified }: CapturedFile): number => Math.abs(modified - time);
  const selected: CapturedFile[] = [];
  let totalBytes = 0;
  for (const file of [...files].sort((a, b) => distance(a) - distance(b))) {
    totalBytes += file.bytes;
    if (totalBytes > MAX_BYTES || selected.length === MAX_FILES) return { files: selected, isComplete: false };
    selected.push(file);
  }
  return { files: selected, isComplete: true };
}
