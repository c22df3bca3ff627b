/** Which permissions an S3 request needs: "Required permissions for Amazon S3 API operations" in the S3 user guide. */
import type { Context } from './resources';

/** A permission on a bucket (no key) or on an object. */
export interface S3Need {
  readonly action: string;
  readonly bucket: string;
  readonly key?: string;
  readonly context?: Context;
  /** What the request does with the data of the object, for a key of KMS. */
  readonly data?: 'reads' | 'writes' | 'writes part';
}

type Input = Readonly<Record<string, unknown>>;

/** Operations whose only permission is on the bucket. */
const ON_BUCKET: Readonly<Record<string, string>> = {
  HeadBucket: 'ListBucket',
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  ListObjectVersions: 'ListBucketVersions',
  ListMultipartUploads: 'ListBucketMultipartUploads',
  GetBucketLocation: 'GetBucketLocation',
  GetBucketPolicy: 'GetBucketPolicy',
  GetBucketEncryption: 'GetEncryptionConfiguration',
  GetBucketVersioning: 'GetBucketVersioning',
  GetBucketTagging: 'GetBucketTagging',
};

/** Operations whose only permission is on the object. */
const ON_OBJECT: Readonly<Record<string, Omit<S3Need, 'bucket'>>> = {
  GetObject: { action: 'GetObject', data: 'reads' },
  HeadObject: { action: 'GetObject', data: 'reads' },
  GetObjectAttributes: { action: 'GetObject', data: 'reads' },
  GetObjectTagging: { action: 'GetObjectTagging' },
  PutObjectTagging: { action: 'PutObjectTagging' },
  DeleteObjectTagging: { action: 'DeleteObjectTagging' },
  DeleteObject: { action: 'DeleteObject' },
  PutObject: { action: 'PutObject', data: 'writes', context: { 's3:ObjectCreationOperation': 'true' } },
  CreateMultipartUpload: { action: 'PutObject', data: 'writes', context: { 's3:ObjectCreationOperation': 'false' } },
  UploadPart: { action: 'PutObject', data: 'writes part', context: { 's3:ObjectCreationOperation': 'false' } },
  CompleteMultipartUpload: {
    action: 'PutObject',
    data: 'writes part',
    context: { 's3:ObjectCreationOperation': 'true' },
  },
  AbortMultipartUpload: { action: 'AbortMultipartUpload' },
  ListParts: { action: 'ListMultipartUploadParts' },
};

const OF_VERSIONS: Readonly<Record<string, string>> = {
  GetObject: 'GetObjectVersion',
  GetObjectTagging: 'GetObjectVersionTagging',
  PutObjectTagging: 'PutObjectVersionTagging',
  DeleteObject: 'DeleteObjectVersion',
};

/** The permissions that a request needs, all of them; undefined if the operation is not known here. */
export function s3Needs(operation: string, input: Input): S3Need[] | undefined {
  const bucket = String(input.Bucket);
  const key = String(input.Key);
  const onBucket = ON_BUCKET[operation];
  if (onBucket !== undefined) return [{ action: onBucket, bucket, context: listing(input) }];
  const onObject = ON_OBJECT[operation];
  if (onObject !== undefined) {
    const tagging = operation === 'PutObject' || operation === 'CreateMultipartUpload' ? input.Tagging : undefined;
    return [
      { ...versioned(onObject, input.VersionId), bucket, key, context: { ...writing(input), ...onObject.context } },
      ...(tagging === undefined ? [] : [{ action: 'PutObjectTagging', bucket, key }]),
      ...comparing(onObject.action, input.IfMatch, bucket, key),
    ];
  }
  switch (operation) {
    case 'CopyObject':
    case 'UploadPartCopy':
      return copying(operation, input, bucket, key);
    case 'DeleteObjects':
      return deleting(input, bucket);
    default:
      return undefined;
  }
}

/** Both sides: the source is read, the destination is written. */
function copying(operation: string, input: Input, bucket: string, key: string): S3Need[] {
  const source = decodeURIComponent(String(input.CopySource)).replace(/^\//, '');
  const [path, version] = source.split('?versionId=');
  const slash = path.indexOf('/');
  const from = { bucket: path.slice(0, slash), key: path.slice(slash + 1) };
  const whole = operation === 'CopyObject';
  return [
    { ...versioned({ action: 'GetObject', data: 'reads' }, version), ...from },
    {
      action: 'PutObject',
      bucket,
      key,
      data: whole ? 'writes' : 'writes part',
      context: {
        ...writing(input),
        's3:x-amz-copy-source': path,
        's3:ObjectCreationOperation': String(whole),
      },
    },
    ...comparing('PutObject', input.IfMatch, bucket, key),
  ];
}

function deleting(input: Input, bucket: string): S3Need[] {
  const { Objects = [] } = (input.Delete ?? {}) as { Objects?: { Key: string; VersionId?: string; ETag?: string }[] };
  return Objects.flatMap(({ Key, VersionId, ETag }) => [
    {
      ...versioned({ action: 'DeleteObject' }, VersionId),
      bucket,
      key: Key,
      context: present({ 's3:if-match': ETag }),
    },
    ...comparing('DeleteObject', ETag, bucket, Key),
  ]);
}

/** S3 user guide, "conditional-writes", "conditional-deletes": whoever sends an ETag may read the object that has it. */
function comparing(action: string, etag: unknown, bucket: string, key: string): S3Need[] {
  return etag === undefined || action === 'GetObject' ? [] : [{ action: 'GetObject', bucket, key }];
}

/** A request that names a version needs the permission for versions. */
function versioned<T extends { action: string }>(need: T, version: unknown): T {
  return version === undefined ? need : { ...need, action: OF_VERSIONS[need.action] ?? need.action };
}

/** Condition keys of a listing. A listing without a prefix has none, so that a condition on it is not met. */
function listing(input: Input): Context {
  return present({ 's3:prefix': input.Prefix, 's3:delimiter': input.Delimiter, 's3:max-keys': input.MaxKeys });
}

function writing(input: Input): Context {
  return present({
    's3:if-none-match': input.IfNoneMatch,
    's3:if-match': input.IfMatch,
    's3:x-amz-acl': input.ACL,
    's3:x-amz-server-side-encryption': input.ServerSideEncryption,
    's3:x-amz-server-side-encryption-aws-kms-key-id': input.SSEKMSKeyId,
    's3:x-amz-storage-class': input.StorageClass,
    's3:x-amz-metadata-directive': input.MetadataDirective,
  });
}

function present(values: Readonly<Record<string, unknown>>): Context {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
}
