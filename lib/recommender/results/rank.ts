import { Recommendation } from '../../sizing/readers/recommendation';
import { BenchmarkDemand } from './benchmark-demand';

/** A recommendation as a fleet: how many instances carry the demand, and what they cost. */
export interface RankedRecommendation extends Recommendation {
  /** Undefined without a rate: the fleet's size is unknown. */
  readonly instanceCount?: number;
  /** USD per hour of the fleet. */
  readonly usdPerHour?: number;
  /** USD per million requests at the measured rate. */
  readonly usdPerMillion?: number;
  /** Whether rate and latency are known and the latency is within the limit. */
  readonly meets: boolean;
  /** Whether no other is better in cost and latency. */
  readonly pareto: boolean;
}

export interface Ranking {
  /** Cheapest first; what could not be measured last. */
  readonly ranked: RankedRecommendation[];
  /** The cheapest that meets the demand. */
  readonly pick?: RankedRecommendation;
}

/**
 * Sizes, prices and orders recommendations. Without a rate to carry, the cheapest request wins. Deterministic: ties go to the smaller
 * fleet, then the lower latency, then the name.
 */
export function rank(recommendations: Recommendation[], demand: BenchmarkDemand = {}): Ranking {
  const fleets = recommendations.map((recommendation) => fleetOf(recommendation, demand));
  const costOf = (fleet: Fleet): number | undefined =>
    demand.invocationsPerMinute === undefined ? fleet.usdPerMillion : fleet.usdPerHour;
  const front = paretoFront(fleets, costOf);
  const ranked = fleets.map((fleet) => ({ ...fleet, pareto: front.has(fleet) })).sort((a, b) => byOrder(a, b, costOf));
  return { ranked, pick: ranked.find((fleet) => fleet.meets && costOf(fleet) !== undefined) };
}

type Fleet = Omit<RankedRecommendation, 'pareto'>;

function fleetOf(recommendation: Recommendation, demand: BenchmarkDemand): Fleet {
  const { invocationsPerMinute: rate, usdPerInstanceHour: price, modelLatencyMilliseconds: latency } = recommendation;
  const instanceCount =
    rate === undefined ? undefined : Math.ceil((demand.invocationsPerMinute ?? 0) / rate - 1e-9) || 1;
  return {
    ...recommendation,
    instanceCount,
    usdPerHour: instanceCount === undefined || price === undefined ? undefined : round(instanceCount * price),
    usdPerMillion: rate === undefined || price === undefined ? undefined : (price / 60 / rate) * 1e6,
    meets: rate !== undefined && latency !== undefined && latency <= (demand.modelLatencyMilliseconds ?? Infinity),
  };
}

/** Those that no other beats in cost and latency; none of those whose cost or latency is unknown. */
function paretoFront(fleets: Fleet[], costOf: (fleet: Fleet) => number | undefined): Set<Fleet> {
  const known = fleets.flatMap((fleet) => {
    const [cost, latency] = [costOf(fleet), fleet.modelLatencyMilliseconds];
    return cost === undefined || latency === undefined ? [] : [{ fleet, cost, latency }];
  });
  known.sort((a, b) => a.cost - b.cost || a.latency - b.latency);
  const front: typeof known = [];
  for (const one of known) {
    const last = front.at(-1);
    const equalsLast = one.cost === last?.cost && one.latency === last.latency;
    if (last === undefined || one.latency < last.latency || equalsLast) front.push(one);
  }
  return new Set(front.map(({ fleet }) => fleet));
}

function byOrder(a: Fleet, b: Fleet, costOf: (fleet: Fleet) => number | undefined): number {
  return (
    compare(costOf(a), costOf(b)) ||
    compare(a.instanceCount, b.instanceCount) ||
    compare(a.modelLatencyMilliseconds, b.modelLatencyMilliseconds) ||
    compareText(`${a.configuration} ${a.instanceType}`, `${b.configuration} ${b.instanceType}`)
  );
}

/** What is unknown comes last. */
function compare(a = Infinity, b = Infinity): number {
  return a === b ? 0 : a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Prices have four decimals; binary fractions do not. */
function round(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
