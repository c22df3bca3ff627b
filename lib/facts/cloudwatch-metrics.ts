/*
 * The CloudWatch metrics of endpoints and inference components. To add a metric, add a row to this file.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch", "Alarms and logs for tracking metrics from
 * asynchronous endpoints" and "Metric name mapping" (read 2026-11-21), and "Scale an endpoint to zero instances" for
 * NoCapacityInvocationFailures (read 2026-11-28).
 */

import { LIBRARY_NAMESPACE } from './library-namespace';

/** A CloudWatch metric, as the service publishes it. */
export interface PublishedMetric {
  readonly namespace: string;
  readonly name: string;
  /** The most useful statistic. Alarms, graphs and `metric` of endpoints use it by default. */
  readonly statistic: string;
  /** Documented unit. Undefined if no unit is documented: with a wrong unit, CloudWatch finds no data. */
  readonly unit?: string;
}

/** Namespace of the request metrics of SageMaker. */
export const SAGEMAKER_NAMESPACE = 'AWS/SageMaker';
export { LIBRARY_NAMESPACE };

const requestMetric = inNamespace(SAGEMAKER_NAMESPACE);
const instanceMetric = inNamespace('/aws/sagemaker/Endpoints');
const componentMetric = inNamespace('/aws/sagemaker/InferenceComponents');
const probeMetric = inNamespace(LIBRARY_NAMESPACE);
const serverMetric = inNamespace(LIBRARY_NAMESPACE);

function inNamespace(namespace: string) {
  return (name: string, statistic: string, unit?: string): PublishedMetric => ({ namespace, name, statistic, unit });
}

/** Requests of a variant or of an inference component. Dimensions: EndpointName and VariantName, or InferenceComponentName. */
export const SHARED_REQUEST_METRICS = {
  invocations: requestMetric('Invocations', 'Sum'),
  invocation4xxErrors: requestMetric('Invocation4XXErrors', 'Sum'),
  invocation5xxErrors: requestMetric('Invocation5XXErrors', 'Sum'),
  invocationModelErrors: requestMetric('InvocationModelErrors', 'Sum'),
  modelLatency: requestMetric('ModelLatency', 'p99', 'Microseconds'),
  overheadLatency: requestMetric('OverheadLatency', 'p99', 'Microseconds'),
  midStreamErrors: requestMetric('MidStreamErrors', 'Sum'),
  firstChunkLatency: requestMetric('FirstChunkLatency', 'p99', 'Microseconds'),
  firstChunkModelLatency: requestMetric('FirstChunkModelLatency', 'p99', 'Microseconds'),
  firstChunkOverheadLatency: requestMetric('FirstChunkOverheadLatency', 'p99', 'Microseconds'),
};

/** Requests of a variant. Dimensions: EndpointName and VariantName. */
export const REQUEST_METRICS = {
  ...SHARED_REQUEST_METRICS,
  invocationsPerInstance: requestMetric('InvocationsPerInstance', 'Sum'),
  concurrentRequestsPerModel: requestMetric('ConcurrentRequestsPerModel', 'Maximum'),
  modelSetupTime: requestMetric('ModelSetupTime', 'p99', 'Microseconds'),
};

/** Hardware of the instances of a variant. Dimensions: EndpointName and VariantName. */
export const INSTANCE_METRICS = {
  cpuUtilization: instanceMetric('CPUUtilization', 'Average', 'Percent'),
  memoryUtilization: instanceMetric('MemoryUtilization', 'Average', 'Percent'),
  gpuUtilization: instanceMetric('GPUUtilization', 'Average', 'Percent'),
  gpuMemoryUtilization: instanceMetric('GPUMemoryUtilization', 'Average', 'Percent'),
  diskUtilization: instanceMetric('DiskUtilization', 'Average', 'Percent'),
};

