import type { PolicyWithAlarms, ScalingProperties } from '../../lib/capacity/fleet/control-loop/inputs';
import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';
import { alarmShape, policyShape, targetShape } from './scaling-shapes';

/**
 * The scaling of a variant in a template, as the simulation reads it.
 *
 * @throws if a value is known only during deployment
 */
export function scalingOf(
  endpoint: TemplateEndpoint,
  variant: TemplateVariant,
  instanceCount: number,
  template: Template,
): ScalingProperties {
  const resourceId = `endpoint/${endpoint.name}/variant/${variant.name}`;
  const target = resourcesOfType(template, 'AWS::ApplicationAutoScaling::ScalableTarget').find(
    ({ properties }) => properties.ResourceId === resourceId,
  );
  if (!target) return { minCapacity: instanceCount, maxCapacity: instanceCount, policies: [], actions: [] };
  const { MinCapacity, MaxCapacity, ScheduledActions = [] } = targetShape(target.properties, `${target.id}: `);
  const policies = resourcesOfType(template, 'AWS::ApplicationAutoScaling::ScalingPolicy').filter(
    ({ properties }) => properties.ScalingTargetId === target.id || properties.ResourceId === resourceId,
  );
  const alarms = resourcesOfType(template, 'AWS::CloudWatch::Alarm');
  return {
    minCapacity: MinCapacity,
    maxCapacity: MaxCapacity,
    actions: ScheduledActions,
    policies: policies.map(({ id, properties }): PolicyWithAlarms => ({
      policy: policyShape(properties, `${id}: `),
      // A reference to the policy evaluates to its logical ID.
      alarms: alarms
        .filter((alarm) => Array.isArray(alarm.properties.AlarmActions) && alarm.properties.AlarmActions.includes(id))
        .map((alarm) => alarmShape(alarm.properties, `${alarm.id}: `)),
    })),
  };
}
