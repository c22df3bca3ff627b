import {
  FleetSimulator,
  ScalingSearch,
  type FleetSimulation,
  type ScalingCandidate,
  type ScalingSearchOptions,
  type ScalingSearchResult,
} from '../../lib/capacity';
import type { ScalingProperties } from '../../lib/capacity/fleet/control-loop/inputs';
import { scalingProperties } from '../../lib/capacity/fleet/scaling-properties';
import type { Change, DeployedScaling } from '../../lib/capacity/fleet/simulate-runs';
import { PriceList } from '../../lib/measurements';
import type { DeployedEndpoint } from './deployed-endpoint';
import { describeScaling, isFixed } from './describe-scaling';

/** A way to scale, and its simulation. */
export interface SimulatedScaling extends DeployedScaling {
  /** The role in the comparison, such as `fixed fleet`. */
  readonly name: string;
  readonly description: string;
  readonly simulation: FleetSimulation;
}

/** A simulation with a change of the assumptions. */
export interface ChangedSimulation {
  /** Such as `instances start in twice the time`. */
  readonly change: string;
  readonly simulation: FleetSimulation;
}

const CHANGES: [string, Change][] = [
  ['instances start in half the time', { startFactor: 0.5 }],
  ['instances start in twice the time', { startFactor: 2 }],
  ['an Availability Zone with a third of the instances fails at the peak', { failsZone: true }],
];

/** The simulations of the ways to scale under one trace. */
export interface Comparison {
  readonly options: ScalingSearchOptions;
  /** In the order in which they are shown. */
  readonly rows: SimulatedScaling[];
  /** The scaling whose minutes are in the JSON: that of the app, otherwise the pick. */
  readonly shown: SimulatedScaling;
  readonly pick: SimulatedScaling;
  /** The pick if other assumptions are true. */
  readonly sensitivity: ChangedSimulation[];
  readonly fixedFleet: SimulatedScaling;
  readonly usdPerHour?: number;
  readonly caveats: string[];
}

/** The roles of the candidates of the search. */
const NAMES = {
  fixedFleet: 'fixed fleet',
  defaultScaling: 'default scaling',
  pick: 'cheapest scaling',
  scheduled: 'cheapest with a schedule',
  relaxed: 'with 1 % of the minutes violated',
};

type Unsimulated = Omit<SimulatedScaling, 'simulation'>;

/**
 * Searches for the least expensive scaling, and simulates it next to a fixed fleet and, if there is an endpoint of an app, its scaling.
 *
 * @throws an error if no number of instances meets the objective, or if the scaling of the app cannot be simulated
 */
export function compareScaling(options: ScalingSearchOptions, endpoint?: DeployedEndpoint): Comparison {
  const search = ScalingSearch.run(options);
  const { profile, prices = PriceList.builtIn() } = options;
  const candidates = [
    ...(endpoint ? [rowOfEndpoint(endpoint, search)] : []),
    ...rowsOfSearch(search, options, !endpoint),
  ];
  const picked =
    candidates.find(({ name }) => name === NAMES.pick) ?? candidates.find(({ name }) => name === NAMES.fixedFleet);
  const changed = CHANGES.map(([, change]) => ({ ...(picked ?? candidates[0]), change }));
  const simulations = FleetSimulator._runAll(options, [...candidates, ...changed]);
  const rows = candidates.map((row, index) => ({ ...row, simulation: simulations[index] }));
  const rowNamed = (name: string): SimulatedScaling | undefined => rows.find((row) => row.name === name);
  const fixedFleet = rowNamed(NAMES.fixedFleet) ?? rows[0];
  const pick = rowNamed(NAMES.pick) ?? fixedFleet;
  return {
    ...{ options, rows, pick, fixedFleet },
    sensitivity: CHANGES.map(([change], index) => ({ change, simulation: simulations[rows.length + index] })),
    shown: endpoint ? rows[0] : pick,
    usdPerHour: prices.usdPerHour(profile.instanceType),
    caveats: caveatsOf(options, search, endpoint),
  };
}

function rowOfEndpoint({ name, scaling, instanceCount }: DeployedEndpoint, search: ScalingSearchResult): Unsimulated {
  return {
    name: `scaling of ${name}`,
    description: describeScaling(scaling, instanceCount),
    properties: scaling,
    instanceCount: startOf(scaling, instanceCount, search),
  };
}

/** The rows of the search. A scaling that is already in a row is omitted. */
function rowsOfSearch(search: ScalingSearchResult, options: ScalingSearchOptions, areAllShown: boolean): Unsimulated[] {
  const { fixedFleet, pick, defaultScaling, withSchedule, withOnePercentViolated } = search;
  const row = (name: string, candidate: ScalingCandidate): Unsimulated => {
    const properties = scalingProperties(candidate.scaling, {
      instanceType: options.profile.instanceType,
      initialInstanceCount: candidate.instanceCount,
      asynchronous: false,
    });
    const { instanceCount } = candidate;
    return { name, description: describeScaling(properties, instanceCount), properties, instanceCount };
  };
  const rows = [
    row(NAMES.fixedFleet, fixedFleet),
    ...(areAllShown ? [row(NAMES.defaultScaling, defaultScaling)] : []),
    row(NAMES.pick, pick),
    ...(areAllShown && withSchedule ? [row(NAMES.scheduled, withSchedule)] : []),
    ...(areAllShown ? [row(NAMES.relaxed, withOnePercentViolated)] : []),
  ];
  const isEqual = (one: Unsimulated, other: Unsimulated): boolean =>
    JSON.stringify(one.properties) === JSON.stringify(other.properties);
  const named =
    (name: string): ((each: Unsimulated) => boolean) =>
    (each) =>
      each.name === name;
  // Of equal rows, that of the fixed fleet or of the pick is kept, otherwise the first.
  return rows.filter((row) => {
    const equal = rows.filter((other) => isEqual(row, other));
    return row === (equal.find(named(NAMES.fixedFleet)) ?? equal.find(named(NAMES.pick)) ?? equal[0]);
  });
}

/** The number of instances with which the fleet of an app starts: as in the search, enough for the first rate of the trace. */
function startOf(properties: ScalingProperties, instanceCount: number, search: ScalingSearchResult): number {
  if (isFixed(properties)) return instanceCount;
  return Math.max(instanceCount, Math.min(properties.maxCapacity, search._instancesAtStart));
}

function caveatsOf(options: ScalingSearchOptions, search: ScalingSearchResult, endpoint?: DeployedEndpoint): string[] {
  const largestBatch = Math.max(...options.profile.serviceTimes.map(({ batch }) => batch));
  const configuredBatch = endpoint?.batching.maxBatchSize ?? 0;
  return [
    ...search.caveats,
    ...(configuredBatch > largestBatch
      ? [
          `The model has a max_batch_size of ${configuredBatch}; the largest measured and simulated batch is ${largestBatch}.`,
        ]
      : []),
    ...(endpoint !== undefined && configuredBatch === 1 && largestBatch > 1
      ? [
          'The model has no dynamic batching, so each request is executed alone, and only the time of a batch of 1 is used.',
        ]
      : []),
    'Deployments, failures of single instances, and sequence batching are not simulated.',
  ];
}
