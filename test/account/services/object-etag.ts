import { createHash } from 'node:crypto';

/** S3 user guide, "Checking object integrity": of an object or a part that is not encrypted with KMS, the MD5 digest. */
export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
