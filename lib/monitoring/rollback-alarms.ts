import { Alarm, IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { acknowledge } from '../cdk/acknowledge';
import { RULE_REASONS } from '../cdk/nag-reasons';
import { AlarmDefinition, alarmSettings } from './alarm-definition';
import { EndpointAlarmsProps } from './endpoint-alarms-props';
import { variantNameOf } from './monitored-endpoint';

/** Prefix of the names of an endpoint's rollback alarms. SageMaker names contain no slash, so the prefix matches no other endpoint. */
export function rollbackAlarmPrefix(endpointName: string): string {
  return `${endpointName}/`;
}

/**
 * The alarms on which a deployment of a variant, or an update of an inference component, rolls back. Unlike the alarms for operators, the
 * alarms of a variant evaluate only the fleet (the instances) of one endpoint configuration. A failing old fleet therefore does not block
 * the deployment that replaces it, and errors of a canary are not averaged with successful requests to the old fleet.
 *
 * SageMaker publishes no metrics of one version of an inference component. The alarms of a component therefore evaluate all its copies, old
 * and new: the successful requests to old copies dilute the errors of new copies, and an update of a component that already fails rolls
 * back.
 *
 * The alarm names contain the version: the name of the endpoint configuration, or the name of the SageMaker model of the component. Each version
 * therefore has separate alarms. An alarm that is updated instead of replaced would keep its state: a rollback would start with an alarm
 * that is already in the ALARM state.
 *
 * Source: SageMaker developer guide, "Auto-Rollback Configuration and Monitoring" (read 2026-11-22): metrics with the dimension
 * EndpointConfigName, and ModelLatency as the example. AWS's notebook about canary traffic shifting reads Invocations with this dimension
 * (aws/amazon-sagemaker-examples).
 */
export class RollbackAlarms extends Construct {
  public readonly alarms: Alarm[];

  /**
   * @param version name of the endpoint configuration, or of the SageMaker model of an inference component
   */
  constructor(scope: Construct, definitions: AlarmDefinition[], props: EndpointAlarmsProps, version: string) {
    super(scope, 'RollbackAlarms');
    const { endpoint, overrides } = props;
    const isComponent = endpoint.inferenceComponentName !== undefined;
    const condition = isComponent
      ? 'An update of the inference component, whose old and new copies this alarm evaluates, rolls back when it fires.'
      : 'A deployment of the fleet rolls back when this alarm fires.';
    const prefix = `${rollbackAlarmPrefix(endpoint.endpointName)}${variantNameOf(endpoint)}`;
    this.alarms = definitions.map((definition) => {
      const settings = alarmSettings(definition, overrides?.[definition.kind]);
      return new Alarm(this, definition.kind, {
        ...settings,
        alarmName: `${prefix}/${definition.kind}/${version}`,
        alarmDescription: `${settings.alarmDescription} ${condition}`,
        metric: isComponent ? definition.metric() : restrictToConfiguration(definition.metric(), version),
      });
    });
    acknowledge(this, RULE_REASONS.rollbackAlarms);
  }
}

/** Restricts a metric to the fleet of one endpoint configuration. */
function restrictToConfiguration(metric: IMetric, endpointConfigName: string): IMetric {
  if (metric instanceof Metric) {
    return metric.with({ dimensionsMap: { ...metric.dimensions, EndpointConfigName: endpointConfigName } });
  }
  if (!(metric instanceof MathExpression)) throw new Error(`${metric.toString()} has no dimensions`);
  const metrics = Object.entries(metric.usingMetrics).map(([id, usedMetric]) => [
    id,
    restrictToConfiguration(usedMetric, endpointConfigName),
  ]);
  const { expression, period, label } = metric;
  return new MathExpression({ expression, period, label, usingMetrics: Object.fromEntries(metrics) });
}
