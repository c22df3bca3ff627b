import { Token } from 'aws-cdk-lib';
import { Finding, Severity } from '../../findings/finding';
import { instanceTypesOf, scaledVariantOf, Variant } from '../resolved/endpoint';

/** Warns if the scaling of a variant does not meet the latency objective under the expected traffic. */
export function checkTraffic(variant: Variant): Finding[] {
  const { expectedTraffic, scaling, pools, initialInstanceCount } = variant;
  if (!expectedTraffic || hasTokens(variant)) return [];
  const strategyFindings = scaling._check(scaledVariantOf(variant));
  if (strategyFindings.some(({ severity }) => severity === Severity.ERROR)) return [];
  return expectedTraffic._check({
    ...variant,
    instanceTypes: instanceTypesOf(variant),
    instanceCount: initialInstanceCount,
    modelOn: (type) => (pools.find(({ instanceType }) => instanceType.name === type) ?? pools[0]).models[0],
  });
}

/** Whether instance types, numbers of instances or targets are known only at deployment. */
function hasTokens({ pools, scaling, initialInstanceCount }: Variant): boolean {
  const types = pools.map(({ instanceType }) => instanceType.name);
  const { minimum, maximum } = scaling._range(initialInstanceCount);
  const numbers = [initialInstanceCount, minimum, maximum, ...Object.values(scaling._targets)];
  return [...types, ...numbers].some((value) => Token.isUnresolved(value));
}
