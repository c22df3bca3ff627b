import { FleetUpdate, instancesNeeded, NeededInstances, Share } from '../../lib/endpoint/preflight/instances-needed';
import { endpointQuota } from '../../lib/endpoint/preflight/quotas';
import { Consequence, counted } from './consequence';
import { Endpoint, isRetained, reservationOf } from './endpoint';
import { NewFleet } from './fleet';

/** An endpoint of a template with what an update of it does to instances. */
export function fleetUpdateOf(endpoint: Endpoint): FleetUpdate {
  const { RollingUpdatePolicy: rolling } = (endpoint.properties.DeploymentConfig ?? {}) as {
    RollingUpdatePolicy?: { MaximumBatchSize?: Share };
  };
  const { name, variants } = endpoint;
  return {
    name,
    variants,
    retainsCounts: isRetained(endpoint, 'DesiredInstanceCount'),
    batch: rolling && (rolling.MaximumBatchSize ?? {}),
  };
}

/** Which quota and which reservation a deployment needs for the instances of an endpoint. */
export function instanceConsequences(
  before: Endpoint | undefined,
  after: Endpoint,
  newFleet: NewFleet,
  when: string,
): Consequence[] {
  const needed = instancesNeeded(before, fleetUpdateOf(after), newFleet !== 'no');
  return [
    ...needed.map((each) => ({
      about: 'instances' as const,
      sentence: quotaSentence(each, when),
      facts: { ...each, quota: endpointQuota(each.instanceType) },
    })),
    ...reservationsOf(after).flatMap((arn) =>
      instancesNeeded(before && within(before, arn), fleetUpdateOf(within(after, arn)), newFleet !== 'no').map(
        (each) => ({
          about: 'instances' as const,
          sentence: reservationSentence(each, arn, when),
          facts: { ...each, mlReservationArn: arn },
        }),
      ),
    ),
  ];
}

function reservationsOf({ variants }: Endpoint): string[] {
  return [...new Set(variants.flatMap((variant) => reservationOf(variant) ?? []))];
}

/** The endpoint with the variants whose instances start in a reservation. */
function within(endpoint: Endpoint, arn: string): Endpoint {
  return { ...endpoint, variants: endpoint.variants.filter((variant) => reservationOf(variant) === arn) };
}

/** What quota of Service Quotas to have, in its words. */
function quotaSentence({ instanceType, now, nowAtMaximum, laterAtMaximum }: NeededInstances, when: string): string {
  const scaled = nowAtMaximum === now ? '' : `, and for ${instances(nowAtMaximum)} if scaling is at its maximum`;
  const isMore = laterAtMaximum === undefined || nowAtMaximum === undefined || laterAtMaximum > nowAtMaximum;
  const later = !isMore ? '' : ` A later update needs it for up to ${instances(laterAtMaximum)}.`;
  return `${when} needs the quota "${endpointQuota(instanceType)}" for ${instances(now)}${scaled}.${later}`;
}

/** What a reservation has to have, when all instances of a variant start in it. */
function reservationSentence({ instanceType, now }: NeededInstances, arn: string, when: string): string {
  return `${when} needs ${instances(now)} of ${instanceType} in the reservation ${arn}, including the instances of the running fleet: no instance starts outside of the reservation.`;
}

function instances(count?: number): string {
  return count === undefined
    ? 'a number of instances that is only known during the deployment'
    : counted(count, 'instance');
}
