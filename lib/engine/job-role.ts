import { ArnFormat, Stack } from 'aws-cdk-lib';
import { IGrantable, IRole, Policy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct, IDependable } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../platform/acknowledge';
import { EngineJobKind } from '../platform/engine-jobs';
import { RULES, WILDCARDS } from '../platform/nag-reasons';
import { encryptVolumes } from '../platform/encrypt-volumes';
import { manageAnyNetworkInterface } from '../platform/network-interfaces';
import { publishMetrics } from '../platform/publish-metrics';
import { pullImage } from '../platform/pull-image';
import { checkRoleSize } from '../platform/role-size';
import { trustForAccount } from '../platform/service-trust';
import { createVersionedPolicy, granteeOf } from '../platform/versioned-policy';
import { BuildNetwork, BuildSite } from './build-site';

/** Where SageMaker writes what its jobs print (developer guide, "Log groups and streams"). */
const LOG_GROUPS: Record<EngineJobKind, string> = {
  processing: '/aws/sagemaker/ProcessingJobs',
  training: '/aws/sagemaker/TrainingJobs',
};

/** The role that SageMaker assumes for the jobs that build a stack's engines: it reads sources, writes builds and a log, and pulls images. */
export class JobRole {
  public readonly role: IRole;
  /** What a job has to wait for. */
  public readonly ready: IDependable[];
  private readonly policy: Policy;
  private readonly grantee: IGrantable;
  private readonly buckets = new Set<IBucket>();

  constructor(private readonly scope: Construct) {
    const role = new Role(scope, 'JobRole', {
      assumedBy: trustForAccount(scope, 'sagemaker'),
      description: 'SageMaker builds TensorRT engines with this role',
    });
    this.role = role;
    this.policy = createVersionedPolicy(role, 'Policy');
    role.attachInlinePolicy(this.policy);
    checkRoleSize(role, 'move endpoints with engines to another stack', [this.policy]);
    acknowledge(this.policy, RULES.engineJobRole);
    this.grantee = granteeOf(role, this.policy, (statement) => this.allow(statement));
    this.ready = [role, this.policy];
    this.allow(publishMetrics());
  }

  /** What a job of a kind does at a site. */
  public allowBuild(kind: EngineJobKind, { image, network, encryptionKey }: BuildSite): void {
    const group = Stack.of(this.scope).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: `${LOG_GROUPS[kind]}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.allow(
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
        resources: [group],
      }),
      ...pullImage(image),
      ...(network ? networkPermissions(kind, network) : []),
    );
    this.allow(...encryptVolumes(encryptionKey));
    encryptionKey?.grant(this.grantee, 'kms:DescribeKey');
  }

  /** Engines below a prefix: all of them, so that the policy does not change with each. */
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
    bucket.encryptionKey?.grant(this.grantee, 'kms:Decrypt', 'kms:GenerateDataKey');
  }

  private allow(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this.policy, statements, WILDCARDS.engineJobRole);
  }
}

/** What a kind of job does with network interfaces. */
function networkPermissions(kind: EngineJobKind, { statements }: BuildNetwork): PolicyStatement[] {
  return kind === EngineJobKind.PROCESSING ? [manageAnyNetworkInterface()] : statements;
}
