import { AlarmProperties, PolicyProperties, ScalingProperties, ScheduledActionProperties } from './control-loop/inputs';

/** The resources of a template, by logical ID. */
export type Resources = Record<string, { readonly Type: string; readonly Properties?: object }>;

interface TargetProperties {
  readonly MinCapacity: number;
  readonly MaxCapacity: number;
  readonly ScheduledActions?: ScheduledActionProperties[];
}

/**
 * Reads the scaling of a variant from a template.
 *
 * @param targetId logical ID of the scalable target. By default, the only one of the template
 * @returns undefined if the template has no scalable target
 */
export function readScaling(resources: Resources, targetId?: string): ScalingProperties | undefined {
  const ofType = <T>(type: string): [string, T][] =>
    Object.entries(resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => [id, resource.Properties as T]);
  const targets = ofType<TargetProperties>('AWS::ApplicationAutoScaling::ScalableTarget');
  const [id, target] = targets.find(([logicalId]) => targetId === undefined || logicalId === targetId) ?? [];
  if (!id || !target) return undefined;
  const alarms = ofType<AlarmProperties>('AWS::CloudWatch::Alarm').map(([, alarm]) => alarm);
  const policies = ofType<PolicyProperties & { ScalingTargetId?: unknown }>(
    'AWS::ApplicationAutoScaling::ScalingPolicy',
  ).filter(([, policy]) => refersTo(policy.ScalingTargetId, id));
  return {
    minCapacity: target.MinCapacity,
    maxCapacity: target.MaxCapacity,
    actions: target.ScheduledActions ?? [],
    policies: policies.map(([policyId, policy]) => ({
      policy,
      alarms: alarms.filter(({ AlarmActions = [] }) => AlarmActions.some((action) => refersTo(action, policyId))),
    })),
  };
}

function refersTo(value: unknown, logicalId: string): boolean {
  return (value as { Ref?: string } | undefined)?.Ref === logicalId;
}
