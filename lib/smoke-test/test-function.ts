import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../cdk/acknowledge';
import { componentPolicyArns } from '../cdk/component-names';
import { endpointPolicyArns } from '../cdk/endpoint-names';
import { createLibraryFunction, LibraryFunction } from '../cdk/library-function';
import { FunctionReasons, WILDCARD_REASONS } from '../cdk/nag-reasons';

/** Memory in MB for which Lambda provides one vCPU. With less memory, the function itself would increase the measured latency. */
const MEMORY_OF_ONE_VCPU = 1769;

/** Options of a function that sends requests to an endpoint. */
export interface TestFunctionOptions {
  readonly endpointName: string;
  readonly description: string;
  readonly timeout: Duration;
  /** The inference component that receives the requests. Undefined if the endpoint hosts its models itself. */
  readonly inferenceComponentName?: string;
  /** Whether the endpoint streams its responses. */
  readonly isStream?: boolean;
  /** Whether the endpoint is asynchronous. */
  readonly isQueued?: boolean;
  /** Whether the function continues in further invocations. */
  readonly invokesItself?: boolean;
  /** Reasons for the acknowledgements of cdk-nag. */
  readonly reasons: FunctionReasons;
  /** Permissions in addition to the permissions to invoke and describe the endpoint. */
  readonly statements: PolicyStatement[];
}

/** Creates a function with permission to invoke and describe one endpoint or inference component, and to write its own log. */
export function createTestFunction(scope: Construct, options: TestFunctionOptions): LibraryFunction {
  const libraryFunction = createLibraryFunction(scope, {
    handler: 'smoke-test',
    description: options.description,
    timeout: options.timeout,
    memorySize: MEMORY_OF_ONE_VCPU,
    reasons: options.reasons,
    invokesItself: options.invokesItself,
  });
  libraryFunction.policy.addStatements(...invokeStatements(Stack.of(scope), options), ...options.statements);
  acknowledgeWildcards(scope, options.statements, WILDCARD_REASONS.tests);
  return libraryFunction;
}

/**
 * Permissions to invoke and describe the endpoint or the inference component. A request to an inference component requires the permission for
 * the inference component and for its endpoint (service authorization reference, read 2026-11-28).
 */
function invokeStatements(stack: Stack, options: TestFunctionOptions): PolicyStatement[] {
  const { endpointName, inferenceComponentName } = options;
  const endpointArns = endpointPolicyArns(stack, endpointName);
  const invokeActions = [
    options.isQueued ? 'sagemaker:InvokeEndpointAsync' : 'sagemaker:InvokeEndpoint',
    ...(options.isStream ? ['sagemaker:InvokeEndpointWithResponseStream'] : []),
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
