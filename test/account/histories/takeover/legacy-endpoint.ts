import type { Simulation } from '../../simulation';

export const ENDPOINT = 'Recommender';
export const LOG_GROUP = `/aws/sagemaker/Endpoints/${ENDPOINT}`;
export const VARIANT = 'AllTraffic';
/** The endpoint configuration and the model of the endpoint before the takeover. */
export const LEGACY = 'recommender-2024-05-01';

export const TAG = { Key: 'team', Value: 'recommendations' };

const BUCKET = 'legacy-models';
const ROLE = 'LegacyRole';
const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3';
const TARGET = {
  ServiceNamespace: 'sagemaker',
  ResourceId: `endpoint/${ENDPOINT}/variant/${VARIANT}`,
  ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
};

export interface LegacyOptions {
  readonly instanceType?: string;
  readonly instanceCount?: number;
  readonly dataCapture?: object;
}

type Send = (service: string, operation: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Sends requests with permissions for everything, like a data scientist in a notebook. */
export function senderOf({ account }: Simulation): Send {
  return (service, operation, input) => account.call({ principal: 'deployer', service, operation, input });
}

/** Creates an endpoint as a notebook does: with requests, and outside of CloudFormation. */
export async function createLegacyEndpoint(
  aws: Simulation,
  { instanceType = 'ml.g4dn.xlarge', instanceCount = 2, dataCapture }: LegacyOptions = {},
): Promise<void> {
  const send = senderOf(aws);
  aws.s3.addObject(BUCKET, 'model.tar.gz', Buffer.from('an archive with the old model'));
  await createRole(send, aws);
  await send('sagemaker', 'CreateModel', {
    ModelName: LEGACY,
    ExecutionRoleArn: `arn:aws:iam::${aws.account.accountId}:role/${ROLE}`,
    PrimaryContainer: {
      Image: IMAGE,
      ModelDataUrl: `s3://${BUCKET}/model.tar.gz`,
      Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'doubler' },
    },
  });
  await send('sagemaker', 'CreateEndpointConfig', {
    EndpointConfigName: LEGACY,
    ProductionVariants: [
      {
        VariantName: VARIANT,
        ModelName: LEGACY,
        InstanceType: instanceType,
        InitialInstanceCount: instanceCount,
        InitialVariantWeight: 1,
      },
    ],
    ...(dataCapture && { DataCaptureConfig: dataCapture }),
  });
  await aws.account.sleep(60_000); // until SageMaker finds the configuration
  await send('sagemaker', 'CreateEndpoint', {
    EndpointName: ENDPOINT,
    EndpointConfigName: LEGACY,
    Tags: [TAG],
  });
  await untilInService(aws);
}

/** The policy and the scheduled action that the endpoint has before the takeover. */
export const LEGACY_POLICY = 'SageMakerEndpointInvocationScalingPolicy';
export const LEGACY_ACTION = 'before-the-evening';

/** Registers the variant for scaling, with a policy of the developer guide and a scheduled action. */
export async function scaleLegacyEndpoint(aws: Simulation, limits = { MinCapacity: 2, MaxCapacity: 6 }): Promise<void> {
  const send = senderOf(aws);
  await send('application-autoscaling', 'RegisterScalableTarget', { ...TARGET, ...limits });
  await send('application-autoscaling', 'PutScalingPolicy', {
    ...TARGET,
    PolicyName: LEGACY_POLICY,
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 70,
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      ScaleInCooldown: 600,
      ScaleOutCooldown: 300,
    },
  });
  await send('application-autoscaling', 'PutScheduledAction', {
    ...TARGET,
    ScheduledActionName: LEGACY_ACTION,
    Schedule: 'cron(0 17 * * ? *)',
    Timezone: 'Europe/Berlin',
    ScalableTargetAction: { MinCapacity: 3 },
  });
}

