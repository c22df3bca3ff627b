import { Alarm, CreateAlarmOptions, IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ASYNC_REQUEST_METRICS, PublishedMetric, REQUEST_METRICS, SERVER_METRICS } from '../facts/cloudwatch-metrics';

/**
 * A metric of an endpoint: a `Metric` if the endpoint has one production variant, or a `MathExpression` if the endpoint has several variants.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 */
export interface IEndpointMetric extends IMetric {
  /**
   * Creates an alarm on the metric.
   *
   * @param scope scope of the alarm
   * @param id construct ID of the alarm
   * @param props properties of the alarm, such as threshold and evaluation periods
   */
  createAlarm(scope: Construct, id: string, props: CreateAlarmOptions): Alarm;
}

/** Metrics that are added over variants. InvocationsPerInstance is excluded, because the values of several variants cannot be added. */
const SUMS = [REQUEST_METRICS, ASYNC_REQUEST_METRICS, SERVER_METRICS]
  .flatMap((rows): PublishedMetric[] => Object.values(rows))
  .filter((metric) => metric.statistic === 'Sum' && metric !== REQUEST_METRICS.invocationsPerInstance)
  .map(({ name }) => name);

/**
 * Combines the same metric of several variants. Request counts are added, and missing data counts as zero. For all other metrics, the
 * result is the highest value, because averages and percentiles cannot be combined. With only one variant, returns the metric of this
 * variant. A metric of the whole endpoint, such as one of its log, is not combined.
 */
export function combineVariants(metrics: Metric[]): IEndpointMetric {
  const [first] = metrics;
  if (metrics.length === 1 || !first.dimensions?.VariantName) return first;
  // An expression of the user can combine several metrics, whose IDs must differ.
  const name = first.metricName.charAt(0).toLowerCase() + first.metricName.slice(1).replace(/\W/g, '');
  const ids = metrics.map((_, index) => `${name}${index}`);
  const isSum = SUMS.includes(first.metricName) && /^(sum|samplecount|n)$/i.test(first.statistic);
  return new MathExpression({
    expression: isSum ? ids.map((id) => `FILL(${id}, 0)`).join(' + ') : `MAX([${ids.join(', ')}])`,
    usingMetrics: Object.fromEntries(ids.map((id, index) => [id, metrics[index]])),
    period: first.period,
    label: first.label ?? first.metricName,
    color: first.color,
  });
}
