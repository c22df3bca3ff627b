import { Duration } from 'aws-cdk-lib';
import { DimensionsMap, Metric, MetricProps, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { PublishedMetric } from '../facts/cloudwatch-metrics';

/** Period of all metrics, alarms and graphs. */
export const PERIOD = Duration.minutes(1);

/** Creates a CloudWatch metric with its default statistic and its documented unit. */
export function createMetric(
  { namespace, name, statistic, unit }: PublishedMetric,
  dimensionsMap: DimensionsMap,
  options?: Partial<MetricProps>,
): Metric {
  return new Metric({
    namespace,
    metricName: name,
    dimensionsMap,
    period: PERIOD,
    statistic,
    unit: unit as Unit | undefined,
    ...options,
  });
}
