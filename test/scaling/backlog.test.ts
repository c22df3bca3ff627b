import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Match } from 'aws-cdk-lib/assertions';
import { BacklogPerInstanceProps, Scaling } from '../../lib';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';
import { findingsOf, fleet, named, templateOf } from './fixtures';

const QUEUED: ScaledVariant = { ...fleet(undefined, 1), asynchronous: true };

function backlog(props: Partial<BacklogPerInstanceProps> = {}): Scaling {
  return Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 5, ...props });
}

describe('with a minCapacity of 0', () => {
  const template = templateOf(backlog({ scaleOutCooldown: Duration.seconds(300) }), QUEUED);

  test('the backlog of each instance is kept at the target', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 4 });
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: named('BacklogPerInstance-ml.g5.xlarge'),
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

  test('the first instance comes when a request waits and there is none', () => {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      PolicyName: named('FromZero-ml.g5.xlarge'),
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

test('a variant that keeps an instance needs no alarm on waiting requests', () => {
  templateOf(backlog({ minCapacity: 1 }), QUEUED).resourceCountIs('AWS::CloudWatch::Alarm', 0);
});

test('an asynchronous variant may go down to 0, at times of a schedule too', () => {
  const atNight = Scaling.scheduled({
    minCapacity: 0,
    maxCapacity: 4,
    actions: [{ name: 'night', schedule: Schedule.cron({ hour: '22' }), minCapacity: 0 }],
  });
  expect(findingsOf(Scaling.combine(backlog(), atNight), QUEUED)).toEqual([]);
});

test.each<[string, Scaling, ScaledVariant, string[]]>([
  [
    'a backlog where there is no queue',
    backlog(),
    fleet(),
    ['sm.scaling scaling.minCapacity', 'async.scaling scaling'],
  ],
  ['a backlog of 0', backlog({ backlogPerInstance: 0 }), QUEUED, ['sm.scaling scaling.backlogPerInstance']],
  [
    'a metric that asynchronous endpoints do not publish',
    Scaling.concurrentRequests({ maxCapacity: 4, requestsPerInstance: 2 }),
    QUEUED,
    ['async.scaling scaling'],
  ],
  [
    'the other one',
    Scaling.invocationsPerInstance({ maxCapacity: 4, invocationsPerSecond: 2 }),
    QUEUED,
    ['async.scaling scaling'],
  ],
  [
    'a way down to 0 without a way up',
    Scaling.gpuUtilization({ minCapacity: 0, maxCapacity: 4, percent: 60 }),
    QUEUED,
    ['async.scaling scaling.minCapacity'],
  ],
])('refused is %s', (_, scaling, variant, findings) => {
  expect(findingsOf(scaling, variant)).toEqual(findings);
});
