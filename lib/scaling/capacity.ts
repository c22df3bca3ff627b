import { Token } from 'aws-cdk-lib';
import { isCount, problem } from './problems';
import { ScaledFleet, ScalingProblem } from './scaled-variant';
import { ScalingCapacity } from './scaling-props';

/** What the service would refuse of the limits, or what they would do to the fleet that a deployment starts. */
export function capacityProblems(
  { minCapacity, maxCapacity }: ScalingCapacity,
  { initialInstanceCount }: ScaledFleet,
): ScalingProblem[] {
  const atMost = (value: number, limit: number): boolean => Token.isUnresolved(limit) || value <= limit;
  return [
    ...problem('minCapacity', minCapacity, 'a whole number of at least 1', isCount(minCapacity)),
    ...problem(
      'minCapacity',
      minCapacity,
      `at most the instanceCount ${initialInstanceCount}`,
      !isCount(minCapacity) || atMost(minCapacity, initialInstanceCount),
    ),
    ...problem('maxCapacity', maxCapacity, 'a whole number of at least 1', isCount(maxCapacity)),
    ...problem(
      'maxCapacity',
      maxCapacity,
      `at least the instanceCount ${initialInstanceCount}`,
      !isCount(maxCapacity) || Token.isUnresolved(initialInstanceCount) || maxCapacity >= initialInstanceCount,
    ),
  ];
}

/** Strategies that share a variant have one range. */
export function conflictProblems(capacities: ScalingCapacity[]): ScalingProblem[] {
  return (['minCapacity', 'maxCapacity'] as const).flatMap((field) => {
    const stated = [...new Set(capacities.map((capacity) => capacity[field]))].filter((value) => value !== undefined);
    if (stated.length < 2 || stated.some((value) => Token.isUnresolved(value))) return [];
    const message = `got ${stated.join(' and ')} in strategies that are combined; allowed: one value`;
    return [{ ruleId: 'sm.scaling-combination', field: `scaling.${field}`, message }];
  });
}

/** The first value that one of them states. */
export function combinedCapacity(capacities: ScalingCapacity[]): ScalingCapacity {
  return {
    minCapacity: capacities.find(({ minCapacity }) => minCapacity !== undefined)?.minCapacity,
    maxCapacity: capacities[0].maxCapacity,
  };
}
