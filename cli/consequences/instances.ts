import { counted } from './consequence';
import { Endpoint, isRetained, Properties, Variant } from './endpoint';
import { NewFleet } from './fleet';

/** Instances of a type that an account needs; undefined where only the deployment knows it. */
export interface NeededInstances {
  readonly instanceType: string;
  /** While this deployment runs, with the counts that the app gives. */
  readonly now?: number;
  /** While this deployment runs, when scaling is at its maximum. */
  readonly nowAtMaximum?: number;
  /** While a later update with the same properties runs, when scaling is at its maximum. */
  readonly laterAtMaximum?: number;
}

/** Instances by type while an endpoint is made, updated or replaced. */
export function instancesNeeded(before: Endpoint | undefined, after: Endpoint, newFleet: NewFleet): NeededInstances[] {
  const isReplaced = before !== undefined && before.name !== after.name;
  const types = [...(before?.variants ?? []), ...after.variants].flatMap(({ instanceTypes }) => instanceTypes);
  return [...new Set(types)].map((type) => {
    const during = (count: Count, started: Count): number | undefined => {
      if (!before || newFleet === 'no') return fleet(after, type, count);
      if (isReplaced) return sum([fleet(before, type, count), fleet(after, type, started)]);
      return peak(before, after, type, count, started);
    };
    const retained = before !== undefined && !isReplaced && isRetained(after, 'DesiredInstanceCount');
    return {
      instanceType: type,
      now: during(initial, initial),
      nowAtMaximum: during(maximum, retained ? maximum : initial),
      laterAtMaximum: peak(after, after, type, maximum, maximum),
    };
  });
}

type Count = (variant: Variant) => number | undefined;
const initial: Count = ({ count }) => count;
const maximum: Count = ({ count, scaling }) =>
  scaling ? scaling.maximum && Math.max(scaling.maximum, count ?? 0) : count;

/** Instances of a type that the variants have. */
function fleet({ variants }: Endpoint, type: string, count: Count): number | undefined {
  return sum(variants.filter(({ instanceTypes }) => instanceTypes.includes(type)).map(count));
}

/** Blue/green has both fleets at the same time, rolling one batch more than the fleet. */
function peak(before: Endpoint, after: Endpoint, type: string, old: Count, fresh: Count): number | undefined {
  const [running, started] = [fleet(before, type, old), fleet(after, type, fresh)];
  const { RollingUpdatePolicy: rolling } = (after.properties.DeploymentConfig ?? {}) as {
    RollingUpdatePolicy?: Properties;
  };
  if (!rolling || running === undefined || started === undefined) return sum([running, started]);
  if (running === 0 || started === 0) return running + started;
  const larger = Math.max(running, started);
  const needed = larger + shareOf(rolling.MaximumBatchSize as Properties, larger);
  return Number.isNaN(needed) ? undefined : needed;
}

/** Instances of a share of a fleet; not a number where only the deployment knows it. */
export function shareOf({ Type, Value }: Properties, count: number): number {
  return Type === 'INSTANCE_COUNT' ? Number(Value) : Math.ceil((count * Number(Value)) / 100);
}

function sum(numbers: (number | undefined)[]): number | undefined {
  return numbers.reduce((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
}

/** What quota of Service Quotas to have, in its words. */
export function quotaSentence(
  { instanceType, now, nowAtMaximum, laterAtMaximum }: NeededInstances,
  when: string,
): string {
  const words = (count?: number): string =>
    count === undefined ? 'a number of instances that only the deployment knows' : counted(count, 'instance');
  const scaled = nowAtMaximum === now ? '' : `, and for ${words(nowAtMaximum)} if scaling is at its maximum`;
  const isMore = laterAtMaximum === undefined || nowAtMaximum === undefined || laterAtMaximum > nowAtMaximum;
  const later = !isMore ? '' : ` A later update needs it for up to ${words(laterAtMaximum)}.`;
  return `${when} needs the quota "${instanceType} for endpoint usage" for ${words(now)}${scaled}.${later}`;
}
