import {
  DimensionsMap,
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  ASYNC_REQUEST_METRICS,
  INSTANCE_METRICS,
  LogMetrics,
  logMetrics,
  MODEL_LOADING_METRICS,
  PublishedMetric,
  QUEUE_METRICS,
  REQUEST_METRICS,
  SAGEMAKER_NAMESPACE,
} from '../facts/cloudwatch-metrics';
import { EndpointEnvironment, PERIOD } from './create-metric';
import { RequestMetrics } from './request-metrics';

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
export class EndpointMetrics extends RequestMetrics {
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
    super({ EndpointName: endpointName, VariantName: variantName }, environment);
  }

  /** @internal */
  protected get _libraryDimensions(): DimensionsMap {
    return { EndpointName: this.endpointName, VariantName: this.variantName };
  }

  /** @internal */
  protected get _logMetrics(): LogMetrics {
    return logMetrics(this.endpointName);
  }

  /**
   * Returns a metric by the name under which SageMaker publishes it.
   *
   * @param metricName name of the metric, such as `ModelLatency` or `GPUUtilization`. A name that the library does not know is a metric of
   * the namespace AWS/SageMaker, with the average as its default statistic
   */
  public metric(metricName: string, options?: MetricOptions): Metric {
    const listed = PUBLISHED_METRICS.find(({ name }) => name === metricName);
    return this._createMetric(
      listed ?? { namespace: SAGEMAKER_NAMESPACE, name: metricName, statistic: Stats.AVERAGE },
      options,
    );
  }

  /** Number of requests per instance. The only meaningful statistic is the sum. */
  public invocationsPerInstance(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.invocationsPerInstance, options);
  }

  /**
   * Number of instances that serve requests: Invocations divided by InvocationsPerInstance, because SageMaker publishes no metric with the
   * number of instances. In InvocationsPerInstance, each request counts as 1 divided by the number of instances. Without requests, the value
   * is missing, even if SageMaker publishes zeros.
   */
  public instanceCount(options?: MathExpressionOptions): MathExpression {
    return this._servingCount('perInstance', this.invocationsPerInstance(), { label: 'instances', ...options });
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
    return this._createMetric(REQUEST_METRICS.concurrentRequestsPerModel, options);
  }

  /**
   * Time to start the compute capacity of a serverless endpoint. Endpoints with instances do not publish this metric. Microseconds; default
   * statistic: p99.
   */
  public modelSetupTime(options?: MetricOptions): Metric {
    return this._createMetric(REQUEST_METRICS.modelSetupTime, options);
  }

  /** GPU utilization, from 0 to 100 × the number of GPUs, in percent. The average over the instances. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this._createMetric(INSTANCE_METRICS.gpuUtilization, options);
  }

  /** GPU memory utilization, from 0 to 100 × the number of GPUs, in percent. The average over the instances. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this._createMetric(INSTANCE_METRICS.gpuMemoryUtilization, options);
  }

  /** CPU utilization, from 0 to 100 × the number of vCPUs, in percent. The average over the instances. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this._createMetric(INSTANCE_METRICS.cpuUtilization, options);
  }

  /** Memory utilization, from 0 to 100 percent. The average over the instances. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return this._createMetric(INSTANCE_METRICS.memoryUtilization, options);
  }

  /** Disk utilization, from 0 to 100 percent. The average over the instances. */
  public diskUtilization(options?: MetricOptions): Metric {
    return this._createMetric(INSTANCE_METRICS.diskUtilization, options);
  }

  /**
   * Fraction of requests whose model was already loaded, from 0 to 1. Default statistic: average. The sum is the number of these requests.
   */
  public modelCacheHit(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.modelCacheHit, options);
  }

  /** Time that requests waited until their model was loaded. Microseconds; default statistic: average. */
  public modelLoadingWaitTime(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.modelLoadingWaitTime, options);
  }

  /** Time to download a model from S3. Microseconds; default statistic: average. */
  public modelDownloadingTime(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.modelDownloadingTime, options);
  }

  /** Time to load a model into the container. Microseconds; default statistic: average. */
  public modelLoadingTime(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.modelLoadingTime, options);
  }

  /** Time to unload a model. Microseconds; default statistic: average. */
  public modelUnloadingTime(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.modelUnloadingTime, options);
  }

  /** Number of loaded models. The average (default) is the number per instance, and the sum is the number on all instances. */
  public loadedModelCount(options?: MetricOptions): Metric {
    return this._createMetric(MODEL_LOADING_METRICS.loadedModelCount, options);
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
    return this._createMetric(ASYNC_REQUEST_METRICS.invocationsProcessed, options);
  }

  /** Asynchronous endpoints: number of requests that failed for any reason. Default statistic: sum. */
  public invocationFailures(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.invocationFailures, options);
  }

  /** Asynchronous endpoints: number of requests that exceeded their time to live in the queue. Default statistic: sum. */
  public expiredRequests(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.expiredRequests, options);
  }

  /** Asynchronous endpoints: number of requests whose payload could not be downloaded from S3. Default statistic: sum. */
  public requestDownloadFailures(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.requestDownloadFailures, options);
  }

  /** Asynchronous endpoints: number of responses that could not be written to S3. Default statistic: sum. */
  public responseUploadFailures(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.responseUploadFailures, options);
  }

  /** Asynchronous endpoints: number of notifications that could not be published. Default statistic: sum. */
  public notificationFailures(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.notificationFailures, options);
  }

  /** Asynchronous endpoints: time to download the payload. Microseconds; default statistic: average. */
  public requestDownloadLatency(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.requestDownloadLatency, options);
  }

  /** Asynchronous endpoints: time to upload the response. Microseconds; default statistic: average. */
  public responseUploadLatency(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.responseUploadLatency, options);
  }

  /** Asynchronous endpoints: time in the queue. Microseconds; default statistic: average. */
  public timeInBacklog(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.timeInBacklog, options);
  }

  /**
   * Asynchronous endpoints: time from the receipt of a request to its completion. Milliseconds, unlike the other metrics; default
   * statistic: average.
   */
  public totalProcessingTime(options?: MetricOptions): Metric {
    return this._createMetric(ASYNC_REQUEST_METRICS.totalProcessingTime, options);
  }

  /** Creates a metric of the queue. Metrics of the queue have no VariantName dimension. */
  private createQueueMetric(metric: PublishedMetric, options?: MetricOptions): Metric {
    return this._createMetric(metric, options, { EndpointName: this.endpointName });
  }
}
