/**
 * Reproduces the requests of two notebooks that scale the endpoint of a language model from one to two instances by the number of
 * concurrent requests. The first notebook uses target tracking of the high-resolution metric. The second notebook uses step scaling
 * policies and alarms. Both endpoints scale in when the requests have ended.
 */
import { DIMENSION, example, notebook, ROLE } from './notebook';

export const TRACKING = example('sm-app_autoscaling_realtime_endpoints');
export const STEPS = example('sm-app_autoscaling_realtime_endpoints_step_scaling');

const ENDPOINT = 'Llama3-8B-fas';
const TARGET = {
  ServiceNamespace: 'sagemaker',
  ResourceId: `endpoint/${ENDPOINT}/variant/AllTraffic`,
  ScalableDimension: DIMENSION,
};

/**
 * Deploys an endpoint as the method `deploy` of the SageMaker SDK does. There is no model data, since the container downloads the model
 * from a hub.
 */
async function deployEndpoint() {
  const aws = notebook();
  const { callAutoScaling, callSageMaker, untilSettled } = aws;
  await callSageMaker('CreateModel', {
    ModelName: ENDPOINT,
    ExecutionRoleArn: ROLE,
    PrimaryContainer: {
      Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/huggingface-pytorch-tgi-inference:2.3.0-tgi2.0.0-gpu',
      Environment: { HF_MODEL_ID: 'meta-llama/Meta-Llama-3-8B-Instruct', SM_NUM_GPUS: '1' },
    },
  });
  await callSageMaker('CreateEndpointConfig', {
    EndpointConfigName: ENDPOINT,
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        ModelName: ENDPOINT,
        InstanceType: 'ml.g5.2xlarge',
        InitialInstanceCount: 1,
        ContainerStartupHealthCheckTimeoutInSeconds: 900,
      },
    ],
  });
  await callSageMaker('CreateEndpoint', { EndpointName: ENDPOINT, EndpointConfigName: ENDPOINT });
  await untilSettled(ENDPOINT);
  await callAutoScaling('RegisterScalableTarget', { ...TARGET, MinCapacity: 1, MaxCapacity: 2 });
  return aws;
}

type DeployedNotebook = Awaited<ReturnType<typeof deployEndpoint>>;

/** Sends requests that take five seconds each for some minutes, and then describes the endpoint. */
async function describeUnderLoad(
  { describeEndpoint, minutes, sagemaker }: DeployedNotebook,
  concurrentRequests: number,
  durationMinutes: number,
) {
  sagemaker.hooks.quality = () => ({ latencyMilliseconds: 5000 });
  sagemaker.hooks.requestsPerMinute = () => concurrentRequests * 12;
  await minutes(durationMinutes);
  return describeEndpoint(ENDPOINT);
}
const endpointWithInstances = (count: number): object => ({
  EndpointStatus: 'InService',
  ProductionVariants: [{ CurrentInstanceCount: count, DesiredInstanceCount: count }],
});

test('target tracking scales out after 3 datapoints within 30 seconds, and in after 90 datapoints within 15 minutes', async () => {
  const aws = await deployEndpoint();
  const { callAutoScaling, callCloudWatch } = aws;
  const { Alarms } = await callAutoScaling('PutScalingPolicy', {
    ...TARGET,
    PolicyName: 'SageMakerEndpointScalingPolicy',
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 5,
      PredefinedMetricSpecification: {
        PredefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
      },
      ScaleInCooldown: 300,
      ScaleOutCooldown: 300,
    },
  });
  const AlarmNames = (Alarms as { AlarmName: string }[]).map(({ AlarmName }) => AlarmName);
  expect(AlarmNames).toEqual([expect.stringContaining('AlarmHigh'), expect.stringContaining('AlarmLow')]);
  const { MetricAlarms } = await callCloudWatch('DescribeAlarms', { AlarmNames });
  expect(MetricAlarms).toMatchObject([
    { Threshold: 5, Period: 10, EvaluationPeriods: 3, ComparisonOperator: 'GreaterThanThreshold' },
    { Threshold: 4.5, Period: 10, EvaluationPeriods: 90, ComparisonOperator: 'LessThanThreshold' },
  ]);

  expect(await describeUnderLoad(aws, 100, 12)).toMatchObject(endpointWithInstances(2));
  expect(await describeUnderLoad(aws, 0, 25)).toMatchObject(endpointWithInstances(1));

  await callAutoScaling('DeregisterScalableTarget', TARGET);
  expect(await callCloudWatch('DescribeAlarms', { AlarmNames })).toMatchObject({ MetricAlarms: [] });
});

test('alarms with 3 datapoints within 3 minutes invoke step scaling policies', async () => {
  const aws = await deployEndpoint();
  const { callAutoScaling, callCloudWatch } = aws;
  const putPolicy = async (PolicyName: string, StepAdjustments: object[]): Promise<unknown> => {
    const { PolicyARN } = await callAutoScaling('PutScalingPolicy', {
      ...TARGET,
      PolicyName: `${ENDPOINT}-${PolicyName}`,
      PolicyType: 'StepScaling',
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'ChangeInCapacity',
        Cooldown: 300,
        MetricAggregationType: 'Maximum',
        StepAdjustments,
      },
    });
    return PolicyARN;
  };
  const scaleOutArn = await putPolicy('ScaleOutPolicy', [
    { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 20, ScalingAdjustment: 1 },
    { MetricIntervalLowerBound: 20, ScalingAdjustment: 2 },
  ]);
  const scaleInArn = await putPolicy('ScaleInPolicy', [
    { MetricIntervalUpperBound: 0, MetricIntervalLowerBound: -20, ScalingAdjustment: -1 },
    { MetricIntervalUpperBound: -20, ScalingAdjustment: -2 },
  ]);
  const putAlarm = (name: string, action: unknown, ComparisonOperator: string, Threshold: number) =>
    callCloudWatch('PutMetricAlarm', {
      AlarmName: `Step-Scaling-${name}-SageMaker:${TARGET.ResourceId}`,
      MetricName: 'ConcurrentRequestsPerModel',
      Namespace: 'AWS/SageMaker',
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 3,
      Threshold,
      ComparisonOperator,
      Dimensions: [
        { Name: 'EndpointName', Value: ENDPOINT },
        { Name: 'VariantName', Value: 'AllTraffic' },
      ],
      AlarmActions: [action],
      TreatMissingData: 'ignore',
    });
  await putAlarm('AlarmHigh', scaleOutArn, 'GreaterThanOrEqualToThreshold', 20);
  await putAlarm('AlarmLow', scaleInArn, 'LessThanOrEqualToThreshold', 10);

  expect(await describeUnderLoad(aws, 100, 15)).toMatchObject(endpointWithInstances(2));
  expect(await describeUnderLoad(aws, 0, 15)).toMatchObject(endpointWithInstances(1));
});
