import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { ModelArchives } from '../../artifacts/model-archives';
import { Content } from '../resolved/content';
import type { ModelSet } from './model-set';
import { ENCRYPT_ACTIONS, grantKey } from '../../cdk/keys';

/** Returns the content of a container that loads models on demand. */
export function buildContent(models: ModelSet, archives: ModelArchives, modelCaching?: boolean): Content {
  return {
    models: [],
    targetModels: models.targets,
    container: {
      mode: 'MultiModel',
      modelDataUrl: archives.s3Uri,
      multiModelConfig:
        modelCaching === undefined ? undefined : { modelCacheSetting: modelCaching ? 'Enabled' : 'Disabled' },
    },
    environment: {},
    location: { bucketArn: archives.bucket.bucketArn, key: archives.versionsPrefix, isPrefix: true },
    bucketKey: archives.bucketKey,
    contentHash: archives.contentHash,
    bytes: 0, // no model is loaded before the first request
    publication: archives.publication,
  };
}

/**
 * Grants permission to add objects under a prefix, but not to overwrite existing objects. The condition `s3:if-none-match` applies to
 * requests that create an object. Other requests of a multipart upload do not have this header, so a second statement allows them.
 *
 * Source: Amazon S3 user guide, "Enforce conditional writes on Amazon S3 buckets" (read 2026-11-21).
 */
export function grantAddingObjects(grantee: IGrantable, bucket: IBucket, prefix: string): Grant {
  const resourceArns = [bucket.arnForObjects(`${prefix}*`)];
  const put = { grantee, actions: ['s3:PutObject'], resourceArns };
  grantKey(bucket.encryptionKey, grantee, 'kms:Decrypt', ...ENCRYPT_ACTIONS);
  return Grant.addToPrincipal({ ...put, conditions: { Null: { 's3:if-none-match': 'false' } } })
    .combine(Grant.addToPrincipal({ ...put, conditions: { Bool: { 's3:ObjectCreationOperation': 'false' } } }))
    .combine(Grant.addToPrincipal({ grantee, actions: ['s3:AbortMultipartUpload'], resourceArns }));
}
