import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../cdk/acknowledge';
import { endpointPolicyArns } from '../cdk/endpoint-names';
import { FunctionPolicy } from '../cdk/function-policy';
import { createLibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from '../contracts/scaling-registration-properties';

const ID = 'TritonScalingRegistration';

/** The Lambda function that suspends and resumes scaling, and deregisters and registers scalable targets. One function per stack. */
export class RegistrationFunction extends Construct {
  /** Returns the function of the stack. */
  public static of(scope: Construct): RegistrationFunction {
    return stackSingleton(scope, ID, (stack) => new RegistrationFunction(stack));
  }

  public readonly handler: Function;
  private readonly policy: FunctionPolicy;

  private constructor(stack: Stack) {
    super(stack, ID);
    const { handler, policy } = createLibraryFunction(this, {
      handler: 'scaling-registration',
      description: 'Suspends the scaling of endpoints while they are updated',
      invokesItself: true,
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.registration,
    });
    this.handler = handler;
    this.policy = policy;
    this.addStatements(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      ...registrationStatements(stack),
    );
  }

  /**
   * Grants the permissions for an endpoint that a caller of Application Auto Scaling requires (SageMaker developer guide, "Auto scaling
   * prerequisites").
   *
   * @param alarmPrefixes prefixes of the names of alarms that invoke policies. After a rollback, the function changes the policies of these alarms
   */
  public grantEndpointAccess(endpointName: string, alarmPrefixes: string[]): void {
    const stack = Stack.of(this);
    this.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: endpointPolicyArns(stack, endpointName),
      }),
    );
    if (alarmPrefixes.length === 0) return;
    const resources = alarmPrefixes.map((prefix) => alarmArn(stack, `${prefix}*`));
    this.addStatements(new PolicyStatement({ actions: ['cloudwatch:PutMetricAlarm'], resources }));
  }

  private addStatements(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARD_REASONS.registration);
  }
}

/**
 * Permissions for scalable targets and endpoint configurations. The IDs of scalable targets are not known before the targets are created, and
 * no condition key exists for the endpoint of a target. The conditions on namespace and dimension are the narrowest possible (service
 * authorization reference, read 2026-11-23). A condition on a tag would not help: the function registers targets again, and would require
 * permission to tag any target.
 *
 * To register a target and to put policies and actions, the caller also requires permissions for the endpoint, which `grantEndpointAccess`
 * grants only for endpoints of the stack (Application Auto Scaling user guide, "Permissions validation"). For variants of other endpoints, the
 * function could therefore only deregister targets and delete policies.
 */
function registrationStatements(stack: Stack): PolicyStatement[] {
  const targets = stack.formatArn({
    service: 'application-autoscaling',
    resource: 'scalable-target',
    resourceName: '*',
  });
  const configs = stack.formatArn({ service: 'sagemaker', resource: 'endpoint-config', resourceName: '*' });
  return [
    new PolicyStatement({
      actions: [
        'application-autoscaling:DeleteScalingPolicy',
        'application-autoscaling:DeregisterScalableTarget',
        'application-autoscaling:RegisterScalableTarget',
        'application-autoscaling:PutScalingPolicy',
        'application-autoscaling:PutScheduledAction',
      ],
      resources: [targets],
      conditions: {
        StringEquals: {
          'application-autoscaling:service-namespace': SERVICE_NAMESPACE,
          'application-autoscaling:scalable-dimension': SCALABLE_DIMENSION,
        },
      },
    }),
    // CloudFormation generates the name of the configuration. Application Auto Scaling calls the action with the permissions of the function.
    new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [configs] }),
    ...alarmStatements(stack),
  ];
}

/**
 * Permissions for the alarms of target-tracking policies. Application Auto Scaling verifies these permissions when a policy is put, but AWS does
 * not document the alarm names. The resources and the condition are copied from AmazonSageMakerCanvasFullAccess, the AWS managed policy of a
 * role with the same purpose (AWS managed policy reference, read 2026-11-22).
 */
function alarmStatements(stack: Stack): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarmArn(stack, '*')] }),
    new PolicyStatement({
      actions: ['cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
      resources: [alarmArn(stack, 'TargetTracking*')],
      conditions: { StringEquals: { 'aws:CalledViaLast': 'application-autoscaling.amazonaws.com' } },
    }),
  ];
}

function alarmArn(stack: Stack, resourceName: string): string {
  return stack.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    resourceName,
  });
}
