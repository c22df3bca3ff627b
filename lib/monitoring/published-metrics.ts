import { Duration } from 'aws-cdk-lib';
import { DimensionsMap, Metric, MetricProps, Stats, Unit } from 'aws-cdk-lib/aws-cloudwatch';

/** A metric as a service publishes it, with the statistic that answers most questions about it. */
export interface PublishedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly statistic: string;
  /** Absent where the service documents none: CloudWatch would find no data under a wrong one. */
  readonly unit?: Unit;
}

const PERIOD = Duration.minutes(1);
const P99 = Stats.p(99);
const { SUM, AVERAGE, MAXIMUM, MINIMUM } = Stats;
const { MICROSECONDS, MILLISECONDS, SECONDS, PERCENT, COUNT } = Unit;

function inNamespace(namespace: string) {
  return (name: string, statistic: string, unit?: Unit): PublishedMetric => ({ namespace, name, statistic, unit });
}
const requests = inNamespace('AWS/SageMaker');
const host = inNamespace('/aws/sagemaker/Endpoints');
const component = inNamespace('/aws/sagemaker/InferenceComponents');
const probe = inNamespace('TritonOnSageMaker');

/*
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch", "Alarms and logs for
 * tracking metrics from asynchronous endpoints" and "Metric name mapping" (read 2026-11-21).
 */

/** Requests of a variant; dimensions EndpointName and VariantName. */
export const REQUESTS = {
  invocations: requests('Invocations', SUM),
  invocationsPerInstance: requests('InvocationsPerInstance', SUM),
  concurrentRequestsPerModel: requests('ConcurrentRequestsPerModel', MAXIMUM),
  invocation4xxErrors: requests('Invocation4XXErrors', SUM),
  invocation5xxErrors: requests('Invocation5XXErrors', SUM),
  invocationModelErrors: requests('InvocationModelErrors', SUM),
  modelLatency: requests('ModelLatency', P99, MICROSECONDS),
  overheadLatency: requests('OverheadLatency', P99, MICROSECONDS),
  modelSetupTime: requests('ModelSetupTime', P99, MICROSECONDS),
  midStreamErrors: requests('MidStreamErrors', SUM),
  firstChunkLatency: requests('FirstChunkLatency', P99, MICROSECONDS),
  firstChunkModelLatency: requests('FirstChunkModelLatency', P99, MICROSECONDS),
  firstChunkOverheadLatency: requests('FirstChunkOverheadLatency', P99, MICROSECONDS),
};

/** Hosts of a variant; dimensions EndpointName and VariantName. */
export const HOST = {
  cpuUtilization: host('CPUUtilization', AVERAGE, PERCENT),
  memoryUtilization: host('MemoryUtilization', AVERAGE, PERCENT),
  gpuUtilization: host('GPUUtilization', AVERAGE, PERCENT),
  gpuMemoryUtilization: host('GPUMemoryUtilization', AVERAGE, PERCENT),
  diskUtilization: host('DiskUtilization', AVERAGE, PERCENT),
};

/** Model loading on a multi-model endpoint; dimensions EndpointName and VariantName. SageMaker has no metric per model. */
export const MODEL_LOADING = {
  modelCacheHit: requests('ModelCacheHit', AVERAGE),
  modelLoadingWaitTime: requests('ModelLoadingWaitTime', AVERAGE, MICROSECONDS),
  modelDownloadingTime: requests('ModelDownloadingTime', AVERAGE, MICROSECONDS),
  modelLoadingTime: requests('ModelLoadingTime', AVERAGE, MICROSECONDS),
  modelUnloadingTime: requests('ModelUnloadingTime', AVERAGE, MICROSECONDS),
  loadedModelCount: host('LoadedModelCount', AVERAGE),
};

/** The queue of an asynchronous endpoint; dimension EndpointName. */
export const QUEUE = {
  approximateBacklogSize: requests('ApproximateBacklogSize', MAXIMUM, COUNT),
  approximateBacklogSizePerInstance: requests('ApproximateBacklogSizePerInstance', MAXIMUM, COUNT),
  approximateAgeOfOldestRequest: requests('ApproximateAgeOfOldestRequest', MAXIMUM, SECONDS),
  // Not in the metric table of the guide; its page on scaling from zero names it, without a unit.
  hasBacklogWithoutCapacity: requests('HasBacklogWithoutCapacity', MAXIMUM),
};

/** Requests from the queue; dimensions EndpointName and VariantName. */
export const QUEUED_REQUESTS = {
  // The guide misspells it 'InvocationsProcesssed'; recordings of real endpoints in cloud-custodian's tests have this name.
  invocationsProcessed: requests('InvocationsProcessed', SUM, COUNT),
  invocationFailures: requests('InvocationFailures', SUM, COUNT),
  expiredRequests: requests('ExpiredRequests', SUM, COUNT),
  requestDownloadFailures: requests('RequestDownloadFailures', SUM, COUNT),
  responseUploadFailures: requests('ResponseUploadFailures', SUM, COUNT),
  notificationFailures: requests('NotificationFailures', SUM, COUNT),
  requestDownloadLatency: requests('RequestDownloadLatency', AVERAGE, MICROSECONDS),
  responseUploadLatency: requests('ResponseUploadLatency', AVERAGE, MICROSECONDS),
  timeInBacklog: requests('TimeInBacklog', AVERAGE, MICROSECONDS),
  totalProcessingTime: requests('TotalProcessingTime', AVERAGE, MILLISECONDS),
};

/** Requests of an inference component; dimension InferenceComponentName. */
export const COMPONENT_REQUESTS = {
  invocations: REQUESTS.invocations,
  invocationsPerCopy: requests('InvocationsPerCopy', SUM),
  concurrentRequestsPerCopy: requests('ConcurrentRequestsPerCopy', MAXIMUM),
  invocation4xxErrors: REQUESTS.invocation4xxErrors,
  invocation5xxErrors: REQUESTS.invocation5xxErrors,
  invocationModelErrors: REQUESTS.invocationModelErrors,
  modelLatency: REQUESTS.modelLatency,
  overheadLatency: REQUESTS.overheadLatency,
};

/** Hosts of an inference component, 0 to 100 whatever the number of devices; dimension InferenceComponentName. */
export const COMPONENT_HOST = {
  cpuUtilization: component('CPUUtilizationNormalized', AVERAGE),
  memoryUtilization: component('MemoryUtilizationNormalized', AVERAGE),
  gpuUtilization: component('GPUUtilizationNormalized', AVERAGE),
  gpuMemoryUtilization: component('GPUMemoryUtilizationNormalized', AVERAGE),
};

/** What this library's probe publishes; dimensions EndpointName and VariantName. */
export const PROBE = {
  endToEndLatency: probe('EndToEndLatency', P99, MICROSECONDS),
  success: probe('ProbeSuccess', MINIMUM, COUNT),
  latencyDrift: probe('LatencyDrift', AVERAGE, PERCENT),
};

/** The metric with its documented unit, each minute. */
export function metricOf(
  published: PublishedMetric,
  dimensionsMap: DimensionsMap,
  options?: Partial<MetricProps>,
): Metric {
  const { namespace, name, statistic, unit } = published;
  return new Metric({ namespace, metricName: name, dimensionsMap, period: PERIOD, statistic, unit, ...options });
}
