import type { DescribeAlarmsInput, CompositeAlarmInput, MetricAlarmInput, PutMetricDataInput } from './inputs';
import { ApiModel } from '../api-model/api-model';
import { AwsError, Call, Service } from '../call';
import type { Account } from '../account';
import { alarmNamesIn, isRuleMet } from './composite-rule';
import { evaluateAlarm, metricOf, StateValue } from './metric-alarm';
import { Metrics } from './metrics';
import { validateAlarm } from './validate-alarm';

interface Alarm<Input> {
  readonly input: Input;
  readonly arn: string;
  state: StateValue;
  /** Time of the last change of the state, in virtual milliseconds since 1970. */
  changedAt: number;
}

/** The invocation of one action of an alarm. Alarms invoke actions when the state changes, and scaling policies every minute. */
export interface AlarmAction {
  readonly alarmName: string;
  readonly state: StateValue;
  /** The ARN of an SNS topic, a scaling policy or a function. */
  readonly actionArn: string;
  /** For a metric alarm: the latest value and the threshold. */
  readonly value?: number;
  readonly threshold?: number;
}

const MINUTE = 60_000;
/** Milliseconds between the end of a minute and the evaluation of alarms: by default, and if the assumption is switched off. */
const EARLY_EVALUATION = 10_000;
const LATE_EVALUATION = 55_000;

export class CloudWatch implements Service {
  readonly name = 'cloudwatch';
  readonly metrics: Metrics;
  readonly dashboards = new Map<string, string>();
  private readonly metricAlarms = new Map<string, Alarm<MetricAlarmInput>>();
  private readonly compositeAlarms = new Map<string, Alarm<CompositeAlarmInput>>();
  private readonly listeners: ((action: AlarmAction) => void | Promise<void>)[] = [];
  private readonly model = new ApiModel('cloudwatch', 'ValidationError');
  private isScheduled = false;

  constructor(private readonly account: Account) {
    this.metrics = new Metrics(account);
  }

  /** Adds a listener for the actions that alarms invoke. */
  onAction(listener: (action: AlarmAction) => void | Promise<void>): void {
    this.listeners.push(listener);
  }

  async handle({ operation, input }: Call): Promise<object> {
    this.model.validate(operation, input);
    switch (operation) {
      case 'PutMetricAlarm':
        return this.putMetricAlarm(input as unknown as MetricAlarmInput);
      case 'PutCompositeAlarm':
        return this.putCompositeAlarm(input as unknown as CompositeAlarmInput);
      case 'DescribeAlarms':
        return this.describeAlarms(input as DescribeAlarmsInput);
      case 'DeleteAlarms':
        return this.deleteAlarms(input.AlarmNames as string[]);
      case 'PutMetricData':
        return this.putMetricData(input as unknown as PutMetricDataInput);
      case 'PutDashboard':
        return this.putDashboard(input.DashboardName as string, input.DashboardBody as string);
      case 'DeleteDashboards':
        for (const name of input.DashboardNames as string[]) this.dashboards.delete(name);
        return {};
      default:
        throw new Error(`The simulated CloudWatch has no operation "${operation}".`);
    }
  }

  /** The state of an alarm, or undefined if the alarm does not exist. */
  stateOf(alarmName: string): StateValue | undefined {
    return (this.metricAlarms.get(alarmName) ?? this.compositeAlarms.get(alarmName))?.state;
  }

  private putMetricAlarm(input: MetricAlarmInput): object {
    validateAlarm(input);
    const name = input.AlarmName;
    if (this.compositeAlarms.has(name)) throw new AwsError('ValidationError', `${name} is a composite alarm.`);
    const existing = this.metricAlarms.get(name);
    this.metricAlarms.set(name, {
      input,
      arn: this.arn(name),
      state: existing?.state ?? 'INSUFFICIENT_DATA',
      changedAt: existing?.changedAt ?? this.account.now(),
    });
    this.scheduleEvaluation();
    return {};
  }

  private putCompositeAlarm(input: CompositeAlarmInput): object {
    const name = input.AlarmName;
    isRuleMet(input.AlarmRule, (alarmName) => this.stateOf(alarmName)); // throws if the rule is invalid
    const existing = this.compositeAlarms.get(name);
    this.compositeAlarms.set(name, {
      input,
      arn: this.arn(name),
      state: existing?.state ?? 'INSUFFICIENT_DATA',
      changedAt: this.account.now(),
    });
    this.scheduleEvaluation();
    return {};
  }

