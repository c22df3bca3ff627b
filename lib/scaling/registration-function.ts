import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from '../platform/acknowledge';
import { endpointPolicyArns } from '../platform/endpoint-names';
import { FunctionPolicy } from '../platform/function-policy';
import { createLibraryFunction } from '../platform/library-function';
import { FUNCTIONS, WILDCARDS } from '../platform/nag-reasons';
import { stackSingleton } from '../platform/stack-singleton';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from './registration-properties';

const ID = 'TritonScalingRegistration';

/** The function that suspends and resumes scaling, takes registrations away and gives them back: one for all endpoints of a stack. */
export class RegistrationFunction extends Construct {
  /** The stack's function. */
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
      reasons: FUNCTIONS.registration,
    });
    this.handler = handler;
    this.policy = policy;
    this.add(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      ...registrationStatements(stack),
    );
  }

  /**
   * What Application Auto Scaling does in the name of who registers (SageMaker developer guide, "Auto scaling prerequisites").
   *
   * @param alarmPrefixes what the names of alarms begin with that call policies: after a rollback they have to call others
   */
  public allow(endpointName: string, alarmPrefixes: string[]): void {
    const stack = Stack.of(this);
    this.add(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: endpointPolicyArns(stack, endpointName),
      }),
    );
    if (alarmPrefixes.length === 0) return;
    const resources = alarmPrefixes.map((prefix) => alarmArn(stack, `${prefix}*`));
    this.add(new PolicyStatement({ actions: ['cloudwatch:PutMetricAlarm'], resources }));
  }

  private add(...statements: PolicyStatement[]): void {
    this.policy.addStatements(...statements);
    acknowledgeWildcards(this, statements, WILDCARDS.registration);
  }
}

/**
 * The service gives targets ids that nobody knows beforehand, and it has no condition key for the endpoint that a target belongs to: the
 * conditions are what can be narrowed (service authorization reference, read 2026-11-23). A tag of the target narrows nothing: the function
 * registers targets again, and to register one with a tag it may tag targets, which then includes those of others.
 *
 * To register a target and to put its policies and actions, the caller needs the permissions for the endpoint, too, which `allow` gives for
 * the stack's endpoints alone (Application Auto Scaling user guide, "Permissions validation"). What is left for variants of other endpoints is
 * to deregister them and to delete their policies.
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
    // The function waits for a configuration whose name CloudFormation makes up; Application Auto Scaling calls it in the function's name.
    new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [configs] }),
    ...alarmStatements(stack),
  ];
}

/**
 * A policy that tracks a target has alarms. Application Auto Scaling tries the permissions for them when the policy is put, and which names it
 * tries is not documented: these are the resources and the condition of AWS's own AmazonSageMakerCanvasFullAccess for a role that does the
 * same (AWS managed policy reference, read 2026-11-22).
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
