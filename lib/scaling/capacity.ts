import { Token } from 'aws-cdk-lib';
import { error, Finding } from '../findings/finding';
import { countWithin } from '../findings/ranges';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity } from './scaling-props';

/** What the service would refuse of the limits, or what they would do to the fleet that a deployment starts. */
export function checkCapacity(
  { minCapacity, maxCapacity }: ScalingCapacity,
  { initialInstanceCount, asynchronous }: ScaledVariant,
): Finding[] {
  const rule = { ruleId: 'sm.scaling', minimum: 1 };
  const refuse = (property: string, message: string): Finding[] => [
    error('sm.scaling', `scaling.${property}`, message),
  ];
  if (isCount(minCapacity) && isCount(maxCapacity) && minCapacity > maxCapacity) {
    return refuse('minCapacity', `got ${minCapacity}; allowed: at most the maxCapacity ${maxCapacity}`);
  }
  const started = isCount(initialInstanceCount); // else it is refused itself
  return [
    ...countWithin(minCapacity, { ...rule, minimum: asynchronous ? 0 : 1, field: 'scaling.minCapacity' }),
    ...(started && isCount(minCapacity) && minCapacity > initialInstanceCount
      ? refuse('minCapacity', `got ${minCapacity}; allowed: at most the instanceCount ${initialInstanceCount}`)
      : []),
    ...countWithin(maxCapacity, { ...rule, field: 'scaling.maxCapacity' }),
    ...(started && isCount(maxCapacity) && maxCapacity < initialInstanceCount
      ? refuse('maxCapacity', `got ${maxCapacity}; allowed: at least the instanceCount ${initialInstanceCount}`)
      : []),
  ];
}

/** The limits that a variant has: it keeps what it begins with, unless a strategy allows fewer. */
export function limitsOf({ minCapacity, maxCapacity }: ScalingCapacity, { initialInstanceCount }: ScaledVariant) {
  const begins = isCount(initialInstanceCount) || Token.isUnresolved(initialInstanceCount);
  return { minCapacity: minCapacity ?? (begins ? initialInstanceCount : undefined), maxCapacity };
}

/** Whether a number is known and can be a number of instances. */
export function isCount(value: number | undefined): value is number {
  return !Token.isUnresolved(value) && Number.isInteger(value) && Number(value) >= 1;
}

/** Strategies that share a variant have one range. */
export function checkAgreement(capacities: ScalingCapacity[]): Finding[] {
  return (['minCapacity', 'maxCapacity'] as const).flatMap((property) => {
    const stated = [...new Set(capacities.map((capacity) => capacity[property]))].filter(
      (value) => value !== undefined,
    );
    if (stated.length < 2 || stated.some((value) => Token.isUnresolved(value))) return [];
    const message = `got ${stated.join(' and ')} in strategies that are combined; allowed: one value`;
    return [error('sm.scaling-combination', `scaling.${property}`, message)];
  });
}

/** The first value that one of them states. */
export function combinedCapacity(capacities: ScalingCapacity[]): ScalingCapacity {
  return {
    minCapacity: capacities.find(({ minCapacity }) => minCapacity !== undefined)?.minCapacity,
    maxCapacity: capacities[0].maxCapacity,
  };
}
