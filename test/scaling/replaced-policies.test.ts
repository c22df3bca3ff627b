import { App, Stack, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { InstanceType, Scaling } from '../../lib';
import { createScaledVariant, scalingTemplate } from './fixtures';

const metric = new Metric({ namespace: 'Work', metricName: 'Waiting' });

function steps(change = 1, evaluationPeriods = 1): Scaling {
  const ranges = [
    { upper: 2, change: -1 },
    { lower: 8, change },
  ];
  return Scaling.steps({ maxCapacity: 4, metric, steps: ranges, evaluationPeriods });
}

/** Returns the names of the policies and alarms of a template, in the order of their logical IDs. */
function namesIn(template: Template): string[] {
  const namesOfType = (type: string, property: string): string[] =>
    Object.entries(template.findResources(type))
      .sort(([firstId], [secondId]) => (firstId < secondId ? -1 : 1))
      .map(([, { Properties }]) => String(Properties[property]));
  return [
    ...namesOfType('AWS::ApplicationAutoScaling::ScalingPolicy', 'PolicyName'),
    ...namesOfType('AWS::CloudWatch::Alarm', 'AlarmName'),
  ];
}

/** Returns the indexes of the names that differ. */
function changedNames(before: Template, after: Template): number[] {
  const newNames = namesIn(after);
  return namesIn(before).flatMap((name, index) => (name === newNames[index] ? [] : [index]));
}

const [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM] = [0, 1, 2, 3];
const BEFORE = scalingTemplate(steps());

test('the name of an alarm ends with the name of its policy', () => {
  const names = namesIn(BEFORE);
  expect(names[LOWER_POLICY]).toMatch(/^Steps-ml\.g5\.xlarge-lower-[0-9a-f]{16}$/);
  expect(names[LOWER_ALARM]).toBe(`bert/AllTraffic/scaling/${names[LOWER_POLICY]}`);
  expect(names[UPPER_ALARM]).toBe(`bert/AllTraffic/scaling/${names[UPPER_POLICY]}`);
});

test('unchanged policies and alarms keep their names', () => {
  expect(changedNames(BEFORE, scalingTemplate(steps()))).toEqual([]);
});

test.each<[string, Template, number[]]>([
  ['changed steps', scalingTemplate(steps(2)), [UPPER_POLICY, UPPER_ALARM]],
  ['a changed alarm', scalingTemplate(steps(1, 3)), [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM]],
  [
    'a changed instance type',
    scalingTemplate(steps(), createScaledVariant([InstanceType.G6_XLARGE])),
    [LOWER_POLICY, UPPER_POLICY, LOWER_ALARM, UPPER_ALARM],
  ],
])('%s results in new names of the policy and its alarm, so CloudFormation replaces both', (_, after, names) => {
  expect(changedNames(BEFORE, after)).toEqual(names);
});

test('changed tags result in new names, because CloudFormation would otherwise update the alarm', () => {
  const stack = new Stack(new App(), 'Stack');
  Tags.of(stack).add('team', 'vision');
  expect(changedNames(BEFORE, scalingTemplate(steps(), createScaledVariant(), stack))).toHaveLength(4);
});
