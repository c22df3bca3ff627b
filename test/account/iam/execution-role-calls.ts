/**
 * What SageMaker does with an execution role, and when. SageMaker does not publish this; the permissions come from
 * "CreateModel API: Execution Role Permissions", the moments from API models, error messages and what others saw.
 */
import type { Evidence } from '../behaviour';

export type Moment =
  /** While CreateModel is being answered. */
  | 'CreateModel'
  /** At each start of an instance: of the first, of a new fleet, of one that scaling adds or SageMaker replaces. */
  | 'instance starts'
  /** Once for an endpoint configuration, before its first instance. */
  | 'fleet starts'
  /** While a container runs. */
  | 'serving'
  /** While an update with alarms for rollback is under way. */
  | 'update'
  /** Minutes after an instance or endpoint is gone. */
  | 'clean-up';

/** What the endpoint must have for SageMaker to do it. */
export type Only =
  | 'object of model data'
  | 'prefix of model data'
  | 'multi-model'
  | 'VPC'
  | 'KMS key of the volumes'
  | 'data capture'
  | 'KMS key of data capture'
  | 'alarms for rollback'
  | 'core dumps'
  | 'private registry with credentials'
  | 'asynchronous';

/** What happens when the role may not. */
export type Otherwise =
  /** The request fails. */
  | 'request fails'
  /** The instance does not start, and the deployment fails. */
  | 'start fails'
  /** The update is rolled back. */
  | 'update fails'
  /** A request to a model fails. */
  | 'invocation fails'
  /** Something is missing, and nobody says so. */
  | 'is missing'
  /** Something stays in the account. */
  | 'stays';

export interface ExecutionRoleCall {
  readonly service: string;
  readonly operation: string;
  readonly moment: Moment;
  readonly only?: Only;
  readonly otherwise: Otherwise;
  readonly evidence: Evidence;
  readonly source: string;
}

const ROLES = 'https://docs.aws.amazon.com/sagemaker/latest/dg/sagemaker-roles.html#sagemaker-roles-createmodel-perms';
const ACCESS_MODEL_DATA = 'https://github.com/philschmid/llm-sagemaker-sample/issues/2';
const ACCESS_IMAGES = 'https://github.com/yuyasugano/terraform-sagemaker-sample-1/issues/1';

/** The same facts for several operations of one service. */
function all(operations: readonly string[], call: Omit<ExecutionRoleCall, 'operation'>): ExecutionRoleCall[] {
  return operations.map((operation) => ({ ...call, operation }));
}

const documented = { evidence: 'documented', source: ROLES } as const;

