/*
 * Number of instances that an account requires while an endpoint is deployed.
 */

/** The instances of an endpoint, as declared in a template or as running in the account. */
export interface EndpointFleet {
  /** Name of the endpoint. */
  readonly name: string;
  readonly variants: readonly FleetVariant[];
}

/** The instances of a variant. */
export interface FleetVariant {
  readonly name: string;
  /** The instance type, or the types of the instance pools. Each instance can have any of these types. */
  readonly instanceTypes: readonly string[];
  /** Undefined if it is known only at deployment. */
  readonly count?: number;
  readonly scaling?: {
    readonly maximum?: number;
  };
}

/** An endpoint after the deployment, and how an update replaces its instances. */
export interface FleetUpdate extends EndpointFleet {
  /** Whether an update retains the instance counts of the running variants. */
  readonly retainsCounts: boolean;
  /** Batch size of a rolling update. Undefined for other updates, which start a complete new fleet next to the old fleet. */
  readonly batch?: Share;
}

/** Size of a part of a fleet, in CloudFormation's format. */
export interface Share {
  readonly Type?: unknown;
  readonly Value?: unknown;
}

/** Instances of a type that an account requires. Numbers that are known only at deployment are undefined. */
export interface NeededInstances {
  readonly instanceType: string;
  /** During this deployment, with the instance counts in the app. */
  readonly now?: number;
  /** During this deployment, if scaling is at its maximum. */
  readonly nowAtMaximum?: number;
  /** During a later update with the same properties, if scaling is at its maximum. */
  readonly laterAtMaximum?: number;
}

/**
 * Instances by type while an endpoint is created, updated or replaced.
 *
 * @param before running endpoint; undefined if the deployment creates the endpoint
 * @param startsFleet whether the update starts a new fleet
 */
export function instancesNeeded(
  before: EndpointFleet | undefined,
  after: FleetUpdate,
  startsFleet: boolean,
): NeededInstances[] {
  const isReplaced = before !== undefined && before.name !== after.name;
  const types = [...(before?.variants ?? []), ...after.variants].flatMap(({ instanceTypes }) => instanceTypes);
  return [...new Set(types)].map((type) => {
    const neededWith = (oldCount: CountInstances, newCount: CountInstances): number | undefined => {
      if (!before || !startsFleet) return instancesOf(after, type, oldCount);
      if (isReplaced) return sum([instancesOf(before, type, oldCount), instancesOf(after, type, newCount)]);
      return peakDuringUpdate(before, after, type, oldCount, newCount);
    };
    const retained = before !== undefined && !isReplaced && after.retainsCounts;
    return {
      instanceType: type,
      now: neededWith(initialCount, initialCount),
      nowAtMaximum: neededWith(maxCount, retained ? maxCount : initialCount),
      laterAtMaximum: peakDuringUpdate(after, after, type, maxCount, maxCount),
    };
  });
}

/** Returns an instance count of a variant; undefined if it is known only at deployment. */
type CountInstances = (variant: FleetVariant) => number | undefined;
const initialCount: CountInstances = ({ count }) => count;
const maxCount: CountInstances = ({ count, scaling }) =>
  scaling ? scaling.maximum && Math.max(scaling.maximum, count ?? 0) : count;

/** Number of instances of a type in all variants. */
export function instancesOf(
  { variants }: EndpointFleet,
  type: string,
  count: CountInstances = initialCount,
): number | undefined {
  return sum(variants.filter(({ instanceTypes }) => instanceTypes.includes(type)).map(count));
}

/**
 * Maximum number of instances during an update: both fleets for a blue/green update, or the larger fleet and one batch for a rolling
 * update.
 */
function peakDuringUpdate(
  before: EndpointFleet,
  after: FleetUpdate,
  type: string,
  oldCount: CountInstances,
  newCount: CountInstances,
): number | undefined {
  const [running, started] = [instancesOf(before, type, oldCount), instancesOf(after, type, newCount)];
  const { batch } = after;
  if (!batch || running === undefined || started === undefined) return sum([running, started]);
  if (running === 0 || started === 0) return running + started;
  const larger = Math.max(running, started);
  const needed = larger + shareOf(batch, larger);
  return Number.isNaN(needed) ? undefined : needed;
}

/**
 * Number of instances in a share of a fleet, or of copies in a share of all copies; NaN if it is known only at deployment. SageMaker rounds up: 33 % of 3 instances is one
 * (aws/amazon-sagemaker-examples, deployment guardrails, notebooks of linear and rolling updates).
 */
export function shareOf({ Type, Value }: Share, count: number): number {
  return Type === 'INSTANCE_COUNT' || Type === 'COPY_COUNT' ? Number(Value) : Math.ceil((count * Number(Value)) / 100);
}

/** Number of steps that replace a fleet, with a share of the fleet in each step; NaN if it is known only at deployment. */
export function stepsOf(share: Share, count: number): number {
  const maxSteps = share.Type === 'CAPACITY_PERCENT' && Number.isNaN(count) ? 100 / Number(share.Value) : undefined;
  return Math.ceil(maxSteps ?? count / shareOf(share, count));
}

/** Sum of the numbers; undefined if one of them is undefined. */
export function sum(numbers: (number | undefined)[]): number | undefined {
  return numbers.reduce((total, each) => (total === undefined || each === undefined ? undefined : total + each), 0);
}
