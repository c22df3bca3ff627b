import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../cdk/acknowledge';
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
  /** Whether the endpoint streams its responses. */
  readonly isStream?: boolean;
  /** Whether the endpoint is asynchronous, so the function continues in further invocations. */
  readonly isQueued?: boolean;
  /** Reasons for the acknowledgements of cdk-nag. */
  readonly reasons: FunctionReasons;
  /** Permissions in addition to the permissions to invoke and describe the endpoint. */
  readonly statements: PolicyStatement[];
}

/** Creates a function with permission to invoke and describe one endpoint and to write its own log. */
export function createTestFunction(scope: Construct, options: TestFunctionOptions): LibraryFunction {
  const endpointArns = endpointPolicyArns(Stack.of(scope), options.endpointName);
  const libraryFunction = createLibraryFunction(scope, {
    handler: 'smoke-test',
    description: options.description,
    timeout: options.timeout,
    memorySize: MEMORY_OF_ONE_VCPU,
    reasons: options.reasons,
    invokesItself: options.isQueued,
  });
  libraryFunction.policy.addStatements(
    new PolicyStatement({
      actions: [
        'sagemaker:DescribeEndpoint',
        options.isQueued ? 'sagemaker:InvokeEndpointAsync' : 'sagemaker:InvokeEndpoint',
        ...(options.isStream ? ['sagemaker:InvokeEndpointWithResponseStream'] : []),
      ],
      resources: endpointArns,
    }),
    ...options.statements,
  );
  acknowledgeWildcards(scope, options.statements, WILDCARD_REASONS.tests);
  return libraryFunction;
}
