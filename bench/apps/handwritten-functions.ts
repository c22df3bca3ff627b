import * as path from 'path';
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, FunctionProps, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

const HANDLERS = path.join(__dirname, '..', '..', 'assets', 'lambda');

/** A function that invokes one endpoint. */
export class AskingFunction extends Construct {
  public readonly handler: Function;

  constructor(
    scope: Construct,
    id: string,
    endpointName: string,
    props: Pick<FunctionProps, 'description' | 'timeout'>,
    statements: PolicyStatement[],
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const endpoint = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'endpoint',
      resourceName: endpointName,
    });
    const all = [
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'],
        resources: [endpoint],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      ...statements,
    ];
    this.handler = new Function(this, 'Handler', {
      ...props,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, 'smoke-test')),
      handler: 'index.handler',
      memorySize: 1769,
      logGroup,
      role: new Role(this, 'Role', {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { AskEndpoint: new PolicyDocument({ statements: all }) },
      }),
    });
  }
}

/** A function for all endpoints of a stack, which goes on in another invocation of itself. */
class StackFunction extends Construct {
  public readonly handler: Function;
  protected readonly policy = new PolicyDocument();

  constructor(stack: Stack, id: string, folder: string, description: string, policyName: string) {
    super(stack, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { [policyName]: this.policy },
    });
    this.handler = new Function(this, 'Handler', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, folder)),
      handler: 'index.handler',
      timeout: Duration.minutes(15),
      memorySize: 256,
      logGroup,
      role,
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    new ManagedPolicy(this, 'InvokeItself', {
      roles: [role],
      statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.handler.functionArn] })],
    });
  }
}

/** Takes registrations for scaling away and gives them back. */
export class Registrar extends StackFunction {
  constructor(stack: Stack) {
    super(
      stack,
      'Registrar',
      'scaling-registration',
      'Suspends the scaling of endpoints while they are updated',
      'Register',
    );
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['DeregisterScalableTarget', 'RegisterScalableTarget', 'PutScalingPolicy', 'PutScheduledAction'].map(
          (action) => `application-autoscaling:${action}`,
        ),
        resources: [
          stack.formatArn({ service: 'application-autoscaling', resource: 'scalable-target', resourceName: '*' }),
        ],
        conditions: {
          StringEquals: {
            'application-autoscaling:service-namespace': 'sagemaker',
            'application-autoscaling:scalable-dimension': 'sagemaker:variant:DesiredInstanceCount',
          },
        },
      }),
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpointConfig'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint-config', resourceName: '*' })],
      }),
    );
  }

  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
      }),
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms', 'cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
        resources: [
          stack.formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: `TargetTracking-endpoint/${endpointName}/variant/*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
    );
  }
}

/** Says why an endpoint failed. */
export class Watcher extends StackFunction {
  constructor(stack: Stack) {
    super(stack, 'Watcher', 'failure-report', 'Says why an endpoint failed when it was deployed', 'Report');
  }

  public allow(endpointName: string): void {
    const stack = Stack.of(this);
    const group = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const kept = `/cdk-sagemaker-triton/failed-deployments/${endpointName}`;
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
      }),
      new PolicyStatement({
        actions: ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
        resources: [group(`/aws/sagemaker/Endpoints/${endpointName}:*`)],
      }),
      new PolicyStatement({
        actions: ['logs:CreateLogGroup', 'logs:PutRetentionPolicy', 'logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [group(kept), group(`${kept}:*`)],
      }),
    );
  }
}
