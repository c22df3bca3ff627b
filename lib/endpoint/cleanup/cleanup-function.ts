import { Duration, Stack } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../platform/acknowledge';
import { endpointPolicyArns } from '../../platform/endpoint-names';
import { createLibraryFunction } from '../../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../../platform/nag-reasons';
import { stackSingleton } from '../../platform/stack-singleton';

const ID = 'TritonEndpointCleanup';

/** The function that waits until SageMaker has removed what it made for a fleet: one for all endpoints of a stack. */
export class CleanupFunction extends Construct {
  /** The stack's function. */
  public static of(scope: Construct): CleanupFunction {
    return stackSingleton(scope, ID, (stack) => new CleanupFunction(stack));
  }

  public readonly handler: Function;
  private readonly policy: Policy;

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'endpoint-cleanup',
      description: 'Waits until SageMaker has removed network interfaces and grants of endpoints',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTIONS.cleanup,
      invokesItself: true,
    });
    this.handler = handler;
    this.policy = policy;
    const allOf = (resource: string) => stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
    this.add(
      // The action supports no resource.
      new PolicyStatement({
        actions: ['ec2:DescribeNetworkInterfaces'],
        resources: ['*'],
        conditions: { StringEquals: { 'ec2:Region': stack.region } },
      }),
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [allOf('endpoint-config')] }),
      new PolicyStatement({ actions: ['sagemaker:DescribeModel'], resources: [allOf('model')] }),
    );
  }

  public allow(endpointName: string, keyArns: string[]): void {
    this.add(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: endpointPolicyArns(Stack.of(this), endpointName),
      }),
    );
    if (keyArns.length > 0) this.add(new PolicyStatement({ actions: ['kms:ListGrants'], resources: keyArns }));
  }

  private add(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.cleanup);
  }
}
