import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { assetPath } from '../assets';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from './registration-properties';

/** The handler, bundled when the library is built. */
const HANDLER = assetPath('lambda', 'scaling-registration');
const ID = 'TritonScalingRegistration';

/** The function that takes registrations away and gives them back: one for all endpoints of a stack. */
export class RegistrationFunction extends Construct {
  /** The stack's function. */
  public static of(scope: Construct): RegistrationFunction {
    const stack = Stack.of(scope);
    return (stack.node.tryFindChild(ID) as RegistrationFunction | undefined) ?? new RegistrationFunction(stack);
  }

  public readonly handler: Function;
  private readonly policy = new PolicyDocument();

  private constructor(stack: Stack) {
    super(stack, ID);
    const logGroup = new LogGroup(this, 'LogGroup', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
      ...registrationStatements(stack),
    );
    this.handler = new Function(this, 'Handler', {
      description: 'Deregisters variants from scaling before their instance type changes, and registers them again',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(HANDLER),
      handler: 'index.handler',
      timeout: Duration.minutes(2),
      memorySize: 256,
      logGroup,
      role: new Role(this, 'Role', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { Register: this.policy },
      }),
    });
  }

  /** What Application Auto Scaling does in the name of who registers (SageMaker developer guide, "Auto scaling prerequisites"). */
  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    const endpoint = stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName });
    const alarms = stack.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      resourceName: `TargetTracking-endpoint/${endpointName}/variant/*`,
    });
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: [endpoint],
      }),
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms', 'cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
        resources: [alarms],
      }),
    );
  }
}

/** The service gives targets ids that nobody knows beforehand; the conditions are what can be narrowed. */
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
    // The action supports no resource.
    new PolicyStatement({ actions: ['application-autoscaling:DescribeScalableTargets'], resources: ['*'] }),
    new PolicyStatement({ actions: ['sagemaker:DescribeEndpointConfig'], resources: [configs] }),
  ];
}
