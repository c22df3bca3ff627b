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

  /** Number of requests that the model has completed. Default statistic: sum. */
  public successfulRequests(options?: MetricOptions): Metric {
    return this.createModelMetric(SERVER_MODEL_METRICS.successfulRequests, options);
  }

  /**
   * Number of requests that failed in the server. Triton counts an error response of a Python model as completed, and does not count a
   * request that a full queue rejects. Default statistic: sum.
   */
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
    const metrics = { queue: this.queueDuration(), requests: this.successfulRequests() };
    return this.expression(({ queue, requests }) => `${queue} / ${requests}`, metrics, 'queue time (ms)', options);
  }

  /** Mean time of a request in executions of the model, in milliseconds. No data without requests. */
  public meanComputeTime(options?: MathExpressionOptions): MathExpression {
    const metrics = { compute: this.computeDuration(), requests: this.successfulRequests() };
    return this.expression(
      ({ compute, requests }) => `${compute} / ${requests}`,
      metrics,
      'compute time (ms)',
      options,
    );
  }

  /** Mean number of inferences that one execution processes. No data without executions. */
  public meanBatchSize(options?: MathExpressionOptions): MathExpression {
    const metrics = { inferences: this.inferences(), executions: this.executions() };
    return this.expression(
      ({ inferences, executions }) => `${inferences} / ${executions}`,
      metrics,
      'batch size',
      options,
    );
  }

  /**
   * Mean number of requests that one execution processes: 1 if each request is executed alone, so that batching has no effect. Requests whose
   * response is from the response cache do not count. No data without executions.
   *
   * @param responseCache whether the model has a response cache
   */
  public requestsPerExecution(responseCache: boolean, options?: MathExpressionOptions): MathExpression {
    const metrics = { requests: this.successfulRequests(), executions: this.executions() };
    const label = 'requests per execution';
    if (!responseCache) {
      return this.expression(({ requests, executions }) => `${requests} / ${executions}`, metrics, label, options);
    }
    return this.expression(
      ({ requests, hits, executions }) => `(${requests} - ${hits}) / ${executions}`,
      { ...metrics, hits: this.cacheHits() },
      label,
      options,
    );
  }

  /** Percentage of the responses that come from the response cache. No data for models without a cache. */
  public cacheHitRate(options?: MathExpressionOptions): MathExpression {
    const metrics = { hits: this.cacheHits(), misses: this.cacheMisses() };
    return this.expression(
      ({ hits, misses }) => `100 * ${hits} / (${hits} + ${misses})`,
      metrics,
      'cache hits (%)',
      options,
    );
  }

  /** Creates an expression. The IDs of its metrics contain the name of the model, because different metrics of a graph have different IDs. */
  private expression<Name extends string>(
    render: (ids: Record<Name, string>) => string,
    metrics: Record<Name, Metric>,
    label: string,
    options?: MathExpressionOptions,
  ): MathExpression {
    const names = Object.keys(metrics) as Name[];
    const ids = Object.fromEntries(names.map((name) => [name, `${name}_${toId(this.modelName)}`]));
    return new MathExpression({
      expression: render(ids as Record<Name, string>),
      usingMetrics: Object.fromEntries(names.map((name) => [ids[name], metrics[name]])),
      period: PERIOD,
      label: `${this.modelName}: ${label}`,
      ...options,
    });
  }

  private createModelMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, this.dimensions, { ...this.environment, ...options });
  }
}

/** Replaces the characters of a name that an ID of metric math cannot contain. Different names have different IDs. */
function toId(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
