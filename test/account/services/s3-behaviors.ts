import { Behavior } from '../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/AmazonS3/latest/userguide/${page}.html`;
const WRITES = guide('conditional-writes');
const DELETES = guide('conditional-deletes');

/** Conditional requests of S3 (sources read on 2026-11-23). */
export const S3_BEHAVIORS: readonly Behavior[] = [
  {
    id: 's3.if-none-match-writes-only-new-objects',
    description:
      'PutObject, CopyObject and CompleteMultipartUpload with If-None-Match: * are rejected with 412 PreconditionFailed if the destination has an object. Values other than * are rejected.',
    evidence: 'documented',
    source: `${WRITES}; API model: PutObjectRequest$IfNoneMatch, CopyObjectRequest$IfNoneMatch, CompleteMultipartUploadRequest$IfNoneMatch`,
  },
  {
    id: 's3.if-match-overwrites-only-the-same-object',
    description:
      'PutObject, CopyObject and CompleteMultipartUpload with If-Match are rejected with 412 PreconditionFailed if the object has a different ETag, and with 404 NoSuchKey if there is no object.',
    evidence: 'documented',
    source: WRITES,
  },
  {
    id: 's3.conditions-apply-to-the-current-version',
    description:
      'In a bucket with versioning, a condition applies to the current version. A delete marker counts as no object.',
    evidence: 'documented',
    source: `${WRITES} ("Conditional write behavior"), ${DELETES} ("Conditional delete evaluations only apply to the current version of the object"). The buckets of the simulated account have no versioning.`,
  },
  {
    id: 's3.conflicts-can-be-retried',
    description:
      'A conditional request is rejected with 409 ConditionalRequestConflict if a different request for the key ends meanwhile. The request can be retried, a multipart upload from its beginning. Requests to the simulated S3 take no time, so tests inject this error.',
    evidence: 'API model',
    source: 'PutObjectRequest$IfNoneMatch, CopyObjectRequest$IfNoneMatch, CompleteMultipartUploadRequest$IfNoneMatch',
  },
  {
    id: 's3.etag-deletes-only-the-same-object',
    description:
      'DeleteObjects with an ETag keeps an object with a different ETag, and reports PreconditionFailed for it. The other objects of the request are deleted.',
    evidence: 'documented',
    source: `${DELETES}; API model: ObjectIdentifier$ETag`,
  },
  {
    id: 's3.delete-objects-reports-missing-objects',
    description: 'DeleteObjects with the ETag of a missing object reports NoSuchKey.',
    evidence: 'assumed',
    source:
      'DeleteObject with If-Match returns 404 NoSuchKey (measured: https://github.com/ministackorg/ministack/issues/1475). If switched off, the object counts as deleted.',
  },
  {
    id: 's3.if-match-requires-read-permission',
    description:
      'If-Match with an ETag requires s3:GetObject in addition to s3:PutObject or s3:DeleteObject. If-None-Match requires only s3:PutObject.',
    evidence: 'documented',
    source: `${WRITES}, ${DELETES}`,
  },
];
