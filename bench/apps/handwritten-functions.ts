import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { ArnFormat, Duration, FileAssetLocation, FileAssetPackaging, Lazy, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnPolicy, Policy, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  CfnFunction,
  Code,
  Function,
  FunctionProps,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

const HANDLERS = path.join(__dirname, '..', '..', 'assets', 'lambda');

/** Returns a construct that all endpoints of a stack share. The first call creates it. */
export function shared<T extends Construct>(stack: Stack, id: string, create: (id: string) => T): T {
  return (stack.node.tryFindChild(id) as T | undefined) ?? create(id);
}

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

export function logGroupArn(stack: Stack, resourceName: string): string {
  return stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

export function alarmArn(stack: Stack, resourceName: string): string {
  return stack.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

function endpointArn(stack: Stack, resourceName: string): string {
  return stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName });
}

/** A function for all endpoints of a stack. */
export class StackFunction extends Construct {
  public readonly handler: Function;
  protected readonly role: Role;
  private readonly permissions = new PolicyDocument({ minimize: true });

  constructor(
    stack: Stack,
    id: string,
    folder: string,
    props: Pick<FunctionProps, 'description' | 'memorySize' | 'timeout'>,
  ) {
    super(stack, id);
    const logGroup = shared(
      stack,
      'FunctionLogs',
      (name) => new LogGroup(stack, name, { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY }),
    );
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Permissions: this.permissions },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.handler = new Function(this, 'Handler', {
      timeout: Duration.minutes(15),
      ...props,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(path.join(HANDLERS, folder)),
      handler: 'index.handler',
      logGroup,
      role: this.role,
    });
  }

  protected allow(actions: string[], resources: string[], conditions?: Record<string, unknown>): void {
    this.permissions.addStatements(new PolicyStatement({ actions, resources, conditions }));
  }

  /** Allows the function to read assets, also from an asset bucket with a customer key. */
  protected allowAssets(bucketName: string, objectKey: string): void {
    this.permissions.addStatements(...this.readAssets(bucketName, objectKey));
  }

  protected readAssets(bucketName: string, objectKey: string): PolicyStatement[] {
    const stack = Stack.of(this);
    const bucketArn = `arn:${stack.partition}:s3:::${bucketName}`;
    return [
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [`${bucketArn}/${objectKey}`] }),
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        resources: [stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' })],
        conditions: {
          StringEquals: { 'kms:ViaService': `s3.${stack.region}.${stack.urlSuffix}` },
          StringLike: { 'kms:EncryptionContext:aws:s3:arn': [bucketArn, `${bucketArn}/*`] },
        },
      }),
    ];
  }
}

/** A function that invokes itself to continue its work. A policy contains its permissions for single endpoints. */
class SelfInvokingFunction extends StackFunction {
  public readonly policy: Policy;
  protected readonly selfInvocation: PolicyStatement;
  protected readonly endpointNames: string[] = [];

  constructor(stack: Stack, id: string, folder: string, props: Pick<FunctionProps, 'description' | 'memorySize'>) {
    super(stack, id, folder, props);
    (this.handler.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
    this.selfInvocation = new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: [this.handler.functionArn],
    });
    this.policy = versionedPolicy(this, 'Policy', this.role, () => this.endpointNames.join());
    this.allow(['cloudformation:DescribeStacks'], [stack.stackId]);
  }
}

/** Deregisters scalable targets before an update, and registers them after it. */
export class Registrar extends SelfInvokingFunction {
  constructor(stack: Stack, id: string) {
    super(stack, id, 'scaling-registration', {
      description: 'Prevents conflicts between scaling and the updates of endpoints',
      memorySize: 256,
    });
    const targets = stack.formatArn({
      service: 'application-autoscaling',
      resource: 'scalable-target',
      resourceName: '*',
    });
    this.allow(
      [
        'DeleteScalingPolicy',
        'DeregisterScalableTarget',
        'RegisterScalableTarget',
        'PutScalingPolicy',
        'PutScheduledAction',
      ].map((action) => `application-autoscaling:${action}`),
      [targets],
      {
        StringEquals: {
          'application-autoscaling:service-namespace': 'sagemaker',
          'application-autoscaling:scalable-dimension': 'sagemaker:variant:DesiredInstanceCount',
        },
      },
    );
    this.allow(['application-autoscaling:TagResource'], [targets]);
    this.allow(
      ['sagemaker:DescribeEndpointConfig'],
      [stack.formatArn({ service: 'sagemaker', resource: 'endpoint-config', resourceName: '*' })],
    );
    this.allow(['cloudwatch:DescribeAlarms'], [alarmArn(stack, '*')]);
    this.allow(['cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'], [alarmArn(stack, 'TargetTracking*')], {
      StringEquals: { 'aws:CalledViaLast': 'application-autoscaling.amazonaws.com' },
    });
  }