  private describeAlarms({ AlarmNames, AlarmTypes = ['MetricAlarm'] }: DescribeAlarmsInput): object {
    const isSelected = ({ input }: Alarm<MetricAlarmInput | CompositeAlarmInput>): boolean =>
      !AlarmNames || AlarmNames.includes(input.AlarmName);
    const describe = (alarms: Iterable<Alarm<MetricAlarmInput | CompositeAlarmInput>>, type: string): object[] =>
      AlarmTypes.includes(type as never)
        ? [...alarms].filter(isSelected).map(({ input, arn, state: StateValue, changedAt: changed }) => ({
            ActionsEnabled: true,
            ...input,
            AlarmArn: arn,
            StateValue,
            StateUpdatedTimestamp: new Date(changed),
          }))
        : [];
    return {
      MetricAlarms: describe(this.metricAlarms.values(), 'MetricAlarm'),
      CompositeAlarms: describe(this.compositeAlarms.values(), 'CompositeAlarm'),
    };
  }

  private deleteAlarms(names: readonly string[]): object {
    if (names.filter((name) => this.compositeAlarms.has(name)).length > 1)
      throw new AwsError('ValidationError', 'Only one composite alarm can be deleted in a request.');
    for (const name of names) {
      const dependentAlarms = [...this.compositeAlarms.values()].filter(
        ({ input }) => !names.includes(input.AlarmName) && alarmNamesIn(input.AlarmRule).includes(name),
      );
      if (dependentAlarms.length > 0)
        throw new AwsError(
          'ValidationError',
          `The alarm ${name} is used by the composite alarm ${dependentAlarms[0].input.AlarmName}.`,
        );
    }
    for (const name of names) {
      this.metricAlarms.delete(name);
      this.compositeAlarms.delete(name);
    }
    return {};
  }

  private putMetricData({ Namespace, MetricData = [] }: PutMetricDataInput): object {
    if (Namespace.startsWith('AWS/'))
      throw new AwsError('InvalidParameterValue', 'The value AWS/ for parameter Namespace is invalid.');
    for (const { MetricName, Dimensions, Timestamp, Value, Values, Counts } of MetricData) {
      const metric = metricOf({ Namespace, MetricName, Dimensions });
      const time = Timestamp ? new Date(Timestamp).getTime() : this.account.now();
      for (const [index, value] of (Values ?? [Value ?? 0]).entries())
        this.metrics.record(metric, time, value, Counts?.[index] ?? 1);
    }
    return {};
  }

  private putDashboard(name: string, body: string): object {
    try {
      JSON.parse(body);
    } catch {
      throw new AwsError('DashboardInvalidInputError', 'The field DashboardBody must be a valid JSON object');
    }
    this.dashboards.set(name, body);
    return { DashboardValidationMessages: [] };
  }

  /** Schedules the next evaluation. While alarms exist, they are evaluated every minute. */
  private scheduleEvaluation(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const now = this.account.now();
    const delay = this.account.isSwitchedOn('cloudwatch.evaluates-soon-after-a-minute')
      ? EARLY_EVALUATION
      : LATE_EVALUATION;
    this.account.after(MINUTE - (now % MINUTE) + delay, () => this.evaluateAlarms());
  }

  private async evaluateAlarms(): Promise<void> {
    const now = this.account.now();
    const startOfMinute = now - (now % MINUTE);
    for (const alarm of this.metricAlarms.values()) {
      const { state, ...evaluation } = evaluateAlarm(alarm.input, alarm.state, this.metrics, startOfMinute);
      await this.setState(alarm, state, { threshold: alarm.input.Threshold, ...evaluation });
    }
    for (const alarm of this.compositeAlarms.values())
      await this.setState(alarm, isRuleMet(alarm.input.AlarmRule, (name) => this.stateOf(name)) ? 'ALARM' : 'OK');
    this.isScheduled = false;
    if (this.metricAlarms.size + this.compositeAlarms.size > 0) this.scheduleEvaluation();
  }

  private async setState(
    alarm: Alarm<MetricAlarmInput | CompositeAlarmInput>,
    state: StateValue,
    evaluation: Pick<AlarmAction, 'value' | 'threshold'> = {},
  ): Promise<void> {
    const isChanged = alarm.state !== state;
    if (isChanged) alarm.changedAt = this.account.now();
    alarm.state = state;
    const { AlarmName, ActionsEnabled = true, AlarmActions, OKActions, InsufficientDataActions } = alarm.input;
    if (!ActionsEnabled) return;
    const actions = { ALARM: AlarmActions, OK: OKActions, INSUFFICIENT_DATA: InsufficientDataActions }[state] ?? [];
    for (const action of actions.filter((arn) => isChanged || arn.startsWith('arn:aws:autoscaling:')))
      for (const listener of this.listeners)
        await listener({ alarmName: AlarmName, state, actionArn: action, ...evaluation });
  }

  private arn(name: string): string {
    return `arn:aws:cloudwatch:${this.account.region}:${this.account.accountId}:alarm:${name}`;
  }
}
