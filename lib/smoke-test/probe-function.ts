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
  private readonly alarm: Alarm;
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
    this.alarm = new Alarm(this, 'DroppedAlarm', {
      alarmDescription:
        'The probe did not run, so its alarms do not know whether the endpoints respond correctly: the function was throttled or failed. ' +
        "Its log is in the stack's log group TritonFunctionLogs, and the quota of Lambda is Concurrent executions",
      metric: handler.metric('AsyncEventsDropped', { statistic: Stats.SUM, period: Duration.minutes(1) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }

  /** Adds actions for the case that requests are not sent. Endpoints with the same action add it once. */
  public notify(actions: IAlarmAction[]): void {
    for (const action of actions.filter((each) => !this.actions.has(each))) {
      this.actions.add(action);
      this.alarm.addAlarmAction(action);
      this.alarm.addOkAction(action);
    }
  }
}
