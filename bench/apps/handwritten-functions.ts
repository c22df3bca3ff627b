import { createHash } from 'crypto';
import * as path from 'path';
import { ArnFormat, Duration, Lazy, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnPolicy, Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, FunctionProps, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

const HANDLERS = path.join(__dirname, '..', '..', 'assets', 'lambda');

/**
 * A policy that CloudFormation replaces instead of updating, so that the role keeps its permissions until an update has succeeded.
 *
 * @param versionOf returns a text that changes with the permissions. Called at synthesis
 */
export function versionedPolicy(scope: Construct, id: string, role: Role, versionOf: () => string): Policy {
  const { stackName, region } = Stack.of(scope);
  const version = (): string => createHash('sha256').update(versionOf()).digest('hex').slice(0, 16);
  const name = `${stackName}-${scope.node.addr.slice(-8)}-${id}-${region}`;
  const policy = new Policy(scope, id, {
    policyName: Lazy.string({ produce: () => `${name}-${version()}` }),
    document: new PolicyDocument({ minimize: true }),
    roles: [role],
  });
  const resource = policy.node.defaultChild as CfnPolicy;
  const logicalId = resource.stack.getLogicalId(resource);
  resource.overrideLogicalId(Lazy.string({ produce: () => `${logicalId}${version()}` }));
  return policy;
}

/** A function that invokes one endpoint. */
export class InvokingFunction extends Construct {
  public readonly handler: Function;
  public readonly policy: Policy;

  constructor(
    scope: Construct,
    id: string,
    endpointName: string,
    props: Pick<FunctionProps, 'description' | 'timeout'>,
    statements: PolicyStatement[],
    versionOf = endpointName,
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
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.policy = versionedPolicy(role, 'Policy', role, () => versionOf);
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'],
        resources: [endpoint],
      }),
      ...statements,
    );
    this.handler = new Function(this, 'Handler', {
      ...props,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, 'smoke-test')),
      handler: 'index.handler',
      memorySize: 1769,
      logGroup,
      role,
    });
  }
}

/** A function for all endpoints of a stack. */
export class StackFunction extends Construct {
  public readonly handler: Function;
  protected readonly policy: Policy;
  protected readonly endpointNames: string[] = [];

  constructor(
    stack: Stack,
    id: string,
    folder: string,
    props: Pick<FunctionProps, 'description' | 'memorySize' | 'recursiveLoop'>,
  ) {
    super(stack, id);
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    // The function depends on the role and its children. A policy that contains the function's ARN cannot be one of them.
    this.policy = versionedPolicy(props.recursiveLoop ? this : role, 'Policy', role, () => this.endpointNames.join());
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    this.handler = new Function(this, 'Handler', {
      ...props,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, folder)),
      handler: 'index.handler',
      timeout: Duration.minutes(15),
      logGroup,
      role,
    });
  }

  /** Adds the permission to read whether the stack is rolling back. */
  protected allowDescribeStack(): void {
    const resources = [Stack.of(this).stackId];
    this.policy.addStatements(new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources }));
  }
}

/** A function for all endpoints of a stack. The function invokes itself to continue its work. */
class SelfInvokingFunction extends StackFunction {
  constructor(stack: Stack, id: string, folder: string, description: string) {
    super(stack, id, folder, { description, memorySize: 256, recursiveLoop: RecursiveLoop.ALLOW });
    this.policy.addStatements(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.handler.functionArn] }),
    );
  }
}

/** Deregisters scalable targets before an update, and registers them after it. */
export class Registrar extends SelfInvokingFunction {
  constructor(stack: Stack) {
    super(stack, 'Registrar', 'scaling-registration', 'Suspends the scaling of endpoints while they are updated');
    this.allowDescribeStack();
    const alarms = (resourceName: string): string =>
      stack.formatArn({
        service: 'cloudwatch',
        resource: 'alarm',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    this.policy.addStatements(
      new PolicyStatement({
        actions: [
          'DeleteScalingPolicy',
          'DeregisterScalableTarget',
          'RegisterScalableTarget',
          'PutScalingPolicy',
          'PutScheduledAction',
        ].map((action) => `application-autoscaling:${action}`),
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
      new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: [alarms('*')] }),
      new PolicyStatement({
        actions: ['cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'],
        resources: [alarms('TargetTracking*')],
        conditions: { StringEquals: { 'aws:CalledViaLast': 'application-autoscaling.amazonaws.com' } },
      }),
    );
  }

  public allow(endpointName: string): void {
    this.endpointNames.push(endpointName);
    const stack = Stack.of(this);
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: [stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: endpointName })],
      }),
    );
  }
}

/** Reports why an endpoint failed. */
export class FailureReporter extends StackFunction {
  private readonly endpoints: Record<string, object> = {};

  constructor(stack: Stack) {
    super(stack, 'FailureReporter', 'failure-report', {
      description: 'Reports why the deployment of an endpoint failed',
      memorySize: 256,
    });
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['cloudformation:DescribeStackResource', 'cloudformation:DescribeStacks'],
        resources: [stack.stackId],
      }),
    );
    const rule = new CfnRule(this, 'Rule', {
      eventPattern: Lazy.any({
        produce: () => ({
          source: ['aws.sagemaker'],
          'detail-type': ['SageMaker Endpoint State Change'],
          detail: {
            EndpointName: this.endpointNames,
            EndpointStatus: ['FAILED', 'IN_SERVICE', 'ROLLING_BACK', 'UPDATE_ROLLBACK_FAILED'],
          },
        }),
      }),
      targets: [
        {
          id: 'Report',
          arn: this.handler.functionArn,
          inputTransformer: {
            inputPathsMap: { detail: '$.detail' },
            inputTemplate: Lazy.string({
              produce: () =>
                `{"detail":<detail>,"stackId":"${stack.stackId}","endpoints":${stack.toJsonString(this.endpoints)}}`,
            }),
          },
        },
      ],
    });
    this.handler.addPermission('AllowRule', {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: rule.attrArn,
    });
  }

  public allow(endpointName: string, logicalIds: { endpoint: string; config: string }): void {
    this.endpointNames.push(endpointName);
    this.endpoints[endpointName] = logicalIds;
    const stack = Stack.of(this);
    const group = (resourceName: string): string =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const logGroupName = `/cdk-sagemaker-triton/failed-deployments/${endpointName}`;
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
        actions: [
          'logs:CreateLogGroup',
          'logs:PutRetentionPolicy',
          'logs:CreateLogStream',
          'logs:GetLogEvents',
          'logs:PutLogEvents',
        ],
        resources: [group(logGroupName), group(`${logGroupName}:*`)],
      }),
    );
  }
}

/** Waits until SageMaker no longer uses the resources of an endpoint. */
export class EndpointCleanup extends SelfInvokingFunction {
  constructor(stack: Stack) {
    super(
      stack,
      'EndpointCleanup',
      'endpoint-cleanup',
      'Waits until SageMaker has removed network interfaces and grants of endpoints, and writes no more log lines',
    );
  }

  public allow(endpointName: string): void {
    this.endpointNames.push(endpointName);
    const endpoint = Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'endpoint',
      resourceName: endpointName,
    });
    this.policy.addStatements(new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint'], resources: [endpoint] }));
  }
}
