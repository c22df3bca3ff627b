import {
  DimensionsMap,
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  MetricProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  LogMetrics,
  PROBE_METRICS,
  PublishedMetric,
  REQUEST_METRICS,
  SERVER_METRICS,
} from '../facts/cloudwatch-metrics';
import { createMetric, EndpointEnvironment, PERIOD, stackEnvironment } from './create-metric';

/**
 * The metrics that a variant and an inference component have in common: requests, this library's probe, Triton's own metrics, and the metric
 * filters on the server's log.
 *
 * @internal
 */
export abstract class RequestMetrics {
  private readonly environment: Partial<MetricProps>;

  constructor(
    private readonly requestDimensions: DimensionsMap,
    environment?: EndpointEnvironment,
  ) {
    this.environment = stackEnvironment(environment);
  }

  /** Dimensions of the metrics that this library publishes. @internal */
  protected abstract get _libraryDimensions(): DimensionsMap;

  /** Metrics of the server's log. @internal */
  protected abstract get _logMetrics(): LogMetrics;

  /**
   * Latency of the container of the model, as measured by SageMaker, including the transfer to and from the container. Microseconds;
   * default statistic: p99.
   */
  public modelLatency(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.modelLatency, options);
  }

  /**
   * Latency that SageMaker adds to a request. Microseconds; default statistic: p99. AWS documents average, sum, minimum and maximum for
   * this metric, but not percentiles.
   */
  public overheadLatency(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.overheadLatency, options);
  }

  /**
   * Sum of ModelLatency and OverheadLatency in microseconds, with the same statistic. Percentiles are not additive: the sum of two
   * percentiles is higher than the percentile of the sum, so the value is a conservative estimate.
   *
   * @param statistic statistic of both metrics, such as `p99`
   */
  public totalLatency(statistic: string, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: 'model + overhead',
      usingMetrics: { model: this.modelLatency({ statistic }), overhead: this.overheadLatency({ statistic }) },
      period: PERIOD,
      label: `ModelLatency + OverheadLatency ${statistic}`,
      ...options,
    });
  }

  /** Number of requests. Default statistic: sum. */
  public invocations(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.invocations, options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the rate. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.invocation4xxErrors, options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the rate. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.invocation5xxErrors, options);
  }

  /**
   * Number of requests for which the container did not return a 2XX response, because of a different status, a broken connection or a
   * timeout. Default statistic: sum.
   */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.invocationModelErrors, options);
  }

  /** Percentage of requests with a 5XX response. */
  public errorRate5xx(options?: MathExpressionOptions): MathExpression {
    return errorRate(this.invocation5xxErrors(), this.invocations(), { label: '5XX rate (%)', ...options });
  }

  /** Percentage of requests with a 4XX response. */
  public errorRate4xx(options?: MathExpressionOptions): MathExpression {
    return errorRate(this.invocation4xxErrors(), this.invocations(), { label: '4XX rate (%)', ...options });
  }

  /** Percentage of requests whose response stream ended with an error after it had started. */
  public midStreamErrorRate(options?: MathExpressionOptions): MathExpression {
    return errorRate(this.midStreamErrors(), this.invocations(), { label: 'broken streams (%)', ...options });
  }

  /**
   * Number of response streams that ended with an error after they had started. An error that the model sends in the stream is not counted,
   * because Triton sends it as an event of a response with status 200. Default statistic: sum.
   */
  public midStreamErrors(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.midStreamErrors, options);
  }

  /** Time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkLatency(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.firstChunkLatency, options);
  }

  /** The model's part of the time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkModelLatency(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.firstChunkModelLatency, options);
  }

  /** SageMaker's part of the time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkOverheadLatency(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.firstChunkOverheadLatency, options);
  }

  /**
   * Probe: time from the request to the complete response, as measured by the client, including the network. Microseconds; default
   * statistic: p99.
   */
  public probeLatency(options?: MetricOptions): Metric {
    return this.createLibraryMetric(PROBE_METRICS.endToEndLatency, options);
  }

  /** Probe: 1 if the response was correct, otherwise 0. Default statistic: minimum. */
  public probeSuccess(options?: MetricOptions): Metric {
    return this.createLibraryMetric(PROBE_METRICS.success, options);
  }

  /** Probe: percentage by which the latency exceeds `probe.plannedLatency`, if it is set. Default statistic: average. */
  public probeLatencyDrift(options?: MetricOptions): Metric {
    return this.createLibraryMetric(PROBE_METRICS.latencyDrift, options);
  }

  /**
   * Server log: number of lines about models that could not be read or loaded. Without such lines, the metric has no data. Default
   * statistic: sum.
   */
  public loadFailures(options?: MetricOptions): Metric {
    return this.createLogMetric(this._logMetrics.loadFailures, options);
  }

  /**
   * Server log: number of lines about exhausted memory or disk space. Without such lines, the metric has no data. Default statistic: sum.
   */
  public outOfMemory(options?: MetricOptions): Metric {
    return this.createLogMetric(this._logMetrics.outOfMemory, options);
  }

  /**
   * Server metrics: number of requests of clients that the server has completed. Only with `monitoring.serverMetrics`. Default statistic:
   * sum.
   */
  public serverRequests(options?: MetricOptions): Metric {
    return this.createLibraryMetric(SERVER_METRICS.successfulRequests, options);
  }

  /**
   * Server metrics: time that requests have waited in the queues of all models, added over the requests. Only with
   * `monitoring.serverMetrics`. Milliseconds; default statistic: sum.
   */
  public serverQueueDuration(options?: MetricOptions): Metric {
    return this.createLibraryMetric(SERVER_METRICS.queueDuration, options);
  }

  /**
   * Server metrics: time that requests of clients have spent in executions of the model that receives them, including the time of the models
   * that it uses, added over the requests. Only with `monitoring.serverMetrics`. Milliseconds; default statistic: sum.
   */
  public serverComputeDuration(options?: MetricOptions): Metric {
    return this.createLibraryMetric(SERVER_METRICS.computeDuration, options);
  }

  /**
   * Server metrics: number of requests in the queues of all models of one server, sampled every 5 seconds. Only with
   * `monitoring.serverMetrics`. Default statistic: average.
   */
  public pendingRequests(options?: MetricOptions): Metric {
    return this.createLibraryMetric(SERVER_METRICS.pendingRequests, options);
  }

  /**
   * Server metrics: used share of the pinned memory pool, through which tensors are copied to and from GPUs. No data without a GPU. Only with
   * `monitoring.serverMetrics`. Percent; default statistic: maximum.
   */
  public pinnedMemoryUtilization(options?: MetricOptions): Metric {
    return this.createLibraryMetric(SERVER_METRICS.pinnedMemoryUtilization, options);
  }

  /** Creates a metric, by default one of the requests. @internal */
  protected _createMetric(
    metric: PublishedMetric,
    options?: MetricOptions,
    dimensions: DimensionsMap = this.requestDimensions,
  ): Metric {
    return createMetric(metric, dimensions, { ...this.environment, ...options });
  }

  /**
   * Creates the expression for the number of instances or copies that serve requests. Each request counts as 1 divided by this number.
   *
   * @internal
   */
  protected _servingCount(id: string, perInstanceOrCopy: Metric, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: `FLOOR(invocations / ${id} + 0.5)`,
      usingMetrics: { invocations: this.invocations(), [id]: perInstanceOrCopy },
      period: PERIOD,
      ...options,
    });
  }

  private createLibraryMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return this._createMetric(metric, options, this._libraryDimensions);
  }

  private createLogMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return this._createMetric(metric, options, {});
  }
}

function errorRate(errors: Metric, invocations: Metric, options: MathExpressionOptions): MathExpression {
  return new MathExpression({
    expression: '100 * errors / invocations',
    usingMetrics: { errors, invocations },
    period: PERIOD,
    ...options,
  });
}
