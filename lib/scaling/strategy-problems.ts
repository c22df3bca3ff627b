import { Token } from 'aws-cdk-lib';
import { capacityProblems, combinedCapacity, conflictProblems } from './capacity';
import { Policy } from './policy';
import { ScaledFleet, ScalingProblem } from './scaled-variant';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';
import { scheduleProblems } from './schedule';

/** What SageMaker or Application Auto Scaling would refuse of a strategy. */
export function strategyProblems(
  capacities: ScalingCapacity[],
  policies: Policy[],
  actions: ScheduledCapacity[],
  fleet: ScaledFleet,
): ScalingProblem[] {
  const { maxCapacity, minCapacity = fleet.initialInstanceCount } = combinedCapacity(capacities);
  const capacity = { minCapacity, maxCapacity };
  return [
    ...burstableProblems(fleet),
    ...conflictProblems(capacities),
    ...capacityProblems(capacity, fleet),
    ...(actions.length > 0 ? [] : idleProblems(capacity)),
    ...duplicateProblems(policies),
    ...policies.flatMap((policy) => policy.problems(fleet)),
    ...scheduleProblems(actions, capacity),
  ];
}

function burstableProblems({ instanceTypes }: ScaledFleet): ScalingProblem[] {
  return instanceTypes
    .filter(({ family }) => /^t\d/.test(family))
    .map((type) => ({
      ruleId: 'sm.scaling-burstable',
      field: 'instanceType',
      message: `got ${type}, which SageMaker does not scale; allowed: types that are not burstable, or Scaling.none()`,
    }));
}

/** "Only one TargetTrackingScaling policy for a given metric specification is allowed", says the service. */
function duplicateProblems(policies: Policy[]): ScalingProblem[] {
  const metrics = policies.map(({ trackedMetric }) => trackedMetric);
  return policies
    .filter(({ trackedMetric }, index) => trackedMetric !== undefined && metrics.indexOf(trackedMetric) < index)
    .map(({ kind }) => ({
      ruleId: 'sm.scaling-combination',
      field: 'scaling',
      message: `got two targets for one metric (${kind}); allowed: one for each metric`,
    }));
}

function idleProblems({ minCapacity, maxCapacity }: ScalingCapacity): ScalingProblem[] {
  if (minCapacity !== maxCapacity || Token.isUnresolved(maxCapacity)) return [];
  return [
    {
      ruleId: 'sm.scaling-idle',
      field: 'scaling.maxCapacity',
      message: `got ${maxCapacity}, which is also the minCapacity: nothing ever scales; Scaling.none() says so`,
      severity: 'warning',
    },
  ];
}
