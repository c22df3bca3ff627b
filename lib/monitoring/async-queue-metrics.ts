import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { QUEUE, QUEUED_REQUESTS, metricOf } from './published-metrics';

/**
 * The queue of an asynchronous endpoint. Such an endpoint publishes ModelLatency, error counts and host metrics as well, but neither
 * Invocations, InvocationsPerInstance nor OverheadLatency.
 *
 * Source: Amazon SageMaker AI developer guide, "Alarms and logs for tracking metrics from asynchronous endpoints" (read 2026-11-21).
 */
export class AsyncQueueMetrics {
  private readonly endpoint: { [key: string]: string };
  private readonly variant: { [key: string]: string };

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the production variant
   */
  constructor(
    /** Name of the endpoint. */
    public readonly endpointName: string,
    /** Name of the production variant. */
    public readonly variantName: string,
  ) {
    this.endpoint = { EndpointName: endpointName };
    this.variant = { EndpointName: endpointName, VariantName: variantName };
  }

  /** Requests that wait or are being processed. Default statistic: maximum. */
  public approximateBacklogSize(options?: MetricOptions): Metric {
    return metricOf(QUEUE.approximateBacklogSize, this.endpoint, options);
  }

  /** The backlog over the number of instances. Default statistic: maximum. */
  public approximateBacklogSizePerInstance(options?: MetricOptions): Metric {
    return metricOf(QUEUE.approximateBacklogSizePerInstance, this.endpoint, options);
  }

  /** Age of the oldest request. Seconds; default statistic: maximum. */
  public approximateAgeOfOldestRequest(options?: MetricOptions): Metric {
    return metricOf(QUEUE.approximateAgeOfOldestRequest, this.endpoint, options);
  }

  /** 1 while requests wait and no instance runs. Default statistic: maximum. */
  public hasBacklogWithoutCapacity(options?: MetricOptions): Metric {
    return metricOf(QUEUE.hasBacklogWithoutCapacity, this.endpoint, options);
  }

  /** Requests processed. Default statistic: sum. */
  public invocationsProcessed(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.invocationsProcessed, this.variant, options);
  }

  /** Requests that failed for any reason. Default statistic: sum. */
  public invocationFailures(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.invocationFailures, this.variant, options);
  }

  /** Requests that waited longer than their time to live. Default statistic: sum. */
  public expiredRequests(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.expiredRequests, this.variant, options);
  }

  /** Requests whose payload could not be read from S3. Default statistic: sum. */
  public requestDownloadFailures(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.requestDownloadFailures, this.variant, options);
  }

  /** Answers that could not be written to S3. Default statistic: sum. */
  public responseUploadFailures(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.responseUploadFailures, this.variant, options);
  }

  /** Notifications that could not be published. Default statistic: sum. */
  public notificationFailures(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.notificationFailures, this.variant, options);
  }

  /** Time to download the payload. Microseconds; default statistic: average. */
  public requestDownloadLatency(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.requestDownloadLatency, this.variant, options);
  }

  /** Time to upload the answer. Microseconds; default statistic: average. */
  public responseUploadLatency(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.responseUploadLatency, this.variant, options);
  }

  /** Time in the queue. Microseconds; default statistic: average. */
  public timeInBacklog(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.timeInBacklog, this.variant, options);
  }

  /** Time from receipt to the end. Milliseconds, unlike the others; default statistic: average. */
  public totalProcessingTime(options?: MetricOptions): Metric {
    return metricOf(QUEUED_REQUESTS.totalProcessingTime, this.variant, options);
  }
}
