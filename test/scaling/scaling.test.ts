import { App, Stack, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Scaling } from '../../lib';

const variant = { endpointName: 'bert', variantName: 'AllTraffic', initialInstanceCount: 2 };

function templateOf(scaling: Scaling): Template {
  const stack = new Stack(new App(), 'Stack');
  scaling._bind(stack, variant);
  return Template.fromStack(stack);
}

test('invocations per second become the per-minute target that SageMaker counts', () => {
  const template = templateOf(Scaling.invocationsPerInstance({ maxCapacity: 23, invocationsPerSecond: 22 }));
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    ResourceId: 'endpoint/bert/variant/AllTraffic',
    ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
    ServiceNamespace: 'sagemaker',
    MinCapacity: 2,
    MaxCapacity: 23,
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 1320,
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
      ScaleInCooldown: 600,
      ScaleOutCooldown: 200,
    },
  });
});

test('concurrent requests use the high-resolution metric', () => {
  templateOf(Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 16 })).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 16,
        PredefinedMetricSpecification: {
          PredefinedMetricType: 'SageMakerVariantConcurrentRequestsPerModelHighResolution',
        },
      },
    },
  );
});

test.each([
  [{ maxCapacity: 1, invocationsPerSecond: 1 }, 'maxCapacity'],
  [{ maxCapacity: 4, minCapacity: 3, invocationsPerSecond: 1 }, 'minCapacity'],
  [{ maxCapacity: 4, minCapacity: 0, invocationsPerSecond: 1 }, 'minCapacity'],
  [{ maxCapacity: 4, invocationsPerSecond: 0 }, 'invocationsPerSecond'],
  [{ maxCapacity: NaN, invocationsPerSecond: 1 }, 'maxCapacity'],
])('%j with 2 instances is a problem of %s', (props, property) => {
  expect(
    Scaling.invocationsPerInstance(props)
      ._problems(2)
      .map((problem) => problem.property),
  ).toEqual([property]);
});

test('min up to initial up to max is fine', () => {
  expect(
    Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 2, invocationsPerSecond: 0.5 })._problems(2),
  ).toEqual([]);
});

test('tokens are not compared', () => {
  const token = Token.asNumber({ Ref: 'Count' });
  expect(
    Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 2, invocationsPerSecond: token })._problems(token),
  ).toEqual([]);
});
