import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Match } from 'aws-cdk-lib/assertions';
import { BacklogPerInstanceOptions, Scaling } from '../../lib';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';
import { findingsOf, createScaledVariant, policyNameWith, scalingTemplate } from './fixtures';

const ASYNCHRONOUS_VARIANT: ScaledVariant = { ...createScaledVariant(undefined, 1), asynchronous: true };

function backlog(props: Partial<BacklogPerInstanceOptions> = {}): Scaling {
  return Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 5, ...props });
}

describe('with a minCapacity of 0,', () => {
  const template = scalingTemplate(backlog({ scaleOutCooldown: Duration.seconds(300) }), ASYNCHRONOUS_VARIANT);

  test('target tracking uses the backlog per instance', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 4 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: policyNameWith('BacklogPerInstance-ml.g5.xlarge'),
      PolicyType: 'TargetTrackingScaling',
      TargetTrackingScalingPolicyConfiguration: {
        TargetValue: 5,
        CustomizedMetricSpecification: {
          Namespace: 'AWS/SageMaker',
          MetricName: 'ApproximateBacklogSizePerInstance',
          Dimensions: [{ Name: 'EndpointName', Value: 'bert' }],
          Statistic: 'Average',
        },
        ScaleInCooldown: 600,
        ScaleOutCooldown: 300,
      },
    });
  });

  test('a step scaling policy starts the first instance if a request waits', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: policyNameWith('FromZero-ml.g5.xlarge'),
      PolicyType: 'StepScaling',
      ScalingTargetId: { Ref: 'ScalableTarget' },
      StepScalingPolicyConfiguration: {
        AdjustmentType: 'ChangeInCapacity',
        MetricAggregationType: 'Average',
        Cooldown: 300,
        StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
      },
    });
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'AWS/SageMaker',
      MetricName: 'HasBacklogWithoutCapacity',
      Dimensions: [{ Name: 'EndpointName', Value: 'bert' }],
      Statistic: 'Average',
      Period: 60,
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 2,
      DatapointsToAlarm: 2,
      AlarmActions: [{ Ref: Match.stringLikeRegexp('^FromZero') }],
    });
  });
});

test('a variant with at least one instance has no alarm on waiting requests', () => {
  scalingTemplate(backlog({ minCapacity: 1 }), ASYNCHRONOUS_VARIANT).resourceCountIs('AWS::CloudWatch::Alarm', 0);
});

test('an asynchronous variant can scale in to zero instances, also on a schedule', () => {
  const atNight = Scaling.scheduled({
    minCapacity: 0,
    maxCapacity: 4,
    actions: [{ name: 'night', schedule: Schedule.cron({ hour: '22' }), minCapacity: 0 }],
  });
  expect(findingsOf(Scaling.combine(backlog(), atNight), ASYNCHRONOUS_VARIANT)).toEqual([]);
});

test.each<[string, Scaling, ScaledVariant, string[]]>([
  [
    'a backlog target of a real-time endpoint',
    backlog(),
    createScaledVariant(),
    ['sm.scaling scaling.minCapacity', 'async.scaling scaling'],
  ],
  [
    'a backlog target of 0',
    backlog({ backlogPerInstance: 0 }),
    ASYNCHRONOUS_VARIANT,
    ['sm.scaling scaling.backlogPerInstance'],
  ],
  [
    'concurrent requests, which asynchronous endpoints do not publish',
    Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 2 }),
    ASYNCHRONOUS_VARIANT,
    ['async.scaling scaling'],
  ],
  [
    'a minCapacity of 0 without a policy that starts the first instance',
    Scaling.gpuUtilization({ minCapacity: 0, maxCapacity: 4, percent: 60 }),
    ASYNCHRONOUS_VARIANT,
    ['async.scaling scaling.minCapacity'],
  ],
])('rejects %s', (_, scaling, variant, findings) => {
  expect(findingsOf(scaling, variant)).toEqual(findings);
});
