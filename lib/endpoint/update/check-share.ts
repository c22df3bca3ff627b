import { error, Finding, warning } from '../../findings/finding';
import { InstanceRange } from '../../scaling/scaled-variant';
import { CapacitySize } from './capacity-size';
import { isUnresolved } from '../../findings/is-unresolved';

/**
 * 50 % of one instance. AWS's example notebooks round 33 % of 3 instances to one instance. How SageMaker rounds a share of less than half an
 * instance is not documented.
 */
const HALF_INSTANCE_PERCENT = 50;

/** The percentages that SageMaker accepts for a property. */
export interface ShareLimits {
  readonly field: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** Checks a share of the instances of variants whose numbers of instances are in the given ranges. */
export function checkInstanceShare(
  size: CapacitySize,
  { field, minimum, maximum }: ShareLimits,
  ranges: InstanceRange[],
): Finding[] {
  const { _value: value, _isPercent: isPercent } = size;
  if (isUnresolved(value)) return [];
  const text = isPercent ? `${size}` : counted(value);
  const percent = minimum > 1 ? `${minimum} to ${maximum} %` : `at most ${maximum} %`;
  const allowed = `allowed: a whole number, ${percent} of a variant's instances`;
  const reject = (message: string): Finding[] => [error('sm.deploy-share', field, message)];
  if (!Number.isInteger(value) || value < 1) return reject(`got ${text}; ${allowed}`);
  if (isPercent) {
    const isValid = value >= minimum && value <= maximum;
    return isValid ? warnBelowHalfInstance(value, field, ranges) : reject(`got ${text}; ${allowed}`);
  }
  const known = ranges.filter(({ minimum: least, maximum: most }) => ![least, most].some(isUnresolved));
  const scaled = known.find(({ minimum: least, maximum: most }) => least !== most);
  if (scaled) {
    const counts = `${scaled.minimum} to ${scaled.maximum} instances`;
    return reject(
      `got ${text} with scaling (${counts}); allowed: CapacitySize.percent, since an update begins with any number of instances, which a previous deployment may have allowed`,
    );
  }
  const outOfRange = known
    .map(({ maximum: count }) => count)
    .find((count) => value * 100 > count * maximum || value * 100 < count * minimum);
  return outOfRange === undefined ? [] : reject(`got ${text} of ${outOfRange}; ${allowed}`);
}

function warnBelowHalfInstance(percent: number, field: string, ranges: InstanceRange[]): Finding[] {
  const count = ranges
    .map(({ minimum }) => minimum)
    .find((each) => !isUnresolved(each) && each * percent < HALF_INSTANCE_PERCENT);
  if (count === undefined) return [];
  const message = `got ${percent} % of ${counted(count)}, which is less than half an instance; SageMaker does not document how it rounds such a share; each step then moves at least one instance`;
  return [warning('sm.deploy-share-rounding', field, message)];
}

/**
 * Checks a share of the copies of a component. How SageMaker rounds a share of less than one copy is not documented, so one copy is always
 * accepted.
 *
 * @param leastCopies the number of copies that the component has at least when an update begins
 */
export function checkCopyShare(
  size: CapacitySize,
  { field, minimum, maximum }: ShareLimits,
  leastCopies: number,
): Finding[] {
  const { _value: value, _isPercent: isPercent } = size;
  if (isUnresolved(value)) return [];
  const reject = (got: string, allowed: string): Finding[] => [
    error('ic.update-share', field, `got ${got}; allowed: a whole number, ${allowed}`),
  ];
  const isWhole = Number.isInteger(value);
  if (isPercent) {
    const isValid = isWhole && value >= minimum && value <= maximum;
    return isValid ? [] : reject(`${size}`, `${minimum} to ${maximum} %`);
  }
  const most = isUnresolved(leastCopies) ? Infinity : Math.max(1, Math.floor((leastCopies * maximum) / 100));
  if (isWhole && value >= 1 && value <= most) return [];
  const reason =
    most < Infinity
      ? `, ${maximum} % of the ${leastCopies} copies that the component can have when an update begins`
      : '';
  return reject(value === 1 ? '1 copy' : `${value} copies`, `${most === 1 ? '1' : `1 to ${most}`}${reason}`);
}

function counted(instances: number): string {
  return instances === 1 ? '1 instance' : `${instances} instances`;
}
