/**
 * The name of an inference component on its endpoint. The library's names of components in SageMaker begin with the name of the endpoint; a
 * component with a different name has this name on the endpoint, too.
 */
export function componentNameOf(endpointName: string, inferenceComponentName: string): string {
  const prefix = `${endpointName}-`;
  return inferenceComponentName.startsWith(prefix) && inferenceComponentName.length > prefix.length
    ? inferenceComponentName.slice(prefix.length)
    : inferenceComponentName;
}
