import { InstanceType, Scaling } from '../../lib';
import { createScaledVariant, findingsOf, scalingTemplate } from './fixtures';

test('the target is the sum over the GPUs of an instance', () => {
  const scaling = Scaling.gpuUtilization({ maxCapacity: 4, percent: 70 });
  const fourGpus = createScaledVariant([InstanceType.G5_12XLARGE]);
  expect(findingsOf(scaling, fourGpus)).toEqual([]);
  scalingTemplate(scaling, fourGpus).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 280,
      CustomizedMetricSpecification: {
        Namespace: '/aws/sagemaker/Endpoints',
        MetricName: 'GPUUtilization',
        Dimensions: [
          { Name: 'EndpointName', Value: 'bert' },
          { Name: 'VariantName', Value: 'AllTraffic' },
        ],
        Statistic: 'Average',
      },
    },
  });
});

test.each([0, -1, 100, NaN])('a target of %d percent is rejected', (percent) => {
  expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent }))).toEqual(['sm.scaling scaling.percent']);
});

test('types with an unknown number of GPUs are rejected, and the message names the alternative', () => {
  const [finding] = Scaling.gpuUtilization({ maxCapacity: 4, percent: 50 })._check(
    createScaledVariant([InstanceType.of('ml.g99.xlarge')]),
  );
  expect(finding).toMatchObject({ ruleId: 'sm.scaling-gpu-count', field: 'instanceType' });
  expect(finding.message).toMatch(/ml\.g99\.xlarge.*Scaling\.custom/);
});

test('a pool of types with different numbers of GPUs is rejected', () => {
  const pool = createScaledVariant([InstanceType.G5_XLARGE, InstanceType.G5_12XLARGE]);
  expect(findingsOf(Scaling.gpuUtilization({ maxCapacity: 4, percent: 50 }), pool)).toEqual([
    'sm.scaling-gpu-count instancePools',
  ]);
});
