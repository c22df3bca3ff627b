/**
 * The metrics that AWS documents: namespace, dimensions, unit and names. The table was copied manually from the guide, so it is independent
 * of the library.
 *
 * Source: Amazon SageMaker AI developer guide, "Amazon SageMaker AI metrics in Amazon CloudWatch" and "Alarms and logs for
 * tracking metrics from asynchronous endpoints"; for HasBacklogWithoutCapacity "Autoscale an asynchronous endpoint". Read
 * 2026-11-21. For NoCapacityInvocationFailures "Scale an endpoint to zero instances", read 2026-11-28. The last rows are
 * the metrics of this library's probe, of the metrics exporter, and of the comparison of responses.
 */
const ROWS: [namespace: string, dimensions: string, unit: string, names: string][] = [
  [
    'AWS/SageMaker',
    'EndpointName,VariantName',
    'None',
    'Invocations InvocationsPerInstance ConcurrentRequestsPerModel Invocation4XXErrors Invocation5XXErrors InvocationModelErrors ' +
      'ModelCacheHit MidStreamErrors',
  ],
  [
    'AWS/SageMaker',
    'EndpointName,VariantName',
    'Microseconds',
    'ModelLatency OverheadLatency ModelSetupTime FirstChunkLatency FirstChunkModelLatency FirstChunkOverheadLatency ' +
      'ModelLoadingWaitTime ModelUnloadingTime ModelDownloadingTime ModelLoadingTime ' +
      'TimeInBacklog RequestDownloadLatency ResponseUploadLatency',
  ],
  ['AWS/SageMaker', 'EndpointName,VariantName', 'Milliseconds', 'TotalProcessingTime'],
  [
    'AWS/SageMaker',
    'EndpointName,VariantName',
    'Count',
    'RequestDownloadFailures ResponseUploadFailures NotificationFailures ExpiredRequests InvocationFailures InvocationsProcessed',
  ],
  ['AWS/SageMaker', 'EndpointName', 'Count', 'ApproximateBacklogSize ApproximateBacklogSizePerInstance'],
  ['AWS/SageMaker', 'EndpointName', 'Seconds', 'ApproximateAgeOfOldestRequest'],
  ['AWS/SageMaker', 'EndpointName', 'None', 'HasBacklogWithoutCapacity'],
  [
    'AWS/SageMaker',
    'InferenceComponentName',
    'None',
    'Invocations InvocationsPerCopy ConcurrentRequestsPerCopy Invocation4XXErrors Invocation5XXErrors InvocationModelErrors ' +
      'MidStreamErrors NoCapacityInvocationFailures',
  ],
  [
    'AWS/SageMaker',
    'InferenceComponentName',
    'Microseconds',
    'ModelLatency OverheadLatency FirstChunkLatency FirstChunkModelLatency FirstChunkOverheadLatency',
  ],
  [
    '/aws/sagemaker/Endpoints',
    'EndpointName,VariantName',
    'Percent',
    'CPUUtilization MemoryUtilization GPUUtilization GPUMemoryUtilization DiskUtilization',
  ],
  ['/aws/sagemaker/Endpoints', 'EndpointName,VariantName', 'None', 'LoadedModelCount'],
  [
    '/aws/sagemaker/Endpoints',
    'EndpointName,VariantName',
    'None',
    'CPUReservation MemoryReservation GPUReservation ' +
      'CPUUtilizationNormalized GPUUtilizationNormalized GPUMemoryUtilizationNormalized',
  ],
  [
    '/aws/sagemaker/InferenceComponents',
    'InferenceComponentName',
    'None',
    'CPUUtilizationNormalized MemoryUtilizationNormalized GPUUtilizationNormalized GPUMemoryUtilizationNormalized',
  ],
  ['TritonOnSageMaker', 'EndpointName,VariantName', 'Microseconds', 'EndToEndLatency'],
  ['TritonOnSageMaker', 'EndpointName,VariantName', 'Count', 'ProbeSuccess'],
  ['TritonOnSageMaker', 'EndpointName,VariantName', 'Percent', 'PinnedMemoryUtilization'],
  ['TritonOnSageMaker', 'EndpointName,VariantName', 'Count', 'SuccessfulRequests PendingRequests'],
  ['TritonOnSageMaker', 'EndpointName,VariantName', 'Milliseconds', 'QueueDuration ComputeDuration'],
  [
    'TritonOnSageMaker',
    'EndpointName,ModelName,VariantName',
    'Count',
    'SuccessfulRequests FailedRequests Inferences Executions PendingRequests CacheHits CacheMisses',
  ],
  ['TritonOnSageMaker', 'EndpointName,ModelName,VariantName', 'Milliseconds', 'QueueDuration ComputeDuration'],
];

/**
 * All metrics of an asynchronous endpoint. From "Alarms and logs for tracking metrics from asynchronous endpoints": "Any metric not listed below
 * is not published". The page mentions the host-level metrics in its text.
 */
export const ASYNC_ENDPOINT_METRICS = new Set(
  (
    'Invocation4XXErrors Invocation5XXErrors ModelLatency ' +
    'ApproximateBacklogSize ApproximateBacklogSizePerInstance ApproximateAgeOfOldestRequest HasBacklogWithoutCapacity ' +
    'RequestDownloadFailures ResponseUploadFailures NotificationFailures RequestDownloadLatency ResponseUploadLatency ' +
    'ExpiredRequests InvocationFailures InvocationsProcessed TimeInBacklog TotalProcessingTime ' +
    'CPUUtilization MemoryUtilization GPUUtilization GPUMemoryUtilization DiskUtilization'
  ).split(' '),
);

/** A metric of a template or of a metric object. */
export interface NamedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: string[];
  readonly unit?: string;
}

const DOCUMENTED = new Map(
  ROWS.flatMap(([namespace, dimensions, unit, names]) =>
    names.split(' ').map((name): [string, string] => [`${namespace} ${name} {${dimensions}}`, unit]),
  ),
);

/** All documented metrics, as `namespace name {dimensions}`. */
export const DOCUMENTED_KEYS = [...DOCUMENTED.keys()];

export function keyOf({ namespace, name, dimensions }: NamedMetric): string {
  return `${namespace} ${name} {${[...dimensions].sort().join(',')}}`;
}

/** Returns the difference between a metric and its documentation. Undefined if there is none. */
export function problemOf(metric: NamedMetric): string | undefined {
  // Metric filters cannot set dimensions, so their namespace contains the name of the endpoint or component.
  if (/^TritonOnSageMaker\/(InferenceComponents\/)?[\w-]+$/.test(metric.namespace)) {
    const isKnown = ['LoadFailureLines', 'OutOfMemoryLines'].includes(metric.name) && metric.dimensions.length === 0;
    return isKnown ? undefined : `no metric filter creates ${keyOf(metric)}`;
  }
  const unit = DOCUMENTED.get(keyOf(metric));
  if (unit === undefined) return `not documented: ${keyOf(metric)}`;
  return metric.unit === undefined || metric.unit === unit
    ? undefined
    : `${keyOf(metric)} has the unit ${unit}, not ${metric.unit}`;
}