  public add(endpointName: string): void {
    this.endpointNames.push(endpointName);
    this.policy.addStatements(
      this.selfInvocation,
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:UpdateEndpointWeightsAndCapacities'],
        resources: [endpointArn(Stack.of(this), endpointName)],
      }),
    );
  }
}

/** Runs the smoke tests and the probes. */
export class Tests extends SelfInvokingFunction {
  constructor(stack: Stack, id: string) {
    super(stack, id, 'smoke-test', { description: 'Sends test requests to endpoints', memorySize: 1769 });
    this.handler.addPermission('Schedules', {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: stack.formatArn({ service: 'events', resource: 'rule', resourceName: '*' }),
    });
    const options = { statistic: 'Sum', period: Duration.minutes(1) };
    new Alarm(this, 'NotRunAlarm', {
      alarmDescription:
        'Probes were late or did not run, so their alarms may not know whether the endpoints respond correctly. The function was throttled (quota "Concurrent executions" of Lambda) or failed',
      metric: new MathExpression({
        expression: 'FILL(throttles, 0) + FILL(errors, 0)',
        label: 'Tests that did not run',
        period: options.period,
        usingMetrics: {
          throttles: this.handler.metricThrottles(options),
          errors: this.handler.metricErrors(options),
        },
      }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  public add(endpointName: string): void {
    this.endpointNames.push(endpointName);
    const stack = Stack.of(this);
    this.policy.addStatements(
      new PolicyStatement({
        actions: ['sagemaker:DescribeEndpoint', 'sagemaker:InvokeEndpoint'],
        resources: [endpointArn(stack, endpointName)],
      }),
      this.selfInvocation,
    );
  }

  /**
   * Adds the plan of a probe to the assets. The permission to read it is the same for all plans, and is deleted only after the schedule of the
   * last probe.
   */
  public addPlan(file: string): FileAssetLocation {
    const stack = Stack.of(this);
    const hash = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
    const plan = stack.synthesizer.addFileAsset({
      fileName: path.resolve(file),
      packaging: FileAssetPackaging.FILE,
      sourceHash: `${stack.node.addr}-${hash}`,
    });
    this.policy.addStatements(...this.readAssets(plan.bucketName, plan.objectKey.replace(hash, '*')));
    return plan;
  }
}

/** Reports why an endpoint failed. */
export class FailureReporter extends StackFunction {
  private readonly endpoints: Record<string, object> = {};

  constructor(stack: Stack, id: string) {
    const description = 'Reports why the deployment of an endpoint failed';
    super(stack, id, 'failure-report', { description, memorySize: 256, timeout: Duration.minutes(5) });
    this.allow(['cloudformation:DescribeStackResource', 'cloudformation:DescribeStacks'], [stack.stackId]);
    this.allow(['sagemaker:DescribeEndpoint'], [endpointArn(stack, '*')]);
    const keptLogs = '/cdk-sagemaker-triton/failed-deployments/*';
    this.allow(
      [
        'logs:CreateLogGroup',
        'logs:PutRetentionPolicy',
        'logs:CreateLogStream',
        'logs:GetLogEvents',
        'logs:PutLogEvents',
      ],
      [logGroupArn(stack, keptLogs), logGroupArn(stack, `${keptLogs}:*`)],
    );
    const rule = new CfnRule(this, 'Rule', {
      description,
      eventPattern: Lazy.any({
        produce: () => ({
          source: ['aws.sagemaker'],
          'detail-type': ['SageMaker Endpoint State Change'],
          detail: {
            EndpointName: Object.keys(this.endpoints),
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

  public add(endpointName: string, logicalIds: { endpoint: string; config: string }): void {
    this.endpoints[endpointName] = logicalIds;
    this.allow(
      ['logs:DescribeLogStreams', 'logs:GetLogEvents'],
      [logGroupArn(Stack.of(this), `/aws/sagemaker/Endpoints/${endpointName}:*`)],
    );
  }
}
