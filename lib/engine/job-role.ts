import { ArnFormat, Stack } from 'aws-cdk-lib';
import { IGrantable, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../cdk/acknowledge';
import { RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { volumeKeyPermissions } from '../cdk/encrypt-volumes';
import { metricsPermission } from '../cdk/publish-metrics';
import { imagePullPermissions } from '../cdk/pull-image';
import { checkRoleSize } from '../cdk/role-size';
import { trustForAccount } from '../cdk/service-trust';
import { granteeOf } from '../cdk/versioned-policy';
import { BuildSite } from './build-site';
import { grantKey } from '../cdk/keys';

/** Log group of the jobs (developer guide, "Log groups and streams"). */
const LOG_GROUP = '/aws/sagemaker/TrainingJobs';

/** The role that SageMaker assumes for the build jobs of a stack. The role can read sources, write engines and a log, and pull images. */
export class JobRole {
  public readonly role: Role;
  private readonly permissions = new PolicyDocument({ minimize: true });
  private readonly grantee: IGrantable;
  private readonly buckets = new Set<IBucket>();

  constructor(private readonly scope: Construct) {
    this.role = new Role(scope, 'JobRole', {
      assumedBy: trustForAccount(scope, 'sagemaker'),
      description: 'SageMaker builds TensorRT engines with this role',
      inlinePolicies: { Permissions: this.permissions },
    });
    checkRoleSize(this.role, 'move endpoints with engines to a different stack');
    acknowledge(this.role, RULE_REASONS.engineJobRole);
    this.grantee = granteeOf(this.role, this.role, (statement) => this.allow(statement));
    this.allow(metricsPermission());
  }

  /** Grants the permissions for image, log, network and keys that a job requires. */
  public allowBuild({ image, network, encryptionKey }: BuildSite): void {
    const group = Stack.of(this.scope).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${LOG_GROUP}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.allow(
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
        resources: [group],
      }),
      ...imagePullPermissions(image),
      ...(network?.statements ?? []),
    );
    this.allow(...volumeKeyPermissions(encryptionKey));
    encryptionKey?.grant(this.grantee, 'kms:DescribeKey');
  }

  /** Grants permissions for all engines under a prefix, so the policy does not change with each engine. */
  public allowBucket(bucket: IBucket, enginePrefix: string): void {
    if (this.buckets.has(bucket)) return;
    this.buckets.add(bucket);
    this.allow(
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [bucket.arnForObjects(`${enginePrefix}*/source/*`)],
      }),
      new PolicyStatement({
        actions: ['s3:PutObject', 's3:AbortMultipartUpload'],
        resources: [bucket.arnForObjects(`${enginePrefix}*/builds/*`)],
      }),
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [bucket.bucketArn],
        conditions: { StringLike: { 's3:prefix': `${enginePrefix}*` } },
      }),
    );
    grantKey(bucket.encryptionKey, this.grantee, 'kms:Decrypt', 'kms:GenerateDataKey');
  }

  private allow(...statements: PolicyStatement[]): void {
    this.permissions.addStatements(...statements);
    acknowledgeWildcards(this.role, statements, WILDCARD_REASONS.engineJobRole);
  }
}
