import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Match } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { InstanceType, Scaling } from '../../lib';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';
import { createScaledVariant, findingsOf, policyNameWith, scalingTemplate } from './fixtures';

/** A component with two copies. */
const COMPONENT: ScaledVariant = {
  variantName: 'detector',
  inferenceComponentName: 'vision-detector',
  initialInstanceCount: 2,
  instanceTypes: [InstanceType.G5_12XLARGE],
};

const invocations = Scaling.invocationsPerCopy({ maxCapacity: 4, invocationsPerSecond: 5 });
const waiting = new Metric({ namespace: 'Work', metricName: 'Waiting' });

test('the copies of a component scale on invocations per copy, in requests per minute', () => {
  const template = scalingTemplate(invocations, COMPONENT);
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    ServiceNamespace: 'sagemaker',
    ResourceId: 'inference-component/vision-detector',
    ScalableDimension: 'sagemaker:inference-component:DesiredCopyCount',
    MinCapacity: 2,
    MaxCapacity: 4,
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    PolicyName: policyNameWith('InvocationsPerCopy'),
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 300,
      PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerInferenceComponentInvocationsPerCopy' },
      ScaleInCooldown: 600,
      ScaleOutCooldown: 200,
    },
  });
  template.resourceCountIs('AWS::CloudWatch::Alarm', 0);
});

test('the copies of a component scale on concurrent requests per copy', () => {
  const scaling = Scaling.concurrentRequestsPerCopy({ minCapacity: 1, maxCapacity: 4, requestsPerCopy: 8 });
  scalingTemplate(scaling, COMPONENT).hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    PolicyName: policyNameWith('ConcurrentRequestsPerCopy'),
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: 8,
      PredefinedMetricSpecification: {
        PredefinedMetricType: 'SageMakerInferenceComponentConcurrentRequestsPerCopyHighResolution',
      },
    },
  });
});

test('the names of the policies do not depend on the instance types, since a component is never deregistered', () => {
  const names = ([InstanceType.G5_12XLARGE, InstanceType.G6_12XLARGE] as const).map((type) =>
    Object.values(
      scalingTemplate(invocations, { ...COMPONENT, instanceTypes: [type] }).findResources(
        'AWS::ApplicationAutoScaling::ScalingPolicy',
      ),
    ).map(({ Properties }) => Properties.PolicyName),
  );
  expect(names[0]).toEqual(names[1]);
});

describe('with a minCapacity of 0,', () => {
  test('a step scaling policy starts the first copy after one rejected request', () => {
    const scaling = Scaling.invocationsPerCopy({
      ...{ minCapacity: 0, maxCapacity: 4, invocationsPerSecond: 5 },
      scaleOutCooldown: Duration.seconds(300),
    });
    const template = scalingTemplate(scaling, COMPONENT);
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: policyNameWith('FromZero'),
      PolicyType: 'StepScaling',
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'ChangeInCapacity',
        MetricAggregationType: 'Maximum',
        Cooldown: 300,
        StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
      },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: Match.stringLikeRegexp('^bert/detector/scaling/FromZero-'),
      Namespace: 'AWS/SageMaker',
      MetricName: 'NoCapacityInvocationFailures',
      Dimensions: [{ Name: 'InferenceComponentName', Value: 'vision-detector' }],
      Statistic: 'Sum',
      Period: 60,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
      DatapointsToAlarm: 1,
      TreatMissingData: 'notBreaching',
      AlarmActions: [{ Ref: Match.stringLikeRegexp('^FromZero') }],
    });
  });

  test('combined strategies start one first copy', () => {
    const both = Scaling.combine(
      Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 4, invocationsPerSecond: 5 }),
      Scaling.concurrentRequestsPerCopy({ minCapacity: 0, maxCapacity: 4, requestsPerCopy: 8 }),
    );
    expect(findingsOf(both, COMPONENT)).toEqual([]);
    const template = scalingTemplate(both, COMPONENT);
    template.resourceCountIs('AWS::ApplicationAutoScaling::ScalingPolicy', 3);
    template.resourceCountIs('AWS::CloudWatch::Alarm', 1);
  });

  test('a component is created with at least one copy', () => {
    const scaling = Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 4, invocationsPerSecond: 5 });
    expect(scaling._initialCapacity).toBe(1);
    expect(scaling._range(1)).toEqual({ minimum: 0, maximum: 4 });
  });
});

