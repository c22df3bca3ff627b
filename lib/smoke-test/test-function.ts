import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  IAlarmAction,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function } from 'aws-cdk-lib/aws-lambda';
import { Construct, IDependable } from 'constructs';
import { componentPolicyArns } from '../cdk/component-names';
import { endpointPolicyArns } from '../cdk/endpoint-names';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { allowTopicKeys } from '../cdk/topic-keys';
import type { JsonAsset } from './json-asset';

const ID = 'TritonTests';
/** Memory in MB for which Lambda provides one vCPU. With less memory, the function itself would increase the measured latency. */
const MEMORY_OF_ONE_VCPU = 1769;

/**
 * The Lambda function that runs the smoke tests and the probes of all endpoints of a stack. CloudFormation invokes it for a smoke test, and the
 * schedule of each probe every minute.
 */
export class TestFunction extends Construct {
  /** Returns the function of the stack. */
  public static of(scope: Construct): TestFunction {
    return stackSingleton(scope, ID, (stack) => new TestFunction(stack));
  }

  public readonly function: Function;
  private readonly libraryFunction: LibraryFunction;
  private alarm?: Alarm;
  private readonly actions = new Set<IAlarmAction>();

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'smoke-test',
      description: 'Sends test requests to endpoints',
      timeout: Duration.minutes(15),
      memorySize: MEMORY_OF_ONE_VCPU,
      reasons: FUNCTION_REASONS.tests,
      wildcards: WILDCARD_REASONS.tests,
    });
    this.function = this.libraryFunction.function;
    this.libraryFunction.allow(
      new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
    );
  }

  /** Grants the permissions of a test. Its schedule or custom resource must depend on the returned policy. */
  public allowTest(target: InvokedTarget): IDependable {
    return this.libraryFunction.allowReplaceable(...invokePermissions(Stack.of(this), target));
  }

  /**
   * Allows the function to read assets. The permission is the same for all assets of all tests. It is replaceable like the permissions of
   * `allowTest`: an update that removes the last test of the stack deletes it only after the schedule of the last probe.
   */
  public allowAssets(...assets: (JsonAsset | undefined)[]): void {
    this.libraryFunction.allowReplaceable(...assets.flatMap((asset) => asset?.readStatements ?? []));
  }

  /** Grants permissions for the queue of an asynchronous endpoint. */
  public allowQueue(scope: Construct, statements: PolicyStatement[]): IDependable {
    return this.libraryFunction.allowSeparately(scope, ...statements);
  }

  /** Allows the function to continue a test in further invocations. */
  public allowSelfInvocation(): IDependable {
    return this.libraryFunction.allowSelfInvocation();
  }

  /** Allows schedules to invoke the function. CloudFormation names their rules, and a permission for each would be a resource for each. */
  public allowSchedules(): void {
    const id = 'Schedules';
    if (this.function.permissionsNode.tryFindChild(id)) return;
    this.function.addPermission(id, {
      principal: new ServicePrincipal('events.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName: '*' }),
    });
  }

  /**
   * Creates an alarm for the case that the function does not run, because then no other alarm knows whether the endpoints respond correctly.
   *
   * @param actions actions of the alarm. Endpoints with the same action add it once
   */
  public alarmOnFailures(actions: IAlarmAction[]): void {
    this.alarm ??= this.createAlarm();
    for (const action of actions.filter((each) => !this.actions.has(each))) {
      this.actions.add(action);
      this.alarm.addAlarmAction(action);
      this.alarm.addOkAction(action);
    }
  }

  private createAlarm(): Alarm {
    const options = { statistic: Stats.SUM, period: Duration.minutes(1) };
    const metric = new MathExpression({
      expression: 'FILL(throttles, 0) + FILL(errors, 0)',
      label: 'Tests that did not run',
      period: options.period,
      usingMetrics: {
        throttles: this.function.metricThrottles(options),
        errors: this.function.metricErrors(options),
      },
    });
    const alarm = new Alarm(this, 'NotRunAlarm', {
      alarmDescription:
        'Probes were late or did not run, so their alarms may not know whether the endpoints respond correctly. The function was throttled (quota "Concurrent executions" of Lambda) or failed',
      metric,
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    allowTopicKeys(this, [alarm]);
    return alarm;
  }
}

/** The endpoint or the inference component that receives the requests of a test. */
export interface InvokedTarget {
  readonly endpointName: string;
  /** Undefined if the endpoint hosts its models itself. */
  readonly inferenceComponentName?: string;
  /** Whether the endpoint streams its responses. */
  readonly isStream?: boolean;
  /** Whether the endpoint is asynchronous. */
  readonly isQueued?: boolean;
}

/**
 * Permissions to invoke and describe an endpoint or an inference component. A request to an inference component requires the permission for
 * the inference component and for its endpoint (service authorization reference, read 2026-11-28).
 */
function invokePermissions(stack: Stack, target: InvokedTarget): PolicyStatement[] {
  const { endpointName, inferenceComponentName } = target;
  const endpointArns = endpointPolicyArns(stack, endpointName);
  const invokeActions = [
    target.isQueued ? 'sagemaker:InvokeEndpointAsync' : 'sagemaker:InvokeEndpoint',
    ...(target.isStream ? ['sagemaker:InvokeEndpointWithResponseStream'] : []),
  ];
  if (inferenceComponentName === undefined)
    return [
      new PolicyStatement({ actions: ['sagemaker:DescribeEndpoint', ...invokeActions], resources: endpointArns }),
    ];
  const componentArns = componentPolicyArns(stack, inferenceComponentName);
  return [
    new PolicyStatement({
      actions: ['sagemaker:DescribeInferenceComponent', ...invokeActions],
      resources: componentArns,
    }),
    new PolicyStatement({ actions: invokeActions, resources: endpointArns }),
  ];
}
