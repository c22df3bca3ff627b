import { Duration, Token } from 'aws-cdk-lib';
import {
  MathExpression,
  MathExpressionOptions,
  Metric,
  MetricOptions,
  MetricProps,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { ResourceEnvironment } from 'aws-cdk-lib/interfaces';
import { LOG_METRICS, logMetricNamespace } from './log-metrics';
import {
  HOST,
  metricOf,
  MODEL_LOADING,
  PROBE,
  PublishedMetric,
  QUEUE,
  QUEUED_REQUESTS,
  REQUESTS,
} from './published-metrics';

const PERIOD = Duration.minutes(1);
const PUBLISHED = [REQUESTS, HOST, MODEL_LOADING].flatMap((metrics): PublishedMetric[] => Object.values(metrics));

/**
 * The metrics of one variant of an endpoint, each minute: those that SageMaker publishes, those of this library's probe, and
 * what metric filters count in the server's log. They need only names, so they serve endpoints from elsewhere as well.
 *
 * A multi-model endpoint publishes model loading for the variant, never for a single model. An asynchronous endpoint publishes its
 * queue, but neither Invocations, InvocationsPerInstance nor OverheadLatency.
 *
 * Every method takes CloudWatch's own options: `modelLatency({ statistic: 'p99.9' })`. Latencies are in microseconds. Nothing
 * is published while there are no requests, except for the hosts' metrics.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch", "CloudWatch Metrics for
 * Multi-Model Endpoint Deployments", and "Alarms and logs for tracking metrics from asynchronous endpoints" (read 2026-11-21).
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/monitoring-cloudwatch.html
 * @example
 * new EndpointMetrics('from-elsewhere', 'AllTraffic').modelLatency({ statistic: 'p99' });
 */
export class EndpointMetrics {
  private readonly dimensions: { [key: string]: string };
  private readonly place: Partial<MetricProps>;

  /**
   * @param endpointName name of the endpoint
   * @param variantName name of the variant
   * @param environment account and region of the endpoint; by default those of the stack that uses a metric
   */
  constructor(
    /** Name of the endpoint. */
    public readonly endpointName: string,
    /** Name of the variant. */
    public readonly variantName: string,
    environment?: ResourceEnvironment,
  ) {
    this.dimensions = { EndpointName: endpointName, VariantName: variantName };
    this.place = { stackAccount: known(environment?.account), stackRegion: known(environment?.region) };
  }

  /**
   * A metric by the name that SageMaker publishes it under.
   *
   * @param metricName such as `ModelLatency` or `GPUUtilization`; a name that is not known here is looked for in the namespace
   * AWS/SageMaker, with the average as its default statistic
   */
  public metric(metricName: string, options?: MetricOptions): Metric {
    const listed = PUBLISHED.find(({ name }) => name === metricName);
    return this.published(
      listed ?? { namespace: 'AWS/SageMaker', name: metricName, statistic: Stats.AVERAGE },
      options,
    );
  }

  /** Time in the model's container as SageMaker sees it, transfer to and from it included. Microseconds; default statistic p99. */
  public modelLatency(options?: MetricOptions): Metric {
    return this.published(REQUESTS.modelLatency, options);
  }

  /**
   * Time that SageMaker adds to a request. Microseconds; default statistic p99. AWS documents average, sum, minimum and maximum for
   * it; percentiles are not named there.
   */
  public overheadLatency(options?: MetricOptions): Metric {
    return this.published(REQUESTS.overheadLatency, options);
  }

  /**
   * ModelLatency plus OverheadLatency in microseconds, of the same statistic. Percentiles of two parts do not add up: their sum is
   * more than the percentile of the whole, so it is on the safe side.
   *
   * @param statistic statistic of both, such as `p99`
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
    return this.published(REQUESTS.invocations, options);
  }

  /** Number of requests an instance served. Sum is the only statistic that means anything. */
  public invocationsPerInstance(options?: MetricOptions): Metric {
    return this.published(REQUESTS.invocationsPerInstance, options);
  }

  /**
   * Number of instances that serve. SageMaker publishes no such metric; each request counts as one over the number of instances in
   * InvocationsPerInstance, so the quotient of both sums tells it while there are requests, and is missing while there are none.
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
   * What the serving instances cost in USD per hour; a minute without requests has the value of the one before.
   *
   * @param usdPerInstanceHour price of one instance
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
   * What a million requests cost in USD at the minute's rate. The number of requests cancels out: it is the price over the
   * requests of one instance.
   *
   * @param usdPerInstanceHour price of one instance
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

  /** Requests in flight in the model's container, queued ones included. Published each 10 seconds; maximum or minimum, default maximum. */
  public concurrentRequestsPerModel(options?: MetricOptions): Metric {
    return this.published(REQUESTS.concurrentRequestsPerModel, options);
  }

  /** Number of requests with a 4XX response. Default statistic: sum. The average is the rate. */
  public invocation4xxErrors(options?: MetricOptions): Metric {
    return this.published(REQUESTS.invocation4xxErrors, options);
  }

  /** Number of requests with a 5XX response. Default statistic: sum. The average is the rate. */
  public invocation5xxErrors(options?: MetricOptions): Metric {
    return this.published(REQUESTS.invocation5xxErrors, options);
  }

  /** Number of requests that the container did not answer with 2XX: other statuses, broken connections, timeouts. Default statistic: sum. */
  public invocationModelErrors(options?: MetricOptions): Metric {
    return this.published(REQUESTS.invocationModelErrors, options);
  }

  /** Percent of the requests that were answered with a 5XX status. */
  public errorRate5xx(options?: MathExpressionOptions): MathExpression {
    return rate(this.invocation5xxErrors(), this.invocations(), { label: '5XX rate (%)', ...options });
  }

  /** Percent of the requests that were answered with a 4XX status. */
  public errorRate4xx(options?: MathExpressionOptions): MathExpression {
    return rate(this.invocation4xxErrors(), this.invocations(), { label: '4XX rate (%)', ...options });
  }

  /** Percent of the requests whose stream broke off after it had begun. */
  public midStreamErrorRate(options?: MathExpressionOptions): MathExpression {
    return rate(this.midStreamErrors(), this.invocations(), { label: 'broken streams (%)', ...options });
  }

  /**
   * Streams that broke off after they had begun. An error that the model sends in a stream is none: Triton puts it into an event of a
   * response with status 200. Default statistic: sum.
   */
  public midStreamErrors(options?: MetricOptions): Metric {
    return this.published(REQUESTS.midStreamErrors, options);
  }

  /** Time to the first part of a streamed response. Microseconds; default statistic p99. */
  public firstChunkLatency(options?: MetricOptions): Metric {
    return this.published(REQUESTS.firstChunkLatency, options);
  }

  /** The model's share of the time to the first part of a streamed response. Microseconds; default statistic p99. */
  public firstChunkModelLatency(options?: MetricOptions): Metric {
    return this.published(REQUESTS.firstChunkModelLatency, options);
  }

  /** SageMaker's share of the time to the first part of a streamed response. Microseconds; default statistic p99. */
  public firstChunkOverheadLatency(options?: MetricOptions): Metric {
    return this.published(REQUESTS.firstChunkOverheadLatency, options);
  }

  /** Time to launch compute for a serverless endpoint; instances do not publish it. Microseconds; default statistic p99. */
  public modelSetupTime(options?: MetricOptions): Metric {
    return this.published(REQUESTS.modelSetupTime, options);
  }

  /** Use of the GPUs, 0 to 100 × GPUs percent, averaged over the instances. */
  public gpuUtilization(options?: MetricOptions): Metric {
    return this.published(HOST.gpuUtilization, options);
  }

  /** Use of the GPUs' memory, 0 to 100 × GPUs percent, averaged over the instances. */
  public gpuMemoryUtilization(options?: MetricOptions): Metric {
    return this.published(HOST.gpuMemoryUtilization, options);
  }

  /** Use of the CPUs, 0 to 100 × vCPUs percent, averaged over the instances. */
  public cpuUtilization(options?: MetricOptions): Metric {
    return this.published(HOST.cpuUtilization, options);
  }

  /** Use of main memory, 0 to 100 percent, averaged over the instances. */
  public memoryUtilization(options?: MetricOptions): Metric {
    return this.published(HOST.memoryUtilization, options);
  }

  /** Use of the disk, 0 to 100 percent, averaged over the instances. */
  public diskUtilization(options?: MetricOptions): Metric {
    return this.published(HOST.diskUtilization, options);
  }

  /** Share of the requests whose model was loaded already, 0 to 1. Default statistic: average; the sum counts them. */
  public modelCacheHit(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.modelCacheHit, options);
  }

  /** Time that requests waited for their model. Microseconds; default statistic: average. */
  public modelLoadingWaitTime(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.modelLoadingWaitTime, options);
  }

  /** Time to download a model from S3. Microseconds; default statistic: average. */
  public modelDownloadingTime(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.modelDownloadingTime, options);
  }

  /** Time to load a model in the container. Microseconds; default statistic: average. */
  public modelLoadingTime(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.modelLoadingTime, options);
  }

  /** Time to unload a model. Microseconds; default statistic: average. */
  public modelUnloadingTime(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.modelUnloadingTime, options);
  }

  /** Models that are loaded: average per instance by default, in all instances with the sum. */
  public loadedModelCount(options?: MetricOptions): Metric {
    return this.published(MODEL_LOADING.loadedModelCount, options);
  }
  /** Probe: time from the request to the whole response as the client sees it, network included. Microseconds; default statistic p99. */
  public probeLatency(options?: MetricOptions): Metric {
    return this.published(PROBE.endToEndLatency, options);
  }

  /** Probe: 1 when the response was right, else 0. Default statistic: minimum. */
  public probeSuccess(options?: MetricOptions): Metric {
    return this.published(PROBE.success, options);
  }

  /** Probe: by how many percent the latency is above `probe.plannedLatency`, if one is set. Default statistic: average. */
  public probeLatencyDrift(options?: MetricOptions): Metric {
    return this.published(PROBE.latencyDrift, options);
  }
  /** Server log: lines that say that a model could not be read or loaded; nothing is published while there are none. Default statistic: sum. */
  public loadFailures(options?: MetricOptions): Metric {
    return this.counted(LOG_METRICS.loadFailures, options);
  }

  /** Server log: lines about exhausted memory or disk; nothing is published while there are none. Default statistic: sum. */
  public outOfMemory(options?: MetricOptions): Metric {
    return this.counted(LOG_METRICS.outOfMemory, options);
  }

  /** Asynchronous endpoints: requests that wait or are being processed. Default statistic: maximum. */
  public approximateBacklogSize(options?: MetricOptions): Metric {
    return this.ofEndpoint(QUEUE.approximateBacklogSize, options);
  }

  /** The backlog over the number of instances. Default statistic: maximum. */
  public approximateBacklogSizePerInstance(options?: MetricOptions): Metric {
    return this.ofEndpoint(QUEUE.approximateBacklogSizePerInstance, options);
  }

  /** Age of the oldest request. Seconds; default statistic: maximum. */
  public approximateAgeOfOldestRequest(options?: MetricOptions): Metric {
    return this.ofEndpoint(QUEUE.approximateAgeOfOldestRequest, options);
  }

  /** 1 while requests wait and no instance runs. Default statistic: maximum. */
  public hasBacklogWithoutCapacity(options?: MetricOptions): Metric {
    return this.ofEndpoint(QUEUE.hasBacklogWithoutCapacity, options);
  }

  /** Requests processed. Default statistic: sum. */
  public invocationsProcessed(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.invocationsProcessed, options);
  }

  /** Requests that failed for any reason. Default statistic: sum. */
  public invocationFailures(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.invocationFailures, options);
  }

  /** Requests that waited longer than their time to live. Default statistic: sum. */
  public expiredRequests(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.expiredRequests, options);
  }

  /** Requests whose payload could not be read from S3. Default statistic: sum. */
  public requestDownloadFailures(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.requestDownloadFailures, options);
  }

  /** Answers that could not be written to S3. Default statistic: sum. */
  public responseUploadFailures(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.responseUploadFailures, options);
  }

  /** Notifications that could not be published. Default statistic: sum. */
  public notificationFailures(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.notificationFailures, options);
  }

  /** Time to download the payload. Microseconds; default statistic: average. */
  public requestDownloadLatency(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.requestDownloadLatency, options);
  }

  /** Time to upload the answer. Microseconds; default statistic: average. */
  public responseUploadLatency(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.responseUploadLatency, options);
  }

  /** Time in the queue. Microseconds; default statistic: average. */
  public timeInBacklog(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.timeInBacklog, options);
  }

  /** Time from receipt to the end. Milliseconds, unlike the others; default statistic: average. */
  public totalProcessingTime(options?: MetricOptions): Metric {
    return this.published(QUEUED_REQUESTS.totalProcessingTime, options);
  }
  private published(metric: PublishedMetric, options?: MetricOptions): Metric {
    return metricOf(metric, this.dimensions, { ...this.place, ...options });
  }

  /** The queue of an asynchronous endpoint has one dimension. */
  private ofEndpoint(metric: PublishedMetric, options?: MetricOptions): Metric {
    return metricOf(metric, { EndpointName: this.endpointName }, { ...this.place, ...options });
  }

  /** A metric filter on plain text cannot set dimensions: the endpoint's name is in the namespace. */
  private counted(name: string, options?: MetricOptions): Metric {
    const namespace = logMetricNamespace(this.endpointName);
    return metricOf({ namespace, name, statistic: Stats.SUM }, {}, { ...this.place, ...options });
  }
}

/** The stack's own account and region, which are not known before deployment, need no mention. */
function known(value?: string): string | undefined {
  return Token.isUnresolved(value) ? undefined : value;
}

function rate(errors: Metric, invocations: Metric, options: MathExpressionOptions): MathExpression {
  return new MathExpression({
    expression: '100 * errors / invocations',
    usingMetrics: { errors, invocations },
    period: PERIOD,
    ...options,
  });
}
