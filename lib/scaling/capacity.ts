import { error, Finding } from '../findings/finding';
import { checkCountRange } from '../findings/ranges';
import { ScaledVariant } from './scaled-variant';
import { ScalingCapacity } from './scaling-options';
import { isUnresolved } from '../findings/is-unresolved';

/** Reports capacity limits that Application Auto Scaling would reject, or that the initial number of instances or copies violates. */
export function checkCapacity({ minCapacity, maxCapacity }: ScalingCapacity, variant: ScaledVariant): Finding[] {
  const { initialInstanceCount, inferenceComponentName } = variant;
  const rule = { ruleId: 'sm.scaling', minimum: 1 };
  const initialProperty = inferenceComponentName === undefined ? 'instanceCount' : 'copyCount';
  const reject = (property: string, message: string): Finding[] => [
    error('sm.scaling', `scaling.${property}`, message),
  ];
  if (isCount(minCapacity) && isCount(maxCapacity) && minCapacity > maxCapacity) {
    return reject('minCapacity', `got ${minCapacity}; allowed: at most the maxCapacity ${maxCapacity}`);
  }
  const isInitialValid = isCount(initialInstanceCount); // invalid values are reported elsewhere
  return [
    ...checkCountRange(minCapacity, {
      ...rule,
      minimum: canScaleToZero(variant) ? 0 : 1,
      field: 'scaling.minCapacity',
    }),
    ...(isInitialValid && isCount(minCapacity) && minCapacity > initialInstanceCount
      ? reject('minCapacity', `got ${minCapacity}; allowed: at most the ${initialProperty} ${initialInstanceCount}`)
      : []),
    ...checkCountRange(maxCapacity, { ...rule, field: 'scaling.maxCapacity' }),
    ...(isInitialValid && isCount(maxCapacity) && maxCapacity < initialInstanceCount
      ? reject('maxCapacity', `got ${maxCapacity}; allowed: at least the ${initialProperty} ${initialInstanceCount}`)
      : []),
  ];
}

/** Whether the capacity can be zero. */
export function canScaleToZero({ asynchronous, inferenceComponentName }: ScaledVariant): boolean {
  return asynchronous === true || inferenceComponentName !== undefined;
}

/** Returns the capacity limits of a variant. The default minimum is the initial number of instances. */
export function capacityLimitsOf(
  { minCapacity, maxCapacity }: ScalingCapacity,
  { initialInstanceCount }: ScaledVariant,
) {
  const isUsable = isCount(initialInstanceCount) || isUnresolved(initialInstanceCount);
  return { minCapacity: minCapacity ?? (isUsable ? initialInstanceCount : undefined), maxCapacity };
}

/** Whether a value is known at synth and a valid number of instances or copies. */
export function isCount(value: number | undefined): value is number {
  return !isUnresolved(value) && Number.isInteger(value) && Number(value) >= 1;
}

/** Reports capacity limits that differ between the combined strategies of a variant. */
export function checkSameCapacity(capacities: ScalingCapacity[]): Finding[] {
  return (['minCapacity', 'maxCapacity'] as const).flatMap((property) => {
    const values = [...new Set(capacities.map((capacity) => capacity[property]))].filter(
      (value) => value !== undefined,
    );
    if (values.length < 2 || values.some((value) => isUnresolved(value))) return [];
    const message = `got ${values.join(' and ')} in strategies that are combined; allowed: one value`;
    return [error('sm.scaling-combination', `scaling.${property}`, message)];
  });
}

/** Returns the capacity limits of combined strategies. The first value that is set is sufficient, because different values are rejected. */
export function combinedCapacity(capacities: ScalingCapacity[]): ScalingCapacity {
  return {
    minCapacity: capacities.find(({ minCapacity }) => minCapacity !== undefined)?.minCapacity,
    maxCapacity: capacities[0].maxCapacity,
  };
}
