import { InstanceType, Scaling } from '../../lib';
import { fleet, findingsOf, templateOf } from './fixtures';

test.each([
  ['GPUUtilization', Scaling.gpuUtilization({ maxCapacity: 4, percent: 70 })],
  ['GPUMemoryUtilization', Scaling.gpuMemory({ maxCapacity: 4, percent: 70 })],
])('the target of %s is the sum over the GPUs of an instance', (metricName, scaling) => {
  const fourGpus = fleet([InstanceType.G5_12XLARGE]);
  expect(findingsOf(scaling, fourGpus)).toEqual([]);
  templateOf(scaling, fourGpus).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 280,
      CustomizedMetricSpecification: {
        Namespace: '/aws/sagemaker/Endpoints',
        MetricName: metricName,
        Dimensions: [
          { Name: 'EndpointName', Value: 'bert' },
          { Name: 'VariantName', Value: 'AllTraffic' },
        ],
        Statistic: 'Average',
      },
    },
  });
});

test.each([0, -1, 100, NaN])('%d percent is refused', (percent) => {
  expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent }))).toEqual(['sm.scaling scaling.percent']);
});

test('types with unknown numbers of GPUs are refused, with a way out', () => {
  const [finding] = Scaling.gpuMemory({ maxCapacity: 4, percent: 50 })._check(
    fleet([InstanceType.of('ml.g99.xlarge')]),
  );
  expect(finding).toMatchObject({ ruleId: 'sm.scaling-gpu-count', field: 'instanceType' });
  expect(finding.message).toMatch(/ml\.g99\.xlarge.*Scaling\.custom/);
});

test('a pool of types with different numbers of GPUs has no common target', () => {
  const pool = fleet([InstanceType.G5_XLARGE, InstanceType.G5_12XLARGE]);
  expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 50 }), pool)).toEqual([
    'sm.scaling-gpu-count instancePools',
  ]);
});
