import { Finding, Severity } from '../../findings/finding';
import { Variant } from '../resolved/variant';
import { isUnresolved } from '../../findings/is-unresolved';

/** Warns if the scaling of a variant does not meet the latency objective under the expected traffic. */
export function checkTraffic(variant: Variant): Finding[] {
  const { expectedTraffic, scaling, pools, initialInstanceCount } = variant;
  if (!expectedTraffic || hasTokens(variant)) return [];
  const strategyFindings = scaling._check(variant);
  if (strategyFindings.some(({ severity }) => severity === Severity.ERROR)) return [];
  return expectedTraffic._check({
    ...variant,
    instanceCount: initialInstanceCount,
    modelOn: (type) => (pools.find(({ instanceType }) => instanceType.name === type) ?? pools[0]).models[0],
  });
}

/** Whether instance types, numbers of instances or targets are known only at deployment. */
function hasTokens({ instanceTypes, scaling, range, initialInstanceCount }: Variant): boolean {
  const numbers = [initialInstanceCount, range.minimum, range.maximum, ...Object.values(scaling._targets)];
  return [...instanceTypes.map(({ name }) => name), ...numbers].some((value) => isUnresolved(value));
}
