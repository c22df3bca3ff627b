import { App, CfnParameter, Duration, Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import * as fc from 'fast-check';
import { InstanceType, Scaling, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';
import { createScaledVariant, findingsOf, policyNameWith, scalingTemplate } from './fixtures';

test('invocations per second are converted to invocations per minute', () => {
  const template = scalingTemplate(Scaling.invocationsPerInstance({ maxCapacity: 23, invocationsPerSecond: 22 }));
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

test('cooldowns can be set', () => {
  const props = { scaleInCooldown: Duration.minutes(1), scaleOutCooldown: Duration.seconds(0) };
  scalingTemplate(
    Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 16, ...props }),
  ).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    TargetTrackingScalingPolicyConfiguration: { ScaleInCooldown: 60, ScaleOutCooldown: 0 },
  });
});

test('without scaling, nothing is registered and there are no findings', () => {
  expect(scalingTemplate(Scaling.none()).toJSON().Resources).toBeUndefined();
  expect(findingsOf(Scaling.none(), createScaledVariant([InstanceType.of('ml.t2.medium')]))).toEqual([]);
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
])('the options %j are rejected for 2 instances, with an error about %s', (props, property) => {
  expect(findingsOf(Scaling.invocationsPerInstance(props))).toEqual([`sm.scaling scaling.${property}`]);
});

test('capacity limits are valid exactly if 1 <= minCapacity <= instance count <= maxCapacity', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2, max: 9 }), fc.integer({ min: 1, max: 9 }), fc.integer(), (min, count, max) => {
      const scaling = Scaling.concurrentRequests({ minCapacity: min, maxCapacity: max, requestsPerInstance: 1 });
      const errors = scaling
        ._check(createScaledVariant(undefined, count))
        .filter(({ severity }) => severity !== 'warning');
      expect(errors.length === 0).toBe(1 <= min && min <= count && count <= max);
    }),
  );
});

test.each(['ml.t2.medium', 'ml.t3.xlarge'])('scaling of the burstable type %s is rejected', (name) => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 });
  expect(findingsOf(scaling, createScaledVariant([InstanceType.of(name)]))).toEqual([
    'sm.scaling-burstable instanceType',
  ]);
});

test('a Trainium type is not burstable, although its name starts with t', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 1 });
  expect(findingsOf(scaling, createScaledVariant([InstanceType.of('ml.trn1.2xlarge')]))).toEqual([]);
});

test('a minimum that equals the maximum causes a warning', () => {
  const scaling = Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 1 });
  expect(scaling._check(createScaledVariant())).toEqual([
    expect.objectContaining({ ruleId: 'sm.scaling-idle', severity: 'warning' }),
  ]);
});

test('capacity limits that are tokens are not compared', () => {
  const [token, maxCapacity] = ['Count', 'Most'].map((name) => Token.asNumber({ Ref: name }));
  const scaling = Scaling.concurrentRequests({ minCapacity: token, maxCapacity, requestsPerInstance: token });
  expect(findingsOf(scaling, createScaledVariant(undefined, token))).toEqual([]);
  expect(findingsOf(scaling)).toEqual([]);
  expect(Token.isUnresolved(scaling.maxCapacity)).toBe(true);
});

test('a rate that is a token is rejected, because the target is a multiple of the rate', () => {
  const invocationsPerSecond = Token.asNumber({ Ref: 'Rate' });
  expect(findingsOf(Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond }))).toEqual([
    'sm.scaling scaling.invocationsPerSecond',
  ]);
});

test('IDs of policies contain the instance types, but the ID of the scalable target does not', () => {
  const scaling = Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 1 });
  const idsOf = (type: InstanceType, resourceType: string): string[] =>
    Object.keys(scalingTemplate(scaling, createScaledVariant([type])).findResources(resourceType));
  const target = 'AWS::ApplicationAutoScaling::ScalableTarget';
  const policy = 'AWS::ApplicationAutoScaling::ScalingPolicy';
  expect(idsOf(InstanceType.G5_XLARGE, target)).toEqual(idsOf(InstanceType.G6_XLARGE, target));
  expect(idsOf(InstanceType.G5_XLARGE, policy)).not.toEqual(idsOf(InstanceType.G6_XLARGE, policy));
  scalingTemplate(scaling, createScaledVariant([InstanceType.G5_XLARGE, InstanceType.G6_XLARGE])).hasResourceProperties(
    policy,
    {
      PolicyName: policyNameWith('InvocationsPerInstance-ml.g5.xlarge-ml.g6.xlarge'),
    },
  );
});

test('a number of instances that is known only at deployment cannot be doubled, so the default scaling has a warning', () => {
  const stack = new Stack(new App(), 'Stack');
  const instanceCount = new CfnParameter(stack, 'Count', { type: 'Number' }).valueAsNumber;
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), instanceCount });
  const [warning] = Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp('sm\\.scaling-idle'));
  expect(warning.entry.data).toMatch(/got a number known only at deployment.*set scaling with a maxCapacity/);
});
