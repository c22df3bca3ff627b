import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge, acknowledgeWildcards } from '../platform/acknowledge';
import { RULES, WILDCARDS } from '../platform/nag-reasons';
import { encryptVolumes } from '../platform/encrypt-volumes';
import { manageNetworkInterfaces } from '../platform/network-interfaces';
import { publishMetrics } from '../platform/publish-metrics';
import { checkRoleSize } from '../platform/role-size';
import { serviceTrust } from '../platform/service-trust';
import { RecommenderOptions } from './options';

/** Where Inference Recommender writes what it does. */
export const JOB_LOG_GROUP = '/aws/sagemaker/InferenceRecommendationsJobs';

/** What the jobs read. */
export interface BenchmarkedObjects {
  /** Name of the group of the model packages, and what the names of the jobs begin with; SageMaker names what it creates for a test after its job. */
  readonly jobPrefix: string;
  /** Archives of models and payloads. */
  readonly objectArns: string[];
  readonly imageRepositoryArns: string[];
  readonly bucketKeys: IKey[];
}

/**
 * The role that SageMaker assumes for the jobs and for the endpoints that they test: these packages, these objects, this image, and what is
 * named after the jobs.
 */
export function createJobRole(scope: Construct, objects: BenchmarkedObjects, options: RecommenderOptions): Role {
  const stack = Stack.of(scope);
  const statements = [
    ...runTests(stack, objects),
    ...readInputs(stack, objects),
    ...writeLogs(stack),
    ...attachNetwork(stack, options),
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
  objects.bucketKeys.forEach((key) => key.grantDecrypt(role));
  options.resultsBucket?.encryptionKey?.grantEncrypt(role);
  encryptVolumes(options.volumeEncryptionKey).forEach((statement) => role.addToPolicy(statement));
  options.volumeEncryptionKey?.grant(role, 'kms:DescribeKey');
  checkRoleSize(
    role,
    'benchmark fewer models or variations in this construct, or pass your own role with managed policies as role',
  );
  acknowledge(role, RULES.benchmarkRole);
  acknowledgeWildcards(role, statements, WILDCARDS.jobRole);
  return role;
}

function runTests(stack: Stack, { jobPrefix }: BenchmarkedObjects): PolicyStatement[] {
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
    publishMetrics(),
    // The action supports no resource.
    new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }),
  ];
}

function readInputs(stack: Stack, { objectArns, imageRepositoryArns }: BenchmarkedObjects): PolicyStatement[] {
  return [
    ...(objectArns.length > 0
      ? [new PolicyStatement({ actions: ['s3:GetObject'], resources: distinctArns(stack, objectArns.map(shortened)) })]
      : []),
    ...(imageRepositoryArns.length > 0
      ? [
          new PolicyStatement({
            actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
            resources: imageRepositoryArns,
          }),
          // The action supports no resource.
          new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
        ]
      : []),
  ];
}

/** The beginning of a hash is as good as all of it, and leaves room for a sweep's 50 archives in one role. */
function shortened(arn: string): string {
  const name = arn.slice(-(64 + ARCHIVE.length));
  return /^[0-9a-f]{64}\.tar\.gz$/.test(name) ? `${arn.slice(0, -(48 + ARCHIVE.length))}*` : arn;
}

const ARCHIVE = '.tar.gz';

/** Each once: tokens of one bucket are different text. */
function distinctArns(stack: Stack, arns: string[]): string[] {
  return [...new Map(arns.map((arn) => [JSON.stringify(stack.resolve(arn)), arn])).values()];
}

function writeLogs(stack: Stack): PolicyStatement[] {
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

function attachNetwork(stack: Stack, { vpc, vpcSubnets, securityGroups = [] }: RecommenderOptions): PolicyStatement[] {
  if (!vpc) return [];
  const groupIds = securityGroups.map(({ securityGroupId }) => securityGroupId);
  return manageNetworkInterfaces(stack, { vpc, selected: vpc.selectSubnets(vpcSubnets), groupIds }, { modify: true });
}
