/** Returns the key in the CDK context under which `cdk-sagemaker-triton recommend fetch` stores results. */
export function resultsContextKey(uri: string): string {
  return `cdk-sagemaker-triton:recommendations:${uri}`;
}
