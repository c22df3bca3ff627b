import {
  EndpointFleet,
  FleetUpdate,
  instancesNeeded,
  NeededInstances,
  Share,
} from '../../lib/contracts/instances-needed';
import { endpointQuotaName } from '../../lib/contracts/quotas';
import { formatCount } from '../output/words';
import { Consequence } from './consequence';
import { TemplateEndpoint, isRetained, reservationOf } from '../assembly/endpoints';
import { NewFleet } from './fleet';

/** No additional instance: the update of a component stays within the maximum of the fleet. */
const NO_BATCH: Share = { Type: 'INSTANCE_COUNT', Value: 0 };

/** The instances of an endpoint, as the input of the quota rules. */
export function fleetOf({ name, hosts: variants }: TemplateEndpoint): EndpointFleet {
  return { name, variants };
}

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
    ...fleetOf(endpoint),
    retainsCounts: isRetained(endpoint, 'DesiredInstanceCount'),
    batch: endpoint.hasComponents && newFleet !== 'possible' ? NO_BATCH : batch,
  };
}

/** Describes the quotas and reservations that a deployment needs for the instances of an endpoint. */
export function instanceConsequences(
  before: TemplateEndpoint | undefined,
  after: TemplateEndpoint,
  newFleet: NewFleet,
  subject: string,
): Consequence[] {
  const needed = instancesNeeded(before && fleetOf(before), fleetUpdateOf(after, newFleet), newFleet !== 'no');
  return [
    ...needed.map((each) => ({
      about: 'instances' as const,
      sentence: quotaSentence(each, subject),
      facts: { ...each, quota: endpointQuotaName(each.instanceType) },
    })),
    ...reservationsOf(after).flatMap((arn) =>
      instancesNeeded(
        before && fleetOf(withVariantsIn(before, arn)),
        fleetUpdateOf(withVariantsIn(after, arn), newFleet),
        newFleet !== 'no',
      ).map((each) => ({
        about: 'instances' as const,
        sentence: reservationSentence(each, arn, subject),
        facts: { ...each, mlReservationArn: arn },
      })),
    ),
  ];
}

function reservationsOf({ hosts }: TemplateEndpoint): string[] {
  return [...new Set(hosts.flatMap((variant) => reservationOf(variant) ?? []))];
}

/** The endpoint with only the variants whose instances start in a reservation. */
function withVariantsIn(endpoint: TemplateEndpoint, arn: string): TemplateEndpoint {
  return { ...endpoint, hosts: endpoint.hosts.filter((variant) => reservationOf(variant) === arn) };
}

/** The sentence about the quota of an instance type. The name of the quota is its name in Service Quotas. */
function quotaSentence({ instanceType, now, nowAtMaximum, laterAtMaximum }: NeededInstances, subject: string): string {
  const atMaximum = nowAtMaximum === now ? '' : `, and for ${describeCount(nowAtMaximum)} if scaling is at its maximum`;
  const isMore = laterAtMaximum === undefined || nowAtMaximum === undefined || laterAtMaximum > nowAtMaximum;
  const later = !isMore ? '' : ` A later update needs it for up to ${describeCount(laterAtMaximum)}.`;
  return `${subject} needs the quota "${endpointQuotaName(instanceType)}" for ${describeCount(now)}${atMaximum}.${later}`;
}

/** The sentence about a capacity reservation. All instances of a variant with a reservation start in the reservation. */
function reservationSentence({ instanceType, now }: NeededInstances, arn: string, subject: string): string {
  return `${subject} needs ${describeCount(now)} of ${instanceType} in the reservation ${arn}, including the instances of the running fleet: no instance starts outside of the reservation.`;
}

function describeCount(count?: number): string {
  return count === undefined
    ? 'a number of instances that is only known during the deployment'
    : formatCount(count, 'instance');
}