export const EXECUTION_ROLE_CALLS: readonly ExecutionRoleCall[] = [
  // CreateModel looks whether it could read the data, and says which permissions it misses.
  ...all(['HeadObject'], {
    service: 's3',
    moment: 'CreateModel',
    only: 'object of model data',
    otherwise: 'request fails',
    evidence: 'observed by others',
    source: ACCESS_MODEL_DATA,
  }),
  ...all(['ListObjectsV2'], {
    service: 's3',
    moment: 'CreateModel',
    only: 'prefix of model data',
    otherwise: 'request fails',
    evidence: 'observed by others',
    source: ACCESS_MODEL_DATA,
  }),
  ...all(['GetAuthorizationToken', 'BatchCheckLayerAvailability', 'GetDownloadUrlForLayer', 'BatchGetImage'], {
    service: 'ecr',
    moment: 'instance starts',
    otherwise: 'start fails',
    evidence: 'observed by others',
    source: `${ACCESS_IMAGES}; the permissions: ${ROLES}`,
  }),
  ...all(['Invoke'], {
    service: 'lambda',
    moment: 'CreateModel',
    only: 'private registry with credentials',
    otherwise: 'request fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/your-algorithms-containers-inference-private.html',
  }),
  ...all(['GetObject'], {
    service: 's3',
    moment: 'instance starts',
    only: 'object of model data',
    otherwise: 'start fails',
    ...documented,
  }),
  ...all(['ListObjectsV2', 'GetObject'], {
    service: 's3',
    moment: 'instance starts',
    only: 'prefix of model data',
    otherwise: 'start fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/large-model-inference-uncompressed.html',
  }),
  ...all(['ListObjectsV2', 'GetObject'], {
    service: 's3',
    moment: 'serving',
    only: 'multi-model',
    otherwise: 'invocation fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/multi-model-endpoint-security.html',
  }),
  ...all(['CreateLogGroup', 'CreateLogStream', 'DescribeLogStreams', 'PutLogEvents'], {
    service: 'logs',
    moment: 'serving',
    otherwise: 'is missing',
    ...documented,
  }),
  ...all(['PutMetricData'], {
    service: 'cloudwatch',
    moment: 'serving',
    otherwise: 'is missing',
    evidence: 'observed by others',
    source: `https://github.com/aws-samples/host-yolov8-on-sagemaker-endpoint/issues/26; the permission: ${ROLES}`,
  }),
  ...all(
    [
      'CreateNetworkInterface',
      'CreateNetworkInterfacePermission',
      'DescribeNetworkInterfaces',
      'DescribeVpcs',
      'DescribeDhcpOptions',
      'DescribeSubnets',
      'DescribeSecurityGroups',
    ],
    { service: 'ec2', moment: 'instance starts', only: 'VPC', otherwise: 'start fails', ...documented },
  ),
  ...all(['DescribeVpcEndpoints'], {
    service: 'ec2',
    moment: 'instance starts',
    only: 'VPC',
    otherwise: 'start fails',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/sagemaker/latest/dg/host-vpc.html, "Add Permissions for Endpoint Access to Containers Running in a VPC to Custom IAM Policies"',
  }),
  ...all(['DeleteNetworkInterface', 'DeleteNetworkInterfacePermission'], {
    service: 'ec2',
    moment: 'clean-up',
    only: 'VPC',
    otherwise: 'stays',
    evidence: 'API model',
    source: `sagemaker DeleteEndpoint: "Do not delete or revoke the permissions for your ExecutionRoleArn, otherwise SageMaker cannot delete these resources"; the permissions: ${ROLES}`,
  }),
  ...all(['CreateGrant'], {
    service: 'kms',
    moment: 'fleet starts',
    only: 'KMS key of the volumes',
    otherwise: 'start fails',
    evidence: 'API model',
    source:
      'sagemaker CreateEndpointConfigInput KmsKeyId: "The KMS key policy must grant permission to the IAM role that you specify in your CreateEndpoint, UpdateEndpoint requests"',
  }),
  ...all(['RetireGrant'], {
    service: 'kms',
    moment: 'clean-up',
    only: 'KMS key of the volumes',
    otherwise: 'stays',
    evidence: 'API model',
    source: 'sagemaker DeleteEndpoint: "SageMaker retires any custom KMS key grants associated with the endpoint"',
  }),
  ...all(['PutObject'], {
    service: 's3',
    moment: 'serving',
    only: 'data capture',
    otherwise: 'is missing',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/model-monitor-data-capture-endpoint.html',
  }),
  ...all(['GenerateDataKey'], {
    service: 'kms',
    moment: 'serving',
    only: 'KMS key of data capture',
    otherwise: 'is missing',
    evidence: 'API model',
    source:
      'sagemaker DataCaptureConfig KmsKeyId: "encrypt the captured data at rest using Amazon S3 server-side encryption"',
  }),
  ...all(['PutObject'], {
    service: 's3',
    moment: 'serving',
    only: 'core dumps',
    otherwise: 'is missing',
    evidence: 'API model',
    source:
      'sagemaker ProductionVariantCoreDumpConfig DestinationS3Uri: "The Amazon S3 bucket to send the core dump to"',
  }),
  ...all(['DescribeAlarms'], {
    service: 'cloudwatch',
    moment: 'update',
    only: 'alarms for rollback',
    otherwise: 'update fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/deployment-guardrails-configuration.html',
  }),
  ...all(['GetObject', 'PutObject'], {
    service: 's3',
    moment: 'serving',
    only: 'asynchronous',
    otherwise: 'invocation fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-create-invoke-update-delete.html',
  }),
  ...all(['Publish'], {
    service: 'sns',
    moment: 'serving',
    only: 'asynchronous',
    otherwise: 'is missing',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-create-endpoint-prerequisites.html',
  }),
];