/** Adds a step scaling policy, which an alarm of the user would call by its ARN. */
export async function putStepPolicy(aws: Simulation, PolicyName: string): Promise<void> {
  await senderOf(aws)('application-autoscaling', 'PutScalingPolicy', {
    ...TARGET,
    PolicyName,
    PolicyType: 'StepScaling',
    StepScalingPolicyConfiguration: {
      AdjustmentType: 'ChangeInCapacity',
      StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
    },
  });
}

/** Changes the number of instances without a deployment, as scaling does. */
export async function setInstances(aws: Simulation, count: number): Promise<void> {
  await senderOf(aws)('sagemaker', 'UpdateEndpointWeightsAndCapacities', {
    EndpointName: ENDPOINT,
    DesiredWeightsAndCapacities: [{ VariantName: VARIANT, DesiredInstanceCount: count }],
  });
  await untilInService(aws);
}

/** What operators of the endpoint see: its status, the configuration that it serves, and the number of its instances. */
export async function describeEndpoint(aws: Simulation): Promise<object> {
  const { EndpointStatus, EndpointConfigName, ProductionVariants } = await senderOf(aws)(
    'sagemaker',
    'DescribeEndpoint',
    { EndpointName: ENDPOINT },
  );
  const [variant] = ProductionVariants as { CurrentInstanceCount: number }[];
  return { status: EndpointStatus, config: EndpointConfigName, instances: variant.CurrentInstanceCount };
}

export async function listTags(aws: Simulation): Promise<unknown> {
  const send = senderOf(aws);
  const { EndpointArn } = await send('sagemaker', 'DescribeEndpoint', { EndpointName: ENDPOINT });
  return (await send('sagemaker', 'ListTags', { ResourceArn: EndpointArn })).Tags;
}

/** The scaling of the variant in short: limits, policies and scheduled actions, and whether it is suspended. */
export async function describeScaling(aws: Simulation): Promise<object | undefined> {
  const send = senderOf(aws);
  const id = { ServiceNamespace: 'sagemaker', ScalableDimension: TARGET.ScalableDimension };
  const describe = async (operation: string, key: string, input: object): Promise<Record<string, unknown>[]> =>
    (await send('application-autoscaling', operation, { ...id, ...input }))[key] as Record<string, unknown>[];
  const resource = { ResourceId: TARGET.ResourceId };
  const [target] = await describe('DescribeScalableTargets', 'ScalableTargets', { ResourceIds: [TARGET.ResourceId] });
  if (!target) return undefined;
  const policies = await describe('DescribeScalingPolicies', 'ScalingPolicies', resource);
  const actions = await describe('DescribeScheduledActions', 'ScheduledActions', resource);
  return {
    limits: [target.MinCapacity, target.MaxCapacity],
    policies: policies.map(({ PolicyName }) => PolicyName),
    actions: actions.map(({ ScheduledActionName }) => ScheduledActionName),
    suspended: Object.values(target.SuspendedState as object).some(Boolean),
  };
}

export async function untilInService(aws: Simulation): Promise<void> {
  do await aws.account.sleep(30_000);
  while ((await describeStatus(aws)) !== 'InService');
}

async function describeStatus(aws: Simulation): Promise<unknown> {
  return (await senderOf(aws)('sagemaker', 'DescribeEndpoint', { EndpointName: ENDPOINT })).EndpointStatus;
}

/** Creates a role like the default role of a notebook, which may do more than the endpoint needs. */
async function createRole(send: Send, { account }: Simulation): Promise<void> {
  await send('iam', 'CreateRole', {
    RoleName: ROLE,
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'sagemaker.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    }),
  });
  const Action = ['s3:*', 'logs:*', 'cloudwatch:*', 'ecr:*'];
  await send('iam', 'PutRolePolicy', {
    RoleName: ROLE,
    PolicyName: 'All',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
    }),
  });
  await account.sleep(60_000); // until the role has propagated
}
