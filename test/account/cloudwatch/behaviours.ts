import type { Behaviour } from '../behaviour';

const guide = (page: string): string => `https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/${page}.html`;

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    id: 'cloudwatch.metrics-by-exact-dimensions',
    does: 'A metric is its namespace, name and exact set of dimensions. Nothing is added up over other sets.',
    evidence: 'documented',
    source: guide('cloudwatch_concepts'),
  },
  {
    id: 'cloudwatch.new-alarm-has-insufficient-data',
    does: 'A new metric alarm is in INSUFFICIENT_DATA until it is evaluated. An update leaves the state as it is.',
    evidence: 'API model',
    source: 'PutMetricAlarm',
  },
  {
    id: 'cloudwatch.missing-data',
    does: 'Missing data points are treated as the tables of the user guide have it: breaching, notBreaching, ignore, missing.',
    evidence: 'documented',
    source: guide('alarms-and-missing-data'),
  },
  {
    id: 'cloudwatch.evaluation-range',
    does: 'Two more data points than the alarm evaluates are retrieved, as in the tables.',
    evidence: 'documented',
    source: guide('alarms-and-missing-data'),
  },
  {
    id: 'cloudwatch.metrics-arrive-without-delay',
    does: 'A minute is evaluated 10 seconds after it has ended, with all that was published of it.',
    evidence: 'assumed',
    source: 'The delay of a service is not documented; alarms react a minute or two later on AWS.',
  },
  {
    id: 'cloudwatch.metric-math',
    does: 'Expressions of other members of Metrics: arithmetic, comparisons, AND, OR, IF, FILL, FLOOR, CEIL, ABS, MIN, MAX, SUM, AVG, METRICS. A missing value has no result, unless FILL replaces it; nor has a division by zero.',
    evidence: 'documented',
    source: guide('using-metric-math'),
  },
  {
    id: 'cloudwatch.alarm-input-combinations',
    does: 'MetricName or Metrics; one Statistic; a Period of 10, 20, 30 or whole minutes; DatapointsToAlarm at most EvaluationPeriods; one returned member and at most 10 metrics; a day of evaluation, or seven with periods of an hour.',
    evidence: 'API model',
    source: 'MetricAlarmInput',
  },
  {
    id: 'cloudwatch.composite-rule-names-existing-alarms',
    does: 'A composite alarm whose rule names an alarm that does not exist is refused.',
    evidence: 'observed by others',
    source:
      'https://github.com/hashicorp/terraform-provider-aws: "Could not save the composite alarm as alarms […] in the alarm rule do not exist"',
  },
  {
    id: 'cloudwatch.used-alarm-cannot-be-deleted',
    does: 'An alarm that a composite alarm names cannot be deleted before it.',
    evidence: 'API model',
    source: 'DeleteAlarms: of composite alarms; that it holds for metric alarms, too, is assumed',
  },
  {
    id: 'cloudwatch.composite-only-when-asked',
    does: 'DescribeAlarms returns composite alarms only if AlarmTypes asks for them.',
    evidence: 'API model',
    source: 'DescribeAlarmsInput$AlarmTypes',
  },
  {
    id: 'cloudwatch.scaling-actions-repeat',
    does: 'Actions are invoked when the state changes; those of auto scaling every minute while it lasts.',
    evidence: 'documented',
    source: guide('AlarmThatSendsEmail'),
  },
  {
    id: 'cloudwatch.aws-namespaces-refused',
    does: 'PutMetricData into a namespace that begins with AWS/ is refused.',
    evidence: 'API model',
    source: 'PutMetricDataInput$Namespace',
  },
];
