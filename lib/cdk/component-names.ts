import { Stack } from 'aws-cdk-lib';
import { endpointPolicyArns } from './endpoint-names';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * ARNs of an inference component for policies: with the name in lower case, and with the original name. SageMaker converts the names of
 * endpoints in ARNs to lower case. It is not documented whether it converts the names of inference components, too.
 */
export function componentPolicyArns(stack: Stack, inferenceComponentName: string): string[] {
  const isKnown = !isUnresolved(inferenceComponentName);
  const resourceName = isKnown ? inferenceComponentName.toLowerCase() : inferenceComponentName;
  const arn = stack.formatArn({ service: 'sagemaker', resource: 'inference-component', resourceName });
  return endpointPolicyArns(stack, inferenceComponentName, arn);
}
