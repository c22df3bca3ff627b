import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../platform/acknowledge';
import { endpointPolicyArns } from '../../platform/endpoint-names';
import { FunctionPolicy } from '../../platform/function-policy';
import { createLibraryFunction } from '../../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../../platform/nag-reasons';
import { stackSingleton } from '../../platform/stack-singleton';
import { CleanupProperties, hasLeftovers } from './cleanup-properties';

const ID = 'TritonEndpointCleanup';

/** The function that waits until SageMaker uses nothing of a fleet any more: one for all endpoints of a stack. */
export class CleanupFunction extends Construct {
  /** The stack's function. */
  public static of(scope: Construct): CleanupFunction {
    return stackSingleton(scope, ID, (stack) => new CleanupFunction(stack));
  }

  public readonly handler: Function;
  private readonly policy: FunctionPolicy;

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'endpoint-cleanup',
      description:
        'Waits until SageMaker has removed network interfaces and grants of endpoints, and writes no more log lines',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTIONS.cleanup,
      invokesItself: true,
    });
    this.handler = handler;
    this.policy = policy;
  }

  public allow(properties: CleanupProperties): void {
    const stack = Stack.of(this);
    const { EndpointName, SecurityGroupIds, KeyArns } = properties;
    this.add({ actions: ['sagemaker:DescribeEndpoint'], resources: endpointPolicyArns(stack, EndpointName) });
    if (hasLeftovers(properties)) {
      const allOf = (resource: string) => stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
      this.add({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [allOf('endpoint-config')] });
      this.add({ actions: ['sagemaker:DescribeModel'], resources: [allOf('model')] });
    }
    if (SecurityGroupIds.length > 0) {
      // The action supports no resource.
      const conditions = { StringEquals: { 'ec2:Region': stack.region } };
      this.add({ actions: ['ec2:DescribeNetworkInterfaces'], resources: ['*'], conditions });
    }
    if (KeyArns.length > 0) this.add({ actions: ['kms:ListGrants'], resources: KeyArns });
  }

  private add(props: PolicyStatementProps): void {
    const statement = new PolicyStatement(props);
    this.policy.addStatements(statement);
    acknowledgeWildcards(this, [statement], WILDCARDS.cleanup);
  }
}
