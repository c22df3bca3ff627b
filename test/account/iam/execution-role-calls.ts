/**
 * The requests that SageMaker sends with an execution role. AWS does not publish a list of these requests. The permissions are from
 * "CreateModel API: Execution Role Permissions". The phases in which SageMaker sends the requests are from API models, error messages and
 * reports of users.
 */
import type { Evidence } from '../behavior';

/** The phase in the life of an endpoint in which SageMaker sends the request. */
export type CallTime =
  /** During CreateModel. */
  | 'CreateModel'
  /** Whenever an instance starts: in the first or a new fleet (set of instances), to scale out, or to replace an instance. */
  | 'instance starts'
  /** Once for each endpoint configuration, before its first instance starts. */
  | 'fleet starts'
  /** While a container runs. */
  | 'serving'
  /** During an update of an endpoint with rollback alarms. */
  | 'update'
  /** Minutes after an instance or endpoint was deleted. */
  | 'clean-up';

/** The feature of an endpoint that makes SageMaker send the request. */
export type EndpointFeature =
  | 'object of model data'
  | 'prefix of model data'
  | 'multi-model'
  | 'VPC'
  | 'KMS key of the volumes'
  | 'data capture'
  | 'KMS key of data capture'
  | 'alarms for rollback'
  | 'private registry with credentials'
  | 'asynchronous';

/** The consequence if the role does not allow the request. */
export type EffectIfDenied =
  /** The request of the user, such as CreateModel, fails. */
  | 'request fails'
  /** The instance does not start, and the deployment fails. */
  | 'start fails'
  /** The update is rolled back. */
  | 'update fails'
  /** An inference request to a model fails. */
  | 'invocation fails'
  /** Data, such as logs, is missing without an error. */
  | 'is missing'
  /** A resource is not deleted. */
  | 'stays';

export interface ExecutionRoleCall {
  readonly service: string;
  readonly operation: string;
  readonly time: CallTime;
  readonly feature?: EndpointFeature;
  readonly ifDenied: EffectIfDenied;
  readonly evidence: Evidence;
  readonly source: string;
}

const ROLES = 'https://docs.aws.amazon.com/sagemaker/latest/dg/sagemaker-roles.html#sagemaker-roles-createmodel-perms';
const MODEL_DATA_ISSUE_URL = 'https://github.com/philschmid/llm-sagemaker-sample/issues/2';
const IMAGE_ISSUE_URL = 'https://github.com/yuyasugano/terraform-sagemaker-sample-1/issues/1';

/** Requests with different operations of one service, which have everything else in common. */
function callsOf(operations: readonly string[], call: Omit<ExecutionRoleCall, 'operation'>): ExecutionRoleCall[] {
  return operations.map((operation) => ({ ...call, operation }));
}

const DOCUMENTED = { evidence: 'documented', source: ROLES } as const;

