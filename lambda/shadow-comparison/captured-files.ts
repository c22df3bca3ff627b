import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { s3 } from '../shared/store';

/** The most objects of a variant that a run lists. S3 lists 1000 objects for each request. */
const MAX_LISTED = 10_000;
/** The most files of a variant that a run reads. */
const MAX_FILES = 1_000;

/** A file of captured data. */
export interface CapturedFile {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** Files of captured data. */
export interface CapturedFiles {
  readonly files: CapturedFile[];
  /** Whether these are all files. */
  readonly isComplete: boolean;
}

/** Lists the files of a variant below the prefixes that were written since a time. */
export async function listCapturedFiles(bucket: string, prefixes: string[], since: number): Promise<CapturedFiles> {
  const files: CapturedFile[] = [];
  let listedCount = 0;
  for (const prefix of prefixes) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })) {
      for (const { Key: key = '', LastModified } of Contents) {
        const modified = LastModified?.getTime() ?? Infinity;
        if (modified >= since) files.push({ key, modified });
      }
      listedCount += Contents.length;
      if (listedCount >= MAX_LISTED) return { files, isComplete: false };
    }
  }
  return { files, isComplete: true };
}

/**
 * The files of a variant in the order in which a run reads them: those first that were written closest to a time. If a run cannot read all
 * files, it reads those of both variants from the same time, which contain the responses to the same requests.
 */
export function selectFiles(files: CapturedFile[], time: number): CapturedFiles {
  const distance = ({ modified }: CapturedFile): number => Math.abs(modified - time);
  const sorted = [...files].sort((a, b) => distance(a) - distance(b));
  return { files: sorted.slice(0, MAX_FILES), isComplete: sorted.length <= MAX_FILES };
}
