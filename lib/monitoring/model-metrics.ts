import { MathExpression, MathExpressionOptions, Metric, MetricOptions, MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { PublishedMetric, SERVER_MODEL_METRICS } from '../facts/cloudwatch-metrics';
import { createMetric, EndpointEnvironment, PERIOD, stackEnvironment } from './create-metric';

/**
 * Triton's own metrics of one model, as the metrics exporter of an endpoint with `monitoring.serverMetrics` publishes them each minute. The
 * values of all versions of the model are added. An ensemble and its composing models have their own metrics.
 *
 * @see https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/metrics.html
 * @example
 * new ModelMetrics('bert', 'AllTraffic', 'tokenizer').meanQueueTime();
 */
export class ModelMetrics {
  private readonly dimensions: { [key: string]: string };
  private readonly environment: Partial<MetricProps>;

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the variant
   * @param modelName name of the model: the model of the variant, or a model that it uses
   * @param environment account and Region of the endpoint. The default is the environment of the stack that uses a metric
   */
  constructor(
    endpointName: string,
    variantName: string,
    /** Name of the model. */
    public readonly modelName: string,
    environment?: EndpointEnvironment,
  ) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName, ModelName: modelName };
    this.environment = stackEnvironment(environment);
  }

  /** Number of requests that the model has answered. Default statistic: sum. */
  public successfulRequests(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.successfulRequests, options);
  }

  /** Number of requests that failed in the server, for any reason. Default statistic: sum. */
  public failedRequests(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.failedRequests, options);
  }

  /** Number of inferences: a request with a batch of 8 counts as 8. Default statistic: sum. */
  public inferences(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.inferences, options);
  }

  /** Number of executions of the model. One execution can process the inferences of several requests. Default statistic: sum. */
  public executions(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.executions, options);
  }

  /** Time that requests have waited in the queue of the model, added over the requests. Milliseconds; default statistic: sum. */
  public queueDuration(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.queueDuration, options);
  }

  /**
   * Time that requests have spent in executions (with their inputs and outputs), added over the requests. Milliseconds; default statistic:
   * sum. If one execution processes several requests, its time counts for each of them.
   */
  public computeDuration(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.computeDuration, options);
  }

  /** Number of requests in the queue of the model on one instance, sampled every 5 seconds. Default statistic: average. */
  public pendingRequests(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.pendingRequests, options);
  }

  /** Number of responses from the response cache. No data for models without a cache. Default statistic: sum. */
  public cacheHits(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.cacheHits, options);
  }

  /** Number of requests that were not in the response cache. No data for models without a cache. Default statistic: sum. */
  public cacheMisses(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.cacheMisses, options);
  }

  /** Mean time of a request in the queue of the model, in milliseconds. No data without requests. */
  public meanQueueTime(options?: MathExpressionOptions): MathExpression {
    return this.ratio(this.queueDuration(), this.successfulRequests(), `${this.modelName}: queue time (ms)`, options);
  }

  /** Mean time of a request in executions of the model, in milliseconds. No data without requests. */
  public meanComputeTime(options?: MathExpressionOptions): MathExpression {
    return this.ratio(
      this.computeDuration(),
      this.successfulRequests(),
      `${this.modelName}: compute time (ms)`,
      options,
    );
  }

  /** Mean number of inferences that one execution processes. No data without executions. */
  public meanBatchSize(options?: MathExpressionOptions): MathExpression {
    return this.ratio(this.inferences(), this.executions(), `${this.modelName}: batch size`, options);
  }

  /** Percentage of the responses that come from the response cache. No data for models without a cache. */
  public cacheHitRate(options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: '100 * hits / (hits + misses)',
      usingMetrics: { hits: this.cacheHits(), misses: this.cacheMisses() },
      period: PERIOD,
      label: `${this.modelName}: cache hits (%)`,
      ...options,
    });
  }

  private ratio(total: Metric, count: Metric, label: string, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: 'total / count',
      usingMetrics: { total, count },
      period: PERIOD,
      label,
      ...options,
    });
  }

  private createModelMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, this.dimensions, { ...this.environment, ...options });
  }
}
