/** SageMaker writes what the container prints to this group. */
export function logGroupNameOf(endpointName: string): string {
  return `/aws/sagemaker/Endpoints/${endpointName}`;
}
