/** Names of the metrics that the filters on the server's log make. They count lines, of which one failure may write several. */
export const LOG_METRICS = { loadFailures: 'LoadFailureLines', outOfMemory: 'OutOfMemoryLines' };

/** A filter on plain text cannot set dimensions, so the endpoint's name is in the namespace. */
export function logMetricNamespace(endpointName: string): string {
  return `TritonOnSageMaker/${endpointName}`;
}
