import { error, Finding, warning } from '../findings/finding';
import { canScaleToZero, checkSameCapacity, checkCapacity, combinedCapacity, capacityLimitsOf } from './capacity';
import { checkFit, fits } from './check-fit';
import { Policy } from './policy';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-options';
import { checkSchedule } from './schedule';
import { isUnresolved } from '../findings/is-unresolved';

/** Reports settings of a strategy that SageMaker or Application Auto Scaling would reject, or that have no effect. */
export function checkStrategy(
  capacities: ScalingCapacity[],
  policies: Policy[],
  actions: ScheduledCapacity[],
  variant: ScaledVariant,
): Finding[] {
  const configuredCapacity = combinedCapacity(capacities);
  const capacity = capacityLimitsOf(configuredCapacity, variant);
  return [
    ...checkBurstable(variant),
    ...checkSameCapacity(capacities),
    ...checkCapacity(configuredCapacity, variant),
    ...(actions.length > 0 ? [] : checkIdle(capacity)),
    ...checkDuplicates(policies),
    ...policies.flatMap((policy) => (fits(policy, variant) ? policy.check(variant) : checkFit(policy, variant))),
    ...checkSchedule(actions, capacity, variant),
    ...(canScaleToZero(variant) ? checkFromZero(capacity, policies, actions, variant) : []),
  ];
}

function checkBurstable({ instanceTypes }: ScaledVariant): Finding[] {
  const allowed = 'types that are not burstable, or Scaling.none()';
  return instanceTypes
    .filter(({ family }) => /^t\d/.test(family))
    .map((type) =>
      error('sm.scaling-burstable', 'instanceType', `got ${type}, which SageMaker does not scale; allowed: ${allowed}`),
    );
}

/** Reports two targets for one metric. Application Auto Scaling would reject the second target tracking policy. */
function checkDuplicates(policies: Policy[]): Finding[] {
  const metrics = policies.map(({ trackedMetric }) => trackedMetric);
  return policies
    .filter(({ trackedMetric }, index) => trackedMetric !== undefined && metrics.indexOf(trackedMetric) < index)
    .map(({ kind }) =>
      error(
        'sm.scaling-combination',
        'scaling',
        `got two targets for one metric (${kind}); allowed: one target for each metric`,
      ),
    );
}

/**
 * Reports a capacity of zero without a policy that starts the first instance or copy. Without instances or copies, policies on their metrics
 * have no data.
 */
function checkFromZero(
  { minCapacity }: ScalingCapacity,
  policies: Policy[],
  actions: ScheduledCapacity[],
  { inferenceComponentName }: ScaledVariant,
): Finding[] {
  const scalesInToZero = minCapacity === 0 || actions.some((action) => action.minCapacity === 0);
  if (!scalesInToZero || policies.length === 0 || policies.some(({ startsFromZero }) => startsFromZero)) return [];
  const [ruleId, first, allowed] =
    inferenceComponentName === undefined
      ? ['async.scaling', 'instance', 'Scaling.backlogPerInstance']
      : ['ic.scaling', 'copy', 'Scaling.invocationsPerCopy or Scaling.concurrentRequestsPerCopy'];
  const message = `got 0 without a policy that starts the first ${first}; allowed: ${allowed} with a minCapacity of 0, alone or combined`;
  return [error(ruleId, 'scaling.minCapacity', message)];
}

function checkIdle({ minCapacity, maxCapacity }: ScalingCapacity): Finding[] {
  if (minCapacity !== maxCapacity) return [];
  const message = isUnresolved(maxCapacity)
    ? 'got a number known only at deployment, which is also the minCapacity, so nothing scales; set scaling with a maxCapacity of its own, or Scaling.none()'
    : `got ${maxCapacity}, which is also the minCapacity, so nothing scales; use Scaling.none() instead`;
  return [warning('sm.scaling-idle', 'scaling.maxCapacity', message)];
}
