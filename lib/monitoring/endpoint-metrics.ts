import {
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  MetricProps,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  ASYNC_REQUEST_METRICS,
  INSTANCE_METRICS,
  logMetrics,
  MODEL_LOADING_METRICS,
  PROBE_METRICS,
  PublishedMetric,
  QUEUE_METRICS,
  REQUEST_METRICS,
  SAGEMAKER_NAMESPACE,
  SERVER_METRICS,
} from '../facts/cloudwatch-metrics';
import { createMetric, EndpointEnvironment, PERIOD, stackEnvironment } from './create-metric';

const PUBLISHED_METRICS = [REQUEST_METRICS, INSTANCE_METRICS, MODEL_LOADING_METRICS].flatMap(
  (metrics): PublishedMetric[] => Object.values(metrics),
);

/**
 * The metrics of one variant of an endpoint, with a period of one minute: the metrics that SageMaker publishes, the metrics of this
 * library's probe, and the metric filters on the server's log. The class requires only names, so it also supports endpoints that are not
 * created with this library.
 *
 * A multi-model endpoint publishes metrics of model loading for the variant, not for individual models. An asynchronous endpoint publishes
 * metrics of its queue, but not Invocations, InvocationsPerInstance and OverheadLatency.
 *
 * Each method accepts the metric options of CloudWatch: `modelLatency({ statistic: 'p99.9' })`. Latencies are in microseconds. Without
 * requests, SageMaker publishes only the hardware metrics of the instances.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch", "CloudWatch Metrics for Multi-Model
 * Endpoint Deployments", and "Alarms and logs for tracking metrics from asynchronous endpoints" (read 2026-11-21).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 * @example
 * new EndpointMetrics('from-elsewhere', 'AllTraffic').modelLatency({ statistic: 'p99' });
 */