/** Model loading on a multi-model endpoint. Dimensions: EndpointName and VariantName. SageMaker publishes no metrics per model. */
export const MODEL_LOADING_METRICS = {
  modelCacheHit: requestMetric('ModelCacheHit', 'Average'),
  modelLoadingWaitTime: requestMetric('ModelLoadingWaitTime', 'Average', 'Microseconds'),
  modelDownloadingTime: requestMetric('ModelDownloadingTime', 'Average', 'Microseconds'),
  modelLoadingTime: requestMetric('ModelLoadingTime', 'Average', 'Microseconds'),
  modelUnloadingTime: requestMetric('ModelUnloadingTime', 'Average', 'Microseconds'),
  loadedModelCount: instanceMetric('LoadedModelCount', 'Average'),
};

/** Queue of an asynchronous endpoint. Dimension: EndpointName. */
export const QUEUE_METRICS = {
  approximateBacklogSize: requestMetric('ApproximateBacklogSize', 'Maximum', 'Count'),
  approximateBacklogSizePerInstance: requestMetric('ApproximateBacklogSizePerInstance', 'Maximum', 'Count'),
  approximateAgeOfOldestRequest: requestMetric('ApproximateAgeOfOldestRequest', 'Maximum', 'Seconds'),
  // Documented only on the page about scaling from zero, without a unit.
  hasBacklogWithoutCapacity: requestMetric('HasBacklogWithoutCapacity', 'Maximum'),
};

/** Requests of an asynchronous endpoint. Dimensions: EndpointName and VariantName. */
export const ASYNC_REQUEST_METRICS = {
  // The guide misspells the name 'InvocationsProcesssed'. Recorded responses of real endpoints in the tests of cloud-custodian contain the
  // name below.
  invocationsProcessed: requestMetric('InvocationsProcessed', 'Sum', 'Count'),
  invocationFailures: requestMetric('InvocationFailures', 'Sum', 'Count'),
  expiredRequests: requestMetric('ExpiredRequests', 'Sum', 'Count'),
  requestDownloadFailures: requestMetric('RequestDownloadFailures', 'Sum', 'Count'),
  responseUploadFailures: requestMetric('ResponseUploadFailures', 'Sum', 'Count'),
  notificationFailures: requestMetric('NotificationFailures', 'Sum', 'Count'),
  requestDownloadLatency: requestMetric('RequestDownloadLatency', 'Average', 'Microseconds'),
  responseUploadLatency: requestMetric('ResponseUploadLatency', 'Average', 'Microseconds'),
  timeInBacklog: requestMetric('TimeInBacklog', 'Average', 'Microseconds'),
  totalProcessingTime: requestMetric('TotalProcessingTime', 'Average', 'Milliseconds'),
};

/**
 * Requests of an inference component that no variant has. Dimension: InferenceComponentName. With this dimension, SageMaker also publishes
 * the `SHARED_REQUEST_METRICS`.
 */
export const COMPONENT_REQUEST_METRICS = {
  invocationsPerCopy: requestMetric('InvocationsPerCopy', 'Sum'),
  concurrentRequestsPerCopy: requestMetric('ConcurrentRequestsPerCopy', 'Maximum'),
  noCapacityInvocationFailures: requestMetric('NoCapacityInvocationFailures', 'Sum'),
};

/** Hardware utilization of an inference component, 0 to 100 for any number of devices. Dimension: InferenceComponentName. */
export const COMPONENT_UTILIZATION_METRICS = {
  cpuUtilization: componentMetric('CPUUtilizationNormalized', 'Average'),
  memoryUtilization: componentMetric('MemoryUtilizationNormalized', 'Average'),
  gpuUtilization: componentMetric('GPUUtilizationNormalized', 'Average'),
  gpuMemoryUtilization: componentMetric('GPUMemoryUtilizationNormalized', 'Average'),
};

/**
 * Instances of an endpoint with inference components: shares that the copies reserve, and utilization, each 0 to 100 for any number of
 * devices. Dimensions: EndpointName and VariantName.
 */
