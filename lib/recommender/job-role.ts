import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../cdk/acknowledge';
import { RULE_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { volumeKeyPermissions } from '../cdk/encrypt-volumes';
import { networkInterfacePermissions } from '../cdk/network-interfaces';
import { metricsPermission } from '../cdk/publish-metrics';
import { checkRoleSize } from '../cdk/role-size';
import { serviceTrust } from '../cdk/service-trust';
import { InferenceRecommenderJobProps } from './job-props';
import { ENCRYPT_ACTIONS, grantKey, keyBehind } from '../cdk/keys';

/** Log group of Inference Recommender. */
export const JOB_LOG_GROUP = '/aws/sagemaker/InferenceRecommendationsJobs';

/** Resources that the jobs use. */
export interface JobResources {
  /** Name of the model package group, and prefix of the job names. SageMaker names the resources of a test after its job. */
  readonly jobPrefix: string;
  /** ARNs of the archives of models and payloads. */
  readonly objectArns: string[];
  readonly imageRepositoryArns: string[];
  readonly bucketKeys: IKey[];
}

/**
 * Creates the role that SageMaker assumes for the jobs and their test endpoints. The permissions are restricted to the packages, objects and
 * images of the benchmark, and to resources that are named after the jobs.
 */
export function createJobRole(
  scope: Construct,
  jobResources: JobResources,
  options: InferenceRecommenderJobProps,
): Role {
  const stack = Stack.of(scope);
  const statements = [
    ...testStatements(stack, jobResources),
    ...inputStatements(stack, jobResources),
    ...logStatements(stack),
    ...networkStatements(stack, options),
  ];
  const role: Role = new Role(scope, 'JobRole', {
    assumedBy: serviceTrust('sagemaker'),
    description: 'Inference Recommender runs its load tests with this role',
    inlinePolicies: { Benchmark: new PolicyDocument({ statements }) },
  });
  role.addToPolicy(
    new PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
    }),
  );
  jobResources.bucketKeys.forEach((key) => grantKey(key, role, 'kms:Decrypt'));
  grantKey(options.resultsBucket?.encryptionKey, role, ...ENCRYPT_ACTIONS);
  volumeKeyPermissions(keyBehind(options.volumeEncryptionKey)).forEach((statement) => role.addToPolicy(statement));
  options.volumeEncryptionKey?.grant(role, 'kms:DescribeKey');
  checkRoleSize(role, 'pass your own role with managed policies as role');
  acknowledge(role, RULE_REASONS.benchmarkRole);
  acknowledgeWildcards(role, statements, WILDCARD_REASONS.jobRole);
  return role;
}

function testStatements(stack: Stack, { jobPrefix }: JobResources): PolicyStatement[] {
  const arnOf = (resource: string, resourceName: string): string =>
    stack.formatArn({ service: 'sagemaker', resource, resourceName });
  const kinds = ['Model', 'EndpointConfig', 'Endpoint'];
  return [
    new PolicyStatement({
      actions: [
        ...kinds.flatMap((kind) => [`sagemaker:Create${kind}`, `sagemaker:Describe${kind}`, `sagemaker:Delete${kind}`]),
        'sagemaker:InvokeEndpoint',
      ],
      resources: ['model', 'endpoint-config', 'endpoint'].map((resource) => arnOf(resource, `${jobPrefix}*`)),
    }),
    new PolicyStatement({
      actions: ['sagemaker:DescribeModelPackage'],
      resources: [arnOf('model-package', `${jobPrefix}/*`)],
    }),
    metricsPermission(),
    // The action does not support resource-level permissions.
    new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }),
  ];
}

function inputStatements(stack: Stack, { objectArns, imageRepositoryArns }: JobResources): PolicyStatement[] {
  return [
    ...(objectArns.length > 0
      ? [
          new PolicyStatement({
            actions: ['s3:GetObject'],
            resources: distinctArns(stack, objectArns),
          }),
        ]
      : []),
    ...(imageRepositoryArns.length > 0
      ? [
          new PolicyStatement({
            actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
            resources: imageRepositoryArns,
          }),
          // The action does not support resource-level permissions.
          new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
        ]
      : []),
  ];
}

/** Removes duplicate ARNs, which can contain different tokens for the same bucket. */
function distinctArns(stack: Stack, arns: string[]): string[] {
  return [...new Map(arns.map((arn) => [JSON.stringify(stack.resolve(arn)), arn])).values()];
}

function logStatements(stack: Stack): PolicyStatement[] {
  const groupArn = (name: string): string =>
    stack.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  return [
    new PolicyStatement({
      actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
      resources: [groupArn(`${JOB_LOG_GROUP}:*`), groupArn('/aws/sagemaker/Endpoints/*')],
    }),
  ];
}

function networkStatements(
  stack: Stack,
  { vpc, vpcSubnets, securityGroups = [] }: InferenceRecommenderJobProps,
): PolicyStatement[] {
  if (!vpc) return [];
  const groupIds = securityGroups.map(({ securityGroupId }) => securityGroupId);
  return networkInterfacePermissions(
    stack,
    { vpc, selectedSubnets: vpc.selectSubnets(vpcSubnets), groupIds },
    { modify: true },
  );
}
