import { CfnResource, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../../cdk/acknowledge';
import { componentPolicyArns } from '../../cdk/component-names';
import { endpointPolicyArns } from '../../cdk/endpoint-names';
import { FunctionPolicy } from '../../cdk/function-policy';
import { createLibraryFunction } from '../../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../../cdk/nag-reasons';
import { stackSingleton } from '../../cdk/stack-singleton';
import { hashOf, versionLogicalId } from '../../cdk/versioned-policy';
import { CleanupProperties, hasLeftovers } from '../../contracts/endpoint-cleanup-properties';

const ID = 'TritonEndpointCleanup';

/**
 * The Lambda function that waits until SageMaker no longer uses the resources of an endpoint. A stack has one function for all its
 * endpoints.
 */
export class CleanupFunction extends Construct {
  /** Returns the function of the stack, and creates it if necessary. */
  public static of(scope: Construct): CleanupFunction {
    return stackSingleton(scope, ID, (stack) => new CleanupFunction(stack));
  }

  private readonly handler: Function;
  private readonly policy: FunctionPolicy;

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'endpoint-cleanup',
      description:
        'Waits until SageMaker has removed network interfaces and grants of endpoints, and writes no more log lines',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.cleanup,
      invokesItself: true,
    });
    this.handler = handler;
    this.policy = policy;
  }

  /**
   * Creates the custom resource of a cleanup, and grants the permissions that the cleanup requires.
   *
   * @param version values whose change replaces the resource. CloudFormation then deletes the previous resource at the end of the update
   */
  public addCleanup(scope: Construct, properties: CleanupProperties, version: () => unknown[]): CustomResource {
    this.allow(properties);
    const resource = new CustomResource(scope, 'Cleanup', {
      resourceType: 'Custom::TritonEndpointCleanup',
      serviceToken: this.handler.functionArn,
      serviceTimeout: Duration.hours(1),
      properties: { ...properties },
    });
    resource.node.addDependency(this);
    versionLogicalId(resource.node.defaultChild as CfnResource, () => hashOf(Stack.of(scope), version()));
    return resource;
  }

  private allow(properties: CleanupProperties): void {
    const stack = Stack.of(this);
    const { EndpointName, InferenceComponentName, SecurityGroupIds, KeyArns } = properties;
    if (InferenceComponentName !== undefined) {
      const resources = componentPolicyArns(stack, InferenceComponentName);
      this.add({ actions: ['sagemaker:DescribeInferenceComponent'], resources });
    } else {
      this.add({ actions: ['sagemaker:DescribeEndpoint'], resources: endpointPolicyArns(stack, EndpointName) });
    }
    if (hasLeftovers(properties)) {
      const wildcardArn = (resource: string) => stack.formatArn({ service: 'sagemaker', resource, resourceName: '*' });
      this.add({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [wildcardArn('endpoint-config')] });
      this.add({ actions: ['sagemaker:DescribeModel'], resources: [wildcardArn('model')] });
    }
    if (SecurityGroupIds.length > 0) {
      // The action does not support resource-level permissions.
      const conditions = { StringEquals: { 'ec2:Region': stack.region } };
      this.add({ actions: ['ec2:DescribeNetworkInterfaces'], resources: ['*'], conditions });
    }
    if (KeyArns.length > 0) this.add({ actions: ['kms:ListGrants'], resources: KeyArns });
  }

  private add(props: PolicyStatementProps): void {
    const statement = new PolicyStatement(props);
    this.policy.addStatements(statement);
    acknowledgeWildcards(this, [statement], WILDCARD_REASONS.cleanup);
  }
}
