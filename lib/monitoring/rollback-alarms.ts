import { Alarm, IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { acknowledge } from '../platform/acknowledge';
import { RULES } from '../platform/nag-reasons';
import { AlarmDefinition, alarmSettings } from './alarm-definition';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { variantNameOf } from './endpoint-facts';

/** What the names of an endpoint's rollback alarms begin with. No name of SageMaker has a slash, so that none begins like another. */
export function rollbackAlarmPrefix(endpointName: string): string {
  return `${endpointName}/`;
}

/**
 * The alarms on which a deployment of a variant rolls back. Unlike those for operators they watch only the fleet of one endpoint
 * configuration: a broken old fleet cannot stop the deployment that replaces it, and errors of a canary are not lost among the requests that
 * the old fleet serves well.
 *
 * Their names carry the configuration's, so that each configuration has alarms of its own. An alarm that was edited would keep its state,
 * and a rollback would begin with the alarm that the failed fleet has set off.
 *
 * Source: SageMaker developer guide, "Auto-Rollback Configuration and Monitoring" (read 2026-11-22): metrics with the dimension
 * EndpointConfigName, with ModelLatency as the example; AWS's notebook on canary traffic shifting reads Invocations with it
 * (aws/amazon-sagemaker-examples). The probe's metric is this library's own.
 */
export class RollbackAlarms extends Construct {
  public readonly alarms: Alarm[];

  constructor(
    scope: Construct,
    definitions: AlarmDefinition[],
    props: EndpointAlarmsProps,
    endpointConfigName: string,
  ) {
    super(scope, 'RollbackAlarms');
    const { endpoint, overrides } = props;
    const prefix = `${rollbackAlarmPrefix(endpoint.endpointName)}${variantNameOf(endpoint)}`;
    this.alarms = definitions.map((definition) => {
      const settings = alarmSettings(definition, overrides?.[definition.kind]);
      return new Alarm(this, definition.kind, {
        ...settings,
        alarmName: `${prefix}/${definition.kind}/${endpointConfigName}`,
        alarmDescription: `${settings.alarmDescription} A deployment of the fleet rolls back when this alarm fires.`,
        metric: ofConfiguration(definition.metric(), endpointConfigName),
      });
    });
    acknowledge(this, RULES.rollbackAlarms);
  }
}

/** A metric of the fleet of one endpoint configuration. */
function ofConfiguration(metric: IMetric, endpointConfigName: string): IMetric {
  if (metric instanceof Metric) {
    return metric.with({ dimensionsMap: { ...metric.dimensions, EndpointConfigName: endpointConfigName } });
  }
  if (!(metric instanceof MathExpression)) throw new Error(`${metric.toString()} has no dimensions`);
  const metrics = Object.entries(metric.usingMetrics).map(([id, each]) => [
    id,
    ofConfiguration(each, endpointConfigName),
  ]);
  const { expression, period, label } = metric;
  return new MathExpression({ expression, period, label, usingMetrics: Object.fromEntries(metrics) });
}
