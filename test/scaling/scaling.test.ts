import { Duration, Token } from 'aws-cdk-lib';
import * as fc from 'fast-check';
import { InstanceType, Scaling } from '../../lib';
import { fleet, findingsOf, named, templateOf } from './fixtures';

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

test('cooldowns are those that are given', () => {
  const props = { scaleInCooldown: Duration.minutes(1), scaleOutCooldown: Duration.seconds(0) };
  templateOf(Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 16, ...props })).hasResourceProperties(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    {
      TargetTrackingScalingPolicyConfiguration: { ScaleInCooldown: 60, ScaleOutCooldown: 0 },
    },
  );
});

test('without scaling nothing is registered and nothing is wrong', () => {
  expect(templateOf(Scaling.none()).toJSON().Resources).toBeUndefined();
  expect(findingsOf(Scaling.none(), fleet([InstanceType.of('ml.t2.medium')]))).toEqual([]);
  expect(Scaling.none().maxCapacity).toBeUndefined();
});

test.each([
  [{ maxCapacity: 1, invocationsPerSecond: 1 }, 'maxCapacity'],
  [{ maxCapacity: 4, minCapacity: 3, invocationsPerSecond: 1 }, 'minCapacity'],
  [{ maxCapacity: 4, minCapacity: 0, invocationsPerSecond: 1 }, 'minCapacity'],
  [{ maxCapacity: 4, minCapacity: 1.5, invocationsPerSecond: 1 }, 'minCapacity'],
  [{ maxCapacity: 4, invocationsPerSecond: 0 }, 'invocationsPerSecond'],
  [{ maxCapacity: 4, invocationsPerSecond: Infinity }, 'invocationsPerSecond'],
  [{ maxCapacity: NaN, invocationsPerSecond: 1 }, 'maxCapacity'],
  [{ maxCapacity: 4, invocationsPerSecond: 1, scaleInCooldown: Duration.millis(1500) }, 'scaleInCooldown'],
  [{ maxCapacity: 4, invocationsPerSecond: 1, scaleOutCooldown: Duration.millis(1500) }, 'scaleOutCooldown'],
])('%j with 2 instances is a problem of %s', (props, property) => {
  expect(findingsOf(Scaling.invocationsPerInstance(props))).toEqual([`sm.scaling scaling.${property}`]);
});

test('whatever the limits are, exactly those from 1 up to the instance count and on are allowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer(), (min, count, max) => {
      const scaling = Scaling.concurrentRequests({ minCapacity: min, maxCapacity: max, requestsPerInstance: 1 });
      const errors = scaling._check(fleet(undefined, count)).filter(({ severity }) => severity !== 'warning');
      expect(errors.length === 0).toBe(1 <= min && min <= count && count <= max);
    }),
  );
});

test.each(['ml.t2.medium', 'ml.t3.xlarge'])('%s cannot scale', (name) => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 });
  expect(findingsOf(scaling, fleet([InstanceType.of(name)]))).toEqual(['sm.scaling-burstable instanceType']);
});

test('Trainium begins with a t and is not burstable', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 });
  expect(findingsOf(scaling, fleet([InstanceType.of('ml.trn1.2xlarge')]))).toEqual([]);
});

test('limits without room are a warning', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 1 });
  expect(scaling._check(fleet())).toEqual([
    expect.objectContaining({ ruleId: 'sm.scaling-idle', severity: 'warning' }),
  ]);
});

test('tokens are not compared', () => {
  const token = Token.asNumber({ Ref: 'Count' });
  const scaling = Scaling.concurrentRequests({ minCapacity: token, maxCapacity: token, requestsPerInstance: token });
  expect(findingsOf(scaling, fleet(undefined, token))).toEqual([]);
  expect(findingsOf(scaling)).toEqual([]);
  expect(Token.isUnresolved(scaling.maxCapacity)).toBe(true);
});

test('a token cannot be multiplied', () => {
  const invocationsPerSecond = Token.asNumber({ Ref: 'Rate' });
  expect(findingsOf(Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond }))).toEqual([
    'sm.scaling scaling.invocationsPerSecond',
  ]);
});

test('policies carry the instance type, the target does not: CloudFormation knows it by its variant', () => {
  const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 1 });
  const idsOf = (type: InstanceType, resourceType: string): string[] =>
    Object.keys(templateOf(scaling, fleet([type])).findResources(resourceType));
  const target = 'AWS::ApplicationAutoScaling::ScalableTarget';
  const policy = 'AWS::ApplicationAutoScaling::ScalingPolicy';
  expect(idsOf(InstanceType.G5_XLARGE, target)).toEqual(idsOf(InstanceType.G6_XLARGE, target));
  expect(idsOf(InstanceType.G5_XLARGE, policy)).not.toEqual(idsOf(InstanceType.G6_XLARGE, policy));
  templateOf(scaling, fleet([InstanceType.G5_XLARGE, InstanceType.G6_XLARGE])).hasResourceProperties(policy, {
    PolicyName: named('InvocationsPerInstance-ml.g5.xlarge-ml.g6.xlarge'),
  });
});
