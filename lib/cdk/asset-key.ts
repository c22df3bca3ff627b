import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * Permission to decrypt the objects of an asset bucket, which can have a customer key (`cdk bootstrap --bootstrap-kms-key-id`). The app does
 * not know the key, so conditions limit the permission to requests of S3 for this bucket.
 */
export function assetDecryption(stack: Stack, bucketName: string): PolicyStatement {
  const bucket = {
    service: 's3',
    region: '',
    account: '',
    resource: bucketName,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  };
  const bucketArn = stack.formatArn(bucket);
  return new PolicyStatement({
    actions: ['kms:Decrypt'],
    resources: [stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' })],
    conditions: {
      StringEquals: { 'kms:ViaService': `s3.${stack.region}.${stack.urlSuffix}` },
      // With an S3 bucket key, the encryption context is the bucket, otherwise the object.
      StringLike: { 'kms:EncryptionContext:aws:s3:arn': [bucketArn, `${bucketArn}/*`] },
    },
  });
}
