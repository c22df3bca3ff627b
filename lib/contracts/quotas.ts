/*
 * Comparison of the instances that a deployment requires with the quotas of the account.
 */
import { EndpointFleet, FleetUpdate, instancesNeeded, instancesOf, sum } from './instances-needed';

/** Name of the quota of instances for endpoints, in Service Quotas of the service `sagemaker`. */
export function endpointQuotaName(instanceType: string): string {
  return `${instanceType} for endpoint usage`;
}

/** Name of the quota of instances for training jobs. */
export function jobQuotaName(instanceType: string): string {
  return `${instanceType} for training job usage`;
}

/** The instances that a deployment requires from one quota. Numbers that are known only at deployment are undefined. */
export interface QuotaNeed {
  /** Name of the quota. */
  readonly quota: string;
  /** Instances while the deployment runs, without the instances of other endpoints. */
  readonly needed?: number;
  /** Instances while a later update runs, when scaling is at its maximum. */
  readonly atMaximum?: number;
  /** Instances of endpoints that the deployment does not change. */
  readonly inUse: number;
  /** Condition under which `needed` applies, as text. */
  readonly condition?: string;
}

/** A quota from Service Quotas. */
export interface Quota {
  readonly code: string;
  readonly arn: string;
  /** Undefined if Service Quotas has no value. */
  readonly value?: number;
}

/** Result of the comparison with the quota. */
export interface QuotaCheck extends QuotaNeed {
  readonly result: 'enough' | 'tooSmall' | 'unknown';
  readonly code?: string;
  readonly value?: number;
  /** Page of the quota in the console, where users can request an increase. */
  readonly url?: string;
}

/** SageMaker does not distinguish upper and lower case in names of endpoints. */
function isSameEndpoint({ name }: { readonly name: string }, other: { readonly name: string }): boolean {
  return name.toLowerCase() === other.name.toLowerCase();
}

/**
 * Instances for endpoints that start new fleets or new inference components, and instances of the other endpoints in the account. A fleet is all instances of an
 * endpoint.
 *
 * @param tests instances of the endpoints that Inference Recommender creates for its tests, by type
 */
export function endpointNeeds(
  updates: readonly FleetUpdate[],
  running: readonly EndpointFleet[],
  tests: ReadonlyMap<string, number> = new Map(),
): QuotaNeed[] {
  const others = running.filter((fleet) => !updates.some((update) => isSameEndpoint(fleet, update)));
  const needed = updates.flatMap((update) => {
    const before = running.find((fleet) => isSameEndpoint(fleet, update));
    return instancesNeeded(before && { ...before, name: update.name }, withRunningCounts(update, before), true);
  });
  const types = updates.flatMap(({ variants }) => variants.flatMap(({ instanceTypes }) => instanceTypes));
  return [...new Set([...types, ...tests.keys()])].map((type) => {
    const needsOfType = needed.filter(({ instanceType }) => instanceType === type);
    return {
      quota: endpointQuotaName(type),
      needed: sum([...needsOfType.map(({ now }) => now), tests.get(type) ?? 0]),
      atMaximum: sum([...needsOfType.map(({ laterAtMaximum }) => laterAtMaximum), tests.get(type) ?? 0]),
      inUse: sum(others.map((fleet) => instancesOf(fleet, type))) ?? 0,
    };
  });
}

/** Fleets in the account after a deployment. */
export function fleetsAfter(updates: readonly FleetUpdate[], running: readonly EndpointFleet[]): EndpointFleet[] {
  const find = (update: FleetUpdate): EndpointFleet | undefined =>
    running.find((fleet) => isSameEndpoint(fleet, update));
  return [
    ...running.filter((fleet) => !updates.some((update) => isSameEndpoint(fleet, update))),
    ...updates.map((update) => withRunningCounts(update, find(update))),
  ];
}

/** Applies the instance counts of the running variants, if an update retains them. */
function withRunningCounts(update: FleetUpdate, running: EndpointFleet | undefined): FleetUpdate {
  if (!update.retainsCounts || !running) return update;
  const countOf = (name: string): number | undefined => {
    const matching = running.variants.filter((variant) => variant.name === name);
    return matching.length > 0 ? sum(matching.map(({ count }) => count)) : undefined;
  };
  return { ...update, variants: update.variants.map((each) => ({ ...each, count: countOf(each.name) ?? each.count })) };
}

/** Compares a need with its quota. */
export function checkQuota(need: QuotaNeed, quota: Quota | undefined): QuotaCheck {
  const { needed, inUse } = need;
  const value = quota?.value;
  const quotaDetails = quota && { code: quota.code, value, url: consoleUrl(quota) };
  if (value === undefined || needed === undefined) return { ...need, ...quotaDetails, result: 'unknown' };
  return { ...need, ...quotaDetails, result: needed === 0 || inUse + needed <= value ? 'enough' : 'tooSmall' };
}

const CONSOLES: Record<string, string> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

function consoleUrl({ arn, code }: Quota): string | undefined {
  const [, partition, , region] = arn.split(':');
  const host = CONSOLES[partition];
  return host && `https://${region}.${host}/servicequotas/home/services/sagemaker/quotas/${code}`;
}

/** Describes the result in one or two sentences. */
export function describeCheck(check: QuotaCheck): string {
  const { quota, value, needed, atMaximum, inUse, condition, result, code, url } = check;
  const name = `The quota "${quota}"`;
  if (value === undefined && code === undefined) return `${name} was not found in Service Quotas.`;
  if (value === undefined) return `${name} (${code}) has no value in Service Quotas.`;
  if (needed === undefined)
    return `${name} is ${value}; the number of instances that the deployment needs is only known during the deployment.`;
  const others = inUse > 0 ? `, next to ${inUse} in use by other endpoints` : '';
  const sentence = `${name} is ${value}; the deployment needs ${needed}${condition ? ` ${condition}` : ''}${others}.`;
  const later = inUse + (atMaximum ?? 0);
  const scaledSentence =
    later > inUse + needed ? ` A later update needs up to ${later}, when scaling is at its maximum.` : '';
  const isTooSmall = result === 'tooSmall' || later > value;
  return `${sentence}${scaledSentence}${isTooSmall ? ` Request an increase of ${code}: ${url ?? 'in Service Quotas'}` : ''}`;
}