export const EXECUTION_ROLE_CALLS: readonly ExecutionRoleCall[] = [
  // CreateModel checks the access to the model data.
  ...callsOf(['HeadObject'], {
    service: 's3',
    time: 'CreateModel',
    feature: 'object of model data',
    ifDenied: 'request fails',
    evidence: 'observed by others',
    source: MODEL_DATA_ISSUE_URL,
  }),
  ...callsOf(['ListObjectsV2'], {
    service: 's3',
    time: 'CreateModel',
    feature: 'prefix of model data',
    ifDenied: 'request fails',
    evidence: 'observed by others',
    source: MODEL_DATA_ISSUE_URL,
  }),
  ...callsOf(['GetAuthorizationToken', 'BatchCheckLayerAvailability', 'GetDownloadUrlForLayer', 'BatchGetImage'], {
    service: 'ecr',
    time: 'instance starts',
    ifDenied: 'start fails',
    evidence: 'observed by others',
    source: `${IMAGE_ISSUE_URL}; the permissions: ${ROLES}`,
  }),
  ...callsOf(['Invoke'], {
    service: 'lambda',
    time: 'CreateModel',
    feature: 'private registry with credentials',
    ifDenied: 'request fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/your-algorithms-containers-inference-private.html',
  }),
  ...callsOf(['GetObject'], {
    service: 's3',
    time: 'instance starts',
    feature: 'object of model data',
    ifDenied: 'start fails',
    ...DOCUMENTED,
  }),
  ...callsOf(['ListObjectsV2', 'GetObject'], {
    service: 's3',
    time: 'instance starts',
    feature: 'prefix of model data',
    ifDenied: 'start fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/large-model-inference-uncompressed.html',
  }),
  ...callsOf(['ListObjectsV2', 'GetObject'], {
    service: 's3',
    time: 'serving',
    feature: 'multi-model',
    ifDenied: 'invocation fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/multi-model-endpoint-security.html',
  }),
  ...callsOf(['CreateLogGroup', 'CreateLogStream', 'DescribeLogStreams', 'PutLogEvents'], {
    service: 'logs',
    time: 'serving',
    ifDenied: 'is missing',
    ...DOCUMENTED,
  }),
  ...callsOf(['PutMetricData'], {
    service: 'cloudwatch',
    time: 'serving',
    ifDenied: 'is missing',
    evidence: 'observed by others',
    source: `https://github.com/aws-samples/host-yolov8-on-sagemaker-endpoint/issues/26; the permission: ${ROLES}`,
  }),
  ...callsOf(
    [
      'CreateNetworkInterface',
      'CreateNetworkInterfacePermission',
      'DescribeNetworkInterfaces',
      'DescribeVpcs',
      'DescribeDhcpOptions',
      'DescribeSubnets',
      'DescribeSecurityGroups',
    ],
    { service: 'ec2', time: 'instance starts', feature: 'VPC', ifDenied: 'start fails', ...DOCUMENTED },
  ),
  ...callsOf(['DescribeVpcEndpoints'], {
    service: 'ec2',
    time: 'instance starts',
    feature: 'VPC',
    ifDenied: 'start fails',
    evidence: 'documented',
    source:
      'https://docs.aws.amazon.com/sagemaker/latest/dg/host-vpc.html, "Add Permissions for Endpoint Access to Containers Running in a VPC to Custom IAM Policies"',
  }),
  ...callsOf(['DeleteNetworkInterface', 'DeleteNetworkInterfacePermission'], {
    service: 'ec2',
    time: 'clean-up',
    feature: 'VPC',
    ifDenied: 'stays',
    evidence: 'API model',
    source: `sagemaker DeleteEndpoint: "Do not delete or revoke the permissions for your ExecutionRoleArn, otherwise SageMaker cannot delete these resources"; the permissions: ${ROLES}`,
  }),
  ...callsOf(['CreateGrant'], {
    service: 'kms',
    time: 'fleet starts',
    feature: 'KMS key of the volumes',
    ifDenied: 'start fails',
    evidence: 'API model',
    source:
      'sagemaker CreateEndpointConfigInput KmsKeyId: "The KMS key policy must grant permission to the IAM role that you specify in your CreateEndpoint, UpdateEndpoint requests"',
  }),
  ...callsOf(['RetireGrant'], {
    service: 'kms',
    time: 'clean-up',
    feature: 'KMS key of the volumes',
    ifDenied: 'stays',
    evidence: 'API model',
    source: 'sagemaker DeleteEndpoint: "SageMaker retires any custom KMS key grants associated with the endpoint"',
  }),
  ...callsOf(['PutObject'], {
    service: 's3',
    time: 'serving',
    feature: 'data capture',
    ifDenied: 'is missing',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/model-monitor-data-capture-endpoint.html',
  }),
  ...callsOf(['GenerateDataKey'], {
    service: 'kms',
    time: 'serving',
    feature: 'KMS key of data capture',
    ifDenied: 'is missing',
    evidence: 'API model',
    source:
      'sagemaker DataCaptureConfig KmsKeyId: "encrypt the captured data at rest using Amazon S3 server-side encryption"',
  }),
  ...callsOf(['DescribeAlarms'], {
    service: 'cloudwatch',
    time: 'update',
    feature: 'alarms for rollback',
    ifDenied: 'update fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/deployment-guardrails-configuration.html',
  }),
  ...callsOf(['GetObject', 'PutObject'], {
    service: 's3',
    time: 'serving',
    feature: 'asynchronous',
    ifDenied: 'invocation fails',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-create-invoke-update-delete.html',
  }),
  ...callsOf(['Publish'], {
    service: 'sns',
    time: 'serving',
    feature: 'asynchronous',
    ifDenied: 'is missing',
    evidence: 'documented',
    source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/async-inference-create-endpoint-prerequisites.html',
  }),
];
