/** Log group to which SageMaker writes the output of the containers of an endpoint. */
export function endpointLogGroupOf(endpointName: string): string {
  return `/aws/sagemaker/Endpoints/${endpointName}`;
}

/**
 * Log group to which SageMaker writes the output of the copies of an inference component. Not documented; observed by users of inference
 * components, whose programs and templates name this log group (read 2026-11-28).
 */
export function componentLogGroupOf(inferenceComponentName: string): string {
  return `/aws/sagemaker/InferenceComponents/${inferenceComponentName}`;
}
