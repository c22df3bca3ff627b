/**
 * Two notebooks that let a language model's endpoint scale from one instance to two by its concurrent requests: with target tracking on the
 * high-resolution metric, and with step policies and alarms. Both scale in again when the requests have ended.
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

/** The SDK's `deploy` sends these three. The model is on a hub: it has no model data. */
async function deployed() {
  const account = notebook();
  const { callAutoScaling, callSageMaker, untilSettled } = account;
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
  return account;
}

type Account = Awaited<ReturnType<typeof deployed>>;

/** So many requests at a time, of five seconds each; and how many instances the endpoint then has. */
async function counts({ describeEndpoint, minutes, sagemaker }: Account, concurrent: number, after: number) {
  sagemaker.hooks.quality = () => ({ latencyMilliseconds: 5000 });
  sagemaker.hooks.requestsPerMinute = () => concurrent * 12;
  await minutes(after);
  return describeEndpoint(ENDPOINT);
}
const instances = (count: number): object => ({
  EndpointStatus: 'InService',
  ProductionVariants: [{ CurrentInstanceCount: count, DesiredInstanceCount: count }],
});

test('target tracking: out after 3 datapoints within 30 seconds, in after 90 within 15 minutes', async () => {
  const account = await deployed();
  const { callAutoScaling, callCloudWatch } = account;
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

  expect(await counts(account, 100, 12)).toMatchObject(instances(2));
  expect(await counts(account, 0, 25)).toMatchObject(instances(1));

  await callAutoScaling('DeregisterScalableTarget', TARGET);
  expect(await callCloudWatch('DescribeAlarms', { AlarmNames })).toMatchObject({ MetricAlarms: [] });
});

test('steps: alarms on the concurrency call the policies, with 3 datapoints within 3 minutes', async () => {
  const account = await deployed();
  const { callAutoScaling, callCloudWatch } = account;
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
  const out = await putPolicy('ScaleOutPolicy', [
    { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 20, ScalingAdjustment: 1 },
    { MetricIntervalLowerBound: 20, ScalingAdjustment: 2 },
  ]);
  const into = await putPolicy('ScaleInPolicy', [
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
  await putAlarm('AlarmHigh', out, 'GreaterThanOrEqualToThreshold', 20);
  await putAlarm('AlarmLow', into, 'LessThanOrEqualToThreshold', 10);

  expect(await counts(account, 100, 15)).toMatchObject(instances(2));
  expect(await counts(account, 0, 15)).toMatchObject(instances(1));
});
