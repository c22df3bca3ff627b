import { Duration } from 'aws-cdk-lib';
import { DimensionsMap, Metric, MetricProps, Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { PublishedMetric } from '../facts/cloudwatch-metrics';
import { isUnresolved } from '../findings/is-unresolved';

/** Period of all metrics, alarms and graphs. */
export const PERIOD = Duration.minutes(1);

/** Account and Region of an endpoint. Unlike in CDK's `ResourceEnvironment`, both are optional. */
export interface EndpointEnvironment {
  /**
   * ID of the account.
   *
   * @default - the account of the stack that uses a metric
   */
  readonly account?: string;

  /**
   * Code of the Region.
   *
   * @default - the Region of the stack that uses a metric
   */
  readonly region?: string;
}

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

/** The account and Region of a metric. A token represents the account or Region of the stack itself, so it is omitted. */
export function stackEnvironment({ account, region }: EndpointEnvironment = {}): Partial<MetricProps> {
  const ifKnown = (value?: string): string | undefined => (isUnresolved(value) ? undefined : value);
  return { stackAccount: ifKnown(account), stackRegion: ifKnown(region) };
}
