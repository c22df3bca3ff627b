import { Duration, Names } from 'aws-cdk-lib';
import { Alarm, AlarmRule, CompositeAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { acknowledge } from '../platform/acknowledge';
import { RULES } from '../platform/nag-reasons';
import { AlarmDefinition, alarmSettings } from './alarm-definition';
import { within } from '../findings/finding';
import { reportFindings } from '../findings/report';
import { alarmDefinitions, rollbackFacts } from './alarm-definitions';
import { AlarmNaming } from './alarm-naming';
import { AlarmKind } from './alarm-options';
import { checkThresholds } from './check-thresholds';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { variantNameOf } from './endpoint-facts';
import { MonitoredEndpoint } from './monitored-endpoint';
import { rulePage } from '../findings/rule-page';

/**
 * The alarms of one variant of an endpoint, based on its latency objective.
 *
 * All alarms refer to the endpoint by its name as a string. The endpoint can therefore depend on the alarms and roll back on them.
 *
 * For a minute without requests, SageMaker publishes either no request metrics or zeros; editions of its developer guide differ. The alarms
 * treat missing data as not breaching (`notBreaching`), and zeros do not breach. Without requests, an alarm therefore neither goes into the
 * ALARM state nor stays in the INSUFFICIENT_DATA state, and a deployment without traffic does not roll back. The only exception is the alarm
 * on too few requests, which fires on zeros and treats missing data as breaching. No deployment rolls back on that alarm.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
 * @example
 * new EndpointAlarms(stack, 'Alarms', {
 *   endpoint: { endpointName: 'from-elsewhere', latencyObjective: LatencyObjective.p99(Duration.millis(200)) },
 * });
 */
export class EndpointAlarms extends Construct {
  /** The endpoint that the alarms monitor. */
  public readonly endpoint: MonitoredEndpoint;
  /** All alarms except the composite alarm. */
  public readonly all: Alarm[];
  /**
   * The alarms on which a deployment can roll back: latency, 5XX rate and, if they apply, response streams that end with an error, time to
   * the first chunk and the probe. These alarms monitor the old and the new fleet. The endpoints of this library roll back on separate
   * alarms with the same thresholds, which monitor only the new fleet.
   */
  public readonly rollbackAlarms: Alarm[];
  /**
   * Time after which the slowest rollback alarm has rolled back a deployment whose new fleet always exceeds its threshold: the evaluation
   * window of the alarm plus 3 minutes, or plus 4 minutes if every datapoint of the window must breach, at most 1 hour. The baking period
   * of a deployment must be at least this long.
   */
  public readonly rollbackWindow: Duration;
  /**
   * Composite alarm on conditions that affect users: latency, 5XX rate, response streams that end with an error, time to the first chunk,
   * probe, age of the backlog, expired requests or delivery failures. Undefined in minimal mode.
   */
  public readonly unhealthy?: CompositeAlarm;

  private readonly byKind = new Map<string, Alarm>();

  constructor(scope: Construct, id: string, props: EndpointAlarmsProps) {
    super(scope, id);
    this.endpoint = props.endpoint;
    // Those of an endpoint of this library are checked with it.
    if (!props._definitions) {
      reportFindings(this, within('overrides', checkThresholds(props.overrides, props.endpoint)));
    }
    const definitions = alarmDefinitions(props);
    const symptoms = props.minimal ? [] : definitions.filter(({ symptom }) => symptom);
    for (const definition of definitions) this.add(definition, props, symptoms.includes(definition));
    this.all = [...this.byKind.values()];
    this.rollbackAlarms = this.alarmsOf(definitions.filter(({ rollback }) => rollback));
    this.rollbackWindow = rollbackFacts(definitions, props).window;
    if (symptoms.length > 0) this.unhealthy = this.compose(this.alarmsOf(symptoms), props);
  }

  /** Returns the alarm of a type. Undefined if the alarm does not apply or is turned off. */
  public alarm(kind: AlarmKind): Alarm | undefined {
    return this.byKind.get(kind);
  }

  private alarmsOf(definitions: AlarmDefinition[]): Alarm[] {
    return definitions.flatMap(({ kind }) => this.byKind.get(kind) ?? []);
  }

  private add(definition: AlarmDefinition, props: EndpointAlarmsProps, inComposite: boolean): void {
    const { kind } = definition;
    const override = props.overrides?.[kind] ?? {};
    const settings = alarmSettings(definition, override);
    if (definition.rollback && settings.treatMissingData === TreatMissingData.BREACHING) {
      throw new Error(
        `${this.node.path}: overrides.${kind}.treatMissingData: got 'breaching'; allowed: any other value, since deployments roll back on this alarm and a minute without requests would roll them back ${rulePage('cw.rollback-missing-data')}`,
      );
    }
    const alarm = new Alarm(this, constructId(kind), {
      ...settings,
      alarmName: this.nameOf(kind, props.naming),
      metric: definition.metric(),
    });
    const actions = override.actions ?? (inComposite ? [] : (props.actions ?? []));
    if (actions.length > 0) {
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
    this.byKind.set(kind, alarm);
  }

  private compose(symptoms: Alarm[], { actions = [], naming }: EndpointAlarmsProps): CompositeAlarm {
    const composite = new CompositeAlarm(this, 'Unhealthy', {
      // CloudFormation makes no names for composite alarms, and those that CDK makes leave out the name of the stack.
      compositeAlarmName: this.nameOf('unhealthy', naming) ?? Names.uniqueResourceName(this, { maxLength: 255 }),
      alarmDescription: `Unhealthy: slow, failed or incorrect responses from ${this.endpoint.endpointName}.`,
      alarmRule: AlarmRule.anyOf(...symptoms),
    });
    if (actions.length > 0) {
      symptoms.forEach((alarm) => acknowledge(alarm, RULES.symptomAlarms));
      composite.addAlarmAction(...actions);
      composite.addOkAction(...actions);
    }
    return composite;
  }

  private nameOf(alarm: string, naming: AlarmNaming = AlarmNaming.generated()): string | undefined {
    return naming.nameOf(this.endpoint.endpointName, variantNameOf(this.endpoint), alarm);
  }
}

function constructId(kind: AlarmKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
