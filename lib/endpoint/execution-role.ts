import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ModelData } from '../repository/model-data';
import { BoundImage } from './image/image-source';

/** What the execution role may use. */
export interface ExecutionRoleProps {
  readonly data: ModelData;
  readonly image: BoundImage;
  readonly logGroupName: string;
  readonly rollbackAlarms: Alarm[];
}

/**
 * The role that SageMaker assumes for the endpoint: this model's objects, this image, this log group and these alarms.
 *
 * Everything is inline in the role, so that a model that depends on the role never starts before its permissions exist.
 */
export function createExecutionRole(scope: Construct, id: string, props: ExecutionRoleProps): Role {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
    description: 'SageMaker runs the Triton endpoint with this role',
    inlinePolicies: {
      Endpoint: new PolicyDocument({
        statements: [
          ...readModel(props.data),
          ...pullImage(props.image),
          ...writeLogs(Stack.of(scope), props.logGroupName),
          ...readAlarms(props.rollbackAlarms),
        ],
      }),
    },
  });
  props.data.bucketKey?.grantDecrypt(role);
  return role;
}

function readModel({ bucketArn, key, uncompressed }: ModelData): PolicyStatement[] {
  const read = new PolicyStatement({
    actions: ['s3:GetObject'],
    resources: [`${bucketArn}/${key}${uncompressed ? '*' : ''}`],
  });
  if (!uncompressed) return [read];
  const list = new PolicyStatement({
    actions: ['s3:ListBucket'],
    resources: [bucketArn],
    conditions: { StringLike: { 's3:prefix': `${key}*` } },
  });
  return [read, list];
}

function pullImage({ repositoryArn }: BoundImage): PolicyStatement[] {
  if (repositoryArn === undefined) return [];
  return [
    new PolicyStatement({
      actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
      resources: [repositoryArn],
    }),
    // The action supports no resource.
    new PolicyStatement({ actions: ['ecr:GetAuthorizationToken'], resources: ['*'] }),
  ];
}

function writeLogs(stack: Stack, logGroupName: string): PolicyStatement[] {
  const logGroupArn = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `${logGroupName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
      resources: [logGroupArn],
    }),
  ];
}

/** SageMaker watches the alarms of a guarded deployment with this role. */
function readAlarms(alarms: Alarm[]): PolicyStatement[] {
  if (alarms.length === 0) return [];
  return [
    new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: alarms.map((alarm) => alarm.alarmArn) }),
  ];
}
