import type { Behavior } from '../behavior';

const guide = (page: string): string => `https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/${page}.html`;

export const BEHAVIORS: readonly Behavior[] = [
  {
    id: 'cloudwatch.metrics-by-exact-dimensions',
    description:
      'A metric is identified by its namespace, name and exact set of dimensions. Metrics with different sets are not aggregated.',
    evidence: 'documented',
    source: guide('cloudwatch_concepts'),
  },
  {
    id: 'cloudwatch.embedded-metrics',
    description:
      'CloudWatch Logs publishes the metrics of each log event in the embedded metric format, with its Timestamp and without a header of PutLogEvents. The values of an array are datapoints with statistics.',
    evidence: 'documented',
    source: `${guide('CloudWatch_Embedded_Metric_Format_Generation_PutLogEvents')}: the header is "not required"; ${guide('CloudWatch_Embedded_Metric_Format_Specification')}. In some Regions, the header was still required in April 2025 (https://github.com/aws/shim-loggers-for-containerd/issues/285).`,
  },
  {
    id: 'cloudwatch.new-alarm-has-insufficient-data',
    description: 'A new metric alarm is in INSUFFICIENT_DATA until it is evaluated. An update keeps the state.',
    evidence: 'API model',
    source: 'PutMetricAlarm',
  },
  {
    id: 'cloudwatch.missing-data',
    description:
      'Missing data points are treated according to the tables of the user guide: breaching, notBreaching, ignore, missing.',
    evidence: 'documented',
    source: guide('alarms-and-missing-data'),
  },
  {
    id: 'cloudwatch.evaluation-range',
    description: 'CloudWatch retrieves two more datapoints than the alarm evaluates, as in the tables.',
    evidence: 'documented',
    source: guide('alarms-and-missing-data'),
  },
  {
    id: 'cloudwatch.metrics-arrive-without-delay',
    description: 'Published data is in the statistics immediately.',
    evidence: 'assumed',
    source: `If switched off, published data is in the statistics two minutes later, which is possible for a new metric (${guide('publishingMetrics')}). The metrics of a new fleet are new, since a dimension is the name of its endpoint configuration.`,
  },
  {
    id: 'cloudwatch.evaluates-soon-after-a-minute',
    description: 'Alarms are evaluated every minute, 10 seconds after its start.',
    evidence: 'assumed',
    source:
      'The second of the minute is not documented. If switched off, alarms are evaluated 55 seconds after the start. Users report alarms on one minute that changed 52 seconds (https://serverfault.com/questions/968465) and 3 minutes (https://stackoverflow.com/a/64045238) later.',
  },
  {
    id: 'cloudwatch.sliding-window',
    description: 'The periods of an alarm end at each evaluation, and are not aligned to the clock.',
    evidence: 'API model',
    source: 'PutMetricAlarmInput$EvaluationWindow: SlidingWindow is the default',
  },
  {
    id: 'cloudwatch.metric-math',
    description:
      'Expressions support members of Metrics, arithmetic, comparisons, AND, OR, IF, FILL, FLOOR, CEIL, ABS, MIN, MAX, SUM, AVG, METRICS. A division by zero has no result.',
    evidence: 'documented',
    source: guide('using-metric-math'),
  },
  {
    id: 'cloudwatch.missing-values-are-zero',
    description:
      'In arithmetic and comparisons of two time series, of which only one has a value, the missing value counts as 0. IF has the value 0 if its condition is true and the value is missing, and no value if its condition is missing.',
    evidence: 'assumed',
    source: `${guide('using-metric-math')} documents this, but not all combinations: whether a series without a value and a number have a result, and whether a value that a division by zero drops counts as 0. If switched off, an operation with a missing value has no result.`,
  },
  {
    id: 'cloudwatch.alarm-input-combinations',
    description:
      'An alarm requires MetricName or Metrics; one Statistic; a Period of 10, 20, 30 or whole minutes; DatapointsToAlarm at most EvaluationPeriods; one member that returns data, at most 10 metrics, and an evaluation period of at most one day, or seven days with periods of at least one hour.',
    evidence: 'API model',
    source: 'MetricAlarmInput',
  },
  {
    id: 'cloudwatch.composite-rule-names-existing-alarms',
    description: 'A composite alarm whose rule names a missing alarm is rejected.',
    evidence: 'observed by others',
    source:
      'https://github.com/hashicorp/terraform-provider-aws: "Could not save the composite alarm as alarms […] in the alarm rule do not exist"',
  },
  {
    id: 'cloudwatch.used-alarm-cannot-be-deleted',
    description: 'An alarm in the rule of a composite alarm cannot be deleted before the composite alarm.',
    evidence: 'API model',
    source: 'DeleteAlarms, for composite alarms in rules; the same behavior of metric alarms is assumed',
  },
  {
    id: 'cloudwatch.composite-alarms-require-alarm-types',
    description: 'DescribeAlarms returns composite alarms only if AlarmTypes includes them.',
    evidence: 'API model',
    source: 'DescribeAlarmsInput$AlarmTypes',
  },
  {
    id: 'cloudwatch.scaling-actions-repeat',
    description:
      'Actions are invoked when the state changes; actions of auto scaling are invoked every minute while the state lasts.',
    evidence: 'documented',
    source: guide('AlarmThatSendsEmail'),
  },
  {
    id: 'cloudwatch.aws-namespaces-rejected',
    description: 'PutMetricData for a namespace that begins with AWS/ is rejected.',
    evidence: 'API model',
    source: 'PutMetricDataInput$Namespace',
  },
];
