import { ArnFormat, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { componentPolicyArns } from '../cdk/component-names';
import { endpointPolicyArns } from '../cdk/endpoint-names';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { SCALABLE_DIMENSIONS, SERVICE_NAMESPACE } from '../contracts/scaling-registration-properties';

const ID = 'TritonScalingRegistration';

/** Changes of the scaling of a variant or component. */
const CHANGING_ACTIONS = [
  'application-autoscaling:DeleteScalingPolicy',
  'application-autoscaling:DeregisterScalableTarget',
  'application-autoscaling:RegisterScalableTarget',
  'application-autoscaling:PutScalingPolicy',
  'application-autoscaling:PutScheduledAction',
];

/** The Lambda function that deregisters and registers scalable targets. One function per stack. */
export class RegistrationFunction extends Construct {
  /** Returns the function of the stack. */
  public static of(scope: Construct): RegistrationFunction {
    return stackSingleton(scope, ID, (stack) => new RegistrationFunction(stack));
  }

  private readonly libraryFunction: LibraryFunction;

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'scaling-registration',
      description: 'Prevents conflicts between scaling and the updates of endpoints',
      timeout: Duration.minutes(15),
      memorySize: 256,
      reasons: FUNCTION_REASONS.registration,
      wildcards: WILDCARD_REASONS.registration,
    });
    this.libraryFunction.allowSelfInvocation();
    this.libraryFunction.allow(
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
    this.libraryFunction.allowReplaceable(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: endpointPolicyArns(stack, endpointName),
      }),
    );
    this.grantAlarmAccess(alarmPrefixes);
  }

  /** Grants the permission to wait until nothing changes an endpoint. */
  public grantDescribeEndpoint(endpointName: string): void {
    const resources = endpointPolicyArns(Stack.of(this), endpointName);
    this.libraryFunction.allowReplaceable(new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint'], resources }));
  }

  /**
   * Grants the permissions for an inference component that a caller of Application Auto Scaling requires, and the permission to restore its
   * version. The first are the permissions of AWSApplicationAutoscalingSageMakerEndpointPolicy, the AWS managed policy of Application Auto
   * Scaling, for one component.
   *
   * @param alarmPrefixes prefixes of the names of alarms that invoke policies
   */
  public grantComponentAccess(inferenceComponentName: string, alarmPrefixes: string[]): void {
    const stack = Stack.of(this);
    this.libraryFunction.allowReplaceable(
      changingStatement(stack, 'component'),
      new PolicyStatement({
        actions: [
          'sagemaker:DescribeInferenceComponent',
          'sagemaker:UpdateInferenceComponent', // restores the previous version in a rollback
          'sagemaker:UpdateInferenceComponentRuntimeConfig',
        ],
        resources: componentPolicyArns(stack, inferenceComponentName),
      }),
    );
    this.grantAlarmAccess(alarmPrefixes);
  }

  /** Creates a custom resource of the function. The permissions of the function are kept until the custom resource is deleted. */
  public createResource(scope: Construct, id: string, resourceType: string, properties: object): CustomResource {
    const customResource = new CustomResource(scope, id, {
      resourceType,
      serviceToken: this.libraryFunction.function.functionArn,
      serviceTimeout: Duration.hours(1), // enough time to wait for a change that is in progress
      properties: { ...properties },
    });
    customResource.node.addDependency(this);
    return customResource;
  }

  private grantAlarmAccess(prefixes: string[]): void {
    if (prefixes.length === 0) return;
    const resources = prefixes.map((prefix) => alarmArn(Stack.of(this), `${prefix}*`));
    this.libraryFunction.allowReplaceable(new PolicyStatement({ actions: ['cloudwatch:PutMetricAlarm'], resources }));
  }
}

/**
 * Permissions for scalable targets and endpoint configurations. The IDs of scalable targets are not known before the targets are created, and
 * no condition key exists for the endpoint of a target. The conditions on namespace and dimension are the narrowest possible (service
 * authorization reference, read 2026-11-23). A condition on a tag would not help: the function registers targets again, with their tags.
 *
 * To register a target and to put policies and actions, the caller also requires permissions for the endpoint or component, which `grantEndpointAccess`
 * and `grantComponentAccess` grant only for endpoints and components of the stack (Application Auto Scaling user guide, "Permissions validation"). For other variants and components, the
 * function could therefore only deregister targets and delete policies.
 */
function registrationStatements(stack: Stack): PolicyStatement[] {
  const configs = stack.formatArn({ service: 'sagemaker', resource: 'endpoint-config', resourceName: '*' });
  return [
    changingStatement(stack, 'variant'),
    // The tags of a target that is registered again.
    new PolicyStatement({ actions: ['application-autoscaling:TagResource'], resources: [targetArns(stack)] }),
    // CloudFormation generates the name of the configuration. Application Auto Scaling calls the action with the permissions of the function.
    new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [configs] }),
    ...alarmStatements(stack),
  ];
}

/** Permission for changes of the scalable targets of variants or components. */
function changingStatement(stack: Stack, scaled: keyof typeof SCALABLE_DIMENSIONS): PolicyStatement {
  return new PolicyStatement({
    actions: CHANGING_ACTIONS,
    resources: [targetArns(stack)],
    conditions: {
      StringEquals: {
        'application-autoscaling:service-namespace': SERVICE_NAMESPACE,
        'application-autoscaling:scalable-dimension': SCALABLE_DIMENSIONS[scaled],
      },
    },
  });
}

function targetArns(stack: Stack): string {
  return stack.formatArn({ service: 'application-autoscaling', resource: 'scalable-target', resourceName: '*' });
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
