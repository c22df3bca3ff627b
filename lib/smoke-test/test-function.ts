import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { endpointPolicyArns } from '../platform/endpoint-names';
import { createLibraryFunction, LibraryFunction } from '../platform/library-function';
import { FunctionReasons, WILDCARDS } from '../platform/nag-reasons';

/** Megabytes with which Lambda gives a whole vCPU: a slower function would measure itself. */
const WHOLE_CPU = 1769;

/** What a function that asks an endpoint is made of. */
export interface TestFunctionProps {
  readonly endpointName: string;
  readonly description: string;
  readonly timeout: Duration;
  /** Whether the endpoint answers with streams. */
  readonly isStream?: boolean;
  /** Whether the endpoint takes its requests from a queue; then the function may wait in more than one invocation. */
  readonly isQueued?: boolean;
  /** Why it is as it is, for cdk-nag. */
  readonly reasons: FunctionReasons;
  /** What it may do beside asking and describing the endpoint. */
  readonly statements: PolicyStatement[];
}

/** A function that may ask and describe one endpoint, write its own log, and do what else it is given. */
export function createTestFunction(scope: Construct, props: TestFunctionProps): LibraryFunction {
  const endpoint = endpointPolicyArns(Stack.of(scope), props.endpointName);
  const made = createLibraryFunction(scope, {
    handler: 'smoke-test',
    description: props.description,
    timeout: props.timeout,
    memorySize: WHOLE_CPU,
    reasons: props.reasons,
    invokesItself: props.isQueued,
  });
  made.policy.addStatements(
    new PolicyStatement({
      actions: [
        'sagemaker:DescribeEndpoint',
        props.isQueued ? 'sagemaker:InvokeEndpointAsync' : 'sagemaker:InvokeEndpoint',
        ...(props.isStream ? ['sagemaker:InvokeEndpointWithResponseStream'] : []),
      ],
      resources: endpoint,
    }),
    ...props.statements,
  );
  acknowledgeWildcards(scope, props.statements, WILDCARDS.tests);
  return made;
}
