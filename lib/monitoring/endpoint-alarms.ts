import { Duration, Names } from 'aws-cdk-lib';
import { Alarm, AlarmRule, CompositeAlarm, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { acknowledge } from '../cdk/acknowledge';
import { RULE_REASONS } from '../cdk/nag-reasons';
import { allowTopicKeys } from '../cdk/topic-keys';
import { checkActions } from './check-actions';
import { AlarmDefinition, alarmSettings, alarmTiming } from './alarm-definition';
import { AlarmKind } from './alarm-options';
import { capacityAlarms } from './capacity-alarms';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { MonitoredHost, variantNameOf } from './monitored-endpoint';
import { requestAlarms } from './request-alarms';
import { shadowAlarms } from './shadow-alarms';
import { MAX_WAIT_SECONDS, SHORTEST_SECONDS_TO_ALARM, secondsToAlarm } from './time-to-fire';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';

/**
 * The alarms of one variant of an endpoint, or of one inference component, based on its latency objective.
 *
 * All alarms refer to the endpoint by its name as a string. The endpoint can therefore depend on the alarms and roll back on them.
 *
 * For a minute without requests, SageMaker publishes either no request metrics or zeros (editions of the developer guide differ). The
 * alarms treat missing data as not breaching (`notBreaching`), and zeros do not breach. Without requests, an alarm therefore neither goes
 * into the ALARM state nor stays in the INSUFFICIENT_DATA state, and a deployment without traffic does not roll back. The only exception is
 * the alarm on too few requests, which fires on zeros and treats missing data as breaching. No deployment rolls back on that alarm.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html
 * @example
 * const endpoint = new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
 * const latencyAlarm = endpoint.alarms[0].alarm(AlarmKind.LATENCY);
 */
export class EndpointAlarms extends Construct {
  /** Creates the alarms. @internal */
  public static _create(scope: Construct, id: string, props: EndpointAlarmsProps): EndpointAlarms {
    return new EndpointAlarms(scope, id, props);
  }

  /** All alarms except the composite alarm. */
  public readonly all: Alarm[];
  /**
   * The alarms on which a deployment can roll back: latency, 5XX rate and, if they apply, response streams that end with an error, time to
   * the first chunk and the probe. These alarms monitor the old and the new fleet. The endpoints of this library roll back on separate
   * alarms with the same thresholds, which monitor only the new fleet.
   */
  public readonly rollbackAlarms: Alarm[];
  /**
   * Time until the slowest rollback alarm rolls back a deployment whose new fleet always exceeds the threshold. The time is the evaluation
   * window of the alarm plus 3 minutes, or plus 4 minutes if every datapoint of the window must breach the threshold, at most 1 hour. The
   * baking period of a deployment must be at least this long.
   */
  public readonly rollbackWindow: Duration;
  /**
   * Composite alarm on conditions that affect users: latency, 5XX rate, response streams that end with an error, time to the first chunk,
   * probe, requests to an inference component without a copy, age of the backlog, expired requests or delivery failures. Undefined if all of these are
   * turned off.
   */
  public readonly unhealthy?: CompositeAlarm;

  /** All that the alarms and graphs show of the endpoint. @internal */
  public readonly _host: MonitoredHost;

  private readonly alarmsByKind = new Map<string, Alarm>();

  private constructor(scope: Construct, id: string, props: EndpointAlarmsProps) {
    super(scope, id);
    const { endpoint, definitions } = props;
    this._host = endpoint;
    const symptoms = definitions.filter(({ isSymptom }) => isSymptom);
    for (const definition of definitions) this.add(definition, props, symptoms.includes(definition));
    this.all = [...this.alarmsByKind.values()];
    this.rollbackAlarms = this.alarmsOf(definitions.filter(({ rollback }) => rollback));
    this.rollbackWindow = rollbackFacts(props).timeToFire;
    if (symptoms.length > 0) this.unhealthy = this.createComposite(this.alarmsOf(symptoms), props);
    const alarms = [...this.all, ...(this.unhealthy ? [this.unhealthy] : [])];
    checkActions(this, alarms);
    allowTopicKeys(this, alarms);
  }

  /**
   * Returns the alarm of a type. Undefined if the alarm does not apply or is turned off.
   *
   * @param kind type of the alarm
   */
  public alarm(kind: AlarmKind): Alarm | undefined {
    return this.alarmsByKind.get(kind);
  }

  private alarmsOf(definitions: AlarmDefinition[]): Alarm[] {
    return definitions.flatMap(({ kind }) => this.alarmsByKind.get(kind) ?? []);
  }

  private add(definition: AlarmDefinition, props: EndpointAlarmsProps, inComposite: boolean): void {
    const { kind } = definition;
    const override = props.overrides?.[kind] ?? {};
    const settings = alarmSettings(definition, override);
    if (definition.rollback && settings.treatMissingData === TreatMissingData.BREACHING) {
      throw new Error(
        `${this.node.path}: ${inLanguageOfApp(`overrides.${kind}.treatMissingData`)}: got 'breaching'; allowed: any other value, since deployments roll back on this alarm and a minute without requests would roll them back ${rulePage('cw.rollback-missing-data')}`,
      );
    }
    const alarm = new Alarm(this, constructId(kind), {
      ...settings,
      alarmName: this.nameOf(kind, props.namePrefix),
      metric: definition.metric(),
    });
    const actions = override.actions ?? (inComposite ? [] : (props.actions ?? []));
    if (actions.length > 0) {
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
    }
    this.alarmsByKind.set(kind, alarm);
  }

  private createComposite(symptoms: Alarm[], { actions = [], namePrefix }: EndpointAlarmsProps): CompositeAlarm {
    const composite = new CompositeAlarm(this, 'Unhealthy', {
      // CloudFormation does not generate names of composite alarms, and the names that CDK generates do not include the stack name.
      compositeAlarmName: this.nameOf('unhealthy', namePrefix) ?? Names.uniqueResourceName(this, { maxLength: 255 }),
      alarmDescription: `Unhealthy: slow, failed or incorrect responses from ${this._host.inferenceComponentName ?? this._host.endpointName}.`,
      alarmRule: AlarmRule.anyOf(...symptoms),
    });
    if (actions.length > 0) {
      symptoms.forEach((alarm) => acknowledge(alarm, RULE_REASONS.symptomAlarms));
      composite.addAlarmAction(...actions);
      composite.addOkAction(...actions);
    }
    return composite;
  }

  private nameOf(alarm: string, prefix?: string): string | undefined {
    return prefix === undefined
      ? undefined
      : `${prefix}${this._host.endpointName}-${variantNameOf(this._host)}-${alarm}`;
  }
}

function constructId(kind: AlarmKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** Returns the definitions of the alarms that apply to an endpoint and are not turned off. */
export function alarmDefinitions({
  endpoint,
  overrides,
}: Pick<EndpointAlarmsProps, 'endpoint' | 'overrides'>): AlarmDefinition[] {
  return [...requestAlarms(endpoint), ...capacityAlarms(endpoint), ...shadowAlarms(endpoint)].filter(
    ({ kind }) => overrides?.[kind]?.enabled !== false,
  );
}

/** Facts about the rollback alarms that the library requires before it creates the alarms. */
export interface RollbackFacts {
  readonly count: number;
  /** Time until the slowest alarm has fired, limited to the maximum time that SageMaker waits. */
  readonly timeToFire: Duration;
}

/** Returns the number of alarms on which a deployment rolls back, and the time until the slowest of these alarms has fired. */
export function rollbackFacts({
  definitions,
  overrides,
}: Pick<EndpointAlarmsProps, 'definitions' | 'overrides'>): RollbackFacts {
  const rollbackDefinitions = definitions.filter((definition) => definition.rollback);
  const seconds = rollbackDefinitions.map((definition) => {
    const { evaluationPeriods, datapointsToAlarm } = alarmTiming(definition, overrides?.[definition.kind]);
    const { periodsWhileBaking = Infinity } = definition;
    return secondsToAlarm({ evaluationPeriods: Math.min(evaluationPeriods, periodsWhileBaking), datapointsToAlarm });
  });
  const slowestSeconds = Math.max(SHORTEST_SECONDS_TO_ALARM, ...seconds);
  return {
    count: rollbackDefinitions.length,
    timeToFire: Duration.seconds(Math.min(slowestSeconds, MAX_WAIT_SECONDS)),
  };
}
