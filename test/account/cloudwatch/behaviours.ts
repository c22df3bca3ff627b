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
    does: 'What is published is in the statistics immediately.',
    evidence: 'assumed',
    source: `Else two minutes later, which a new metric may take (${guide('publishingMetrics')}). The metrics of a new fleet are new: they have the name of its endpoint configuration.`,
  },
  {
    id: 'cloudwatch.evaluates-soon-after-a-minute',
    does: 'Alarms are evaluated every minute, 10 seconds after the minute has begun.',
    evidence: 'assumed',
    source:
      'The second is not documented; else it is the 55th. Others saw alarms on one minute change 52 seconds (https://serverfault.com/questions/968465) and 3 minutes (https://stackoverflow.com/a/64045238) after it.',
  },
  {
    id: 'cloudwatch.sliding-window',
    does: 'The periods of an alarm are counted back from each evaluation, whatever the clock says.',
    evidence: 'API model',
    source: 'PutMetricAlarmInput$EvaluationWindow: SlidingWindow is the default',
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
