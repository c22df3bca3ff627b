import { Recommendation } from './recommendation';
import { BenchmarkDemand } from './benchmark-demand';

/** A recommendation with the number of instances for the demand, and their cost. */
export interface RankedRecommendation extends Recommendation {
  /** Undefined without a measured rate. */
  readonly instanceCount?: number;
  /** USD per hour of the fleet. */
  readonly usdPerHour?: number;
  /** USD per million requests at the measured rate. */
  readonly usdPerMillion?: number;
  /** Whether the rate and the latency were measured and the latency is within the limit of the demand. */
  readonly meets: boolean;
  /**
   * Whether cost and latency are known, and no other recommendation is at least as good in both and better in one. Recommendations with
   * equal cost and equal latency have the same value.
   */
  readonly pareto: boolean;
}

/** Recommendations in order, and the recommendation to choose. */
export interface Ranking {
  /** Lowest cost first; recommendations without measurements last. */
  readonly ranked: RankedRecommendation[];
  /** The recommendation with the lowest cost that meets the demand. */
  readonly pick?: RankedRecommendation;
}

/**
 * Computes the size and cost of a fleet for each recommendation, and orders the fleets by cost. If the demand has no rate, the cost of a
 * request is used. The order of equal costs is deterministic: smaller fleet, lower latency, name.
 */
export function rank(recommendations: Recommendation[], demand: BenchmarkDemand = {}): Ranking {
  const fleets = recommendations.map((recommendation) => fleetOf(recommendation, demand));
  const costOf = (fleet: SizedRecommendation): number | undefined =>
    demand.invocationsPerMinute === undefined ? fleet.usdPerMillion : fleet.usdPerHour;
  const paretoFleets = paretoFront(fleets, costOf);
  const ranked = fleets
    .map((fleet) => ({ ...fleet, pareto: paretoFleets.has(fleet) }))
    .sort((a, b) => compareFleets(a, b, costOf));
  return { ranked, pick: ranked.find((fleet) => fleet.meets && costOf(fleet) !== undefined) };
}

type SizedRecommendation = Omit<RankedRecommendation, 'pareto'>;

function fleetOf(recommendation: Recommendation, demand: BenchmarkDemand): SizedRecommendation {
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

/**
 * Fleets for which no other fleet is at least as good in both cost and latency, and better in one. Fleets of unknown cost or latency are
 * omitted.
 */
function paretoFront(
  fleets: SizedRecommendation[],
  costOf: (fleet: SizedRecommendation) => number | undefined,
): Set<SizedRecommendation> {
  const measured = fleets.flatMap((fleet) => {
    const [cost, latency] = [costOf(fleet), fleet.modelLatencyMilliseconds];
    return cost === undefined || latency === undefined ? [] : [{ fleet, cost, latency }];
  });
  measured.sort((a, b) => a.cost - b.cost || a.latency - b.latency);
  const paretoFleets: typeof measured = [];
  for (const candidate of measured) {
    const last = paretoFleets.at(-1);
    const equalsLast = candidate.cost === last?.cost && candidate.latency === last.latency;
    if (last === undefined || candidate.latency < last.latency || equalsLast) paretoFleets.push(candidate);
  }
  return new Set(paretoFleets.map(({ fleet }) => fleet));
}

function compareFleets(
  a: SizedRecommendation,
  b: SizedRecommendation,
  costOf: (fleet: SizedRecommendation) => number | undefined,
): number {
  return (
    compareNumbers(costOf(a), costOf(b)) ||
    compareNumbers(a.instanceCount, b.instanceCount) ||
    compareNumbers(a.modelLatencyMilliseconds, b.modelLatencyMilliseconds) ||
    compareText(`${a.configuration} ${a.instanceType}`, `${b.configuration} ${b.instanceType}`)
  );
}

/** Orders unknown values last. */
function compareNumbers(a = Infinity, b = Infinity): number {
  return a === b ? 0 : a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounds to six decimals to remove floating-point errors. Prices have fewer decimals. */
function round(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
