/*
 * What a deployment needs, compared with the account's quotas. The command and a handler share this file, which therefore imports only one that
 * imports nothing.
 */
import { Fleet, FleetUpdate, instancesNeeded, instancesOf, sum } from './instances-needed';

/** Name of the quota of instances for endpoints, in Service Quotas of the service `sagemaker`. */
export function endpointQuota(instanceType: string): string {
  return `${instanceType} for endpoint usage`;
}

/** Name of the quota of instances for jobs. */
export function jobQuota(instanceType: string, kind: string): string {
  return `${instanceType} for ${kind} job usage`;
}

/** How much of a quota a deployment needs; a number is undefined where only the deployment knows it. */
export interface QuotaNeed {
  /** Its name. */
  readonly quota: string;
  /** Instances while the deployment runs, without those of others. */
  readonly needed?: number;
  /** Instances while a later update runs, when scaling is at its maximum. */
  readonly atMaximum?: number;
  /** Instances of endpoints that the deployment does not change. */
  readonly inUse: number;
  /** What the number depends on, in words. */
  readonly condition?: string;
}

/** A quota as Service Quotas has it. */
export interface Quota {
  readonly code: string;
  readonly arn: string;
  /** Undefined where Service Quotas has none. */
  readonly value?: number;
}

/** What becomes of a need. */
export interface QuotaCheck extends QuotaNeed {
  readonly result: 'enough' | 'tooSmall' | 'unknown';
  readonly code?: string;
  readonly value?: number;
  /** The quota's page in the console, on which an increase is requested. */
  readonly url?: string;
}

/** SageMaker does not distinguish upper and lower case in names of endpoints. */
function isSameEndpoint({ name }: { readonly name: string }, other: { readonly name: string }): boolean {
  return name.toLowerCase() === other.name.toLowerCase();
}

/**
 * What endpoints need that start new fleets, next to what runs in the account.
 *
 * @param tests instances of the endpoints that Inference Recommender makes for its tests, by type
 */
export function endpointNeeds(
  updates: readonly FleetUpdate[],
  running: readonly Fleet[],
  tests: ReadonlyMap<string, number> = new Map(),
): QuotaNeed[] {
  const others = running.filter((fleet) => !updates.some((update) => isSameEndpoint(fleet, update)));
  const needed = updates.flatMap((update) => {
    const before = running.find((fleet) => isSameEndpoint(fleet, update));
    return instancesNeeded(before && { ...before, name: update.name }, withRunningCounts(update, before), true);
  });
  const types = updates.flatMap(({ variants }) => variants.flatMap(({ instanceTypes }) => instanceTypes));
  return [...new Set([...types, ...tests.keys()])].map((type) => {
    const ofType = needed.filter(({ instanceType }) => instanceType === type);
    return {
      quota: endpointQuota(type),
      needed: sum([...ofType.map(({ now }) => now), tests.get(type) ?? 0]),
      atMaximum: sum([...ofType.map(({ laterAtMaximum }) => laterAtMaximum), tests.get(type) ?? 0]),
      inUse: sum(others.map((fleet) => instancesOf(fleet, type))) ?? 0,
    };
  });
}

/** What runs in the account when a deployment has ended. */
export function fleetsAfter(updates: readonly FleetUpdate[], running: readonly Fleet[]): Fleet[] {
  const find = (update: FleetUpdate): Fleet | undefined => running.find((fleet) => isSameEndpoint(fleet, update));
  return [
    ...running.filter((fleet) => !updates.some((update) => isSameEndpoint(fleet, update))),
    ...updates.map((update) => withRunningCounts(update, find(update))),
  ];
}

/** An update keeps the counts of the running variants, or has those of the app. */
function withRunningCounts(update: FleetUpdate, running: Fleet | undefined): FleetUpdate {
  if (!update.retainsCounts || !running) return update;
  const countOf = (name: string): number | undefined => {
    const same = running.variants.filter((variant) => variant.name === name);
    return same.length > 0 ? sum(same.map(({ count }) => count)) : undefined;
  };
  return { ...update, variants: update.variants.map((each) => ({ ...each, count: countOf(each.name) ?? each.count })) };
}

/** Compares a need with its quota. */
export function checkQuota(need: QuotaNeed, quota: Quota | undefined): QuotaCheck {
  const { needed, inUse } = need;
  const value = quota?.value;
  const found = quota && { code: quota.code, value, url: consoleUrl(quota) };
  if (value === undefined || needed === undefined) return { ...need, ...found, result: 'unknown' };
  return { ...need, ...found, result: needed === 0 || inUse + needed <= value ? 'enough' : 'tooSmall' };
}

const CONSOLES: Record<string, string> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

function consoleUrl({ arn, code }: Quota): string | undefined {
  const [, partition, , region] = arn.split(':');
  const console = CONSOLES[partition];
  return console && `https://${region}.${console}/servicequotas/home/services/sagemaker/quotas/${code}`;
}

/** A check in a sentence or two. */
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
  const scaled = later > inUse + needed ? ` A later update needs up to ${later}, when scaling is at its maximum.` : '';
  const isShort = result === 'tooSmall' || later > value;
  return `${sentence}${scaled}${isShort ? ` Request an increase of ${code}: ${url ?? 'in Service Quotas'}` : ''}`;
}
