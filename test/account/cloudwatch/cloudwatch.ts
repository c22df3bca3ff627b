import type {
  DescribeAlarmsInput,
  CompositeAlarmInput,
  MetricAlarmInput,
  PutMetricDataInput,
  GetMetricDataInput,
} from './inputs';
import { ApiModel } from '../api-model/api-model';
import type { Call, Service } from '../call';
import { AwsError } from '../call';
import type { World } from '../world';
import { alarmsOf, isRuleMet } from './composite-rule';
import { getMetricData } from './get-metric-data';
import { look, metricOf } from './metric-alarm';
import type { StateValue } from './metric-alarm';
import { Metrics } from './metrics';
import { validateAlarm } from './validate-alarm';

interface Alarm<Input> {
  readonly input: Input;
  readonly arn: string;
  state: StateValue;
  /** Virtual milliseconds since 1970. */
  changed: number;
}

/** A state change's action, or an action that goes on: those of Application Auto Scaling are invoked every minute. */
export interface AlarmAction {
  readonly alarmName: string;
  readonly state: StateValue;
  /** What the alarm does: an SNS topic's ARN, a scaling policy's, a function's. */
  readonly action: string;
  /** Of a metric alarm: the last value that it saw, and its threshold. */
  readonly value?: number;
  readonly threshold?: number;
}

const MINUTE = 60_000;
/** Milliseconds after the end of a minute at which alarms are evaluated. */
const SOON = 10_000;
const LATE = 55_000;

export class CloudWatch implements Service {
  readonly name = 'cloudwatch';
  readonly metrics: Metrics;
  readonly dashboards = new Map<string, string>();
  private readonly metricAlarms = new Map<string, Alarm<MetricAlarmInput>>();
  private readonly compositeAlarms = new Map<string, Alarm<CompositeAlarmInput>>();
  private readonly listeners: ((action: AlarmAction) => void | Promise<void>)[] = [];
  private readonly model = new ApiModel('cloudwatch', 'ValidationError');
  private isTicking = false;

  constructor(private readonly world: World) {
    this.metrics = new Metrics(world);
  }

