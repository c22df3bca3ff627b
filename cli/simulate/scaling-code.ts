import type {
  PolicyProperties,
  ScalingProperties,
  ScheduledActionProperties,
} from '../../lib/capacity/fleet/control-loop/inputs';
import { Code, CodeWriter, Language, Properties } from '../app/code';
import { perSecond } from './describe-scaling';

/**
 * The code of a strategy that the search found, to copy to an app. `Scaling` has no method that returns its code, so the code is derived from the
 * properties that the strategy deploys.
 */
export function scalingCode(
  { minCapacity, maxCapacity, policies, actions }: ScalingProperties,
  language: Language,
): Code {
  const writer = new CodeWriter(language);
  const limits = { minCapacity: `${minCapacity}`, maxCapacity: `${maxCapacity}` };
  const strategies = [
    ...policies.map(({ policy }) => trackingCode(writer, policy, limits)),
    ...(actions.length > 0 ? [scheduleCode(writer, actions, limits)] : []),
  ];
  if (strategies.length === 0) return writer.call('Scaling.none');
  return strategies.length === 1 ? strategies[0] : writer.call('Scaling.combine', strategies);
}

function trackingCode(
  writer: CodeWriter,
  { TargetTrackingScalingPolicyConfiguration: tracking }: PolicyProperties,
  limits: Properties,
): Code {
  const target = tracking?.TargetValue ?? NaN;
  return tracking?.PredefinedMetricSpecification?.PredefinedMetricType === 'SageMakerVariantInvocationsPerInstance'
    ? writer.call('Scaling.invocationsPerInstance', [], { ...limits, invocationsPerSecond: `${perSecond(target)}` })
    : writer.call('Scaling.concurrentRequests', [], { ...limits, requestsPerInstance: `${target}` });
}

function scheduleCode(writer: CodeWriter, actions: ScheduledActionProperties[], limits: Properties): Code {
  const structs = (actions as (ScheduledActionProperties & { ScheduledActionName: string })[]).map(
    ({ ScheduledActionName: name, Schedule: schedule, ScalableTargetAction: action }) =>
      writer.struct('ScheduledCapacity', {
        name: writer.text(name),
        schedule: writer.call('Schedule.expression', [writer.text(`${schedule}`)]),
        minCapacity: `${action?.MinCapacity}`,
      }),
  );
  return writer.call('Scaling.scheduled', [], { ...limits, actions: writer.list(structs) });
}
