import { perSecond } from './describe-scaling';
import type {
  PolicyProperties,
  ScalingProperties,
  ScheduledActionProperties,
} from '../../lib/capacity/fleet/control-loop/inputs';

/**
 * TypeScript of a strategy that the search found, to copy to an app. `Scaling` has no method that returns its code, so the code is derived from the
 * properties that the strategy deploys.
 */
export function scalingCode({ minCapacity, maxCapacity, policies, actions }: ScalingProperties): string {
  const limits = [`minCapacity: ${minCapacity}`, `maxCapacity: ${maxCapacity}`];
  const strategies = [
    ...policies.map(({ policy }) => trackingCode(policy, limits)),
    ...(actions.length > 0 ? [scheduleCode(actions, limits)] : []),
  ];
  if (strategies.length === 0) return 'Scaling.none()';
  return strategies.length === 1 ? strategies[0] : `Scaling.combine(\n${strategies.map(indent).join(',\n')},\n)`;
}

function trackingCode(
  { TargetTrackingScalingPolicyConfiguration: tracking }: PolicyProperties,
  limits: string[],
): string {
  const target = tracking?.TargetValue ?? NaN;
  const [method, property] =
    tracking?.PredefinedMetricSpecification?.PredefinedMetricType === 'SageMakerVariantInvocationsPerInstance'
      ? ['invocationsPerInstance', `invocationsPerSecond: ${perSecond(target)}`]
      : ['concurrentRequests', `requestsPerInstance: ${target}`];
  return `Scaling.${method}({ ${[...limits, property].join(', ')} })`;
}

function scheduleCode(actions: ScheduledActionProperties[], limits: string[]): string {
  const lines = (actions as (ScheduledActionProperties & { ScheduledActionName: string })[]).map(
    ({ ScheduledActionName: name, Schedule: schedule, ScalableTargetAction: action }) =>
      `    { name: '${name}', schedule: Schedule.expression('${schedule}'), minCapacity: ${action?.MinCapacity} },`,
  );
  return [`Scaling.scheduled({`, ...limits.map((limit) => `  ${limit},`), '  actions: [', ...lines, '  ],', '})'].join(
    '\n',
  );
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