test('a component accepts metrics of the user, schedules to zero copies, and no scaling', () => {
  const steps = [
    { upper: 2, change: -1 },
    { lower: 8, change: 1 },
  ];
  const night = { name: 'night', schedule: Schedule.cron({ hour: '22' }), minCapacity: 0 };
  for (const scaling of [
    Scaling.custom({ maxCapacity: 4, metric: waiting, targetValue: 5 }),
    Scaling.steps({ minCapacity: 0, maxCapacity: 4, metric: waiting, steps }),
    Scaling.scheduled({ maxCapacity: 4, actions: [night] }),
    Scaling.none(),
  ]) {
    expect(findingsOf(scaling, COMPONENT)).toEqual([]);
  }
});

const limits = { maxCapacity: 4 };

test.each<[string, Scaling]>([
  ['invocationsPerInstance', Scaling.invocationsPerInstance({ ...limits, invocationsPerSecond: 5 })],
  ['concurrentRequests', Scaling.concurrentRequests({ ...limits, requestsPerInstance: 8 })],
  ['gpuUtilization', Scaling.gpuUtilization({ ...limits, percent: 60 })],
  ['backlogPerInstance', Scaling.backlogPerInstance({ ...limits, backlogPerInstance: 5 })],
])(
  'a component rejects Scaling.%s, whose metric is per instance, and names the allowed strategies',
  (name, scaling) => {
    expect(scaling._check(COMPONENT)).toEqual([
      expect.objectContaining({
        ruleId: 'ic.scaling',
        field: 'scaling',
        message: `got Scaling.${name}, which scales instances; allowed for the copies of an inference component: Scaling.invocationsPerCopy, Scaling.concurrentRequestsPerCopy, Scaling.custom, Scaling.steps or Scaling.scheduled`,
      }),
    ]);
  },
);

test.each<[string, boolean, string]>([
  ['a real-time endpoint', false, 'Scaling.invocationsPerInstance or Scaling.concurrentRequests'],
  ['an asynchronous endpoint', true, 'Scaling.backlogPerInstance'],
])('a variant of %s rejects strategies on copies', (_, asynchronous, allowed) => {
  expect(invocations._check({ ...createScaledVariant(), asynchronous })).toEqual([
    expect.objectContaining({
      ruleId: 'ic.scaling',
      message: `got Scaling.invocationsPerCopy, which scales the copies of an inference component; allowed for instances: ${allowed}`,
    }),
  ]);
});

test.each<[string, Scaling, string[]]>([
  [
    'a target of 0',
    Scaling.concurrentRequestsPerCopy({ ...limits, requestsPerCopy: 0 }),
    ['sm.scaling scaling.requestsPerCopy'],
  ],
  [
    'requests per minute instead of per second',
    Scaling.invocationsPerCopy({ ...limits, invocationsPerSecond: 60_000 }),
    ['sm.scaling-unit scaling.invocationsPerSecond'],
  ],
  [
    'a minCapacity of 0 without a policy that starts the first copy',
    Scaling.custom({ minCapacity: 0, maxCapacity: 4, metric: waiting, targetValue: 5 }),
    ['ic.scaling scaling.minCapacity'],
  ],
])('a component rejects %s', (_, scaling, findings) => {
  expect(findingsOf(scaling, COMPONENT)).toEqual(findings);
});

test('a capacity that does not fit is compared with the copy count', () => {
  const [{ message }] = Scaling.invocationsPerCopy({ maxCapacity: 1, invocationsPerSecond: 5 })._check(COMPONENT);
  expect(message).toBe('got 1; allowed: at least the copyCount 2');
});