export class EndpointMetrics {
  private readonly dimensions: { [key: string]: string };
  private readonly environment: Partial<MetricProps>;

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the variant
   * @param environment account and Region of the endpoint. The default is the environment of the stack that uses a metric
   */
  constructor(
    /** Name of the endpoint. */
    public readonly endpointName: string,
    /** Name of the variant. */
    public readonly variantName: string,
    environment?: EndpointEnvironment,
  ) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName };
    this.environment = stackEnvironment(environment);
  }

  /**
   * Returns a metric by the name under which SageMaker publishes it.
   *
   * @param metricName name of the metric, such as `ModelLatency` or `GPUUtilization`. A name that the library does not know is a metric of
   * the namespace AWS/SageMaker, with the average as its default statistic
   */
  public metric(metricName: string, options?: MetricOptions): Metric {
    const listed = PUBLISHED_METRICS.find(({ name }) => name === metricName);
    return this.createVariantMetric(
      listed ?? { namespace: SAGEMAKER_NAMESPACE, name: metricName, statistic: Stats.AVERAGE },
      options,
    );
  }

  /**
   * Latency of the container of the model, as measured by SageMaker, including the transfer to and from the container. Microseconds;
   * default statistic: p99.
   */
  public modelLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.modelLatency, options);
  }

  /**
   * Latency that SageMaker adds to a request. Microseconds; default statistic: p99. AWS documents average, sum, minimum and maximum for
   * this metric, but not percentiles.
   */
  public overheadLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.overheadLatency, options);
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
    return this.createVariantMetric(REQUEST_METRICS.invocations, options);
  }

  /** Number of requests per instance. The only meaningful statistic is the sum. */
  public invocationsPerInstance(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.invocationsPerInstance, options);
  }

  /**
   * Number of instances that serve requests: Invocations divided by InvocationsPerInstance, because SageMaker publishes no metric with the
   * number of instances. In InvocationsPerInstance, each request counts as 1 divided by the number of instances. Without requests, the value
   * is missing, even if SageMaker publishes zeros.
   */
  public instanceCount(options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: 'FLOOR(invocations / perInstance + 0.5)',
      usingMetrics: { invocations: this.invocations(), perInstance: this.invocationsPerInstance() },
      period: PERIOD,
      label: 'instances',
      ...options,
    });
  }

  /**
   * Cost of the serving instances in USD per hour. A minute without requests has the value of the preceding minute.
   *
   * @param usdPerInstanceHour price of one instance in USD per hour
   */
  public costPerHour(usdPerInstanceHour: number, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: `FILL(invocations / perInstance, REPEAT) * ${usdPerInstanceHour}`,
      usingMetrics: { invocations: this.invocations(), perInstance: this.invocationsPerInstance() },
      period: PERIOD,
      label: 'USD per hour',
      ...options,
    });
  }

  /**
   * Cost of one million requests in USD, at the request rate of the minute: the price of one instance divided by the number of requests that
   * the instance processes.
   *
   * @param usdPerInstanceHour price of one instance in USD per hour
   */
  public costPerMillionRequests(usdPerInstanceHour: number, options?: MathExpressionOptions): MathExpression {
    return new MathExpression({
      expression: `1000000 * ${usdPerInstanceHour} / (60 * perInstance)`,
      usingMetrics: { perInstance: this.invocationsPerInstance() },
      period: PERIOD,
      label: 'USD per million requests',
      ...options,
    });
  }

  /**
   * Concurrent requests in the container of the model, including queued requests. Published every 10 seconds. Statistics: maximum (default)
   * and minimum.
   */
  public concurrentRequestsPerModel(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.concurrentRequestsPerModel, options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the rate. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.invocation4xxErrors, options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the rate. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.invocation5xxErrors, options);
  }

  /**
   * Number of requests for which the container did not return a 2XX response, because of a different status, a broken connection or a
   * timeout. Default statistic: sum.
   */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.invocationModelErrors, options);
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
    return this.createVariantMetric(REQUEST_METRICS.midStreamErrors, options);
  }

  /** Time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.firstChunkLatency, options);
  }

  /** The model's part of the time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkModelLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.firstChunkModelLatency, options);
  }

  /** SageMaker's part of the time to the first chunk of a streamed response. Microseconds; default statistic: p99. */
  public firstChunkOverheadLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.firstChunkOverheadLatency, options);
  }

  /**
   * Time to start the compute capacity of a serverless endpoint. Endpoints with instances do not publish this metric. Microseconds; default
   * statistic: p99.
   */
  public modelSetupTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(REQUEST_METRICS.modelSetupTime, options);
  }

  /** GPU utilization, from 0 to 100 × the number of GPUs, in percent. The average over the instances. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(INSTANCE_METRICS.gpuUtilization, options);
  }

  /** GPU memory utilization, from 0 to 100 × the number of GPUs, in percent. The average over the instances. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(INSTANCE_METRICS.gpuMemoryUtilization, options);
  }

  /** CPU utilization, from 0 to 100 × the number of vCPUs, in percent. The average over the instances. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(INSTANCE_METRICS.cpuUtilization, options);
  }

  /** Memory utilization, from 0 to 100 percent. The average over the instances. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(INSTANCE_METRICS.memoryUtilization, options);
  }

  /** Disk utilization, from 0 to 100 percent. The average over the instances. */
  public diskUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(INSTANCE_METRICS.diskUtilization, options);
  }

  /**
   * Fraction of requests whose model was already loaded, from 0 to 1. Default statistic: average. The sum is the number of these requests.
   */
  public modelCacheHit(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.modelCacheHit, options);
  }

  /** Time that requests waited until their model was loaded. Microseconds; default statistic: average. */
  public modelLoadingWaitTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.modelLoadingWaitTime, options);
  }

  /** Time to download a model from S3. Microseconds; default statistic: average. */
  public modelDownloadingTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.modelDownloadingTime, options);
  }

  /** Time to load a model into the container. Microseconds; default statistic: average. */
  public modelLoadingTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.modelLoadingTime, options);
  }

  /** Time to unload a model. Microseconds; default statistic: average. */
  public modelUnloadingTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.modelUnloadingTime, options);
  }

  /** Number of loaded models. The average (default) is the number per instance, and the sum is the number on all instances. */
  public loadedModelCount(options?: MetricOptions): Metric {
    return this.createVariantMetric(MODEL_LOADING_METRICS.loadedModelCount, options);
  }

  /**
   * Probe: time from the request to the complete response, as measured by the client, including the network. Microseconds; default
   * statistic: p99.
   */
  public probeLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(PROBE_METRICS.endToEndLatency, options);
  }

  /** Probe: 1 if the response was correct, otherwise 0. Default statistic: minimum. */
  public probeSuccess(options?: MetricOptions): Metric {
    return this.createVariantMetric(PROBE_METRICS.success, options);
  }

  /** Probe: percentage by which the latency exceeds `probe.plannedLatency`, if it is set. Default statistic: average. */
  public probeLatencyDrift(options?: MetricOptions): Metric {
    return this.createVariantMetric(PROBE_METRICS.latencyDrift, options);
  }

  /**
   * Server log: number of lines about models that could not be read or loaded. Without such lines, the metric has no data. Default
   * statistic: sum.
   */
  public loadFailures(options?: MetricOptions): Metric {
    return this.createLogMetric(logMetrics(this.endpointName).loadFailures, options);
  }

  /**
   * Server log: number of lines about exhausted memory or disk space. Without such lines, the metric has no data. Default statistic: sum.
   */
  public outOfMemory(options?: MetricOptions): Metric {
    return this.createLogMetric(logMetrics(this.endpointName).outOfMemory, options);
  }

  /**
   * Server metrics: number of requests of clients that the server has completed. Only with `monitoring.serverMetrics`. Default statistic:
   * sum.
   */
  public serverRequests(options?: MetricOptions): Metric {
    return this.createVariantMetric(SERVER_METRICS.successfulRequests, options);
  }

  /**
   * Server metrics: time that requests have waited in the queues of all models, added over the requests. Only with
   * `monitoring.serverMetrics`. Milliseconds; default statistic: sum.
   */
  public serverQueueDuration(options?: MetricOptions): Metric {
    return this.createVariantMetric(SERVER_METRICS.queueDuration, options);
  }

  /**
   * Server metrics: time that requests of clients have spent in executions of the model that receives them, including the time of the models that it uses, added over the requests. Only with
   * `monitoring.serverMetrics`. Milliseconds; default statistic: sum.
   */
  public serverComputeDuration(options?: MetricOptions): Metric {
    return this.createVariantMetric(SERVER_METRICS.computeDuration, options);
  }

  /**
   * Server metrics: number of requests in the queues of all models of one instance, sampled every 5 seconds. Only with
   * `monitoring.serverMetrics`. Default statistic: average.
   */
  public pendingRequests(options?: MetricOptions): Metric {
    return this.createVariantMetric(SERVER_METRICS.pendingRequests, options);
  }

  /**
   * Server metrics: used share of the pinned memory pool, through which tensors are copied to and from GPUs. No data without a GPU. Only with
   * `monitoring.serverMetrics`. Percent; default statistic: maximum.
   */
  public pinnedMemoryUtilization(options?: MetricOptions): Metric {
    return this.createVariantMetric(SERVER_METRICS.pinnedMemoryUtilization, options);
  }

  /** Asynchronous endpoints: number of requests that wait or are being processed. Default statistic: maximum. */
  public approximateBacklogSize(options?: MetricOptions): Metric {
    return this.createQueueMetric(QUEUE_METRICS.approximateBacklogSize, options);
  }

  /** Asynchronous endpoints: backlog divided by the number of instances. Default statistic: maximum. */
  public approximateBacklogSizePerInstance(options?: MetricOptions): Metric {
    return this.createQueueMetric(QUEUE_METRICS.approximateBacklogSizePerInstance, options);
  }

  /** Asynchronous endpoints: age of the oldest request. Seconds; default statistic: maximum. */
  public approximateAgeOfOldestRequest(options?: MetricOptions): Metric {
    return this.createQueueMetric(QUEUE_METRICS.approximateAgeOfOldestRequest, options);
  }

  /** Asynchronous endpoints: 1 while requests wait and the endpoint has no instances. Default statistic: maximum. */
  public hasBacklogWithoutCapacity(options?: MetricOptions): Metric {
    return this.createQueueMetric(QUEUE_METRICS.hasBacklogWithoutCapacity, options);
  }

  /** Asynchronous endpoints: number of processed requests. Default statistic: sum. */
  public invocationsProcessed(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.invocationsProcessed, options);
  }

  /** Asynchronous endpoints: number of requests that failed for any reason. Default statistic: sum. */
  public invocationFailures(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.invocationFailures, options);
  }

  /** Asynchronous endpoints: number of requests that exceeded their time to live in the queue. Default statistic: sum. */
  public expiredRequests(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.expiredRequests, options);
  }

  /** Asynchronous endpoints: number of requests whose payload could not be downloaded from S3. Default statistic: sum. */
  public requestDownloadFailures(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.requestDownloadFailures, options);
  }

  /** Asynchronous endpoints: number of responses that could not be written to S3. Default statistic: sum. */
  public responseUploadFailures(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.responseUploadFailures, options);
  }

  /** Asynchronous endpoints: number of notifications that could not be published. Default statistic: sum. */
  public notificationFailures(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.notificationFailures, options);
  }

  /** Asynchronous endpoints: time to download the payload. Microseconds; default statistic: average. */
  public requestDownloadLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.requestDownloadLatency, options);
  }

  /** Asynchronous endpoints: time to upload the response. Microseconds; default statistic: average. */
  public responseUploadLatency(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.responseUploadLatency, options);
  }

  /** Asynchronous endpoints: time in the queue. Microseconds; default statistic: average. */
  public timeInBacklog(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.timeInBacklog, options);
  }

  /**
   * Asynchronous endpoints: time from the receipt of a request to its completion. Milliseconds, unlike the other metrics; default
   * statistic: average.
   */
  public totalProcessingTime(options?: MetricOptions): Metric {
    return this.createVariantMetric(ASYNC_REQUEST_METRICS.totalProcessingTime, options);
  }

  private createVariantMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, this.dimensions, { ...this.environment, ...options });
  }

  /** Creates a metric of the queue. Metrics of the queue have no VariantName dimension. */
  private createQueueMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, { EndpointName: this.endpointName }, { ...this.environment, ...options });
  }

  private createLogMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return createMetric(metric, {}, { ...this.environment, ...options });
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
