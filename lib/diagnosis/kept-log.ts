/**
 * Name of the log group to which the last log lines of a failed endpoint are copied, with one stream for each failure. The log group is
 * not part of the stack, because the endpoint's own log group is deleted with the stack if the first deployment fails.
 */
export function keptLogGroupNameOf(endpointName: string): string {
  return `/cdk-sagemaker-triton/failed-deployments/${endpointName}`;
}
