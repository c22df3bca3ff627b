import { Behaviour } from '../behaviour';

const guide = (page: string): string => `https://docs.aws.amazon.com/AmazonS3/latest/userguide/${page}.html`;
const WRITES = guide('conditional-writes');
const DELETES = guide('conditional-deletes');

/** Conditional requests of S3, read on 2026-11-23. */
export const S3_BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 's3.if-none-match-writes-only-new-objects',
    does: 'PutObject, CopyObject and CompleteMultipartUpload with If-None-Match: * are refused with 412 PreconditionFailed if the destination has an object; any other value is refused.',
    evidence: 'documented',
    source: `${WRITES}; API model: PutObjectRequest$IfNoneMatch, CopyObjectRequest$IfNoneMatch, CompleteMultipartUploadRequest$IfNoneMatch`,
  },
  {
    id: 's3.if-match-overwrites-only-that-object',
    does: 'PutObject, CopyObject and CompleteMultipartUpload with If-Match are refused with 412 PreconditionFailed if the object has another ETag, and with 404 NoSuchKey if there is none.',
    evidence: 'documented',
    source: WRITES,
  },
  {
    id: 's3.conditions-are-of-the-current-version',
    does: 'In a bucket with versions a condition is held against the current version. A delete marker counts as no object.',
    evidence: 'documented',
    source: `${WRITES} ("Conditional write behavior"), ${DELETES} ("Conditional delete evaluations only apply to the current version of the object"). The buckets of this account have no versions.`,
  },
  {
    id: 's3.conflicts-are-repeated',
    does: 'A conditional request is refused with 409 ConditionalRequestConflict if another request for the key ends meanwhile; it may be sent again, an upload in parts from its beginning. Requests of this account take no time, so that tests inject it.',
    evidence: 'API model',
    source: 'PutObjectRequest$IfNoneMatch, CopyObjectRequest$IfNoneMatch, CompleteMultipartUploadRequest$IfNoneMatch',
  },
  {
    id: 's3.etag-deletes-only-that-object',
    does: 'DeleteObjects with the ETag of an object leaves an object with another ETag, and reports PreconditionFailed for it. The other objects of the request are deleted.',
    evidence: 'documented',
    source: `${DELETES}; API model: ObjectIdentifier$ETag`,
  },
  {
    id: 's3.deleting-many-reports-those-that-are-gone',
    does: 'DeleteObjects with the ETag of an object that is not there reports NoSuchKey for it.',
    evidence: 'assumed',
    source:
      'DeleteObject with If-Match is answered with 404 NoSuchKey (measured: https://github.com/ministackorg/ministack/issues/1475). Without it, the object counts as deleted.',
  },
  {
    id: 's3.conditions-need-permission-to-read',
    does: 'If-Match with an ETag needs s3:GetObject besides s3:PutObject or s3:DeleteObject; If-None-Match needs s3:PutObject alone.',
    evidence: 'documented',
    source: `${WRITES}, ${DELETES}`,
  },
];
