import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, IAlarmAction, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { LibraryFunction } from '../cdk/library-function';
import { FUNCTION_REASONS, WILDCARD_REASONS } from '../cdk/nag-reasons';
import { stackSingleton } from '../cdk/stack-singleton';
import { MEMORY_OF_ONE_VCPU } from './invoke-permissions';

const ID = 'TritonProbe';
/** Longest time of a request, which is a stream, and time to publish the result. */
const TIMEOUT = Duration.minutes(9);

/** Disables retries: Lambda would retry twice, and count one failure as three. */
export const NO_RETRIES = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** The Lambda function that sends the regular requests to all endpoints of a stack. The schedule of each endpoint invokes it every minute. */
export class ProbeFunction extends Construct {
  /** Returns the function of the stack. */
  public static of(scope: Construct): ProbeFunction {
    return stackSingleton(scope, ID, (stack) => new ProbeFunction(stack));
  }

  public readonly libraryFunction: LibraryFunction;
  private alarm?: Alarm;
  private readonly actions = new Set<IAlarmAction>();

  private constructor(stack: Stack) {
    super(stack, ID);
    this.libraryFunction = new LibraryFunction(this, {
      handler: 'smoke-test',
      description: 'Sends regular requests to endpoints',
      timeout: TIMEOUT,
      memorySize: MEMORY_OF_ONE_VCPU,
      reasons: FUNCTION_REASONS.probe,
      wildcards: WILDCARD_REASONS.tests,
    });
    const { function: handler } = this.libraryFunction;
    handler.configureAsyncInvoke(NO_RETRIES);
    handler.addPermission('Schedules', {
      principal: new ServicePrincipal('events.amazonaws.com'),
      // CloudFormation names the rules.
      sourceArn: stack.formatArn({ service: 'events', resource: 'rule', resourceName: '*' }),
    });
  }

  /**
   * Creates an alarm on requests that are not sent, because then no other alarm knows whether the endpoints respond correctly.
   *
   * @param actions actions of the alarm. Endpoints with the same action add it once
   */
  public alarmOnDrops(actions: IAlarmAction[]): void {
    this.alarm ??= this.createAlarm();
    for (const action of actions.filter((each) => !this.actions.has(each))) {
      this.actions.add(action);
      this.alarm.addAlarmAction(action);
      this.alarm.addOkAction(action);
    }
  }

  private createAlarm(): Alarm {
    const { function: handler } = this.libraryFunction;
    return new Alarm(this, 'DroppedAlarm', {
      alarmDescription:
        'The probe did not run, because its function was throttled (quota "Concurrent executions" of Lambda) or failed, so its alarms do not know whether the endpoints respond correctly',
      metric: handler.metric('AsyncEventsDropped', { statistic: Stats.SUM, period: Duration.minutes(1) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}
