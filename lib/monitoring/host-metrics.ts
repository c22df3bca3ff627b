import { MathExpression, MathExpressionOptions, Metric, MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import {
  ASYNC_REQUEST_METRICS,
  COMPONENT_REQUEST_METRICS,
  COMPONENT_UTILIZATION_METRICS,
  componentLogMetrics,
  INSTANCE_METRICS,
  LogMetrics,
  logMetrics,
  MODEL_LOADING_METRICS,
  PROBE_METRICS,
  QUEUE_METRICS,
  REQUEST_METRICS,
  SERVER_METRICS,
  SHARED_REQUEST_METRICS,
} from '../facts/cloudwatch-metrics';
import { EndpointEnvironment, PERIOD } from './create-metric';
import { MetricGroup, PublishedMetrics } from './published-metrics';

const VARIANT_ROWS = { ...REQUEST_METRICS, ...INSTANCE_METRICS, ...MODEL_LOADING_METRICS, ...ASYNC_REQUEST_METRICS };
const COMPONENT_ROWS = { ...SHARED_REQUEST_METRICS, ...COMPONENT_REQUEST_METRICS, ...COMPONENT_UTILIZATION_METRICS };
const LIBRARY_ROWS = { ...PROBE_METRICS, ...SERVER_METRICS };

type HostMetric = keyof (typeof VARIANT_ROWS &
  typeof COMPONENT_ROWS &
  typeof QUEUE_METRICS &
  typeof LIBRARY_ROWS &
  LogMetrics);

/** The metrics of a variant or an inference component: those of SageMaker, of this library, and of the server and its log. */
export class HostMetrics extends PublishedMetrics<HostMetric> {
  constructor(
    groups: MetricGroup[],
    private readonly isComponent: boolean,
    environment?: EndpointEnvironment,
  ) {
    super(groups, environment);
  }

  /**
   * Sum of ModelLatency and OverheadLatency, with the same statistic. Percentiles are not additive: the sum of two percentiles is higher than
   * the percentile of the sum, so the value is a conservative estimate.
   */
  public totalLatency(statistic: string, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: 'model + overhead',
      usingMetrics: {
        model: this.get('modelLatency', { statistic }),
        overhead: this.get('overheadLatency', { statistic }),
      },
      period: PERIOD,
      label: `ModelLatency + OverheadLatency ${statistic}`,
      ...options,
    });
  }

  /** Percentage of requests that an error metric counts. */
  public errorRate(
    errors: 'invocation4xxErrors' | 'invocation5xxErrors' | 'midStreamErrors',
    label: string,
  ): MathExpression {
    return new MathExpression({
      expression: '100 * errors / invocations',
      usingMetrics: { errors: this.get(errors), invocations: this.get('invocations') },
      period: PERIOD,
      label,
    });
  }

  /** Number of instances or copies that serve requests. Each request counts as 1 divided by this number. */
  public servingCount(options?: MathExpressionOptions): MathExpression {
    const [id, label] = this.isComponent ? ['perCopy', 'copies'] : ['perInstance', 'instances'];
    return new MathExpression({
      expression: `FLOOR(invocations / ${id} + 0.5)`,
      usingMetrics: { invocations: this.get('invocations'), [id]: this.perInstanceOrCopy() },
      period: PERIOD,
      label,
      ...options,
    });
  }

  /**
   * Number of copies that are running, including those that start: the number of datapoints of the CPU utilization, of which each copy
   * publishes one in the interval of the metrics.
   */
  public runningCopyCount(options?: MetricOptions): Metric {
    return this.get('cpuUtilization', { statistic: Stats.SAMPLE_COUNT, label: 'running copies', ...options });
  }

  /** Cost of the instances in USD per hour. Minutes without requests have the value of the minute before. */
  public costPerHour(usdPerInstanceHour: number): MathExpression {
    return new MathExpression({
      expression: `FILL(invocations / perInstance, REPEAT) * ${usdPerInstanceHour}`,
      usingMetrics: { invocations: this.get('invocations'), perInstance: this.perInstanceOrCopy() },
      period: PERIOD,
      label: 'USD per hour',
    });
  }

  /** Cost of a million requests in USD, at the load of the minute. */
  public costPerMillionRequests(usdPerInstanceHour: number): MathExpression {
    return new MathExpression({
      expression: `1000000 * ${usdPerInstanceHour} / (60 * perInstance)`,
      usingMetrics: { perInstance: this.perInstanceOrCopy() },
      period: PERIOD,
      label: 'USD per million requests',
    });
  }

  private perInstanceOrCopy(): Metric {
    return this.get(this.isComponent ? 'invocationsPerCopy' : 'invocationsPerInstance');
  }
}

/** Returns the metrics of a variant. Asynchronous endpoints have a queue, whose metrics have only the dimension EndpointName. */
export function variantMetrics(
  endpointName: string,
  variantName: string,
  environment?: EndpointEnvironment,
): HostMetrics {
  const dimensions = { EndpointName: endpointName, VariantName: variantName };
  const groups: MetricGroup[] = [
    { rows: { ...VARIANT_ROWS, ...LIBRARY_ROWS }, dimensions },
    { rows: QUEUE_METRICS, dimensions: { EndpointName: endpointName } },
    { rows: logMetrics(endpointName), dimensions: {} },
  ];
  return new HostMetrics(groups, false, environment);
}

/** Returns the metrics of an inference component. Those of this library have the names of the endpoint and of the component within it. */
export function componentMetrics(
  inferenceComponentName: string,
  endpointName: string,
  componentName: string,
): HostMetrics {
  const groups: MetricGroup[] = [
    { rows: COMPONENT_ROWS, dimensions: { InferenceComponentName: inferenceComponentName } },
    { rows: LIBRARY_ROWS, dimensions: { EndpointName: endpointName, VariantName: componentName } },
    { rows: componentLogMetrics(inferenceComponentName), dimensions: {} },
  ];
  return new HostMetrics(groups, true);
}
