import { arn } from '../../arn';
import { Made, Provider, Request, send, sendDelete } from '../provider';

function bucketMade({ physicalId }: Request): Made {
  return {
    physicalId,
    attributes: {
      Arn: `arn:aws:s3:::${physicalId}`,
      DomainName: `${physicalId}.s3.amazonaws.com`,
      RegionalDomainName: `${physicalId}.s3.us-east-1.amazonaws.com`,
    },
  };
}

const bucket: Provider = {
  nameProperty: 'BucketName',
  async create(request) {
    await send(request, 's3', 'CreateBucket', { Bucket: request.physicalId });
    return bucket.update(request);
  },
  async update(request) {
    const Bucket = request.physicalId;
    const { BucketEncryption, LifecycleConfiguration } = request.properties;
    if (BucketEncryption !== undefined) {
      const ServerSideEncryptionConfiguration = encryptionOf(BucketEncryption);
      await send(request, 's3', 'PutBucketEncryption', { Bucket, ServerSideEncryptionConfiguration });
    }
    if (LifecycleConfiguration !== undefined) {
      await send(request, 's3', 'PutBucketLifecycleConfiguration', { Bucket, LifecycleConfiguration });
    }
    return bucketMade(request);
  },
  async delete(request) {
    await sendDelete(request, 's3', 'DeleteBucket', { Bucket: request.physicalId });
  },
};

/** CloudFormation and the API name the list differently. */
function encryptionOf(encryption: unknown): object {
  const { ServerSideEncryptionConfiguration } = encryption as { ServerSideEncryptionConfiguration: object[] };
  const Rules = ServerSideEncryptionConfiguration.map((each) => {
    const { ServerSideEncryptionByDefault, ...rest } = each as Record<string, unknown>;
    return { ...rest, ApplyServerSideEncryptionByDefault: ServerSideEncryptionByDefault };
  });
  return { Rules };
}

const bucketPolicy: Provider = {
  async create(request) {
    const { Bucket, PolicyDocument } = request.properties;
    await send(request, 's3', 'PutBucketPolicy', { Bucket, Policy: JSON.stringify(PolicyDocument) });
    return { physicalId: String(Bucket) };
  },
  update: async (request) => bucketPolicy.create(request),
  async delete(request) {
    await sendDelete(request, 's3', 'DeleteBucketPolicy', { Bucket: request.properties.Bucket });
  },
};

/** A key's id is made up by KMS. */
const key: Provider = {
  async create(request) {
    const { KeyPolicy, Description } = request.properties;
    const { KeyMetadata } = await send(request, 'kms', 'CreateKey', { Description, Policy: JSON.stringify(KeyPolicy) });
    const { KeyId } = KeyMetadata as { KeyId: string };
    return { physicalId: KeyId, attributes: { KeyId, Arn: arn(request.world, 'kms', `key/${KeyId}`) } };
  },
  async update(request) {
    const { physicalId, properties, world } = request;
    await send(request, 'kms', 'PutKeyPolicy', { KeyId: physicalId, Policy: JSON.stringify(properties.KeyPolicy) });
    return { physicalId, attributes: { KeyId: physicalId, Arn: arn(world, 'kms', `key/${physicalId}`) } };
  },
  async delete(request) {
    await sendDelete(request, 'kms', 'ScheduleKeyDeletion', { KeyId: request.physicalId });
  },
};

export const STORAGE: Record<string, Provider> = {
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': bucketPolicy,
  'AWS::KMS::Key': key,
};
