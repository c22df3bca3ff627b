import {
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  MetricProps,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { DEFAULT_VARIANT_NAME } from '../cdk/endpoint-names';
import { FLEET_METRICS, PublishedMetric } from '../facts/cloudwatch-metrics';
import { createMetric, EndpointEnvironment, PERIOD, stackEnvironment } from './create-metric';

/**
 * The metrics of the fleet (the instances) of an endpoint with inference components, with a period of one minute: the number of instances,
 * the shares that the copies of all components reserve, and utilization. All shares range from 0 to 100 percent, regardless of the number of
 * devices, and are averages over the instances.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch", and for the number of instances the AWS
 * Machine Learning Blog, "Enhanced metrics for Amazon SageMaker AI endpoints" (read 2026-11-28).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 * @example
 * new FleetMetrics('shared').gpuReservation();
 */
export class FleetMetrics {
  private readonly dimensions: { [key: string]: string };
  private readonly environment: Partial<MetricProps>;

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the variant. The default is 'AllTraffic'
   * @param environment account and Region of the endpoint. The default is the environment of the stack that uses a metric
   */
  constructor(endpointName: string, variantName: string = DEFAULT_VARIANT_NAME, environment?: EndpointEnvironment) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName };
    this.environment = stackEnvironment(environment);
  }

  /**
   * Number of instances: the number of datapoints of CPUUtilizationNormalized in one period, because each instance publishes one. The period
   * must equal `monitoring.metricPublishFrequency`, by default one minute. SageMaker publishes the metric only while the endpoint hosts
   * active components, so a fleet without copies has no value.
   */
  public instanceCount(options?: MetricOptions): Metric {
    return this.cpuUtilization({ statistic: Stats.SAMPLE_COUNT, label: 'instances', ...options });
  }

  /**
   * Cost of the instances in USD per hour: the price multiplied by `instanceCount`, whose period must equal
   * `monitoring.metricPublishFrequency`.
   *
   * @param usdPerInstanceHour price of one instance in USD per hour
   */
  public costPerHour(usdPerInstanceHour: number, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: `instances * ${usdPerInstanceHour}`,
      usingMetrics: { instances: this.instanceCount() },
      period: PERIOD,
      label: 'USD per hour',
      ...options,
    });
  }

  /** Share of the vCPUs that copies reserve. Percent; default statistic: average. */
  public cpuReservation(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.cpuReservation, options);
  }

  /** Share of the memory that copies reserve. Percent; default statistic: average. */
  public memoryReservation(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.memoryReservation, options);
  }

  /** Share of the GPUs that copies reserve. Percent; default statistic: average. */
  public gpuReservation(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.gpuReservation, options);
  }

  /** CPU utilization. Percent; default statistic: average. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.cpuUtilization, options);
  }

  /** Memory utilization. Percent; default statistic: average. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.memoryUtilization, options);
  }

  /** GPU utilization. Percent; default statistic: average. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.gpuUtilization, options);
  }

  /** GPU memory utilization. Percent; default statistic: average. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.gpuMemoryUtilization, options);
  }

  /** Disk utilization. Percent; default statistic: average. */
  public diskUtilization(options?: MetricOptions): Metric {
    return this.createFleetMetric(FLEET_METRICS.diskUtilization, options);
  }

  private createFleetMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, this.dimensions, { ...this.environment, ...options });
  }
}
