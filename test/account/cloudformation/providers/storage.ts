import { arn } from '../../arn';
import { PhysicalResource, Provider, ResourceRequest, sendAsDeployer, sendDelete } from '../provider';

function physicalBucket({ physicalId }: ResourceRequest): PhysicalResource {
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
    await sendAsDeployer(request, 's3', 'CreateBucket', { Bucket: request.physicalId });
    return bucket.update(request);
  },
  async update(request) {
    const Bucket = request.physicalId;
    const { BucketEncryption, LifecycleConfiguration } = request.properties;
    if (BucketEncryption !== undefined) {
      const ServerSideEncryptionConfiguration = toApiEncryption(BucketEncryption);
      await sendAsDeployer(request, 's3', 'PutBucketEncryption', { Bucket, ServerSideEncryptionConfiguration });
    }
    if (LifecycleConfiguration !== undefined) {
      await sendAsDeployer(request, 's3', 'PutBucketLifecycleConfiguration', { Bucket, LifecycleConfiguration });
    }
    return physicalBucket(request);
  },
  async delete(request) {
    await sendDelete(request, 's3', 'DeleteBucket', { Bucket: request.physicalId });
  },
};

/** Converts the encryption of a template to the input of the S3 API, which has other names for lists and members. */
function toApiEncryption(encryption: unknown): object {
  const { ServerSideEncryptionConfiguration } = encryption as { ServerSideEncryptionConfiguration: object[] };
  const Rules = ServerSideEncryptionConfiguration.map((rule) => {
    const { ServerSideEncryptionByDefault, ...rest } = rule as Record<string, unknown>;
    return { ...rest, ApplyServerSideEncryptionByDefault: ServerSideEncryptionByDefault };
  });
  return { Rules };
}

const bucketPolicy: Provider = {
  async create(request) {
    const { Bucket, PolicyDocument } = request.properties;
    await sendAsDeployer(request, 's3', 'PutBucketPolicy', { Bucket, Policy: JSON.stringify(PolicyDocument) });
    return { physicalId: String(Bucket) };
  },
  update: async (request) => bucketPolicy.create(request),
  async delete(request) {
    await sendDelete(request, 's3', 'DeleteBucketPolicy', { Bucket: request.properties.Bucket });
  },
};

/** A KMS key. KMS generates the ID of the key. */
const key: Provider = {
  async create(request) {
    const { KeyPolicy, Description } = request.properties;
    const { KeyMetadata } = await sendAsDeployer(request, 'kms', 'CreateKey', {
      Description,
      Policy: JSON.stringify(KeyPolicy),
    });
    const { KeyId } = KeyMetadata as { KeyId: string };
    return { physicalId: KeyId, attributes: { KeyId, Arn: arn(request.account, 'kms', `key/${KeyId}`) } };
  },
  async update(request) {
    const { physicalId, properties, account } = request;
    await sendAsDeployer(request, 'kms', 'PutKeyPolicy', {
      KeyId: physicalId,
      Policy: JSON.stringify(properties.KeyPolicy),
    });
    return { physicalId, attributes: { KeyId: physicalId, Arn: arn(account, 'kms', `key/${physicalId}`) } };
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
