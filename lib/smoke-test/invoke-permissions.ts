import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { componentPolicyArns } from '../cdk/component-names';
import { endpointPolicyArns } from '../cdk/endpoint-names';

/** Memory in MB for which Lambda provides one vCPU. With less memory, the function itself would increase the measured latency. */
export const MEMORY_OF_ONE_VCPU = 1769;

/** The endpoint or the inference component that receives the requests of a test. */
export interface InvokedTarget {
  readonly endpointName: string;
  /** Undefined if the endpoint hosts its models itself. */
  readonly inferenceComponentName?: string;
  /** Whether the endpoint streams its responses. */
  readonly isStream?: boolean;
  /** Whether the endpoint is asynchronous. */
  readonly isQueued?: boolean;
}

/**
 * Permissions to invoke and describe an endpoint or an inference component. A request to an inference component requires the permission for
 * the inference component and for its endpoint (service authorization reference, read 2026-11-28).
 */
export function invokePermissions(stack: Stack, target: InvokedTarget): PolicyStatement[] {
  const { endpointName, inferenceComponentName } = target;
  const endpointArns = endpointPolicyArns(stack, endpointName);
  const invokeActions = [
    target.isQueued ? 'sagemaker:InvokeEndpointAsync' : 'sagemaker:InvokeEndpoint',
    ...(target.isStream ? ['sagemaker:InvokeEndpointWithResponseStream'] : []),
  ];
  if (inferenceComponentName === undefined)
    return [
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint', ...invokeActions], resources: endpointArns }),
    ];
  const componentArns = componentPolicyArns(stack, inferenceComponentName);
  return [
    new PolicyStatement({ actions: ['sagemaker:DescribeInferenceComponent'], resources: componentArns }),
    new PolicyStatement({ actions: invokeActions, resources: [...endpointArns, ...componentArns] }),
  ];
}