  /** Calls back for each action that an alarm invokes. */
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
      case 'GetMetricData':
        return getMetricData(this.metrics, input as unknown as GetMetricDataInput);
      case 'PutDashboard':
        return this.putDashboard(input.DashboardName as string, input.DashboardBody as string);
      case 'GetDashboard':
        return this.getDashboard(input.DashboardName as string);
      case 'DeleteDashboards':
        for (const name of input.DashboardNames as string[]) this.dashboards.delete(name);
        return {};
      default:
        throw new Error(`The simulated CloudWatch has no operation "${operation}".`);
    }
  }

  /** The state of an alarm; undefined if there is none of that name. */
  stateOf(alarmName: string): StateValue | undefined {
    return (this.metricAlarms.get(alarmName) ?? this.compositeAlarms.get(alarmName))?.state;
  }

  private putMetricAlarm(input: MetricAlarmInput): object {
    validateAlarm(input);
    const name = input.AlarmName;
    if (this.compositeAlarms.has(name)) throw new AwsError('ValidationError', `${name} is a composite alarm.`);
    const before = this.metricAlarms.get(name);
    this.metricAlarms.set(name, {
      input,
      arn: this.arn(name),
      state: before?.state ?? 'INSUFFICIENT_DATA',
      changed: before?.changed ?? this.world.now(),
    });
    this.startTicking();
    return {};
  }

  private putCompositeAlarm(input: CompositeAlarmInput): object {
    const name = input.AlarmName;
    isRuleMet(input.AlarmRule, (alarmName) => this.stateOf(alarmName));
    const before = this.compositeAlarms.get(name);
    this.compositeAlarms.set(name, {
      input,
      arn: this.arn(name),
      state: before?.state ?? 'INSUFFICIENT_DATA',
      changed: this.world.now(),
    });
    this.startTicking();
    return {};
  }

  private describeAlarms({
    AlarmNames,
    AlarmNamePrefix,
    AlarmTypes = ['MetricAlarm'],
    StateValue: state,
    ActionPrefix,
  }: DescribeAlarmsInput): object {
    if (AlarmNames && AlarmNamePrefix)
      throw new AwsError('ValidationError', 'AlarmNamePrefix cannot be specified together with AlarmNames.');
    const isAsked = (alarm: Alarm<MetricAlarmInput | CompositeAlarmInput>): boolean =>
      (!AlarmNames || AlarmNames.includes(alarm.input.AlarmName)) &&
      (!AlarmNamePrefix || alarm.input.AlarmName.startsWith(AlarmNamePrefix)) &&
      (!state || alarm.state === state) &&
      (!ActionPrefix || (alarm.input.AlarmActions ?? []).some((action) => action.startsWith(ActionPrefix)));
    const describe = (alarms: Iterable<Alarm<MetricAlarmInput | CompositeAlarmInput>>, type: string): object[] =>
      AlarmTypes.includes(type as never)
        ? [...alarms].filter(isAsked).map(({ input, arn, state: StateValue, changed }) => ({
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
      const users = [...this.compositeAlarms.values()].filter(
        ({ input }) => !names.includes(input.AlarmName) && alarmsOf(input.AlarmRule).includes(name),
      );
      if (users.length > 0)
        throw new AwsError(
          'ValidationError',
          `The alarm ${name} is used by the composite alarm ${users[0].input.AlarmName}.`,
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
      const metric = metricOf(Namespace, MetricName, Dimensions);
      const at = Timestamp ? new Date(Timestamp).getTime() : this.world.now();
      for (const [index, value] of (Values ?? [Value ?? 0]).entries())
        this.metrics.record(metric, at, value, Counts?.[index] ?? 1);
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

  private getDashboard(name: string): object {
    const body = this.dashboards.get(name);
    if (body === undefined) throw new AwsError('ResourceNotFound', `Dashboard ${name} does not exist`, 404);
    return { DashboardName: name, DashboardBody: body };
  }

  /** Alarms are evaluated every minute, while there are any. */
  private startTicking(): void {
    if (this.isTicking) return;
    this.isTicking = true;
    const now = this.world.now();
    const lag = this.world.assumes('cloudwatch.evaluates-soon-after-a-minute') ? SOON : LATE;
    this.world.after(MINUTE - (now % MINUTE) + lag, () => this.tick());
  }

  private async tick(): Promise<void> {
    const now = this.world.now();
    const minute = now - (now % MINUTE);
    for (const alarm of this.metricAlarms.values()) {
      const { state, ...seen } = look(alarm.input, alarm.state, this.metrics, minute);
      await this.change(alarm, state, { threshold: alarm.input.Threshold, ...seen });
    }
    for (const alarm of this.compositeAlarms.values())
      await this.change(alarm, isRuleMet(alarm.input.AlarmRule, (name) => this.stateOf(name)) ? 'ALARM' : 'OK');
    this.isTicking = false;
    if (this.metricAlarms.size + this.compositeAlarms.size > 0) this.startTicking();
  }

  private async change(
    alarm: Alarm<MetricAlarmInput | CompositeAlarmInput>,
    state: StateValue,
    seen: Pick<AlarmAction, 'value' | 'threshold'> = {},
  ): Promise<void> {
    const isNew = alarm.state !== state;
    if (isNew) alarm.changed = this.world.now();
    alarm.state = state;
    const { AlarmName, ActionsEnabled = true, AlarmActions, OKActions, InsufficientDataActions } = alarm.input;
    if (!ActionsEnabled) return;
    const actions = { ALARM: AlarmActions, OK: OKActions, INSUFFICIENT_DATA: InsufficientDataActions }[state] ?? [];
    for (const action of actions.filter((arn) => isNew || arn.startsWith('arn:aws:autoscaling:')))
      for (const listener of this.listeners) await listener({ alarmName: AlarmName, state, action, ...seen });
  }

  private arn(name: string): string {
    return `arn:aws:cloudwatch:${this.world.region}:${this.world.accountId}:alarm:${name}`;
  }
}
