import { Duration } from 'aws-cdk-lib';
import { AdjustmentType, ScalingInterval } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Scaling, StepScalingOptions } from '../../lib';
import { findingsOf, policyNameWith, scalingTemplate } from './fixtures';

const metric = new Metric({ namespace: 'Work', metricName: 'WaitingPerInstance' });
const STEPS: ScalingInterval[] = [
  { upper: 5, change: -1 },
  { lower: 20, upper: 50, change: 1 },
  { lower: 50, change: 3 },
];

function steps(props: Partial<StepScalingOptions> = {}): Scaling {
  return Scaling.steps({ maxCapacity: 8, metric, steps: STEPS, ...props });
}

test('steps are rendered as two policies, each with an alarm and a cooldown', () => {
  const template = scalingTemplate(steps());
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    PolicyName: policyNameWith('Steps-ml.g5.xlarge-lower'),
    PolicyType: 'StepScaling',
    ScalingTargetId: { Ref: 'ScalableTarget' },
    StepScalingPolicyConfiguration: {
      AdjustmentType: 'ChangeInCapacity',
      Cooldown: 600,
      StepAdjustments: [{ MetricIntervalUpperBound: 0, ScalingAdjustment: -1 }],
    },
  });
  template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
    PolicyName: policyNameWith('Steps-ml.g5.xlarge-upper'),
    StepScalingPolicyConfiguration: {
      Cooldown: 200,
      StepAdjustments: [
        { MetricIntervalLowerBound: 0, MetricIntervalUpperBound: 30, ScalingAdjustment: 1 },
        { MetricIntervalLowerBound: 30, ScalingAdjustment: 3 },
      ],
    },
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Threshold: 5,
    ComparisonOperator: 'LessThanOrEqualToThreshold',
  });
  template.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Threshold: 20,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
});

test('cooldowns and evaluation periods can be set', () => {
  const template = scalingTemplate(
    steps({
      scaleInCooldown: Duration.seconds(60),
      scaleOutCooldown: Duration.seconds(0),
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    }),
  );
  for (const Cooldown of [60, 0]) {
    template.hasResourceProperties('AWS::ApplicationAutoScaling::ScalingPolicy', {
      StepScalingPolicyConfiguration: { Cooldown },
    });
  }
  template.allResourcesProperties('AWS::CloudWatch::Alarm', { EvaluationPeriods: 3, DatapointsToAlarm: 2 });
});

test('valid steps have no findings', () => {
  expect(findingsOf(steps())).toEqual([]);
});

test.each<[string, ScalingInterval[], string]>([
  ['one step', [{ lower: 5, change: 1 }], 'steps'],
  ['41 steps', Array.from({ length: 41 }, (_, i) => ({ lower: i + 1, upper: i + 2, change: i })), 'steps'],
  [
    'an overlap',
    [
      { upper: 6, change: -1 },
      { lower: 5, change: 1 },
    ],
    'steps',
  ],
  [
    'two gaps',
    [
      { lower: 2, upper: 3, change: -1 },
      { lower: 5, change: 1 },
    ],
    'steps',
  ],
  ['a step without bounds', [{ change: -1 }, { lower: 5, change: 1 }], 'steps'],
  [
    'a lower bound above the upper bound',
    [
      { upper: 2, change: -1 },
      { lower: 6, upper: 5, change: 1 },
    ],
    'steps[1]',
  ],
  [
    'a bound below 0',
    [
      { upper: 2, change: -1 },
      { lower: -6, change: 1 },
    ],
    'steps[1]',
  ],
  [
    'a fractional change',
    [
      { upper: 2, change: -0.5 },
      { lower: 6, change: 1 },
    ],
    'steps[0].change',
  ],
])('rejects %s', (_, invalidSteps, field) => {
  expect(findingsOf(steps({ steps: invalidSteps }))).toEqual([`sm.scaling-steps scaling.${field}`]);
});

test('rejects an exact capacity of 0', () => {
  const exact = [
    { upper: 5, change: 0 },
    { lower: 5, change: 4 },
  ];
  expect(findingsOf(steps({ steps: exact, adjustmentType: AdjustmentType.EXACT_CAPACITY }))).toEqual([
    'sm.scaling-steps scaling.steps[0].change',
  ]);
});

test.each<[Partial<StepScalingOptions>, string]>([
  [{ minAdjustmentMagnitude: 1 }, 'minAdjustmentMagnitude'],
  [{ minAdjustmentMagnitude: 0, adjustmentType: AdjustmentType.PERCENT_CHANGE_IN_CAPACITY }, 'minAdjustmentMagnitude'],
  [{ evaluationPeriods: 0 }, 'evaluationPeriods'],
  [{ evaluationPeriods: 2, datapointsToAlarm: 3 }, 'datapointsToAlarm'],
  [{ evaluationPeriods: 2, datapointsToAlarm: 0 }, 'datapointsToAlarm'],
])('rejects %j', (props, field) => {
  expect(findingsOf(steps(props))).toEqual([`sm.scaling-steps scaling.${field}`]);
});
