import { DimensionsMap, Metric, MetricOptions, MetricProps, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PublishedMetric, SAGEMAKER_NAMESPACE } from '../facts/cloudwatch-metrics';
import { rulePage } from '../findings/rule-page';
import { createMetric, EndpointEnvironment, stackEnvironment } from './create-metric';

/** Rows of the table of metrics that are published with the same dimensions. */
export interface MetricGroup {
  readonly rows: Record<string, PublishedMetric>;
  readonly dimensions: DimensionsMap;
}

/**
 * The metrics of a variant, an inference component, a model or a fleet: rows of the table of metrics with their dimensions. The dimensions of
 * the first group are those of metrics that are not in the table.
 */
export class PublishedMetrics<Key extends string> {
  private readonly environment: Partial<MetricProps>;

  constructor(
    private readonly groups: MetricGroup[],
    environment?: EndpointEnvironment,
  ) {
    this.environment = stackEnvironment(environment);
  }

  /** Creates a metric by its key in the table. */
  public get(key: Key, options?: MetricOptions): Metric {
    const group = this.groups.find(({ rows }) => key in rows);
    if (!group) throw new Error(`${key} is not among the metrics of ${JSON.stringify(this.groups[0].dimensions)}`);
    return this.create(group.rows[key], group.dimensions, options);
  }

  /**
   * Creates a metric by the name under which it is published. A name that is not in the table is that of a request metric.
   *
   * @throws an error if only the case of the name differs from a published metric
   */
  public named(name: string, options?: MetricOptions): Metric {
    for (const { rows, dimensions } of this.groups) {
      const row = Object.values(rows).find((published) => published.name === name);
      if (row) return this.create(row, dimensions, options);
    }
    const names = this.groups.flatMap(({ rows }) => Object.values(rows).map((published) => published.name));
    const intended = names.find((each) => each.toLowerCase() === name.toLowerCase());
    if (intended !== undefined)
      throw new Error(
        `metric: got '${name}'; allowed: '${intended}', because names of metrics are case-sensitive ${rulePage('endpoint.metric-name')}`,
      );
    const unlisted = { namespace: SAGEMAKER_NAMESPACE, name, statistic: Stats.AVERAGE };
    return this.create(unlisted, this.groups[0].dimensions, options);
  }

  private create(metric: PublishedMetric, dimensions: DimensionsMap, options?: MetricOptions): Metric {
    return createMetric(metric, dimensions, { ...this.environment, ...options });
  }
}