export const FLEET_METRICS = {
  cpuReservation: instanceMetric('CPUReservation', 'Average'),
  memoryReservation: instanceMetric('MemoryReservation', 'Average'),
  gpuReservation: instanceMetric('GPUReservation', 'Average'),
  cpuUtilization: instanceMetric('CPUUtilizationNormalized', 'Average'),
  memoryUtilization: INSTANCE_METRICS.memoryUtilization,
  gpuUtilization: instanceMetric('GPUUtilizationNormalized', 'Average'),
  gpuMemoryUtilization: instanceMetric('GPUMemoryUtilizationNormalized', 'Average'),
  diskUtilization: INSTANCE_METRICS.diskUtilization,
};

/** Results of this library's probe. Dimensions: EndpointName and VariantName, for which an inference component uses its `componentName`. */
export const PROBE_METRICS = {
  endToEndLatency: probeMetric('EndToEndLatency', 'p99', 'Microseconds'),
  success: probeMetric('ProbeSuccess', 'Minimum', 'Count'),
  latencyDrift: probeMetric('LatencyDrift', 'Average', 'Percent'),
};

/**
 * Triton's own metrics of a server, from the metrics exporter: requests and computation of the default model, queues of all models. Dimensions:
 * EndpointName and VariantName.
 */
export const SERVER_METRICS = {
  successfulRequests: serverMetric('SuccessfulRequests', 'Sum', 'Count'),
  queueDuration: serverMetric('QueueDuration', 'Sum', 'Milliseconds'),
  computeDuration: serverMetric('ComputeDuration', 'Sum', 'Milliseconds'),
  pendingRequests: serverMetric('PendingRequests', 'Average', 'Count'),
  pinnedMemoryUtilization: serverMetric('PinnedMemoryUtilization', 'Maximum', 'Percent'),
};

/** The hits and misses of the response cache of a model. Dimensions: EndpointName, VariantName and ModelName. */
const SERVER_CACHE_METRICS = {
  cacheHits: serverMetric('CacheHits', 'Sum', 'Count'),
  cacheMisses: serverMetric('CacheMisses', 'Sum', 'Count'),
};

/** Triton's own metrics of each model, from the metrics exporter. Dimensions: EndpointName, VariantName and ModelName. */
export const SERVER_MODEL_METRICS = {
  successfulRequests: SERVER_METRICS.successfulRequests,
  failedRequests: serverMetric('FailedRequests', 'Sum', 'Count'),
  inferences: serverMetric('Inferences', 'Sum', 'Count'),
  executions: serverMetric('Executions', 'Sum', 'Count'),
  queueDuration: SERVER_METRICS.queueDuration,
  computeDuration: SERVER_METRICS.computeDuration,
  pendingRequests: SERVER_METRICS.pendingRequests,
  ...SERVER_CACHE_METRICS,
};

/** Counts of lines in the log of a server. */
export type LogMetrics = Record<'loadFailures' | 'outOfMemory', PublishedMetric>;

/**
 * Counts of lines in the server's log. One failure can write several lines. The metrics have no dimensions, because metric filters on plain
 * text cannot set dimensions. Instead, the namespace contains the name of the endpoint.
 */
export function logMetrics(endpointName: string): LogMetrics {
  return logMetricsIn(`${LIBRARY_NAMESPACE}/${endpointName}`);
}

/** Counts of lines in the log of an inference component. An endpoint can have the same name, so the namespace has a further part. */
export function componentLogMetrics(inferenceComponentName: string): LogMetrics {
  return logMetricsIn(`${LIBRARY_NAMESPACE}/InferenceComponents/${inferenceComponentName}`);
}

function logMetricsIn(namespace: string): LogMetrics {
  const lineMetric = inNamespace(namespace);
  return { loadFailures: lineMetric('LoadFailureLines', 'Sum'), outOfMemory: lineMetric('OutOfMemoryLines', 'Sum') };
}
