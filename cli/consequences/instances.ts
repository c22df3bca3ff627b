import { isDeepStrictEqual } from 'util';
import { FleetUpdate, instancesNeeded, NeededInstances, Share } from '../../lib/contracts/instances-needed';
import { endpointQuotaName } from '../../lib/contracts/quotas';
import { builtInPrice, PRICE_TABLE_LABEL } from '../../lib/facts/prices';
import { isRetained, TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { formatCount } from '../output/words';
import { Consequence, NewFleet } from './consequence';

/** No additional instance: the update of a component stays within the maximum of the fleet. */
const NO_BATCH: Share = { Type: 'INSTANCE_COUNT', Value: 0 };

/**
 * Converts an endpoint to the input of the quota rules.
 *
 * @param newFleet whether the deployment starts a new fleet. For an endpoint with inference components, `possible` counts two fleets
 */
export function fleetUpdateOf(endpoint: TemplateEndpoint, newFleet: NewFleet): FleetUpdate {
  const { RollingUpdatePolicy: rolling } = (endpoint.properties.DeploymentConfig ?? {}) as {
    RollingUpdatePolicy?: { MaximumBatchSize?: Share };
  };
  const batch = rolling && (rolling.MaximumBatchSize ?? {});
  return {
    name: endpoint.name,
    variants: endpoint.hosts,
    retainsCounts: isRetained(endpoint, 'DesiredInstanceCount'),
    batch: endpoint.hasComponents && newFleet !== 'possible' ? NO_BATCH : batch,
  };
}

/** Describes the quotas that a deployment needs for the instances of an endpoint. */
export function instanceConsequences(
  before: TemplateEndpoint | undefined,
  after: TemplateEndpoint,
  newFleet: NewFleet,
  subject: string,
): Consequence[] {
  const running = before && { name: before.name, variants: before.hosts };
  return instancesNeeded(running, fleetUpdateOf(after, newFleet), newFleet !== 'no').map((needed) => ({
    about: 'instances',
    sentence: quotaSentence(needed, subject),
    facts: { ...needed, quota: endpointQuotaName(needed.instanceType) },
  }));
}

/** The sentence about the quota of an instance type. The name of the quota is its name in Service Quotas. */
function quotaSentence({ instanceType, now, nowAtMaximum, laterAtMaximum }: NeededInstances, subject: string): string {
  const atMaximum = nowAtMaximum === now ? '' : `, and for ${describeCount(nowAtMaximum)} if scaling is at its maximum`;
  const isMore = laterAtMaximum === undefined || nowAtMaximum === undefined || laterAtMaximum > nowAtMaximum;
  const later = !isMore ? '' : ` A later update needs it for up to ${describeCount(laterAtMaximum)}.`;
  return `${subject} needs the quota "${endpointQuotaName(instanceType)}" for ${describeCount(now)}${atMaximum}.${later}`;
}

function describeCount(count?: number): string {
  return count === undefined
    ? 'a number of instances that is only known during the deployment'
    : formatCount(count, 'instance');
}

/** Describes the cost of the instances that host inference components, between the minimum and the maximum of the fleet, if it changes. */
export function costConsequences(before: TemplateEndpoint | undefined, after: TemplateEndpoint): Consequence[] {
  return after.hosts.flatMap((host): Consequence[] => {
    const old = before?.hosts.find(({ name }) => name === host.name);
    if (old && isDeepStrictEqual(rangeOf(old), rangeOf(host))) return [];
    const [instanceType, { minimum, maximum }] = [host.instanceTypes[0], rangeOf(host)];
    const price = host.instanceTypes.length === 1 ? builtInPrice(instanceType) : undefined;
    if (price === undefined || minimum === undefined || maximum === undefined) return [];
    const usdPerHour = { minimum: minimum * price, maximum: maximum * price };
    const range = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`);
    const sentence = `The fleet of ${range(String(minimum), String(maximum))} × ${instanceType} costs ${range(usdPerHour.minimum.toFixed(2), usdPerHour.maximum.toFixed(2))} USD an hour. Prices: ${PRICE_TABLE_LABEL}.`;
    return [{ about: 'cost', sentence, facts: { instanceType, minimum, maximum, usdPerHour } }];
  });
}

/** What determines the cost: the instance types, and the limits of the number of instances. */
function rangeOf({ instanceTypes, count, scaling }: TemplateVariant): {
  types: string[];
  minimum?: number;
  maximum?: number;
} {
  const { minimum, maximum } = scaling ?? { minimum: count, maximum: count };
  return { types: instanceTypes, minimum, maximum };
}
