/*
 * How many instances an account needs while an endpoint is deployed. The command and a handler share this file, which therefore imports
 * nothing.
 */

/** An endpoint with its instances, as a template or the account has them. */
export interface Fleet {
  /** Name of the endpoint. */
  readonly name: string;
  readonly variants: readonly FleetVariant[];
}

/** The instances of a variant. */
export interface FleetVariant {
  readonly name: string;
  /** One type, or those of its pools: all instances may be of any of them. */
  readonly instanceTypes: readonly string[];
  /** Undefined where only the deployment knows it. */
  readonly count?: number;
  readonly scaling?: { readonly maximum?: number };
}

/** An endpoint as it will be, and how an update replaces its instances. */
export interface FleetUpdate extends Fleet {
  /** Whether an update keeps the counts that the running variants have. */
  readonly retainsCounts: boolean;
  /** The batch of a rolling update; undefined of all others, which start a whole fleet next to the old one. */
  readonly batch?: Share;
}

/** A part of a fleet, as CloudFormation has it. */
export interface Share {
  readonly Type?: unknown;
  readonly Value?: unknown;
}

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
export function instancesNeeded(
  before: Fleet | undefined,
  after: FleetUpdate,
  startsFleet: boolean,
): NeededInstances[] {
  const isReplaced = before !== undefined && before.name !== after.name;
  const types = [...(before?.variants ?? []), ...after.variants].flatMap(({ instanceTypes }) => instanceTypes);
  return [...new Set(types)].map((type) => {
    const during = (count: Count, started: Count): number | undefined => {
      if (!before || !startsFleet) return instancesOf(after, type, count);
      if (isReplaced) return sum([instancesOf(before, type, count), instancesOf(after, type, started)]);
      return peak(before, after, type, count, started);
    };
    const retained = before !== undefined && !isReplaced && after.retainsCounts;
    return {
      instanceType: type,
      now: during(initial, initial),
      nowAtMaximum: during(maximum, retained ? maximum : initial),
      laterAtMaximum: peak(after, after, type, maximum, maximum),
    };
  });
}

type Count = (variant: FleetVariant) => number | undefined;
const initial: Count = ({ count }) => count;
const maximum: Count = ({ count, scaling }) =>
  scaling ? scaling.maximum && Math.max(scaling.maximum, count ?? 0) : count;

/** Instances of a type that the variants have. */
export function instancesOf({ variants }: Fleet, type: string, count: Count = initial): number | undefined {
  return sum(variants.filter(({ instanceTypes }) => instanceTypes.includes(type)).map(count));
}

/** Blue/green has both fleets at the same time, rolling one batch more than the fleet. */
function peak(before: Fleet, after: FleetUpdate, type: string, old: Count, fresh: Count): number | undefined {
  const [running, started] = [instancesOf(before, type, old), instancesOf(after, type, fresh)];
  const { batch } = after;
  if (!batch || running === undefined || started === undefined) return sum([running, started]);
  if (running === 0 || started === 0) return running + started;
  const larger = Math.max(running, started);
  const needed = larger + shareOf(batch, larger);
  return Number.isNaN(needed) ? undefined : needed;
}

/**
 * Instances of a share of a fleet; not a number where only the deployment knows it. 33 % of 3 instances are one (aws/amazon-sagemaker-examples,
 * deployment guardrails, notebooks of linear and rolling updates): SageMaker does not round down.
 */
export function shareOf({ Type, Value }: Share, count: number): number {
  return Type === 'INSTANCE_COUNT' ? Number(Value) : Math.ceil((count * Number(Value)) / 100);
}

/** Steps of the size of a share that replace a fleet; not a number where only the deployment knows it. */
export function stepsOf(share: Share, count: number): number {
  const most = share.Type === 'CAPACITY_PERCENT' && Number.isNaN(count) ? 100 / Number(share.Value) : undefined;
  return Math.ceil(most ?? count / shareOf(share, count));
}

/** Undefined where one of the numbers is. */
export function sum(numbers: (number | undefined)[]): number | undefined {
  return numbers.reduce((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
}
