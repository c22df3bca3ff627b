/**
 * Reproduces the requests of a notebook about an endpoint that scales by a weighted metric. The endpoint has three instance pools, and uses
 * the first pool with capacity.
 */
import { DIMENSION, hostingExample, notebook, ROLE } from './notebook';

export const SOURCE = hostingExample(
  '03-features/capacity-aware-instance-pool/single_model_endpoint_with_instance_pools.ipynb',
);

const NAME = 'model-260101-000000';
/** For each pool, in the order of priority, the maximum number of concurrent requests per instance. */
const POOLS = { 'ml.g6.24xlarge': 12, 'ml.g5.48xlarge': 16, 'ml.g5.12xlarge': 7 };
const TYPES = Object.keys(POOLS);
const TARGET = {
  ServiceNamespace: 'sagemaker',
  ResourceId: `endpoint/${NAME}/variant/v1`,
  ScalableDimension: DIMENSION,
};

/** Deploys the endpoint in a simulated account. Returns the account, and the statuses of the endpoint until it is InService or Failed. */
async function deployEndpoint({ available = TYPES } = {}) {
  const aws = notebook();
  const { callSageMaker, sagemaker, untilSettled } = aws;
  sagemaker.hooks.hasCapacity = (type) => available.includes(type);
  await callSageMaker('CreateModel', {
    ModelName: NAME,
    ExecutionRoleArn: ROLE,
    PrimaryContainer: {
      Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/djl-inference:0.36.0-lmi23.0.0-cu129',
      Environment: { HF_MODEL_ID: 'Qwen/Qwen3-4B', SERVING_FAIL_FAST: 'true', OPTION_ASYNC_MODE: 'true' },
    },
  });
  await callSageMaker('CreateEndpointConfig', {
    EndpointConfigName: NAME,
    ProductionVariants: [
      {
        VariantName: 'v1',
        RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
        ModelName: NAME,
        InitialInstanceCount: 1,
        ContainerStartupHealthCheckTimeoutInSeconds: 900,
        VariantInstanceProvisionTimeoutInSeconds: 3600,
        InstancePools: TYPES.map((InstanceType, index) => ({ InstanceType, Priority: index + 1 })),
      },
    ],
  });
  await callSageMaker('CreateEndpoint', { EndpointName: NAME, EndpointConfigName: NAME });
  return { ...aws, statuses: await untilSettled(NAME) };
}

const endpointWithPools = (...counts: number[]): object => ({
  EndpointStatus: 'InService',
  ProductionVariants: [
    {
      VariantName: 'v1',
      InstancePools: TYPES.map((InstanceType, index) => ({ InstanceType, CurrentInstanceCount: counts[index] })),
    },
  ],
});

test.each([
  ['the first pool, if it has capacity', TYPES, [1, 0, 0]],
  ['the second pool, if the first has no capacity', TYPES.slice(1), [0, 1, 0]],
  ['the last pool, if only this pool has capacity', TYPES.slice(2), [0, 0, 1]],
])('an endpoint uses an instance from %s', async (_, available, counts) => {
  const { describeEndpoint, statuses } = await deployEndpoint({ available });
  expect(statuses).toEqual(['Creating', 'InService']);
  expect(await describeEndpoint(NAME)).toMatchObject(endpointWithPools(...counts));
});

test('a policy can track the weighted concurrency of the pools, and new instances come from pools with capacity', async () => {
  const { callAutoScaling, callSageMaker, cloudwatch, describeEndpoint, minutes, sagemaker } = await deployEndpoint();
  await callAutoScaling('RegisterScalableTarget', { ...TARGET, MinCapacity: 1, MaxCapacity: 10 });
  await callAutoScaling('PutScalingPolicy', {
    ...TARGET,
    PolicyName: `${NAME}-weighted-utilization-scaling`,
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 0.7,
      ScaleInCooldown: 300,
      ScaleOutCooldown: 60,
      CustomizedMetricSpecification: {
        Metrics: [
          ...TYPES.map((type, index) => ({
            Id: `concurrency_${index}`,
            MetricStat: {
              Metric: {
                Namespace: 'AWS/SageMaker',
                MetricName: 'ConcurrentRequestsPerModel',
                Dimensions: [
                  { Name: 'EndpointName', Value: NAME },
                  { Name: 'VariantName', Value: 'v1' },
                  { Name: 'InstanceType', Value: type },
                ],
              },
              Stat: 'Average',
            },
            ReturnData: false,
          })),
          {
            Id: 'weighted_utilization',
            Expression: `(${Object.values(POOLS)
              .map((concurrency, index) => `concurrency_${index} / ${concurrency}`)
              .join(' + ')}) / 3`,
            ReturnData: true,
          },
        ],
      },
    },
  });
  expect(
    await callAutoScaling('DescribeScalableTargets', {
      ServiceNamespace: 'sagemaker',
      ResourceIds: [TARGET.ResourceId],
      ScalableDimension: DIMENSION,
    }),
  ).toMatchObject({ ScalableTargets: [{ MinCapacity: 1, MaxCapacity: 10 }] });
  expect(await callAutoScaling('DescribeScalingPolicies', TARGET)).toMatchObject({ ScalingPolicies: [{}] });

  // The first pool has no more capacity.
  sagemaker.hooks.hasCapacity = (type) => type !== TYPES[0];
  await callSageMaker('UpdateEndpointWeightsAndCapacities', {
    EndpointName: NAME,
    DesiredWeightsAndCapacities: [{ VariantName: 'v1', DesiredInstanceCount: 3 }],
  });
  await minutes(8);
  expect(await describeEndpoint(NAME)).toMatchObject(endpointWithPools(1, 2, 0));
  const published = cloudwatch.metrics
    .publishedMetrics()
    .map(({ name, dimensions }) => `${name} ${dimensions.InstanceType}`);
  expect(published).toEqual(
    expect.arrayContaining(TYPES.slice(0, 2).map((type) => `ConcurrentRequestsPerModel ${type}`)),
  );
});
