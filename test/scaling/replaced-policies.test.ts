import { App, Duration, Stack, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { InstanceType, Scaling, ScalingBindOptions, ScalingConfig } from '../../lib';
import { fleet, templateOf } from './fixtures';

const metric = new Metric({ namespace: 'Work', metricName: 'Waiting' });

function steps(change = 1, evaluationPeriods = 1): Scaling {
  const ranges = [
    { upper: 2, change: -1 },
    { lower: 8, change },
  ];
  return Scaling.steps({ maxCapacity: 4, metric, steps: ranges, evaluationPeriods });
}

/** Names of the policies and alarms of a template, in the order of their logical ids. */
function namesIn(template: Template): string[] {
  const named = (type: string, property: string): string[] =>
    Object.entries(template.findResources(type))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { Properties }]) => String(Properties[property]));
  return [
    ...named('AWS::ApplicationAutoScaling::ScalingPolicy', 'PolicyName'),
    ...named('AWS::CloudWatch::Alarm', 'AlarmName'),
  ];
}

/** Which of the names differ. */
function changed(before: Template, after: Template): number[] {
  const fresh = namesIn(after);
  return namesIn(before).flatMap((name, index) => (name === fresh[index] ? [] : [index]));
}

const [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM] = [0, 1, 2, 3];
const BEFORE = templateOf(steps());

test('a policy and its alarm have names that end alike', () => {
  const names = namesIn(BEFORE);
  expect(names[LOWER_POLICY]).toMatch(/^Steps-ml\.g5\.xlarge-lower-[0-9a-f]{16}$/);
  expect(names[LOWER_ALARM]).toBe(`bert/AllTraffic/scaling/${names[LOWER_POLICY]}`);
  expect(names[UPPER_ALARM]).toBe(`bert/AllTraffic/scaling/${names[UPPER_POLICY]}`);
});

test('what stays the same keeps its names', () => {
  expect(changed(BEFORE, templateOf(steps()))).toEqual([]);
});

test.each<[string, Template, number[]]>([
  ['its steps', templateOf(steps(2)), [UPPER_POLICY, UPPER_ALARM]],
  ['its alarm', templateOf(steps(1, 3)), [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM]],
  [
    'the instance type of its variant',
    templateOf(steps(), fleet([InstanceType.G6_XLARGE])),
    [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM],
  ],
])('CloudFormation replaces a policy together with its alarm when it has other names: %s', (_, after, names) => {
  expect(changed(BEFORE, after)).toEqual(names);
});

test('tags, which come late, count: CloudFormation would edit the alarm', () => {
  const stack = new Stack(new App(), 'Stack');
  Tags.of(stack).add('team', 'vision');
  expect(changed(BEFORE, templateOf(steps(), fleet(), stack))).toHaveLength(4);
});

/** Adds an instance when requests wait, with two alarms. */
class Waiting extends Scaling {
  public bind(scope: Construct, { scalableTarget }: ScalingBindOptions): ScalingConfig {
    const policy = new CfnScalingPolicy(scope, 'Waiting', {
      policyName: 'Waiting',
      policyType: 'StepScaling',
      scalingTargetId: scalableTarget.scalableTargetId,
      stepScalingPolicyConfiguration: {
        adjustmentType: 'ChangeInCapacity',
        stepAdjustments: [{ metricIntervalLowerBound: 0, scalingAdjustment: 1 }],
      },
    });
    for (const minutes of [1, 5]) {
      const alarm = new Alarm(scope, `After${minutes}`, {
        metric: metric.with({ period: Duration.minutes(minutes) }),
        threshold: 8,
        evaluationPeriods: 1,
      });
      alarm.addAlarmAction({ bind: () => ({ alarmActionArn: policy.attrArn }) });
    }
    new Alarm(scope, 'Unrelated', { metric, threshold: 100, evaluationPeriods: 1 });
    return { maxCapacity: 4, policies: [policy] };
  }
}

test('alarms of a user that call a policy of a user are named like it, others are left alone', () => {
  expect(namesIn(templateOf(new Waiting()))).toEqual([
    expect.stringMatching(/^Waiting-[0-9a-f]{16}$/),
    expect.stringMatching(/^bert\/AllTraffic\/scaling\/Waiting-[0-9a-f]{16}$/),
    expect.stringMatching(/^bert\/AllTraffic\/scaling\/Waiting-[0-9a-f]{16}-2$/),
    'undefined',
  ]);
});
