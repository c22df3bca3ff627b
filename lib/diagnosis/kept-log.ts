/**
 * Where the last lines of a failed endpoint are kept, beside its stack: the endpoint's own log group goes with the stack when its first
 * deployment fails. One stream for each failure.
 */
export function keptLogGroupNameOf(endpointName: string): string {
  return `/cdk-sagemaker-triton/failed-deployments/${endpointName}`;
}
