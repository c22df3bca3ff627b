/** The permissions that S3 requests require ("Required permissions for Amazon S3 API operations" in the S3 user guide). */
import type { Context } from './registered-resources';

/** A permission on an object or, without a key, on a bucket. */
export interface S3Permission {
  readonly action: string;
  readonly bucket: string;
  readonly key?: string;
  readonly context?: Context;
  /** How the request uses the data of the object. Determines the permissions on a KMS key. */
  readonly data?: 'reads' | 'writes' | 'writes part';
}

type Input = Readonly<Record<string, unknown>>;

/** Operations that require only a permission on the bucket. */
const BUCKET_OPERATIONS: Readonly<Record<string, string>> = {
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

/** Operations that require only a permission on the object. */
const OBJECT_OPERATIONS: Readonly<Record<string, Omit<S3Permission, 'bucket'>>> = {
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

const VERSION_ACTIONS: Readonly<Record<string, string>> = {
  GetObject: 'GetObjectVersion',
  GetObjectTagging: 'GetObjectVersionTagging',
  PutObjectTagging: 'PutObjectVersionTagging',
  DeleteObject: 'DeleteObjectVersion',
};

/** The permissions that a request requires, or undefined for an unknown operation. */
export function s3Permissions(operation: string, input: Input): S3Permission[] | undefined {
  const bucket = String(input.Bucket);
  const key = String(input.Key);
  const bucketAction = BUCKET_OPERATIONS[operation];
  if (bucketAction !== undefined) return [{ action: bucketAction, bucket, context: listingContext(input) }];
  const objectPermission = OBJECT_OPERATIONS[operation];
  if (objectPermission !== undefined) {
    const tagging = operation === 'PutObject' || operation === 'CreateMultipartUpload' ? input.Tagging : undefined;
    return [
      {
        ...withVersionAction(objectPermission, input.VersionId),
        bucket,
        key,
        context: { ...writeContext(input), ...objectPermission.context },
      },
      ...(tagging === undefined ? [] : [{ action: 'PutObjectTagging', bucket, key }]),
      ...etagPermissions(objectPermission.action, input.IfMatch, bucket, key),
    ];
  }
  switch (operation) {
    case 'CopyObject':
    case 'UploadPartCopy':
      return copyPermissions(operation, input, bucket, key);
    case 'DeleteObjects':
      return deletePermissions(input, bucket);
    default:
      return undefined;
  }
}

/** The permissions to read the source and write the destination of a copy. */
function copyPermissions(operation: string, input: Input, bucket: string, key: string): S3Permission[] {
  const source = decodeURIComponent(String(input.CopySource)).replace(/^\//, '');
  const [path, version] = source.split('?versionId=');
  const slash = path.indexOf('/');
  const sourceObject = { bucket: path.slice(0, slash), key: path.slice(slash + 1) };
  const isWholeObject = operation === 'CopyObject';
  return [
    { ...withVersionAction({ action: 'GetObject', data: 'reads' }, version), ...sourceObject },
    {
      action: 'PutObject',
      bucket,
      key,
      data: isWholeObject ? 'writes' : 'writes part',
      context: {
        ...writeContext(input),
        's3:x-amz-copy-source': path,
        's3:ObjectCreationOperation': String(isWholeObject),
      },
    },
    ...etagPermissions('PutObject', input.IfMatch, bucket, key),
  ];
}

function deletePermissions(input: Input, bucket: string): S3Permission[] {
  const { Objects = [] } = (input.Delete ?? {}) as { Objects?: { Key: string; VersionId?: string; ETag?: string }[] };
  return Objects.flatMap(({ Key, VersionId, ETag }) => [
    {
      ...withVersionAction({ action: 'DeleteObject' }, VersionId),
      bucket,
      key: Key,
      context: withoutUndefined({ 's3:if-match': ETag }),
    },
    ...etagPermissions('DeleteObject', ETag, bucket, Key),
  ]);
}

/**
 * A write or deletion with an ETag also requires the permission to read the object (S3 user guide, "conditional-writes",
 * "conditional-deletes").
 */
function etagPermissions(action: string, etag: unknown, bucket: string, key: string): S3Permission[] {
  return etag === undefined || action === 'GetObject' ? [] : [{ action: 'GetObject', bucket, key }];
}

/** If the request contains a version ID, replaces the action with the corresponding action for versions, such as GetObjectVersion. */
function withVersionAction<T extends { action: string }>(permission: T, version: unknown): T {
  return version === undefined
    ? permission
    : { ...permission, action: VERSION_ACTIONS[permission.action] ?? permission.action };
}

/** Condition keys of a listing. If the request has no prefix, `s3:prefix` is absent, so a condition on `s3:prefix` is not met. */
function listingContext(input: Input): Context {
  return withoutUndefined({ 's3:prefix': input.Prefix, 's3:delimiter': input.Delimiter, 's3:max-keys': input.MaxKeys });
}

function writeContext(input: Input): Context {
  return withoutUndefined({
    's3:if-none-match': input.IfNoneMatch,
    's3:if-match': input.IfMatch,
    's3:x-amz-acl': input.ACL,
    's3:x-amz-server-side-encryption': input.ServerSideEncryption,
    's3:x-amz-server-side-encryption-aws-kms-key-id': input.SSEKMSKeyId,
    's3:x-amz-storage-class': input.StorageClass,
    's3:x-amz-metadata-directive': input.MetadataDirective,
  });
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Context {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
}
